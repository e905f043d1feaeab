/// The shortest way from one sequence to another (Myers, "An O(ND) Difference Algorithm"), as the
/// ranges that differ.
struct SequenceDiff {
  /// A range of the old sequence that a range of the new one takes the place of.
  struct Hunk: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// - Parameter limit: the most deletions and insertions that are looked for; sequences that
  ///   differ in more make one hunk.
  static func hunks<Element: Equatable>(
    from old: [Element], to new: [Element], limit: Int
  ) -> [Hunk] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    guard start < oldEnd || start < newEnd else { return [] }
    let whole = Hunk(old: start..<oldEnd, new: start..<newEnd)
    guard start < oldEnd, start < newEnd,
      let matches = matches(Array(old[start..<oldEnd]), Array(new[start..<newEnd]), limit)
    else { return [whole] }
    return gaps(between: matches, whole)
  }

  /// The hunks between the pairs of elements that stay.
  private static func gaps(between matches: [(Int, Int)], _ whole: Hunk) -> [Hunk] {
    var hunks: [Hunk] = []
    var old = whole.old.lowerBound
    var new = whole.new.lowerBound
    for (left, right) in matches {
      let matchedOld = whole.old.lowerBound + left
      let matchedNew = whole.new.lowerBound + right
      if old < matchedOld || new < matchedNew {
        hunks.append(Hunk(old: old..<matchedOld, new: new..<matchedNew))
      }
      old = matchedOld + 1
      new = matchedNew + 1
    }
    if old < whole.old.upperBound || new < whole.new.upperBound {
      hunks.append(Hunk(old: old..<whole.old.upperBound, new: new..<whole.new.upperBound))
    }
    return hunks
  }

  /// The indices of elements that stay, in order; nil where more than `limit` differ.
  private static func matches<Element: Equatable>(
    _ old: [Element], _ new: [Element], _ limit: Int
  ) -> [(Int, Int)]? {
    let bound = min(old.count + new.count, limit)
    // `furthest` is the furthest index reached on each diagonal, `trace` what it was before each
    // step.
    var furthest = Array(repeating: 0, count: 2 * bound + 2)
    var trace: [[Int]] = []
    for step in 0...bound {
      trace.append(Array(furthest[(bound - step)...(bound + step + 1)]))
      for diagonal in stride(from: -step, through: step, by: 2) {
        var x = start(diagonal, step) { furthest[bound + $0] }
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        furthest[bound + diagonal] = x
        if x >= old.count, x - diagonal >= new.count {
          return walkBack(trace, old.count, new.count)
        }
      }
    }
    return nil
  }

  /// Where a path of `step` changes enters a diagonal, from the better of its neighbours.
  private static func start(_ diagonal: Int, _ step: Int, _ furthest: (Int) -> Int) -> Int {
    if step == 0 { return 0 }
    let isDown =
      diagonal == -step
      || (diagonal != step && furthest(diagonal - 1) < furthest(diagonal + 1))
    return isDown ? furthest(diagonal + 1) : furthest(diagonal - 1) + 1
  }

  private static func walkBack(_ trace: [[Int]], _ oldCount: Int, _ newCount: Int) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var x = oldCount
    var y = newCount
    for step in trace.indices.reversed() {
      let furthest = { (diagonal: Int) in trace[step][diagonal + step] }
      let diagonal = x - y
      let entry = start(diagonal, step, furthest)
      while x > entry, x > 0, y > 0 {
        x -= 1
        y -= 1
        matches.append((x, y))
      }
      guard step > 0 else { break }
      let isDown =
        diagonal == -step
        || (diagonal != step && furthest(diagonal - 1) < furthest(diagonal + 1))
      if isDown { y -= 1 } else { x -= 1 }
    }
    return matches.reversed()
  }
}
