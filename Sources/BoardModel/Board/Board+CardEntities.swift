import HashTreeCollections

// The pieces of a snapshot that belong to a card, a proposal, or the plain fields.
extension Board {
  /// The card's items, elements, comments and plain fields, in this order, each comment followed by
  /// its body.
  func cardEntities(of card: CardID) -> [Entity] {
    var result = compactedEntities(of: .cardBody(card)) + itemEntities(of: card)
    if let elements = elementsEntity(of: card) { result.append(elements) }
    if let thread = commentThreads[card] {
      for comment in thread.order.compactMap({ thread.comments[$0] }) {
        result.append(.comment(card, comment))
        result += Board.pieces(of: comment.body).map { .commentText(card, comment.id, $0) }
        result += compactedEntities(of: .commentBody(card, comment.id))
      }
    }
    return result + fieldEntities(of: card)
  }

  func compactedEntities(of field: FieldAddress) -> [Entity] {
    guard let card = field.card, let compaction = compaction(of: field) else { return [] }
    return [.compacted(card, field.comment, compaction)]
  }

  /// The entities of a proposal: itself, and the text it holds.
  static func entities(of proposal: Proposal) -> [Entity] {
    guard case .fragment(let fragment) = proposal.value else { return [.proposal(proposal)] }
    return [.proposal(proposal)]
      + pieces(of: fragment.text).map { .proposalText(proposal.key, $0) }
  }

  func itemEntities(of card: CardID) -> [Entity] {
    guard let checklist = checklists[card] else { return [] }
    return checklist.order.compactMap { id in
      checklist.created[id].map { .item(card, id, created: $0) }
    }
  }

  func elementsEntity(of card: CardID) -> Entity? {
    guard let held = cardElements[card], !held.isEmpty else { return nil }
    let sorted = held.map { (key: $0.key.sortKey, held: HeldElement($0.key, $0.value)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return .elements(card, sorted.map(\.held))
  }

  /// The plain fields of the board that are no card's.
  var boardFieldEntities: [Entity] {
    entities(of: boardFields)
  }

  /// The plain fields of a card.
  private func fieldEntities(of card: CardID) -> [Entity] {
    let items = (checklists[card]?.order ?? []).flatMap { item in
      [
        FieldAddress.itemText(card, item), .itemDone(card, item), .itemPlace(card, item),
        .itemRemoved(card, item),
      ]
    }
    let comments = (commentThreads[card]?.order ?? []).map { FieldAddress.commentRemoved(card, $0) }
    return entities(of: [.cardDue(card), .cardPriority(card)] + items + comments)
  }

  /// Those of the plain fields that are written, in ascending order of the bytes of their addresses.
  private func entities(of fields: [FieldAddress]) -> [Entity] {
    let written = fields.compactMap { address in
      field(address).map { (address: address, field: $0) }
    }
    guard written.count > 1 else { return written.map { .field($0.address, $0.field) } }
    return written.map { (key: $0.address.sortKey, entity: Entity.field($0.address, $0.field)) }
      .sorted { $0.key < $1.key }.map(\.entity)
  }
}

extension CardElement {
  /// The encoded bytes of the address, which sort the same way everywhere.
  var sortKey: [UInt8] {
    var writer = ByteWriter()
    writer.value(self)
    return writer.bytes
  }
}
