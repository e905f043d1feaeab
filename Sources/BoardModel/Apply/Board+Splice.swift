import HashTreeCollections

/// A text that operations write parts of: the body of a card, or a comment on it.
struct TextPlace {
  let card: CardID
  /// The comment; nil for the card's body.
  let comment: CommentID?

  var field: FieldAddress { .text(of: card, comment: comment) }

  /// The most scalars that the text may hold, deleted ones included.
  var limit: Int { comment == nil ? BoardLimits.bodyScalars : BoardLimits.commentScalars }
}

// What operations do to texts.
extension Board {
  mutating func splice(
    _ splice: Splice, in place: TextPlace, _ application: inout Application
  ) -> Rejection? {
    guard let isArchived = cards[place.card]?.isArchived else { return .unknownCard(place.card) }
    if let comment = place.comment,
      let rejection = rejection(of: comment, on: place.card, by: application.stamp.author)
    {
      return rejection
    }
    if let rejection = splice.rejection { return rejection }
    let field = place.field
    // Few boards have a compaction, and then nothing is to be looked up.
    let unseen = compactions.isEmpty ? nil : unseenCompaction(of: field, application)
    if let unseen, text(of: field)?.hasPlaces(of: splice, application) == false {
      return propose(splice, for: field, over: unseen, limit: place.limit, &application)
    }
    let typed = splice.typedCount
    let (start, right) = (application.nextIdentity, application.leftOf)
    var rejection = Rejection.unknownText
    var before: Stamp?
    let deleted = change(place) { text, stamp -> [TextRange]? in
      guard text.totalCount + typed <= place.limit else {
        rejection = .bodyTooLong
        return nil
      }
      let deleted = text.apply(splice, start: start, leftOf: right, passingOver: unseen != nil)
      // Nothing has happened where it does not fit.
      if deleted == nil, text.hasAny(from: start, count: typed) { rejection = .identifierInUse }
      before = stamp
      if let deleted, typed > 0 || !deleted.isEmpty { stamp = application.stamp }
      return deleted
    }
    guard let deleted else { return rejection }
    let offset = application.nextOffset
    application.nextOffset += UInt32(typed)
    application.scalars += typed + deleted.scalarCount
    if let unseen, deleteProposed(splice.deletions, of: field, over: unseen, &application),
      typed == 0, deleted.isEmpty
    {
      return nil
    }
    if isArchived { application.note(.onArchivedCard(place.card)) }
    if let before, application.hasNotSeen(before) { application.merged = true }
    if typed == 0, deleted.isEmpty { change(place) { $1 = application.stamp } }
    let step = UndoStep.splice(
      place.card, place.comment, offset: offset, inserted: UInt32(typed), deleted: deleted)
    touch(place)
    application.steps.append(step)
    return nil
  }

  /// Why an author may not edit a comment; nil where they may.
  private func rejection(
    of id: CommentID, on card: CardID, by author: Author
  ) -> Rejection? {
    guard let comment = comment(id, on: card) else { return .unknownComment(id) }
    guard !flag(.commentRemoved(card, id)) else { return .commentRemoved(id) }
    return comment.created.author.user == author.user ? nil : .notYourComment
  }

  /// Deletes what a splice typed, and types again, under new identities, what it deleted and is
  /// still absent.
  mutating func takeBackSplice(
    in place: TextPlace, _ offset: UInt32, _ inserted: UInt32, _ deleted: [TextRange],
    _ application: inout Application
  ) {
    let field = place.field
    let isRemoved = place.comment.map { flag(.commentRemoved(place.card, $0)) } ?? false
    guard !isRemoved, let body = text(of: field),
      let back = takenBack(
        body, of: field, limit: place.limit, offset, inserted, deleted, application)
    else {
      application.undoing?.skipped.append(field)
      return
    }
    if !back.isWhole { application.undoing?.skipped.append(field) }
    guard back.isAnything else { return }
    let first = application.nextOffset
    application.nextOffset += back.typed
    application.undoing?.done += 1
    change(place) { body, stamp in
      body = back.body
      stamp = application.stamp
    }
    let step = UndoStep.splice(
      place.card, place.comment, offset: first, inserted: back.typed, deleted: back.deleted)
    touch(place)
    application.steps.append(step)
  }

  /// - Parameter field: the address of the text.
  private func takenBack(
    _ body: Text, of field: FieldAddress, limit: Int, _ offset: UInt32, _ inserted: UInt32,
    _ deleted: [TextRange], _ application: Application
  ) -> TakenBack? {
    guard let target = application.undoing?.target else { return nil }
    var body = body
    // Scalars that the operation itself typed and deleted were not there before it.
    let deleted = deleted.filter { $0.start.operation != target }
    guard body.totalCount + body.deletedCount(of: deleted) <= limit else { return nil }
    let typed = TextRange(
      start: TextIdentity(operation: target, offset: offset), count: inserted)
    let isWhole = compactions[field] == nil || body.holds(deleted)
    let gone = inserted > 0 ? body.deleteHeld([typed]) : []
    guard let again = body.retype(deleted, start: application.nextIdentity) else { return nil }
    return TakenBack(body: body, deleted: gone, typed: UInt32(again), isWhole: isWhole)
  }

  /// Changes a text and its stamp in place: no other copy of it is held, so nothing of it is copied.
  @discardableResult
  mutating func change<Result>(
    _ place: TextPlace, _ change: (inout Text, inout Stamp) -> Result?
  ) -> Result? {
    guard let comment = place.comment else { return cards[place.card]?.change(change) ?? nil }
    return commentThreads[place.card]?.comments[comment]?.change(change) ?? nil
  }

  mutating func touch(_ place: TextPlace) {
    if let comment = place.comment {
      touch(.comment(place.card, comment))
      touchText(.comment(place.card, comment))
    } else {
      touch(.card(place.card))
      touchText(.body(place.card))
    }
  }
}

extension Splice {
  /// What is wrong with the number of its parts; nil if nothing is.
  fileprivate var rejection: Rejection? {
    let parts = deletions.count + insertions.count
    guard parts > 0 else { return .emptyOperation }
    return parts <= BoardLimits.spliceParts ? nil : .limitReached(.spliceParts)
  }
}

extension [TextRange] {
  /// The number of scalars in ranges that do not overlap.
  var scalarCount: Int { reduce(0) { $0 + Int($1.count) } }
}

extension CardComment {
  fileprivate mutating func change<Result>(_ change: (inout Text, inout Stamp) -> Result) -> Result
  {
    change(&body, &bodyStamp)
  }
}

/// A text without what a splice typed, and with what the splice deleted typed again.
private struct TakenBack {
  let body: Text
  let deleted: [TextRange]
  let typed: UInt32
  /// Whether all that was to be typed again is still known.
  let isWhole: Bool

  var isAnything: Bool { isWhole || typed > 0 || !deleted.isEmpty }
}
