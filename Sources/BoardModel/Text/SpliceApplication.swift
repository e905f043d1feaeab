extension Text {
  /// Does what a splice says, outside any board: how a window shows what was typed into it before
  /// the board has it.
  ///
  /// - Parameters:
  ///   - operation: whose identities the inserted scalars get.
  ///   - offset: of the first of them.
  /// - Returns: false, and nothing happened, if the splice names text that this one never had.
  @discardableResult
  public mutating func apply(
    _ splice: Splice, by operation: OperationID, offset: UInt32 = 0
  ) -> Bool {
    apply(splice, start: TextIdentity(operation: operation, offset: offset)) != nil
  }

  /// - Returns: what was visible until now and is deleted, from left to right, or nil, and nothing
  ///   happened, if the splice names text that this one never had.
  mutating func apply(_ splice: Splice, start: TextIdentity) -> [TextRange]? {
    // Where nothing else is done before, the only insertion finds out itself.
    let isOnlyInsertion = splice.deletions.isEmpty && splice.insertions.count == 1
    guard isOnlyInsertion || hasPlaces(of: splice.insertions, start: start),
      let deleted = delete(splice.deletions)
    else { return nil }
    var start = start
    for insertion in splice.insertions {
      let scalars = Array(insertion.text.unicodeScalars)
      guard insert(scalars, start: start, after: insertion.after) else { return nil }
      start = start.advanced(by: scalars.count)
    }
    return deleted
  }

  /// Whether each insertion stands behind a scalar of this text or of an earlier insertion.
  private func hasPlaces(of insertions: [Splice.Insertion], start: TextIdentity) -> Bool {
    var typed = 0
    for insertion in insertions where !insertion.text.isEmpty {
      if let left = insertion.after {
        let isOwn = TextRange(start: start, count: UInt32(typed)).contains(left)
        guard isOwn || contains(left) else { return false }
      }
      typed += insertion.text.unicodeScalars.count
    }
    return true
  }
}
