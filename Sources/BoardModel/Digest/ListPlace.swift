import HashTreeCollections

/// An element of one of a board's lists. An element is in one list at a time.
enum ListElement: Hashable, Sendable {
  case column(ColumnID)
  case card(CardID)
  case item(CardID, ItemID)
  case comment(CardID, CommentID)
}

/// Where an element stands: its list and its left neighbour there, nil for the first. The places
/// of all elements give the order of every list (SPEC.md DIG-010).
enum ListPlace: Hashable, Sendable {
  case column(ColumnID, of: BoardID, after: ColumnID?)
  case card(CardID, of: ColumnID, after: CardID?)
  case item(ItemID, of: CardID, after: ItemID?)
  case comment(CommentID, of: CardID, after: CommentID?)

  var element: ListElement {
    switch self {
    case .column(let id, _, _): .column(id)
    case .card(let id, _, _): .card(id)
    case .item(let id, let card, _): .item(card, id)
    case .comment(let id, let card, _): .comment(card, id)
    }
  }

  /// The bytes that are hashed. Their first one is none with which an entity begins.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .column(let id, let board, let left): writer.tagged(128, board, id, left)
    case .card(let id, let column, let left): writer.tagged(129, column, id, left)
    case .item(let id, let card, let left): writer.tagged(130, card, id, left)
    case .comment(let id, let card, let left): writer.tagged(131, card, id, left)
    }
    return writer.bytes
  }
}

// The lists change here only, so that the digest learns of each element that has another left
// neighbour: the one that comes or goes, and the one right of it.
extension Board {
  mutating func insertColumn(_ id: ColumnID, at index: Int) {
    columnOrder.insert(id, at: index)
    noteColumns(at: index, index + 1)
  }

  mutating func moveColumn(_ id: ColumnID, to place: Anchors<ColumnKind>) {
    guard let index = columnOrder.firstIndex(of: id) else { return }
    columnOrder.remove(at: index)
    noteColumns(at: index)
    insertColumn(id, at: place.index(in: columnOrder))
  }

  mutating func insertCard(
    _ id: CardID, into column: ColumnID, at place: Anchors<CardKind>, isLive: Bool
  ) {
    columns[column]?.cards.insert(id, at: place, isLive: isLive)
    guard let neighbours = columns[column]?.cards.neighbours(of: id) else { return }
    note(.card(id, of: column, after: neighbours.after))
    if let below = neighbours.before { note(.card(below, of: column, after: id)) }
  }

  /// Puts a card below all others of its column, on a board of which nothing is hashed.
  mutating func appendCard(_ id: CardID, to column: ColumnID, isLive: Bool) {
    columns[column]?.cards.insert(id, at: Anchors(), isLive: isLive)
  }

  /// Takes a card out of its column's list; it is put into another, or purged.
  mutating func removeCard(_ id: CardID, from column: ColumnID) {
    guard let neighbours = columns[column]?.cards.neighbours(of: id) else { return }
    columns[column]?.cards.remove(id)
    if let below = neighbours.before {
      note(.card(below, of: column, after: neighbours.after))
    }
  }

  mutating func insertItem(_ id: ItemID, into card: CardID, at index: Int) {
    checklists[card, default: Checklist()].order.insert(id, at: index)
    noteItems(of: card, at: index, index + 1)
  }

  mutating func removeItem(from card: CardID, at index: Int) {
    checklists[card]?.order.remove(at: index)
    noteItems(of: card, at: index)
  }

  mutating func appendComment(_ id: CommentID, to card: CardID) {
    let left = commentThreads[card]?.order.last
    commentThreads[card, default: CommentThread()].order.append(id)
    note(.comment(id, of: card, after: left))
  }

  mutating func removeComment(_ id: CommentID, from card: CardID) {
    guard let index = commentThreads[card]?.order.firstIndex(of: id) else { return }
    commentThreads[card]?.order.remove(at: index)
    commentThreads[card]?.comments[id] = nil
    digestCache.forget(.comment(card, id))
    guard let order = commentThreads[card]?.order, index < order.count else { return }
    note(.comment(order[index], of: card, after: order.element(leftOf: index)))
  }

  private mutating func noteColumns(at indexes: Int...) {
    for index in indexes where index < columnOrder.count {
      note(
        .column(columnOrder[index], of: id, after: columnOrder.element(leftOf: index)))
    }
  }

  private mutating func noteItems(of card: CardID, at indexes: Int...) {
    guard let order = checklists[card]?.order else { return }
    for index in indexes where index < order.count {
      note(.item(order[index], of: card, after: order.element(leftOf: index)))
    }
  }
}

extension Array {
  fileprivate func element(leftOf index: Int) -> Element? { index > 0 ? self[index - 1] : nil }
}
