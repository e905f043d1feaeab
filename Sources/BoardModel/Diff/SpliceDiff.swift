/// What was changed between a text and a plain copy of it that was edited elsewhere, as splices by
/// the identities of the text: what others write meanwhile stays.
public enum SpliceDiff {
  /// The most differing lines; beyond it the lines between the first and the last change are
  /// replaced.
  private static let lineLimit = 1_000
  /// The most differing scalars within changed lines; beyond it the lines are replaced.
  private static let scalarLimit = 300
  /// The most scalars of changed lines that are compared one by one.
  private static let comparedScalars = 4_000
  /// The most insertions and ranges in one splice, well below what `apply` takes.
  private static let parts = 5_000
  /// The most scalars in one splice, so that its frame stays well below its limit.
  private static let splicedScalars = 100_000

  /// - Returns: splices to be made in this order, each of a size that one operation carries; none
  ///   where nothing differs.
  public static func splices(from text: Text, to scalars: [Unicode.Scalar]) -> [Splice] {
    let old = Array(text.string.unicodeScalars)
    var splices: [Splice] = []
    var deletions: [TextRange] = []
    var insertions: [Splice.Insertion] = []
    var typed = 0
    for hunk in hunks(from: old, to: scalars) {
      deletions += text.identities(in: hunk.old)
      let left = hunk.old.lowerBound == 0 ? nil : text.identity(at: hunk.old.lowerBound - 1)
      let pieces = Splice.insertions(of: Array(scalars[hunk.new]), after: left)
      for piece in pieces {
        insertions.append(piece)
        typed += piece.text.unicodeScalars.count
        if typed >= splicedScalars {
          splices.append(Splice(deletions: deletions, insertions: insertions))
          (deletions, insertions, typed) = ([], [], 0)
        }
      }
      if deletions.count + insertions.count >= parts {
        splices += bounded(deletions, insertions)
        (deletions, insertions, typed) = ([], [], 0)
      }
    }
    return splices + bounded(deletions, insertions)
  }

  /// Splices with the changes divided: the deletions of a text in many pieces may be too many for
  /// one.
  private static func bounded(
    _ deletions: [TextRange], _ insertions: [Splice.Insertion]
  ) -> [Splice] {
    guard !deletions.isEmpty || !insertions.isEmpty else { return [] }
    guard deletions.count > parts else {
      return [Splice(deletions: deletions, insertions: insertions)]
    }
    let first = Splice(deletions: Array(deletions.prefix(parts)), insertions: insertions)
    return [first] + bounded(Array(deletions.dropFirst(parts)), [])
  }

  /// The differences, found by lines, and within changed lines by scalars.
  static func hunks(
    from old: [Unicode.Scalar], to new: [Unicode.Scalar]
  ) -> [SequenceDiff.Hunk] {
    let oldLines = lines(old)
    let newLines = lines(new)
    let changed = SequenceDiff.hunks(
      from: oldLines.map { old[$0] }, to: newLines.map { new[$0] }, limit: lineLimit)
    return changed.flatMap { hunk in
      refined(
        SequenceDiff.Hunk(
          old: scalars(of: hunk.old, in: oldLines, count: old.count),
          new: scalars(of: hunk.new, in: newLines, count: new.count)),
        old, new)
    }
  }

  private static func refined(
    _ hunk: SequenceDiff.Hunk, _ old: [Unicode.Scalar], _ new: [Unicode.Scalar]
  ) -> [SequenceDiff.Hunk] {
    let isSmall = hunk.old.count <= comparedScalars && hunk.new.count <= comparedScalars
    return SequenceDiff.hunks(
      from: Array(old[hunk.old]), to: Array(new[hunk.new]), limit: isSmall ? scalarLimit : 0
    )
    .map { inner in
      SequenceDiff.Hunk(
        old: (hunk.old.lowerBound + inner.old.lowerBound)..<(hunk.old.lowerBound
          + inner.old.upperBound),
        new: (hunk.new.lowerBound + inner.new.lowerBound)..<(hunk.new.lowerBound
          + inner.new.upperBound))
    }
  }

  /// The ranges of the lines, each with the line break that ends it.
  private static func lines(_ scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, scalar) in scalars.enumerated() where scalar == "\n" {
      lines.append(start..<(index + 1))
      start = index + 1
    }
    if start < scalars.count { lines.append(start..<scalars.count) }
    return lines
  }

  private static func scalars(
    of lines: Range<Int>, in ranges: [Range<Int>], count: Int
  ) -> Range<Int> {
    let start = lines.lowerBound < ranges.count ? ranges[lines.lowerBound].lowerBound : count
    let end = lines.isEmpty ? start : ranges[lines.upperBound - 1].upperBound
    return start..<end
  }
}

extension Splice {
  /// The most scalars in one insertion: at four bytes each they fit a field.
  private static let insertionScalars = 8_192

  /// Insertions that each fit a field. All stand after the same scalar, so the last piece goes
  /// first.
  public static func insertions(
    of scalars: [Unicode.Scalar], after left: TextIdentity?
  ) -> [Splice.Insertion] {
    stride(from: 0, to: scalars.count, by: insertionScalars).reversed().map { start in
      let piece = scalars[start..<min(start + insertionScalars, scalars.count)]
      return Splice.Insertion(after: left, text: String(String.UnicodeScalarView(piece)))
    }
  }
}
