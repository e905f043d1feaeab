import HashTreeCollections

// What operations do to the body of a card.
extension Board {
  mutating func spliceCard(
    _ id: CardID, _ splice: Splice, _ application: inout Application
  ) -> Rejection? {
    guard cards[id] != nil else { return .unknownCard(id) }
    let parts = splice.deletions.count + splice.insertions.count
    guard parts > 0 else { return .emptyOperation }
    guard parts <= BoardLimits.spliceParts else { return .limitReached(.spliceParts) }
    let field = FieldAddress.cardBody(id)
    let limit = BoardLimits.bodyScalars
    let unseen = unseenCompaction(of: field, application)
    if let unseen, cards[id]?.body.hasPlaces(of: splice, application) == false {
      return propose(splice, for: field, over: unseen, limit: limit, &application)
    }
    let typed = splice.typedCount
    let before = cards[id]?.body.totalCount ?? 0
    guard before + typed <= limit else { return .bodyTooLong }

    let offset = application.nextOffset
    let (start, right) = (application.nextIdentity, application.leftOf)
    // Where it stands: no other copy of it is held, so nothing of it is copied.
    guard
      let deleted = cards[id]?.body.apply(
        splice, start: start, leftOf: right, passingOver: unseen != nil) ?? nil
    else { return .unknownText }
    application.nextOffset += UInt32(typed)
    if let unseen, deleteProposed(splice.deletions, of: field, over: unseen, &application),
      typed == 0, deleted.isEmpty
    {
      return nil
    }
    noteSplice(of: id, &application)
    stampBody(
      id, .splice(id, nil, offset: offset, inserted: UInt32(typed), deleted: deleted), &application)
    return nil
  }

  /// What the author is told of the card as it was.
  private func noteSplice(of id: CardID, _ application: inout Application) {
    guard let card = cards[id] else { return }
    if card.archived.value { application.note(.onArchivedCard(id)) }
    if card.bodyStamp.sequence > application.base,
      card.bodyStamp.operation.session != application.stamp.operation.session
    {
      application.merged = true
    }
  }

  mutating func stampBody(_ id: CardID, _ step: UndoStep, _ application: inout Application) {
    cards[id]?.bodyStamp = application.stamp
    application.steps.append(step)
    touch(.card(id))
  }
}
