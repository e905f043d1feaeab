/// Where each of many nodes leads, in little memory.
struct Graph {
  private var starts: [UInt32] = [0]
  private var targets: [UInt32] = []

  /// The next node leads to these.
  mutating func append(_ targets: [UInt32]) {
    self.targets += targets
    starts.append(UInt32(self.targets.count))
  }

  private var count: Int { starts.count - 1 }

  /// - Returns: the first node from which none of the goals can be reached.
  func firstThatDoesNotReach(_ goals: [UInt32]) -> UInt32? {
    let (from, sources) = reversed()
    var isGood = [Bool](repeating: false, count: count)
    for goal in goals { isGood[Int(goal)] = true }
    var next = goals
    while let node = next.popLast() {
      for source in sources[Int(from[Int(node)])..<Int(from[Int(node) + 1])]
      where !isGood[Int(source)] {
        isGood[Int(source)] = true
        next.append(source)
      }
    }
    return isGood.firstIndex(of: false).map { UInt32($0) }
  }

  /// From where each node can be reached.
  private func reversed() -> (starts: [UInt32], sources: [UInt32]) {
    var from = [UInt32](repeating: 0, count: count + 1)
    for target in targets { from[Int(target) + 1] += 1 }
    for node in 0..<count { from[node + 1] += from[node] }
    var free = from
    var sources = [UInt32](repeating: 0, count: targets.count)
    for node in 0..<count {
      for target in targets[Int(starts[node])..<Int(starts[node + 1])] {
        sources[Int(free[Int(target)])] = UInt32(node)
        free[Int(target)] += 1
      }
    }
    return (from, sources)
  }
}
