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
    var deleted: [TextRange] = []
    for range in splice.deletions {
      guard let parts = body.delete(range) else { return .unknownText }
      deleted += parts
    }
    let offset = application.nextOffset
    for insertion in splice.insertions {
      guard insertTyped(insertion.text, after: insertion.after, into: &body, &application) else {
        return .unknownText
      }
    }
    if card.archived.value { application.note(.onArchivedCard(id)) }
    if card.bodyStamp.sequence > application.base,
      card.bodyStamp.operation.session != application.stamp.operation.session
    {
      application.merged = true
    }
    writeBody(
      id, body,
      .splice(id, offset: offset, inserted: application.nextOffset - offset, deleted: deleted),
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

  /// Inserts text under this operation's next identities.
  /// - Returns: false if the text never had `left`.
  @discardableResult
  func insertTyped(
    _ string: String, after left: TextIdentity?, into text: inout Text,
    _ application: inout Application
  ) -> Bool {
    insertTyped(Array(string.unicodeScalars), after: left, into: &text, &application)
  }

  @discardableResult
  func insertTyped(
    _ scalars: [Unicode.Scalar], after left: TextIdentity?, into text: inout Text,
    _ application: inout Application
  ) -> Bool {
    let start = TextIdentity(
      operation: application.stamp.operation, offset: application.nextOffset)
    guard text.insert(scalars, start: start, after: left) else { return false }
    application.nextOffset += UInt32(scalars.count)
    return true
  }
}
