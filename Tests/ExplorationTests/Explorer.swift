import Coordination

/// Takes every step from every world, each world once, the shortest ways first.
struct Explorer {
  let scope: Scope
  private(set) var report: Report
  /// The number of each world found, by its fingerprint.
  private var numbers: [Int: UInt32] = [:]
  /// How each world was found first.
  private var origins: [Origin] = []
  private var frontier: [(number: UInt32, world: World)] = []
  /// Where free steps lead, of each world in the order of their numbers.
  private var freeSteps = Graph()
  private var stopped: [UInt32] = []
  /// Worlds kept to be compared with others of the same fingerprint.
  private var samples: [UInt32: World] = [:]
  private var compared: Set<UInt32> = []

  struct Origin {
    let parent: UInt32
    let step: Step
  }

  struct Report: CustomStringConvertible {
    var states = 0
    var transitions = 0
    var depth = 0
    var stopped = 0
    var compared = 0
    /// Nothing is left to explore.
    var isClosed = false
    var violation: Violation?
    var trace: [Step] = []
    var time = Duration.zero

    var description: String {
      "\(states) states, \(transitions) transitions, depth \(depth), \(stopped) at rest, "
        + "\(compared) compared, \(isClosed ? "closed" : "not closed"), \(time)"
    }
  }

  init(_ scope: Scope) {
    self.scope = scope
    report = Report()
  }

  /// - Parameter limit: worlds after which it stops.
  mutating func run(limit: Int) -> Report {
    let start = ContinuousClock.now
    explore(limit: limit)
    report.time = ContinuousClock.now - start
    return report
  }

  private mutating func explore(limit: Int) {
    do throws(Violation) {
      let first = try World(scope)
      _ = number(first, Origin(parent: 0, step: .appended))
    } catch {
      report.violation = error
      return
    }
    while !frontier.isEmpty {
      let layer = frontier
      frontier = []
      for (number, world) in layer {
        guard expand(number, world) else { return }
        if origins.count >= limit { return }
      }
      report.depth += 1
    }
    report.isClosed = true
    findDeadlock()
  }

  /// - Returns: whether all is well.
  private mutating func expand(_ number: UInt32, _ world: World) -> Bool {
    var isResting = true
    var targets: [UInt32] = []
    for step in world.steps {
      report.transitions += 1
      do throws(Violation) {
        var next = world
        try next.take(step)
        let target = self.number(next, Origin(parent: number, step: step))
        guard step.isFree else { continue }
        targets.append(target)
        isResting = false
      } catch {
        return fail(error, number, [step])
      }
    }
    freeSteps.append(targets)
    guard isResting else { return true }
    stopped.append(number)
    report.stopped += 1
    do throws(Violation) {
      try world.checkRest()
    } catch {
      return fail(error, number, [])
    }
    return true
  }

  private mutating func number(_ world: World, _ origin: Origin) -> UInt32 {
    let fingerprint = world.fingerprint
    if let known = numbers[fingerprint] {
      compare(world, with: known)
      return known
    }
    let number = UInt32(origins.count)
    numbers[fingerprint] = number
    origins.append(origin)
    frontier.append((number, world))
    if number % Explorer.sampling == 0 { samples[number] = world }
    report.states = origins.count
    return number
  }

  private mutating func fail(_ violation: Violation, _ number: UInt32, _ last: [Step]) -> Bool {
    if report.violation == nil {
      report.violation = violation
      report.trace = trace(to: number) + last
    }
    return false
  }

  private func trace(to number: UInt32) -> [Step] {
    var steps: [Step] = []
    var number = Int(number)
    while number > 0 {
      steps.append(origins[number].step)
      number = Int(origins[number].parent)
    }
    return steps.reversed()
  }

  /// From every world the way to one at rest must be open.
  private mutating func findDeadlock() {
    guard let stuck = freeSteps.firstThatDoesNotReach(stopped) else { return }
    _ = fail(
      Violation(.noDeadlock, "from here the world never comes to rest"), stuck, [])
  }
}

// Worlds with one fingerprint do the same.
extension Explorer {
  /// Of so many worlds one is kept.
  private static let sampling: UInt32 = 512

  private mutating func compare(_ world: World, with known: UInt32) {
    guard known % Explorer.sampling == 0, compared.insert(known).inserted,
      let other = samples.removeValue(forKey: known)
    else { return }
    report.compared += 1
    let (ours, theirs) = (Explorer.successors(of: world), Explorer.successors(of: other))
    guard ours != theirs else { return }
    let steps = Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }
    report.violation = Violation(.peace, "worlds with one fingerprint differ after \(steps)")
    report.trace = trace(to: known)
  }

  /// Of the worlds after the next two steps.
  private static func successors(of world: World) -> [Step: Set<Int>] {
    var result: [Step: Set<Int>] = [:]
    for step in world.steps {
      var next = world
      guard (try? next.take(step)) != nil else { continue }
      result[step] = [next.fingerprint]
      for second in next.steps {
        var after = next
        guard (try? after.take(second)) != nil else { continue }
        result[step]?.insert(after.fingerprint)
      }
    }
    return result
  }
}
