import HashTreeCollections

// What operations do to the body of a card.
extension Board {
  mutating func spliceCard(
    _ id: CardID, _ splice: Splice, _ application: inout Application
  ) -> Rejection? {
    guard let card = cards[id] else { return .unknownCard(id) }
    let parts = splice.deletions.count + splice.insertions.count
    guard parts > 0 else { return .emptyOperation }
    guard parts <= BoardLimits.spliceParts else { return .limitReached(.spliceParts) }
    let typed = splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
    guard card.body.totalCount + typed <= BoardLimits.bodyScalars else { return .bodyTooLong }

    var body = card.body
    let offset = application.nextOffset
    guard let deleted = body.apply(splice, start: application.nextIdentity) else {
      return .unknownText
    }
    application.nextOffset += UInt32(typed)
    if card.archived.value { application.note(.onArchivedCard(id)) }
    if card.bodyStamp.sequence > application.base,
      card.bodyStamp.operation.session != application.stamp.operation.session
    {
      application.merged = true
    }
    writeBody(
      id, body,
      .splice(id, offset: offset, inserted: UInt32(typed), deleted: deleted),
      &application)
    return nil
  }

  mutating func writeBody(
    _ id: CardID, _ body: Text, _ step: UndoStep, _ application: inout Application
  ) {
    cards[id]?.body = body
    cards[id]?.bodyStamp = application.stamp
    application.steps.append(step)
    touch(.card(id))
  }
}
