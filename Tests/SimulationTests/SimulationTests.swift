import Glibc
import OwnThread
import Testing

@Suite(.serialized, .ownThread)
struct SimulationTests {
  /// Worlds in one run; `SIMULATION_SEEDS` asks for more, `SIMULATION_FIRST` for others.
  static let seeds = environment("SIMULATION_SEEDS") ?? 2_000
  static let first = environment("SIMULATION_FIRST") ?? 0
  static let steps = 500
  static let batches = 8

  @Test(
    "Nothing acknowledged is lost or applied twice, and everybody ends with the same board",
    arguments: 0..<batches)
  func worlds(batch: Int) throws {
    var seen: [FaultCounters.Fault: Int] = [:]
    let seeds = Self.seeds / Self.batches
    for offset in 0..<seeds {
      let seed = UInt64(Self.first + batch * seeds + offset)
      var world = try World(seed: seed)
      do {
        try world.run(steps: Self.steps)
        try world.heal()
      } catch {
        for line in world.trace { print(line) }
        Issue.record("seed \(seed): \(error)")
      }
      for fault in world.counters.counts.keys { seen[fault, default: 0] += 1 }
    }
    let shares = FaultCounters.Fault.allCases.map { fault in
      "\(fault.rawValue) \((seen[fault] ?? 0) * 100 / seeds) %"
    }
    let start = Self.first + batch * seeds
    print("worlds \(start)..<\(start + seeds), seen in:", shares.joined(separator: ", "))
    for fault in FaultCounters.Fault.allCases {
      #expect((seen[fault] ?? 0) * 20 >= seeds, "\(fault) in too few worlds")
    }
  }

  /// Worlds a bug may take to be seen.
  static let patience: UInt64 = 200

  @Test("A mistake is seen by a checker", arguments: Bug.allCases)
  func bugs(bug: Bug) throws {
    for seed in 0..<Self.patience {
      do {
        var world = try World(seed: seed, bug: bug)
        try world.run(steps: Self.steps)
        try world.heal()
      } catch {
        print("\(bug) is seen in world \(seed): \(error)")
        return
      }
    }
    Issue.record("\(bug) was not seen in \(Self.patience) worlds")
  }
}

private func environment(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}
