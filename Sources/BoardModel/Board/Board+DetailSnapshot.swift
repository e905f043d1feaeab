import HashTreeCollections

// The pieces of a snapshot that model level 2 adds.
extension Board {
  /// Items, elements, then comments, each followed by its body.
  func detailEntities(of card: CardID) -> [Entity] {
    var result = compactedEntities(of: .cardBody(card)) + itemEntities(of: card)
    if let elements = elementsEntity(of: card) { result.append(elements) }
    if let thread = details.threads[card] {
      for comment in thread.order.compactMap({ thread.comments[$0] }) {
        result.append(.comment(card, comment))
        result += Board.pieces(of: comment.body).map { .commentText(card, comment.id, $0) }
        result += compactedEntities(of: .commentBody(card, comment.id))
      }
    }
    return result
  }

  func compactedEntities(of field: FieldAddress) -> [Entity] {
    guard let card = field.card, let compaction = compaction(of: field) else { return [] }
    return [.compacted(card, field.comment, compaction)]
  }

  /// A proposal, and the text it holds.
  static func entities(of proposal: Proposal) -> [Entity] {
    guard case .text(let fragment) = proposal.value else { return [.proposal(proposal)] }
    return [.proposal(proposal)]
      + pieces(of: fragment.text).map { .proposalText(proposal.key, $0) }
  }

  func itemEntities(of card: CardID) -> [Entity] {
    guard let checklist = details.checklists[card] else { return [] }
    return checklist.order.compactMap { id in
      checklist.created[id].map { .item(card, id, created: $0) }
    }
  }

  func elementsEntity(of card: CardID) -> Entity? {
    guard let held = details.elements[card], !held.isEmpty else { return nil }
    let sorted = held.map { (key: $0.key.sortKey, held: HeldElement($0.key, $0.value)) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return .elements(card, sorted.map(\.held))
  }

  /// In ascending order of the bytes of their addresses.
  var fieldEntities: [Entity] {
    details.fields.map { (key: $0.key.sortKey, entity: Entity.field($0.key, $0.value)) }
      .sorted { $0.key < $1.key }.map(\.entity)
  }

  /// By user, each user's from the oldest to the newest.
  var receiptEntities: [Entity] {
    details.receipts.keys.sorted().flatMap { receipts(of: $0).map { .receipt($0) } }
  }

  mutating func takeDetail(_ entity: Entity) throws(SnapshotFault) {
    switch entity {
    case .item(let card, let id, let created):
      try requireCard(card)
      guard details.checklists[card]?.created[id] == nil else { throw .repeated }
      details.checklists[card, default: Checklist()].order.append(id)
      details.checklists[card]?.created[id] = created
      touch(.checklist(card))
    case .comment(let card, let comment):
      try requireCard(card)
      guard self.comment(comment.id, on: card) == nil else { throw .repeated }
      details.threads[card, default: CommentThread()].order.append(comment.id)
      details.threads[card]?.comments[comment.id] = CardComment(
        id: comment.id, created: comment.created, body: Text(), bodyStamp: comment.bodyStamp)
      touch(.comment(card, comment.id))
    case .commentText(let card, let id, let runs):
      guard comment(id, on: card) != nil else { throw .cardMissing(card) }
      details.threads[card]?.comments[id]?.body.append(contentsOf: runs)
    case .elements(let card, let held):
      try requireCard(card)
      guard details.elements[card] == nil else { throw .repeated }
      for one in held { details.elements[card, default: [:]][one.element] = one.stamp }
      touch(.elements(card))
    case .field(let address, let field):
      guard details.fields[address] == nil else { throw .repeated }
      if let card = address.card { try requireCard(card) }
      if let column = address.column, columns[column] == nil { throw .columnMissing(column) }
      write(address, field)
    case .receipt(let receipt):
      guard keep(receipt) else { throw .repeated }
    case .compacted(let card, let comment, let compaction):
      let field = FieldAddress.text(of: card, comment: comment)
      guard text(of: field) != nil else { throw .cardMissing(card) }
      guard details.compactions[field] == nil else { throw .repeated }
      details.compactions[field] = compaction
      touch(.compacted(field))
    case .proposalText(let key, let runs):
      guard let proposal = proposals[key], case .text(var fragment) = proposal.value else {
        throw .proposalMissing
      }
      fragment.text.append(contentsOf: runs)
      proposals[key] = Proposal(
        field: key.field, value: .text(fragment), stamp: proposal.stamp)
      touch(.proposal(key))
    case .header, .column, .card, .text, .favourites, .proposal, .undo: return
    }
  }

  private func requireCard(_ id: CardID) throws(SnapshotFault) {
    guard cards[id] != nil else { throw .cardMissing(id) }
  }

  mutating func write(_ address: FieldAddress, _ field: Field<PlainValue>) {
    details.write(address, field)
    touch(.field(address))
  }

}

extension CardElement {
  /// The bytes it is encoded as.
  var sortKey: [UInt8] {
    var writer = ByteWriter()
    writer.element(self)
    return writer.bytes
  }
}
