/// A text that several people edit at once: scalars with identities, deleted ones included.
///
/// An insertion stands directly right of its left identity, tombstones counted, so of two
/// concurrent ones the later in server order stands nearer.
public struct Text: Hashable, Sendable {
  /// In the order of the text; neighbours that could be one run are one run.
  public internal(set) var runs: [TextRun]
  /// Scalars that are not deleted.
  public internal(set) var visibleCount: Int
  /// All scalars, deleted ones included.
  public internal(set) var totalCount: Int

  public init() {
    runs = []
    visibleCount = 0
    totalCount = 0
  }

  /// A text typed at once by one operation.
  public init(_ string: String, by operation: OperationID, offset: UInt32 = 0) {
    self.init()
    append(
      TextRun(
        start: TextIdentity(operation: operation, offset: offset), step: .offset,
        scalars: Array(string.unicodeScalars), deleted: false))
  }

  /// Adds a run at the end: how a text is read back from its bytes.
  public mutating func append(_ run: TextRun) {
    guard !run.scalars.isEmpty else { return }
    totalCount += run.scalars.count
    if !run.deleted { visibleCount += run.scalars.count }
    if let last = runs.indices.last, runs[last].absorb(run) { return }
    runs.append(run)
  }

  mutating func append(contentsOf runs: [TextRun]) {
    for run in runs { append(run) }
  }

  public var string: String {
    var scalars = String.UnicodeScalarView()
    for run in runs where !run.deleted { scalars.append(contentsOf: run.scalars) }
    return String(scalars)
  }

  /// The identity of the visible scalar at `position`, counted in scalars.
  public func identity(at position: Int) -> TextIdentity? {
    var remaining = position
    guard remaining >= 0 else { return nil }
    for run in runs where !run.deleted {
      if remaining < run.scalars.count { return run.identity(at: remaining) }
      remaining -= run.scalars.count
    }
    return nil
  }

  /// How many visible scalars stand left of `identity`'s place and, if it is visible, itself:
  /// the caret position right of it. `nil` where the text never had it.
  public func position(rightOf identity: TextIdentity) -> Int? {
    var visible = 0
    for run in runs {
      if let index = run.index(of: identity) {
        return run.deleted ? visible : visible + index + 1
      }
      if !run.deleted { visible += run.scalars.count }
    }
    return nil
  }

  public func contains(_ identity: TextIdentity) -> Bool { locate(identity) != nil }

  /// The runs as every replica must cut them, however its text came about: from left to right,
  /// each run as long as it can be (SPEC.md TXT-006). Digests and snapshots use these.
  public var canonicalRuns: [TextRun] {
    var result: [TextRun] = []
    for var run in runs {
      guard let last = result.indices.last else {
        result.append(run)
        continue
      }
      if result[last].absorb(run) { continue }
      if run.step == .offset, run.scalars.count > 1, result[last].absorb(run.prefix(1)) {
        run = run.dropping(1)
      }
      result.append(run)
    }
    return result
  }
}
