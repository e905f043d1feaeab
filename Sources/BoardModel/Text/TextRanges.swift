/// Identities of a text as sorted ranges that do not overlap, however the edit that names them
/// orders them.
struct TextRanges {
  private struct Part {
    let writer: UInt32
    let counter: UInt64
    let lower: UInt64
    var upper: UInt64

    func isBefore(_ other: Part) -> Bool {
      (writer, counter, lower) < (other.writer, other.counter, other.lower)
    }
  }

  private var parts: [Part] = []
  /// The number of identities, those of unknown writers not counted.
  private(set) var count: UInt64 = 0
  /// Whether some identities are of a writer that the text never had.
  private(set) var hasStrangers = false

  init(_ ranges: [TextRange], of writers: TextWriters) {
    parts.reserveCapacity(ranges.count)
    for range in ranges where range.count > 0 {
      let lower = UInt64(range.start.offset)
      guard let writer = writers.number(of: TextWriter(range.start.operation)) else {
        hasStrangers = true
        continue
      }
      parts.append(
        Part(
          writer: writer, counter: range.start.operation.counter, lower: lower,
          upper: lower + UInt64(range.count)))
    }
    if parts.count > 1 { join() }
    count = parts.reduce(0) { $0 + $1.upper - $1.lower }
  }

  private mutating func join() {
    var joined: [Part] = []
    for part in parts.sorted(by: { $0.isBefore($1) }) {
      if let last = joined.last, last.writer == part.writer, last.counter == part.counter,
        part.lower <= last.upper
      {
        joined[joined.count - 1].upper = max(last.upper, part.upper)
      } else {
        joined.append(part)
      }
    }
    parts = joined
  }

  /// The same identities as spans of keys, each as long as it can be: what was typed key by key is one.
  var spans: [KeySpan] {
    var result: [KeySpan] = []
    forEachSpan {
      result.append($0)
      return true
    }
    return result
  }

  /// The one span that has all of the identities; nil where there are several.
  var stretch: KeySpan? {
    var result: KeySpan?
    var isOne = true
    forEachSpan {
      isOne = result == nil
      result = $0
      return isOne
    }
    return isOne ? result : nil
  }

  /// Visits the spans until `body` returns false.
  private func forEachSpan(_ body: (KeySpan) -> Bool) {
    var last: KeySpan?
    func add(_ span: KeySpan) -> Bool {
      guard let before = last else {
        last = span
        return true
      }
      let continues = before.start.distance(to: span.start) == before.count
      last = continues ? KeySpan(start: before.start, count: before.count + span.count) : span
      return continues || body(before)
    }
    for part in parts {
      if part.lower == 0 {
        let key = ScalarKey(writer: part.writer, counter: part.counter, offset: 0)
        guard add(KeySpan(start: key, count: 1)) else { return }
      }
      // No scalar has an offset beyond 32 bits, whatever a range says.
      let lower = max(part.lower, 1)
      let upper = min(part.upper, 1 << 32)
      guard lower < upper else { continue }
      let key = ScalarKey(
        writer: part.writer, counter: part.counter, offset: UInt32(truncatingIfNeeded: lower))
      guard add(KeySpan(start: key, count: upper - lower)) else { return }
    }
    if let last { _ = body(last) }
  }

  /// Whether a run may have some of these identities, by the operations alone.
  private func mayHave(_ run: PackedRun) -> Bool {
    guard let first = parts.first, let last = parts.last else { return false }
    let (start, end) = (run.start, run.key(at: run.count - 1))
    return (first.writer, first.counter) <= (end.writer, end.counter)
      && (start.writer, start.counter) <= (last.writer, last.counter)
  }

  /// The parts of a run that are among these identities, as positions in it, from left to right.
  func parts(of run: PackedRun) -> [Range<Int>] {
    guard mayHave(run) else { return [] }
    let first = run.start
    let offset = UInt64(first.offset)
    var result: [Range<Int>] = []
    var index = firstIndex(endingAfter: first)
    switch run.step {
    case .offset:
      let end = offset + UInt64(run.count)
      while index < parts.count, parts[index].writer == first.writer,
        parts[index].counter == first.counter, parts[index].lower < end
      {
        let lower = max(parts[index].lower, offset) - offset
        result.append(Int(lower)..<Int(min(parts[index].upper, end) - offset))
        index += 1
      }
    case .operation:
      while index < parts.count {
        let part = parts[index]
        guard part.writer == first.writer, part.counter - first.counter < UInt64(run.count) else {
          break
        }
        if part.lower <= offset, offset < part.upper {
          let position = Int(part.counter - first.counter)
          result.append(position..<(position + 1))
        }
        index += 1
      }
    }
    return result
  }

  /// The first part that ends right of `key` on its operation, or is of a later operation.
  private func firstIndex(endingAfter key: ScalarKey) -> Int {
    let wanted = (key.writer, key.counter, UInt64(key.offset))
    var (lower, upper) = (0, parts.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let part = parts[middle]
      if (part.writer, part.counter, part.upper) > wanted {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    return lower
  }
}
