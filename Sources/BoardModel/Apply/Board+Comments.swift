import HashTreeCollections

// What operations do to the comments on a card.
extension Board {
  mutating func addComment(
    _ card: CardID, _ id: CommentID, _ text: String, _ application: inout Application
  ) -> Rejection? {
    guard text.unicodeScalars.count <= BoardLimits.commentScalars else { return .bodyTooLong }
    guard cards[card] != nil else { return .unknownCard(card) }
    let thread = commentThreads[card] ?? CommentThread()
    guard thread.comments[id] == nil else { return .identifierInUse }
    guard thread.order.count < BoardLimits.comments else { return .limitReached(.comments) }
    noteArchived(card, &application)
    let stamp = application.stamp
    let body = Text(text, by: stamp.operation, offset: application.nextOffset)
    application.nextOffset += UInt32(body.totalCount)
    let comment = CardComment(id: id, created: stamp, body: body, bodyStamp: stamp)
    commentThreads[card, default: thread].order.append(id)
    commentThreads[card]?.comments[id] = comment
    touch(.comment(card, id))
    begin(.commentRemoved(card, id), .flag(false), application)
    application.steps.append(.value(.commentRemoved(card, id), previous: .flag(true)))
    return nil
  }

  mutating func spliceComment(
    _ card: CardID, _ id: CommentID, _ splice: Splice, _ application: inout Application
  ) -> Rejection? {
    if let rejection = rejection(
      ofSplice: splice, of: id, on: card, by: application.stamp.author)
    {
      return rejection
    }
    let field = FieldAddress.commentBody(card, id)
    let limit = BoardLimits.commentScalars
    let unseen = unseenCompaction(of: field, application)
    if let unseen, comment(id, on: card)?.body.hasPlaces(of: splice, application) == false {
      return propose(splice, for: field, over: unseen, limit: limit, &application)
    }
    let offset = application.nextOffset
    let typed = splice.typedCount
    let before = commentThreads[card]?.comments[id]?.body.totalCount ?? 0
    guard before + typed <= limit else { return .bodyTooLong }
    let (start, right) = (application.nextIdentity, application.leftOf)
    // Where it stands: no other copy of it is held, so nothing of it is copied.
    guard
      let deleted = commentThreads[card]?.comments[id]?.body.apply(
        splice, start: start, leftOf: right, passingOver: unseen != nil) ?? nil
    else { return .unknownText }
    application.nextOffset += UInt32(typed)
    if let unseen, deleteProposed(splice.deletions, of: field, over: unseen, &application),
      typed == 0, deleted.isEmpty
    {
      return nil
    }
    noteArchived(card, &application)
    if let stamp = commentThreads[card]?.comments[id]?.bodyStamp,
      stamp.sequence > application.base,
      stamp.operation.session != application.stamp.operation.session
    {
      application.merged = true
    }
    stampComment(
      card, id,
      .splice(card, id, offset: offset, inserted: UInt32(typed), deleted: deleted),
      &application)
    return nil
  }

  /// Whether somebody made a comment, or owns the board.
  func mayChange(_ id: CommentID, on card: CardID, _ author: Author) -> Bool {
    comment(id, on: card)?.created.author.user == author.user || role(of: author.user) == .owner
  }

  private func rejection(
    ofSplice splice: Splice, of id: CommentID, on card: CardID, by author: Author
  ) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    guard let comment = comment(id, on: card) else { return .unknownComment(id) }
    guard !flag(.commentRemoved(card, id)) else { return .commentRemoved(id) }
    guard comment.created.author.user == author.user else { return .notYourComment }
    let parts = splice.deletions.count + splice.insertions.count
    guard parts > 0 else { return .emptyOperation }
    return parts <= BoardLimits.spliceParts ? nil : .limitReached(.spliceParts)
  }

  /// - Parameter field: whose text it is.
  func takenBack(
    _ body: Text, of field: FieldAddress, limit: Int, _ offset: UInt32, _ inserted: UInt32,
    _ deleted: [TextRange],
    _ application: Application
  ) -> TakenBack? {
    guard let target = application.undoing?.target else { return nil }
    var body = body
    // What the operation itself typed and deleted was never there before it.
    let deleted = deleted.filter { $0.start.operation != target }
    guard body.totalCount + body.deletedCount(of: deleted) <= limit else { return nil }
    let typed = TextRange(
      start: TextIdentity(operation: target, offset: offset), count: inserted)
    let isWhole = compactions[field] == nil || body.holds(deleted)
    let gone = inserted > 0 ? body.deleteHeld([typed]) : []
    let again = UInt32(body.retype(deleted, start: application.nextIdentity))
    return TakenBack(body: body, deleted: gone, typed: again, isWhole: isWhole)
  }

  mutating func takeBackCommentSplice(
    _ card: CardID, _ id: CommentID, _ offset: UInt32, _ inserted: UInt32,
    _ deleted: [TextRange], _ application: inout Application
  ) {
    let field = FieldAddress.commentBody(card, id)
    guard let comment = comment(id, on: card), !flag(.commentRemoved(card, id)),
      let back = takenBack(
        comment.body, of: field, limit: BoardLimits.commentScalars, offset, inserted, deleted,
        application)
    else {
      application.undoing?.skipped.append(field)
      return
    }
    if !back.isWhole { application.undoing?.skipped.append(field) }
    guard back.isAnything else { return }
    let first = application.nextOffset
    application.nextOffset += back.typed
    application.undoing?.done += 1
    commentThreads[card]?.comments[id]?.body = back.body
    stampComment(
      card, id,
      .splice(card, id, offset: first, inserted: back.typed, deleted: back.deleted),
      &application)
  }

  private mutating func stampComment(
    _ card: CardID, _ id: CommentID, _ step: UndoStep, _ application: inout Application
  ) {
    commentThreads[card]?.comments[id]?.bodyStamp = application.stamp
    application.steps.append(step)
    touch(.comment(card, id))
  }
}

/// A text without what a splice typed, and with what it deleted typed again.
struct TakenBack {
  let body: Text
  let deleted: [TextRange]
  let typed: UInt32
  /// Nothing of what was to be typed again is gone for good.
  let isWhole: Bool

  var isAnything: Bool { isWhole || typed > 0 || !deleted.isEmpty }
}
