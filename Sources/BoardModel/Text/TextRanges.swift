/// Identities as sorted ranges that do not overlap: what an edit names, however it names it.
struct TextRanges {
  private struct Part {
    let operation: OperationID
    let lower: UInt64
    var upper: UInt64
  }

  private let parts: [Part]
  /// How many identities there are.
  let count: UInt64

  init(_ ranges: [TextRange]) {
    let sorted =
      ranges.filter { $0.count > 0 }
      .map { range in
        let lower = UInt64(range.start.offset)
        return Part(
          operation: range.start.operation, lower: lower, upper: lower + UInt64(range.count))
      }
      .sorted { ($0.operation, $0.lower) < ($1.operation, $1.lower) }
    var parts: [Part] = []
    for part in sorted {
      if let last = parts.last, last.operation == part.operation, part.lower <= last.upper {
        parts[parts.count - 1].upper = max(last.upper, part.upper)
      } else {
        parts.append(part)
      }
    }
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.upper - $1.lower }
  }

  /// The parts of a run that are among these, as positions in it, from left to right.
  func parts(of run: TextRun) -> [Range<Int>] {
    let first = run.start.operation
    let offset = UInt64(run.start.offset)
    var result: [Range<Int>] = []
    var index = firstIndex(endingAfter: offset, of: first)
    switch run.step {
    case .offset:
      let end = offset + UInt64(run.scalars.count)
      while index < parts.count, parts[index].operation == first, parts[index].lower < end {
        let lower = max(parts[index].lower, offset) - offset
        result.append(Int(lower)..<Int(min(parts[index].upper, end) - offset))
        index += 1
      }
    case .operation:
      while index < parts.count {
        let part = parts[index]
        guard part.operation.session == first.session, part.operation.epoch == first.epoch,
          part.operation.counter - first.counter < UInt64(run.scalars.count)
        else { break }
        if part.lower <= offset, offset < part.upper {
          let position = Int(part.operation.counter - first.counter)
          result.append(position..<(position + 1))
        }
        index += 1
      }
    }
    return result
  }

  private func firstIndex(endingAfter offset: UInt64, of operation: OperationID) -> Int {
    var (lower, upper) = (0, parts.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if (parts[middle].operation, parts[middle].upper) > (operation, offset) {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    return lower
  }
}
