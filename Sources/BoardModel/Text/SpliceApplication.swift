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
    var text = self
    for range in splice.deletions {
      guard text.delete(range) != nil else { return false }
    }
    var start = TextIdentity(operation: operation, offset: offset)
    for insertion in splice.insertions {
      let scalars = Array(insertion.text.unicodeScalars)
      guard text.insert(scalars, start: start, after: insertion.after) else { return false }
      start = start.advanced(by: scalars.count)
    }
    self = text
    return true
  }
}
