import BoardModel
@testable import Coordination
import OwnThread
import Testing
@testable import WindowSync

@Suite(.serialized, .ownThread)
struct DragExplorationTests {
  static let scopes: [[DragWorld.Chance: UInt8]] = [
    [.lift: 2, .drop: 2, .cancel: 1, .lapse: 1],
    [.lift: 2, .drop: 2, .cut: 1],
    [.lift: 1, .drop: 2, .cancel: 1, .cut: 2],
    [.lift: 3, .cancel: 2],
  ]

  @Test(
    "Explored to the end, a drag is put down once and all windows agree on what is carried",
    arguments: scopes)
  func all(left: [DragWorld.Chance: UInt8]) throws {
    var explorer = DragExplorer()
    let report = try explorer.run(DragWorld(left: left))
    print("drags \(left.map { "\($0.key) \($0.value)" }.sorted()): \(report)")
    if let violation = report.violation {
      Issue.record("\(violation), after \(report.trace)")
    }
    #expect(report.stopped > 0)
  }

  @Test("A rule that is left out is missed", arguments: DragWorld.Omission.allCases)
  func omissions(omission: DragWorld.Omission) throws {
    var explorer = DragExplorer()
    let left: [DragWorld.Chance: UInt8] = [.lift: 2, .drop: 2, .cut: 1]
    let report = try explorer.run(DragWorld(left: left, omitting: omission))
    let violation = try #require(report.violation, "\(report)")
    let invariant: DragViolation.Invariant =
      switch omission {
      case .dropEnds: .droppedOnce
      case .unnamedIsOver: .staysOver
      case .everyChangeTold: .agreed
      case .eachChangeTold: .endTold
      }
    #expect(violation.invariant == invariant, "\(violation), after \(report.trace)")
  }
}

/// Takes every step from every world, each world once, the shortest ways first.
struct DragExplorer {
  struct Report: CustomStringConvertible {
    var states = 0
    var transitions = 0
    var depth = 0
    var stopped = 0
    var violation: DragViolation?
    var trace: [DragWorld.Step] = []

    var description: String {
      "\(states) states, \(transitions) transitions, depth \(depth), \(stopped) at rest"
    }
  }

  private var numbers: [Int: Int] = [:]
  private var origins: [(parent: Int, step: DragWorld.Step?)] = []
  private var frontier: [(number: Int, world: DragWorld)] = []
  private var report = Report()

  mutating func run(_ first: DragWorld) -> Report {
    add(first, from: 0, by: nil)
    while !frontier.isEmpty {
      let layer = frontier
      frontier = []
      for (number, world) in layer {
        guard expand(number, world) else { return report }
      }
      report.depth += 1
    }
    return report
  }

  private mutating func add(_ world: DragWorld, from parent: Int, by step: DragWorld.Step?) {
    let fingerprint = world.fingerprint
    guard numbers[fingerprint] == nil else { return }
    numbers[fingerprint] = origins.count
    frontier.append((origins.count, world))
    origins.append((parent, step))
    report.states = origins.count
  }

  /// - Returns: whether all is well.
  private mutating func expand(_ number: Int, _ world: DragWorld) -> Bool {
    var last: DragWorld.Step?
    do throws(DragViolation) {
      for step in world.steps {
        last = step
        report.transitions += 1
        var next = world
        try next.take(step)
        add(next, from: number, by: step)
      }
      last = nil
      if world.isResting {
        report.stopped += 1
        try world.checkRest()
      }
      return true
    } catch {
      report.violation = error
      report.trace = trace(to: number) + [last].compactMap(\.self)
      return false
    }
  }

  private func trace(to number: Int) -> [DragWorld.Step] {
    var steps: [DragWorld.Step] = []
    var number = number
    while let step = origins[number].step {
      steps.append(step)
      number = origins[number].parent
    }
    return steps.reversed()
  }
}

extension DragWorld {
  var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(left)
    hasher.combine(clock)
    hasher.combine(lifted)
    hasher.combine(over)
    hasher.combine(cancelled)
    for window in windows {
      hasher.combine(window.link == nil)
      hasher.combine(window.up)
      hasher.combine(window.down)
      hasher.combine(window.dropped)
      window.replica.hash(into: &hasher, now: 1_000)
    }
    coordinator.hash(into: &hasher, now: clock) { id in
      guard let id else { return -2 }
      return windows.firstIndex { $0.link == id } ?? -1
    }
    return hasher.finalize()
  }
}
