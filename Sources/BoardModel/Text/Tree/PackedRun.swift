/// A `TextRun` without its scalars and with a number for its writer; it takes 24 bytes.
struct PackedRun: Hashable, Sendable {
  private(set) var start: ScalarKey
  private var length: UInt32
  private(set) var step: TextRun.Step
  var deleted: Bool

  var count: Int { Int(length) }

  init(start: ScalarKey, count: Int, step: TextRun.Step, deleted: Bool) {
    self.start = start
    length = UInt32(truncatingIfNeeded: count)
    self.step = count > 1 ? step : .offset
    self.deleted = deleted
  }

  func key(at index: Int) -> ScalarKey { key(at: index, by: step) }

  private func key(at index: Int, by step: TextRun.Step) -> ScalarKey {
    var key = start
    switch step {
    case .offset: key.offset &+= UInt32(truncatingIfNeeded: index)
    case .operation: key.counter &+= UInt64(truncatingIfNeeded: index)
    }
    return key
  }

  func index(of key: ScalarKey) -> Int? {
    guard key.writer == start.writer else { return nil }
    switch step {
    case .offset:
      guard key.counter == start.counter, key.offset >= start.offset else { return nil }
      let distance = key.offset - start.offset
      return distance < length ? Int(distance) : nil
    case .operation:
      guard key.offset == start.offset, key.counter >= start.counter else { return nil }
      let distance = key.counter - start.counter
      return distance < UInt64(length) ? Int(distance) : nil
    }
  }

  /// Whether both runs have a key in common.
  func overlaps(_ other: PackedRun) -> Bool {
    guard start.writer == other.start.writer else { return false }
    switch (step, other.step) {
    case (.offset, .offset):
      guard start.counter == other.start.counter else { return false }
      return start.offset <= other.start.offset
        ? other.start.offset - start.offset < length
        : start.offset - other.start.offset < other.length
    case (.operation, .operation):
      return start.counter <= other.start.counter
        ? other.start.counter - start.counter < UInt64(length)
        : start.counter - other.start.counter < UInt64(other.length)
    case (.operation, .offset): return index(of: other.start) != nil
    case (.offset, .operation): return other.index(of: start) != nil
    }
  }

  /// Takes `next`, which stands directly right of this run, into it if its identities continue this
  /// run's.
  mutating func absorb(_ next: PackedRun) -> Bool {
    guard deleted == next.deleted, start.writer == next.start.writer else { return false }
    let joint = start.counter == next.start.counter ? TextRun.Step.offset : .operation
    guard length == 1 || step == joint, next.length == 1 || next.step == joint,
      key(at: count, by: joint) == next.start
    else { return false }
    let rises =
      switch joint {
      case .offset: next.start.offset > start.offset
      case .operation: start.offset == 0 && next.start.counter > start.counter
      }
    guard rises else { return false }
    step = joint
    length += next.length
    return true
  }

  func slice(_ part: Range<Int>) -> PackedRun {
    PackedRun(
      start: key(at: part.lowerBound), count: part.count, step: step, deleted: deleted)
  }

  /// The keys of the run, which lie on one line or on two.
  var spans: [KeySpan] {
    guard step == .offset, start.offset == 0, length > 1 else {
      return [KeySpan(start: start, count: UInt64(length))]
    }
    return [
      KeySpan(start: start, count: 1), KeySpan(start: key(at: 1), count: UInt64(length) - 1),
    ]
  }
}
