import HashTreeCollections

// What operations do to the comments on a card.
extension Board {
  mutating func addComment(
    _ card: CardID, _ id: CommentID, _ text: String, _ application: inout Application
  ) -> Rejection? {
    guard text.unicodeScalars.count <= BoardLimits.commentScalars else { return .bodyTooLong }
    guard cards[card] != nil else { return .unknownCard(card) }
    let thread = commentThreads[card] ?? CommentThread()
    guard thread.comments[id] == nil, purge(of: id, on: card) == nil else {
      return .identifierInUse
    }
    guard thread.order.count + purges.commentCount(on: card) < BoardLimits.comments else {
      return .limitReached(.comments)
    }
    noteArchived(card, &application)
    let stamp = application.stamp
    let body = Text(text, by: stamp.operation, offset: application.nextOffset)
    application.nextOffset += UInt32(body.totalCount)
    let comment = CardComment(id: id, created: stamp, body: body, bodyStamp: stamp)
    appendComment(id, to: card)
    commentThreads[card]?.comments[id] = comment
    touch(.comment(card, id))
    touchText(.comment(card, id))
    begin(.commentRemoved(card, id), .flag(false), application)
    application.steps.append(.value(.commentRemoved(card, id), previous: .flag(true)))
    return nil
  }

  /// Whether the author made the comment, or owns the board.
  func mayChange(_ id: CommentID, on card: CardID, _ author: Author) -> Bool {
    comment(id, on: card)?.created.author.user == author.user || role(of: author.user) == .owner
  }
}
