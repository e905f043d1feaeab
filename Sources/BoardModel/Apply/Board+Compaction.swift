import HashTreeCollections

// How deleted scalars are dropped from a text, and what becomes of edits whose authors had not seen
// that.
extension Board {
  mutating func compact(
    _ card: CardID, _ comment: CommentID?, horizon: UInt64, _ application: inout Application
  ) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    if let comment, self.comment(comment, on: card) == nil { return .unknownComment(comment) }
    guard horizon <= application.base else { return .valueOutOfRange }
    let field = FieldAddress.text(of: card, comment: comment)
    guard let text = text(of: field), text.totalCount > text.visibleCount,
      let stamp = textStamp(of: field), stamp.sequence <= horizon
    else { return nil }
    let place = TextPlace(card: card, comment: comment)
    application.scalars +=
      change(place) { text, _ in text.dropDeleted(atMost: BoardLimits.compactedScalars) } ?? 0
    if let left = self.text(of: field), left.totalCount > left.visibleCount {
      application.note(.deletedLeft(field))
    }
    touch(place)
    compactions[field] = Compaction(
      horizon: horizon, stamp: application.stamp, purge: compactions[field]?.purge ?? 0)
    touch(.compacted(field))
    return nil
  }

  /// The compaction of the field that the author of a splice may not have seen.
  func unseenCompaction(of field: FieldAddress, _ application: Application) -> Compaction? {
    guard let compaction = compactions[field],
      application.base < compaction.stamp.sequence
    else { return nil }
    return compaction
  }

  /// Adds a splice whose place is gone to its author's proposal.
  ///
  /// - Parameter limit: the most scalars that the text may hold.
  mutating func propose(
    _ splice: Splice, for field: FieldAddress, over compaction: Compaction, limit: Int,
    _ application: inout Application
  ) -> Rejection? {
    let known = fragment(of: field, by: application.stamp.author)
    // The words around it may be those that were purged.
    let context =
      application.base < compaction.purge ? .none : application.context ?? .none
    var fragment = known ?? TextFragment(context: context)
    let typed = splice.typedCount
    guard fragment.text.totalCount + typed <= limit else { return .bodyTooLong }
    guard !fragment.text.hasAny(from: application.nextIdentity, count: typed) else {
      return .identifierInUse
    }
    let deleted = fragment.take(
      splice, start: application.nextIdentity, leftOf: application.leftOf)
    application.scalars += typed + deleted.scalarCount
    if let rejection = propose(field, .fragment(fragment), &application) { return rejection }
    application.nextOffset += UInt32(typed)
    application.yield(field, to: compaction.stamp.operation, tells: known == nil)
    return nil
  }

  /// Deletes the part of a splice's ranges that is in its author's proposal.
  /// - Returns: whether any of it was.
  mutating func deleteProposed(
    _ ranges: [TextRange], of field: FieldAddress, over compaction: Compaction,
    _ application: inout Application
  ) -> Bool {
    guard var fragment = fragment(of: field, by: application.stamp.author) else { return false }
    let deleted = fragment.text.deleteHeld(ranges)
    guard !deleted.isEmpty else { return false }
    application.scalars += deleted.scalarCount
    _ = propose(field, .fragment(fragment), &application)
    application.yield(field, to: compaction.stamp.operation, tells: false)
    return true
  }

  private func fragment(of field: FieldAddress, by author: Author) -> TextFragment? {
    guard let proposal = proposals[Proposal.Key(field: field, user: author.user)],
      case .fragment(let fragment) = proposal.value
    else { return nil }
    return fragment
  }

  /// Types the text of a proposal in its place, as an edit of the user who accepts it.
  mutating func acceptText(
    _ fragment: TextFragment, in field: FieldAddress, _ application: inout Application
  ) -> Rejection? {
    guard let text = text(of: field), let card = field.card else { return .proposalGone }
    guard fragment.text.visibleCount > 0 else { return nil }
    let place = TextPlace(card: card, comment: field.comment)
    var visits = 0
    let splice = text.splice(accepting: fragment, &visits)
    change(place) { text, _ in text.noteVisits(visits) }
    if !fragment.context.isEmpty {
      application.scalars += min(text.visibleCount, BoardLimits.contextScalars)
    }
    return self.splice(splice, in: place, &application)
  }
}
