extension Text {
  /// The splice that replaces `range` of the visible scalars by `replacement`.
  ///
  /// Positions count visible scalars and are clamped to the text.
  public func splice(replacing range: Range<Int>, with replacement: String) -> Splice {
    let lower = min(max(range.lowerBound, 0), visibleCount)
    let upper = min(max(range.upperBound, lower), visibleCount)
    let left = lower == 0 ? nil : identity(at: lower - 1)
    let deletions = identities(in: lower..<upper)
    guard replacement.utf8.count > Text.scalarsPerInsertion else {
      let insertion = Splice.Insertion(after: left, text: replacement)
      return Splice(deletions: deletions, insertions: replacement.isEmpty ? [] : [insertion])
    }
    let scalars = Array(replacement.unicodeScalars)
    // The later of two insertions at one place stands nearer to it, so the last piece goes first.
    let starts = stride(from: 0, to: scalars.count, by: Text.scalarsPerInsertion).reversed()
    let insertions = starts.map { start in
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[start...].prefix(Text.scalarsPerInsertion))
      return Splice.Insertion(after: left, text: String(piece))
    }
    return Splice(deletions: deletions, insertions: insertions)
  }

  /// The most scalars of one insertion: at four bytes each they fit the length of one string.
  private static let scalarsPerInsertion = 16_000
}
