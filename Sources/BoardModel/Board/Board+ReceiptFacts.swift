import HashTreeCollections

// What is known of the edits behind a receipt.
extension Board {
  /// The stamp of the edit that wrote the field's value or text; nil if nobody wrote one.
  /// - Parameter user: the user whose mark on a card is meant.
  public func stamp(of field: FieldAddress, for user: String) -> Stamp? {
    textStamp(of: field) ?? state(of: field, for: user)?.stamp
  }

  /// The user who made an operation that wrote to the field; nil if that is no longer known.
  public func author(
    of operation: OperationID, writing field: FieldAddress, for user: String
  ) -> String? {
    if let stamp = stamp(of: field, for: user), stamp.operation == operation {
      return stamp.author.user
    }
    return undo.record(of: operation)?.stamp.author.user
  }

  /// The compaction that dropped the words around a superseded edit of a text; nil if that is not
  /// what happened.
  public func compaction(behind receipt: Receipt) -> Compaction? {
    guard case .superseded(let field, let other) = receipt.kind,
      let compaction = compaction(of: field), compaction.stamp.operation == other
    else { return nil }
    return compaction
  }

  /// The proposal that the receipt's own user made by the operation that displaced the edit.
  public func proposal(behindCauseOf receipt: Receipt, in field: FieldAddress) -> Proposal? {
    proposals[Proposal.Key(field: field, user: receipt.user)].flatMap {
      $0.stamp.operation == receipt.cause.operation ? $0 : nil
    }
  }
}
