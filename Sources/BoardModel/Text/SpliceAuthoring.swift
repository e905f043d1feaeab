extension Text {
  /// The splice that replaces `range` of the visible scalars by `replacement`.
  ///
  /// Positions count visible scalars and are clamped to the text.
  public func splice(replacing range: Range<Int>, with replacement: String) -> Splice {
    let lower = min(max(range.lowerBound, 0), visibleCount)
    let upper = min(max(range.upperBound, lower), visibleCount)
    let left = lower == 0 ? nil : identity(at: lower - 1)
    let insertions =
      replacement.isEmpty ? [] : [Splice.Insertion(after: left, text: replacement)]
    return Splice(deletions: identities(in: lower..<upper), insertions: insertions)
  }

  /// The identities of the visible scalars in `range`, as few ranges as can be.
  public func identities(in range: Range<Int>) -> [TextRange] {
    var result: [TextRange] = []
    var position = 0
    for run in runs where !run.deleted {
      let lower = max(range.lowerBound - position, 0)
      let upper = min(range.upperBound - position, run.scalars.count)
      position += run.scalars.count
      guard lower < upper else { continue }
      for index in lower..<upper {
        let identity = run.identity(at: index)
        if let last = result.last, last.start.advanced(by: Int(last.count)) == identity {
          result[result.count - 1] = TextRange(start: last.start, count: last.count + 1)
        } else {
          result.append(TextRange(start: identity, count: 1))
        }
      }
    }
    return result
  }
}
