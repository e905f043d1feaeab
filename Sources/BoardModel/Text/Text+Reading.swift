// What a text answers.
extension Text {
  public var string: String {
    String(String.UnicodeScalarView(visibleScalars))
  }

  /// The scalars that are not deleted. Leaves without any are passed over.
  var visibleScalars: [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(visibleCount)
    while result.count < visibleCount {
      let before = result.count
      read(leaf(atVisible: before).leaf) { leaf in
        var start = 0
        for run in leaf.runs {
          if !run.deleted { result += leaf.scalars[start..<(start + run.count)] }
          start += run.count
        }
      }
      guard result.count > before else { break }
    }
    return result
  }

  /// The identity of the visible scalar at `position`, counted in scalars.
  public func identity(at position: Int) -> TextIdentity? {
    guard position >= 0, position < visibleCount else { return nil }
    return key(atVisible: position).map(identity)
  }

  /// The identity of the last scalar, deleted or not: an insertion right of it is at the end.
  public var endIdentity: TextIdentity? {
    read(lastLeaf) { $0.runs.last }.map { identity($0.key(at: $0.count - 1)) }
  }

  /// The number of visible scalars left of `identity`'s place, and itself if it is visible: the
  /// caret position right of it. The result is nil where the text never had it.
  public func position(rightOf identity: TextIdentity) -> Int? {
    guard let found = locate(identity) else { return nil }
    return start(of: found.leaf).visible + found.visible + (found.deleted ? 0 : 1)
  }

  /// The number of visible scalars left of `identity`'s place; nil where the text never had it.
  public func position(leftOf identity: TextIdentity) -> Int? {
    locate(identity).map { start(of: $0.leaf).visible + $0.visible }
  }

  public func contains(_ identity: TextIdentity) -> Bool { locate(identity) != nil }

  /// The identities of the visible scalars in `range`, in as few ranges as possible.
  public func identities(in range: Range<Int>) -> [TextRange] {
    let range = range.clamped(to: 0..<visibleCount)
    guard !range.isEmpty else { return [] }
    var result: [TextRange] = []
    var (number, skipped) = leaf(atVisible: range.lowerBound)
    var wanted = range.count
    while wanted > 0 {
      read(number) { leaf in
        for run in leaf.runs where !run.deleted && wanted > 0 {
          let lower = min(skipped, run.count)
          let part = lower..<min(run.count, lower + wanted)
          skipped -= lower
          wanted -= part.count
          if !part.isEmpty { result.appendJoining(run.slice(part), of: writers) }
        }
      }
      guard let next = leaf(after: number) else { break }
      number = next
    }
    return result
  }

  /// The runs in the one form that every replica must use, however its text came about: from left
  /// to right, each run as long as it can be (SPEC.md TXT-006). Digests and snapshots use them.
  /// They are put together anew each time.
  public var runs: [TextRun] {
    var result: [TextRun] = []
    var current: PackedRun?
    var scalars: [Unicode.Scalar] = []
    func finish() {
      guard let run = current else { return }
      result.append(
        TextRun(
          start: identity(run.start), step: run.step, scalars: scalars, deleted: run.deleted))
    }
    forEachRun { run, new in
      if current?.absorb(run) == true { return scalars.append(contentsOf: new) }
      var run = run
      var new = new
      // A run is divided where only its first scalar continues the run before it.
      if run.step == .offset, run.count > 1, current?.absorb(run.slice(0..<1)) == true {
        scalars.append(contentsOf: new.prefix(1))
        run = run.slice(1..<run.count)
        new = new.dropFirst()
      }
      finish()
      (current, scalars) = (run, Array(new))
    }
    finish()
    return result
  }

  /// Visits the runs right of `left`, from left to right, until `body` returns false.
  func forEachRun(rightOf left: TextIdentity?, _ body: (PackedRun) -> Bool) {
    var skipped = 0
    var number: Int? = 0
    if let left {
      guard let found = locate(left) else { return }
      (number, skipped) = (found.leaf, found.position + 1)
    }
    while let current = number {
      let goesOn = read(current) { leaf in
        for run in leaf.runs {
          let cut = min(skipped, run.count)
          skipped -= cut
          guard cut < run.count else { continue }
          if !body(cut == 0 ? run : run.slice(cut..<run.count)) { return false }
        }
        return true
      }
      guard goesOn else { return }
      number = leaf(after: current)
    }
  }

  /// Visits the runs from left to right, in the pieces in which they are kept.
  private func forEachRun(_ body: (PackedRun, ArraySlice<Unicode.Scalar>) -> Void) {
    var number: Int? = 0
    while let current = number {
      read(current) { leaf in
        var start = 0
        for run in leaf.runs {
          body(run, leaf.scalars[start..<(start + run.count)])
          start += run.count
        }
      }
      number = leaf(after: current)
    }
  }
}

// How identities are translated to the text's keys and back.
extension Text {
  func key(of identity: TextIdentity) -> ScalarKey? {
    writers.number(of: TextWriter(identity.operation)).map { key(of: identity, by: $0) }
  }

  mutating func key(adding identity: TextIdentity) -> ScalarKey {
    key(of: identity, by: writers.number(adding: TextWriter(identity.operation)))
  }

  private func key(of identity: TextIdentity, by writer: UInt32) -> ScalarKey {
    ScalarKey(writer: writer, counter: identity.operation.counter, offset: identity.offset)
  }

  func identity(_ key: ScalarKey) -> TextIdentity { writers.identity(key) }
}

extension TextWriters {
  func identity(_ key: ScalarKey) -> TextIdentity {
    let writer = self[key.writer]
    return TextIdentity(
      operation: OperationID(
        session: writer.session, epoch: writer.epoch, counter: key.counter), offset: key.offset)
  }
}

extension [TextRange] {
  /// Adds the scalars of a run, to the last range where they continue it.
  mutating func appendJoining(_ run: PackedRun, of writers: TextWriters) {
    switch run.step {
    case .offset:
      appendJoining(
        TextRange(
          start: writers.identity(run.start), count: UInt32(truncatingIfNeeded: run.count)))
    case .operation:
      for index in 0..<run.count {
        append(TextRange(start: writers.identity(run.key(at: index)), count: 1))
      }
    }
  }

  private mutating func appendJoining(_ range: TextRange) {
    if let last, last.start.advanced(by: Int(last.count)) == range.start,
      last.count <= .max - range.count
    {
      self[count - 1] = TextRange(start: last.start, count: last.count + range.count)
    } else {
      append(range)
    }
  }
}

extension Text: Hashable {
  /// Whether both texts hold the same scalars with the same identities, in the same order.
  public static func == (left: Text, right: Text) -> Bool {
    guard left.totalCount == right.totalCount, left.visibleCount == right.visibleCount else {
      return false
    }
    return left.hasSameLeaves(as: right) || left.runs == right.runs
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(visibleCount)
    hasher.combine(totalCount)
    hasher.combine(endIdentity)
  }
}
