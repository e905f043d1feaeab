@testable import BoardModel

extension RunArray {
  /// Inserts scalars with the identities `start`, `start + 1`, … right of `left`.
  /// - Returns: false, and nothing happened, if the text never had `right`.
  mutating func insert(
    _ scalars: [Unicode.Scalar], start: TextIdentity, leftOf right: TextIdentity
  ) -> Bool {
    guard let place = locate(right) else { return false }
    guard !scalars.isEmpty else { return true }
    split(place.run, at: place.offset)
    let index = place.offset > 0 ? place.run + 1 : place.run
    runs.insert(Run(start: start, step: .offset, scalars: scalars, deleted: false), at: index)
    totalCount += scalars.count
    visibleCount += scalars.count
    join(around: index)
    return true
  }

  /// - Returns: false, and nothing happened, if the text never had `left`.
  mutating func insert(
    _ scalars: [Unicode.Scalar], start: TextIdentity, after left: TextIdentity?
  ) -> Bool {
    guard !scalars.isEmpty else { return true }
    let run = Run(start: start, step: .offset, scalars: scalars, deleted: false)
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

  /// Deletes what is still visible of `ranges`, which may overlap.
  /// - Returns: the parts that were visible until now, from left to right, or nil, and nothing
  ///   happened, if the text never had all of them.
  mutating func delete(_ ranges: [TextRange]) -> [TextRange]? {
    let wanted = Ranges(ranges)
    let found = runs.reduce(0 as UInt64) { sum, run in
      wanted.parts(of: run).reduce(sum) { $0 + UInt64($1.count) }
    }
    guard found == wanted.count else { return nil }
    var deleted: [TextRange] = []
    var result = RunArray()
    result.runs.reserveCapacity(runs.count + 2)
    for run in runs {
      var end = 0
      for part in run.deleted ? [] : wanted.parts(of: run) {
        result.append(run.slice(end..<part.lowerBound))
        var gone = run.slice(part)
        gone.deleted = true
        result.append(gone)
        for index in part { RunArray.add(run.identity(at: index), to: &deleted) }
        end = part.upperBound
      }
      result.append(end == 0 ? run : run.dropping(end))
    }
    self = result
    return deleted
  }

  /// Types the scalars of `ranges` that are deleted once more, under the identities `start`,
  /// `start + 1`, … from left to right: each longest stretch of them with nothing between directly
  /// left of where it stood. How the text is cut into runs has no part in it.
  /// - Returns: how many.
  mutating func retype(_ ranges: [TextRange], start: TextIdentity) -> Int {
    let wanted = Ranges(ranges)
    var typed = 0
    var stretch: [Run] = []
    func finish(_ text: inout RunArray) {
      let scalars = stretch.flatMap(\.scalars)
      text.append(
        Run(
          start: start.advanced(by: typed), step: .offset, scalars: scalars, deleted: false))
      for run in stretch { text.append(run) }
      typed += scalars.count
      stretch = []
    }
    var result = RunArray()
    for run in runs {
      var end = 0
      for part in run.deleted ? wanted.parts(of: run) : [] {
        if part.lowerBound > end {
          finish(&result)
          result.append(run.slice(end..<part.lowerBound))
        }
        stretch.append(run.slice(part))
        end = part.upperBound
      }
      guard end < run.scalars.count else { continue }
      finish(&result)
      result.append(run.dropping(end))
    }
    finish(&result)
    self = result
    return typed
  }

  /// How many scalars of `ranges` are deleted.
  func deletedCount(of ranges: [TextRange]) -> Int {
    let wanted = Ranges(ranges)
    return runs.reduce(0) { sum, run in
      run.deleted ? wanted.parts(of: run).reduce(sum) { $0 + $1.count } : sum
    }
  }

  func locate(_ identity: TextIdentity) -> (run: Int, offset: Int)? {
    for index in runs.indices.reversed() {
      if let offset = runs[index].index(of: identity) { return (index, offset) }
    }
    return nil
  }

  /// Cuts the run so that one ends and the next begins at `offset`; nothing at its ends.
  private mutating func split(_ index: Int, at offset: Int) {
    guard offset > 0, offset < runs[index].scalars.count else { return }
    let right = runs[index].dropping(offset)
    runs[index].truncate(to: offset)
    runs.insert(right, at: index + 1)
  }

  private mutating func join(around index: Int) {
    if index + 1 < runs.count, runs[index].absorb(runs[index + 1]) { runs.remove(at: index + 1) }
    if index > 0, runs[index - 1].absorb(runs[index]) { runs.remove(at: index) }
  }

  /// - Returns: what was visible until now and is deleted, from left to right, or nil, and nothing
  ///   happened, if the splice names text that this one never had.
  mutating func apply(
    _ splice: Splice, start: TextIdentity, leftOf right: TextIdentity? = nil
  ) -> [TextRange]? {
    var text = self
    var deleted: [TextRange] = []
    if !splice.deletions.isEmpty {
      guard let parts = text.delete(splice.deletions) else { return nil }
      deleted = parts
    }
    var start = start
    for (index, insertion) in splice.insertions.enumerated() {
      let scalars = Array(insertion.text.unicodeScalars)
      let isPlaced =
        index == 0 && right.map { text.insert(scalars, start: start, leftOf: $0) } ?? false
      guard isPlaced || text.insert(scalars, start: start, after: insertion.after) else {
        return nil
      }
      start = start.advanced(by: scalars.count)
    }
    self = text
    return deleted
  }

  /// The identities of the visible scalars in `range`, as few ranges as can be.
  func identities(in range: Range<Int>) -> [TextRange] {
    var result: [TextRange] = []
    var position = 0
    for run in runs where !run.deleted {
      let lower = max(range.lowerBound - position, 0)
      let upper = min(range.upperBound - position, run.scalars.count)
      position += run.scalars.count
      guard lower < upper else { continue }
      for index in lower..<upper { RunArray.add(run.identity(at: index), to: &result) }
    }
    return result
  }

  /// Adds one scalar, to the last range where it continues it.
  private static func add(_ identity: TextIdentity, to ranges: inout [TextRange]) {
    if let last = ranges.last, last.count < .max,
      last.start.advanced(by: Int(last.count)) == identity
    {
      ranges[ranges.count - 1] = TextRange(start: last.start, count: last.count + 1)
    } else {
      ranges.append(TextRange(start: identity, count: 1))
    }
  }
}

/// Identities as sorted ranges that do not overlap: what an edit names, however it names it.
private struct Ranges {
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
  func parts(of run: RunArray.Run) -> [Range<Int>] {
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
