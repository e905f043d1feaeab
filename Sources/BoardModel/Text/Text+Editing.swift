// How a text changes. Every edit is one pass over the runs, however many ranges it names.
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

  /// Deletes what is still visible of `ranges`, which may overlap.
  /// - Returns: the parts that were visible until now, from left to right, or nil, and nothing
  ///   happened, if the text never had all of them.
  mutating func delete(_ ranges: [TextRange]) -> [TextRange]? {
    let wanted = TextRanges(ranges)
    let found = runs.reduce(0 as UInt64) { sum, run in
      wanted.parts(of: run).reduce(sum) { $0 + UInt64($1.count) }
    }
    guard found == wanted.count else { return nil }
    var deleted: [TextRange] = []
    var result = Text()
    result.runs.reserveCapacity(runs.count + 2)
    for run in runs {
      var end = 0
      for part in run.deleted ? [] : wanted.parts(of: run) {
        result.append(run.slice(end..<part.lowerBound))
        var gone = run.slice(part)
        gone.deleted = true
        result.append(gone)
        for index in part { deleted.appendJoining(run.identity(at: index)) }
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
    let wanted = TextRanges(ranges)
    var typed = 0
    var stretch: [TextRun] = []
    func finish(_ text: inout Text) {
      let scalars = stretch.flatMap(\.scalars)
      text.append(
        TextRun(
          start: start.advanced(by: typed), step: .offset, scalars: scalars, deleted: false))
      for run in stretch { text.append(run) }
      typed += scalars.count
      stretch = []
    }
    var result = Text()
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
    let wanted = TextRanges(ranges)
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
}

extension [TextRange] {
  /// Adds one scalar, to the last range where it continues it.
  mutating func appendJoining(_ identity: TextIdentity) {
    if let last, last.count < .max, last.start.advanced(by: Int(last.count)) == identity {
      self[count - 1] = TextRange(start: last.start, count: last.count + 1)
    } else {
      append(TextRange(start: identity, count: 1))
    }
  }
}
