/// A text that several people edit at once: scalars with identities, deleted ones included.
///
/// An insertion stands directly right of its left identity, tombstones counted, so of two
/// concurrent ones the later in server order stands nearer.
public struct Text: Hashable, Sendable {
  /// In the order of the text; neighbours that could be one run are one run.
  public private(set) var runs: [TextRun]
  /// Scalars that are not deleted.
  public private(set) var visibleCount: Int
  /// All scalars, deleted ones included.
  public private(set) var totalCount: Int

  public init() {
    runs = []
    visibleCount = 0
    totalCount = 0
  }

  /// A text typed at once by one operation.
  public init(_ string: String, by operation: OperationID) {
    self.init()
    append(
      TextRun(
        start: TextIdentity(operation: operation, offset: 0), step: .offset,
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
    // What was cut off a longer run may still have that one's step.
    for index in result.indices where result[index].scalars.count == 1 {
      result[index].step = .offset
    }
    return result
  }
}

extension Text {
  /// Inserts scalars with the identities `start`, `start + 1`, … right of `left`.
  /// - Returns: false, and nothing happened, if the text never had `left`.
  mutating func insert(
    _ scalars: [Unicode.Scalar], start: TextIdentity, after left: TextIdentity?
  ) -> Bool {
    guard !scalars.isEmpty else { return true }
    let run = TextRun(start: start, step: .offset, scalars: scalars, deleted: false)
    var index = 0
    if let left {
      guard let place = locate(left) else { return false }
      split(place.run, at: place.offset + 1)
      index = place.run + 1
    }
    runs.insert(run, at: index)
    totalCount += scalars.count
    visibleCount += scalars.count
    join(around: index)
    return true
  }

  /// Deletes what is still visible of `range`.
  /// - Returns: the parts that were visible until now, or nil, and nothing happened, if the text
  ///   never had all of it.
  mutating func delete(_ range: TextRange) -> [TextRange]? {
    let found = runs.reduce(0) { $0 + ($1.overlap(with: range)?.count ?? 0) }
    guard found == Int(range.count) else { return nil }
    var changed: [TextRange] = []
    var result = Text()
    result.runs.reserveCapacity(runs.count + 2)
    for run in runs {
      guard !run.deleted, let part = run.overlap(with: range) else {
        result.append(run)
        continue
      }
      for piece in run.ranges(part) { changed.join(piece) }
      result.append(run.prefix(part.lowerBound))
      var gone = run.prefix(part.upperBound).dropping(part.lowerBound)
      gone.deleted = true
      result.append(gone)
      if part.upperBound < run.scalars.count { result.append(run.dropping(part.upperBound)) }
    }
    self = result
    return changed
  }

  /// The scalars of `range` that are deleted now, in stretches without anything between them, each
  /// with the identity of its left neighbour. How the text is cut into runs has no part in it.
  func deletedPieces(of range: TextRange) -> [(after: TextIdentity?, scalars: [Unicode.Scalar])] {
    var pieces: [(after: TextIdentity?, scalars: [Unicode.Scalar])] = []
    var left: TextIdentity?
    var continues = false
    for run in runs {
      let last = run.scalars.count - 1
      defer { left = run.identity(at: last) }
      guard run.deleted, let part = run.overlap(with: range) else {
        continues = false
        continue
      }
      if !continues || part.lowerBound > 0 {
        let anchor = part.lowerBound > 0 ? run.identity(at: part.lowerBound - 1) : left
        pieces.append((anchor, []))
      }
      pieces[pieces.count - 1].scalars += run.scalars[part]
      continues = part.upperBound > last
    }
    return pieces
  }

  private func locate(_ identity: TextIdentity) -> (run: Int, offset: Int)? {
    for index in runs.indices.reversed() {
      if let offset = runs[index].index(of: identity) { return (index, offset) }
    }
    return nil
  }

  /// Cuts the run so that one ends and the next begins at `offset`; nothing at its ends.
  private mutating func split(_ index: Int, at offset: Int) {
    guard offset > 0, offset < runs[index].scalars.count else { return }
    let right = runs[index].dropping(offset)
    runs[index].scalars.removeSubrange(offset...)
    runs.insert(right, at: index + 1)
  }

  private mutating func join(around index: Int) {
    if index + 1 < runs.count, runs[index].absorb(runs[index + 1]) { runs.remove(at: index + 1) }
    if index > 0, runs[index - 1].absorb(runs[index]) { runs.remove(at: index) }
  }
}

extension [TextRange] {
  /// Adds a range, to the last one where it continues that: runs may be cut in any way.
  fileprivate mutating func join(_ next: TextRange) {
    if let last, last.start.operation == next.start.operation,
      UInt64(last.start.offset) + UInt64(last.count) == UInt64(next.start.offset)
    {
      self[count - 1] = TextRange(start: last.start, count: last.count + next.count)
    } else {
      append(next)
    }
  }
}

extension TextRun {
  public func prefix(_ count: Int) -> TextRun {
    TextRun(start: start, step: step, scalars: Array(scalars.prefix(count)), deleted: deleted)
  }

  /// The rest of the run after its first `count` scalars, of which there are more.
  public func dropping(_ count: Int) -> TextRun {
    TextRun(
      start: identity(at: count), step: step, scalars: Array(scalars[count...]), deleted: deleted)
  }

  /// The part of this run that `range` names.
  fileprivate func overlap(with range: TextRange) -> Range<Int>? {
    switch step {
    case .offset:
      guard start.operation == range.start.operation else { return nil }
      let lower = max(Int(range.start.offset) - Int(start.offset), 0)
      let upper = min(
        Int(range.start.offset) + Int(range.count) - Int(start.offset), scalars.count)
      return lower < upper ? lower..<upper : nil
    case .operation:
      let zero = TextIdentity(operation: range.start.operation, offset: start.offset)
      guard range.contains(zero), let index = index(of: zero) else { return nil }
      return index..<(index + 1)
    }
  }

  fileprivate func ranges(_ part: Range<Int>) -> [TextRange] {
    switch step {
    case .offset: [TextRange(start: identity(at: part.lowerBound), count: UInt32(part.count))]
    case .operation: part.map { TextRange(start: identity(at: $0), count: 1) }
    }
  }
}
