import HashTreeCollections

// Everything on a board, as nobody hashed it.
extension Board {
  /// The names of all entities and texts, and the places of all elements. Undo records are no changes:
  /// their order shows them.
  var allAsUnhashed: UnhashedChanges {
    var all = UnhashedChanges()
    forEachPart { part in
      if case .undo = part { return }
      for entity in entities(of: part) { all.note(entity) }
    }
    all.note(columnOrder) { .column($0, of: id, after: $1) }
    for column in columns.values {
      all.note(column.cards) { .card($0, of: column.id, after: $1) }
    }
    for (card, checklist) in checklists {
      all.note(checklist.order) { .item($0, of: card, after: $1) }
    }
    for (card, thread) in commentThreads {
      all.note(thread.order) { .comment($0, of: card, after: $1) }
    }
    return all
  }

  /// As many names and places as there are at least, counted without a walk through the board.
  var leastPartCount: Int { 2 * (columns.count + cards.count) }
}

extension UnhashedChanges {
  /// Notes where the elements of a list stand.
  fileprivate mutating func note<Element>(
    _ list: some Sequence<Element>, _ place: (Element, Element?) -> ListPlace
  ) {
    var left: Element?
    for element in list {
      let place = place(element, left)
      places[place.element] = place
      left = element
    }
  }

  fileprivate mutating func note(_ entity: Entity) {
    switch entity {
    case .header: entities.insert(.header)
    case .column(let column): entities.insert(.column(column.id))
    case .card(let card): entities.insert(.card(card.id))
    case .text(let card, _): texts.insert(.body(card))
    case .favourites(let user, let marked):
      for favourite in marked { entities.insert(.favourite(user, favourite.card)) }
    case .proposal(let proposal): entities.insert(.proposal(proposal.key))
    case .field(let address, _): entities.insert(.field(address))
    case .item(let card, let item, _): entities.insert(.item(card, item))
    case .comment(let card, let comment): entities.insert(.comment(card, comment.id))
    case .commentText(let card, let comment, _): texts.insert(.comment(card, comment))
    case .elements(let card, let held):
      for one in held { entities.insert(.element(card, one.element)) }
    case .receipt(let receipt): entities.insert(.receipt(receipt.key))
    case .compacted(let card, let comment, _):
      entities.insert(.compacted(.text(of: card, comment: comment)))
    case .proposalText(let key, _): texts.insert(.proposal(key))
    case .purged(let card, let comment, _): entities.insert(.purged(card, comment))
    case .lastPurge: entities.insert(.lastPurge)
    case .undo: break
    }
  }
}
