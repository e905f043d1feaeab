/// The identity of a scalar within one text, whose writers are numbered.
///
/// Keys lie on lines, on which they follow one another: the first scalars of all operations of a
/// writer are one line, the further scalars of each operation another. So text that is typed key by
/// key is one stretch, as text that is pasted is.
struct ScalarKey: Hashable, Sendable, Comparable {
  var counter: UInt64
  var offset: UInt32
  let writer: UInt32

  init(writer: UInt32, counter: UInt64, offset: UInt32) {
    self.writer = writer
    self.counter = counter
    self.offset = offset
  }

  static func < (left: ScalarKey, right: ScalarKey) -> Bool { left.order < right.order }

  /// The place of the key in the order of keys, by line, counter and offset: one number is compared
  /// without a branch. No text has so many writers that a bit of theirs is lost.
  private var order: UInt128 {
    let line = writer << 1 | (offset == 0 ? 0 : 1)
    return UInt128(line) << 96 | UInt128(counter) << 32 | UInt128(offset)
  }

  /// The number of keys from this one to `other` on its line; nil where `other` is not behind it.
  func distance(to other: ScalarKey) -> UInt64? {
    guard writer == other.writer else { return nil }
    if offset == 0 {
      return other.offset == 0 && other.counter >= counter ? other.counter - counter : nil
    }
    return other.counter == counter && other.offset >= offset
      ? UInt64(other.offset - offset) : nil
  }

  /// The key `distance` further on its line.
  func advanced(by distance: UInt64) -> ScalarKey {
    offset == 0
      ? ScalarKey(writer: writer, counter: counter &+ distance, offset: 0)
      : ScalarKey(
        writer: writer, counter: counter, offset: offset &+ UInt32(truncatingIfNeeded: distance))
  }
}

/// Keys that follow one another on a line, at least one.
struct KeySpan: Hashable, Sendable {
  let start: ScalarKey
  let count: UInt64

  var last: ScalarKey { start.advanced(by: count - 1) }
}
