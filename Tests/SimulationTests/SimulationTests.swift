import Glibc
import OwnThread
import Testing

@Suite(.serialized, .ownThread)
struct SimulationTests {
  /// Worlds in one run; `SIMULATION_SEEDS` asks for more, `SIMULATION_FIRST` for others.
  static let seeds = environment("SIMULATION_SEEDS") ?? usual
  static let first = environment("SIMULATION_FIRST") ?? 0
  static let steps = 500
  /// So many worlds tell how often something happens; few do not.
  static let usual = 2_000

  @Test("Nothing acknowledged is lost or applied twice, and everybody ends with the same board")
  func worlds() throws {
    var seen: [Seen: Int] = [:]
    for seed in UInt64(Self.first)..<UInt64(Self.first + Self.seeds) {
      var world = try World(seed: seed)
      let violations = world.verdict(steps: Self.steps)
      if !violations.isEmpty {
        for line in world.story { print(line) }
        Issue.record("seed \(seed): \(violations)")
      }
      for one in world.counters.counts.keys { seen[one, default: 0] += 1 }
    }
    guard Self.seeds >= Self.usual else { return }
    let shares = Seen.allCases.map { "\($0) \((seen[$0] ?? 0) * 1_000 / Self.seeds)" }
    print("of 1000 worlds seen in:", shares.joined(separator: ", "))
    for one in Seen.allCases {
      #expect((seen[one] ?? 0) * 1_000 >= Self.seeds * one.share, "\(one) in too few worlds")
    }
  }

  /// Worlds a bug may take to be seen.
  static let patience: UInt64 = 2_000

  @Test("A mistake is seen by the checker that is there for it", arguments: Bug.allCases)
  func bugs(bug: Bug) throws {
    var others: Set<Checker> = []
    for seed in 0..<Self.patience {
      var world = try World(seed: seed, bug: bug)
      let violations = world.verdict(steps: Self.steps)
      guard let seen = violations.first(where: { $0.checker == bug.checker }) else {
        others.formUnion(violations.map(\.checker))
        continue
      }
      print("\(bug) is seen in world \(seed): \(seen)")
      return
    }
    Issue.record(
      "\(bug) was not seen by \(bug.checker) in \(Self.patience) worlds, but by \(others)")
  }
}

private func environment(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}
