/// A stretch of a text, or all of it while it is short.
struct TextLeaf: Hashable, Sendable {
  /// The most runs in one leaf; a search for one looks through as many.
  static let runLimit = 64
  /// The most scalars in one leaf; an insertion moves as many.
  static let scalarLimit = 512

  /// The runs in the order of the text. Neighbours that could be one run mostly are.
  private(set) var runs: [PackedRun] = []
  private(set) var scalars = PackedScalars()

  var isOverfull: Bool {
    runs.count > TextLeaf.runLimit || scalars.count > TextLeaf.scalarLimit
  }

  /// Whether `count` more scalars fit at the end, whatever run they make.
  func hasRoom(for count: Int) -> Bool {
    runs.count < TextLeaf.runLimit && scalars.count + count <= TextLeaf.scalarLimit
  }

  var visibleCount: Int { runs.reduce(0) { $1.deleted ? $0 : $0 + $1.count } }

  /// The number of scalars left of the last one with this key, and the number of visible ones of
  /// these.
  func place(of key: ScalarKey) -> (position: Int, visible: Int, deleted: Bool)? {
    for index in runs.indices.reversed() {
      guard let offset = runs[index].index(of: key) else { continue }
      let run = runs[index]
      var position = offset
      var visible = run.deleted ? 0 : offset
      for left in runs[..<index] {
        position += left.count
        if !left.deleted { visible += left.count }
      }
      return (position, visible, run.deleted)
    }
    return nil
  }

  /// The key of the visible scalar at this position among the visible ones.
  func key(atVisible position: Int) -> ScalarKey? {
    var remaining = position
    for run in runs where !run.deleted {
      if remaining < run.count { return run.key(at: remaining) }
      remaining -= run.count
    }
    return nil
  }

  /// Inserts the scalars of `run` at a position.
  mutating func insert(_ run: PackedRun, _ new: ArraySlice<Unicode.Scalar>, at position: Int) {
    scalars.insert(contentsOf: new, at: position)
    let index = cut(at: position)
    if index > 0, runs[index - 1].absorb(run) {
      if index < runs.count, runs[index - 1].absorb(runs[index]) { runs.remove(at: index) }
      return
    }
    var joined = run
    if index < runs.count, joined.absorb(runs[index]) {
      runs[index] = joined
    } else {
      runs.insert(run, at: index)
    }
  }

  /// Deletes what is still visible of `wanted`.
  /// - Returns: the parts that were visible until now, from left to right.
  mutating func delete(_ wanted: TextRanges) -> [PackedRun] {
    var deleted: [PackedRun] = []
    var index = 0
    var rest = Int(truncatingIfNeeded: wanted.count)
    while index < runs.count, rest > 0 {
      let parts = runs[index].deleted ? [] : wanted.parts(of: runs[index])
      for part in parts { rest -= part.count }
      index = parts.isEmpty ? index + 1 : delete(parts, ofRunAt: index, &deleted)
    }
    return deleted
  }

  /// - Returns: the index behind what is left of the run.
  private mutating func delete(
    _ parts: [Range<Int>], ofRunAt index: Int, _ deleted: inout [PackedRun]
  ) -> Int {
    let run = runs[index]
    var next = index
    var end = 0
    // The first piece takes the run's place.
    var isTaken = false
    func put(_ piece: PackedRun, _ runs: inout [PackedRun]) {
      if next > 0, runs[next - 1].absorb(piece) { return }
      if isTaken { runs.insert(piece, at: next) } else { runs[next] = piece }
      isTaken = true
      next += 1
    }
    for part in parts {
      if part.lowerBound > end { put(run.slice(end..<part.lowerBound), &runs) }
      var gone = run.slice(part)
      deleted.append(gone)
      gone.deleted = true
      put(gone, &runs)
      end = part.upperBound
    }
    if end < run.count { put(run.slice(end..<run.count), &runs) }
    if !isTaken { runs.remove(at: next) }
    if end == run.count, next < runs.count, runs[next - 1].absorb(runs[next]) {
      runs.remove(at: next)
    }
    return next
  }

  /// Takes deleted scalars out, from left to right, `limit` of them at most.
  /// - Returns: what is gone.
  mutating func dropDeleted(atMost limit: Int) -> [PackedRun] {
    var dropped: [PackedRun] = []
    var rest = limit
    var kept = TextLeaf()
    var position = 0
    for run in runs {
      let gone = run.deleted ? min(run.count, rest) : 0
      rest -= gone
      if gone > 0 { dropped.append(run.slice(0..<gone)) }
      if gone < run.count {
        let end = position + run.count
        kept.insert(
          run.slice(gone..<run.count), scalars[(position + gone)..<end], at: kept.scalars.count)
      }
      position += run.count
    }
    self = kept
    return dropped
  }

  /// Keeps the left half of the leaf.
  /// - Returns: the right half.
  mutating func split() -> TextLeaf {
    var index = runs.count / 2
    var position = runs[..<index].reduce(0) { $0 + $1.count }
    if runs.count <= TextLeaf.runLimit {
      position = scalars.count / 2
      index = cut(at: position)
    }
    var right = TextLeaf()
    right.runs = Array(runs[index...])
    right.scalars = scalars.part(position..<scalars.count)
    // Copies are made so that no memory is kept for the other half.
    runs = Array(runs[..<index])
    scalars = scalars.part(0..<position)
    return right
  }

  /// Divides a run, if needed, so that one begins at this position.
  /// - Returns: the index of that run; the number of runs for the end of the leaf.
  private mutating func cut(at position: Int) -> Int {
    var index = 0
    var start = 0
    while index < runs.count, start + runs[index].count <= position {
      start += runs[index].count
      index += 1
    }
    guard start < position else { return index }
    let run = runs[index]
    runs[index] = run.slice(0..<(position - start))
    runs.insert(run.slice((position - start)..<run.count), at: index + 1)
    return index + 1
  }
}
