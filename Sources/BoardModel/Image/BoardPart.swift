import HashTreeCollections

/// What stands together in a snapshot, and is encoded anew together when something of it changes.
public enum BoardPart: Hashable, Sendable {
  case header
  /// All columns, without their cards.
  case columns
  /// A card with its texts, items, elements, comments and plain fields.
  case card(CardID)
  /// The marks of one user.
  case favourites(String)
  case proposals
  /// The undo records of the operations with these sequence numbers.
  case undo(UndoBlock)
  /// The plain fields that are no card's.
  case fields
  /// The receipts of one user.
  case receipts(String)
  case purges
}

extension BoardPart {
  /// The part that an entity belongs to.
  init(_ key: EntityKey) {
    switch key {
    case .header: self = .header
    case .column: self = .columns
    case .card(let id), .item(let id, _), .element(let id, _), .comment(let id, _): self = .card(id)
    case .favourite(let user, _): self = .favourites(user)
    case .proposal: self = .proposals
    case .field(let address), .compacted(let address):
      self = address.card.map { .card($0) } ?? .fields
    case .receipt(let key): self = .receipts(key.user)
    case .purged, .lastPurge: self = .purges
    }
  }

  /// The part that a text belongs to.
  init(_ address: TextAddress) {
    switch address {
    case .body(let card), .comment(let card, _): self = .card(card)
    case .proposal: self = .proposals
    }
  }

  /// The part that shows where an element stands; nil where the order of the parts shows it.
  init?(_ place: ListPlace) {
    switch place {
    case .column: self = .columns
    case .item(_, let card, _), .comment(_, let card, _): self = .card(card)
    case .card: return nil
    }
  }
}

// How a board is cut into parts (SPEC.md SNP-006, SNP-015).
extension Board {
  /// Visits the parts of the board in their order. One without an entity may be among them.
  public func forEachPart(_ body: (BoardPart) -> Void) {
    guard exists else { return }
    body(.header)
    body(.columns)
    for column in columnOrder {
      columns[column]?.cards.forEach { body(.card($0)) }
    }
    for user in favourites.keys.sorted() { body(.favourites(user)) }
    body(.proposals)
    for block in undo.blocks { body(.undo(block)) }
    body(.fields)
    for user in receiptLists.keys.sorted() { body(.receipts(user)) }
    body(.purges)
  }

  /// The entities of a part in their order, none larger than a snapshot chunk may be.
  public func entities(of part: BoardPart) -> [Entity] {
    switch part {
    case .header: header.map { [.header($0)] } ?? []
    case .columns: columnOrder.compactMap { columns[$0] }.map { .column($0) }
    case .card(let id): cards[id].map { entities(of: $0) } ?? []
    case .favourites(let user): favouriteEntities(of: user)
    case .proposals: proposalsInOrder.flatMap { Board.entities(of: $0) }
    case .undo(let block): undo.records(in: block).map { .undo($0) }
    case .fields: boardFieldEntities
    case .receipts(let user): receipts(of: user).map { .receipt($0) }
    case .purges: purges.entities
    }
  }

  private func entities(of card: Card) -> [Entity] {
    [.card(card)] + Board.pieces(of: card.body).map { .text(card.id, $0) }
      + cardEntities(of: card.id)
  }

  private func favouriteEntities(of user: String) -> [Entity] {
    let marked = favourites[user]?.inOrder ?? []
    return stride(from: 0, to: marked.count, by: Board.favouritesPerEntity).map { start in
      let end = min(start + Board.favouritesPerEntity, marked.count)
      return .favourites(user: user, Array(marked[start..<end]))
    }
  }
}
