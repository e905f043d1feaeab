extension Text {
  /// Applies a splice outside any board: so a window shows what was typed before the board has it.
  ///
  /// - Parameters:
  ///   - operation: the operation whose identities the inserted scalars get.
  ///   - offset: the offset of the first of them.
  ///   - right: the scalar that the first insertion stands left of, where the text has it.
  /// - Returns: false, and nothing happened, if the splice names text that this one never had.
  @discardableResult
  public mutating func apply(
    _ splice: Splice, by operation: OperationID, offset: UInt32 = 0,
    leftOf right: TextIdentity? = nil
  ) -> Bool {
    let start = TextIdentity(operation: operation, offset: offset)
    return apply(splice, start: start, leftOf: right) != nil
  }

  /// - Parameter passingOver: whether scalars that the splice deletes may be gone already.
  /// - Returns: the ranges that were visible until now and are deleted, from left to right; nil,
  ///   and nothing happened, if the splice names text that this one never had, or types what it has.
  mutating func apply(
    _ splice: Splice, start: TextIdentity, leftOf right: TextIdentity?, passingOver: Bool = false
  ) -> [TextRange]? {
    // A single insertion without deletions needs no check before: it finds out itself.
    let isOnlyInsertion = splice.deletions.isEmpty && splice.insertions.count == 1
    let fits =
      isOnlyInsertion
      || !hasAny(from: start, count: splice.typedCount)
        && hasPlaces(of: splice.insertions, start: start, leftOf: right)
    guard fits,
      let deleted = passingOver ? deleteHeld(splice.deletions) : delete(splice.deletions)
    else { return nil }
    var start = start
    for (index, insertion) in splice.insertions.enumerated() {
      let scalars = Array(insertion.text.unicodeScalars)
      let isPlaced = index == 0 && right.map { insert(scalars, start: start, leftOf: $0) } ?? false
      guard isPlaced || insert(scalars, start: start, after: insertion.after) else { return nil }
      start = start.advanced(by: scalars.count)
    }
    return deleted
  }

  func hasPlaces(of splice: Splice, _ application: Application) -> Bool {
    hasPlaces(
      of: splice.insertions, start: application.nextIdentity, leftOf: application.leftOf)
  }

  /// Whether each insertion stands beside a scalar of this text or of an earlier insertion.
  func hasPlaces(
    of insertions: [Splice.Insertion], start: TextIdentity, leftOf right: TextIdentity?
  ) -> Bool {
    var typed = 0
    for (index, insertion) in insertions.enumerated() where !insertion.text.isEmpty {
      if let left = insertion.after, index > 0 || right.map(contains) != true {
        let isOwn = TextRange(start: start, count: UInt32(typed)).contains(left)
        guard isOwn || contains(left) else { return false }
      }
      typed += insertion.text.unicodeScalars.count
    }
    return true
  }
}
