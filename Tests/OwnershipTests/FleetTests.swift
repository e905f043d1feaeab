import Testing

@Suite("Processes that share clusters")
struct FleetTests {
  private static let seeds: ClosedRange<UInt64> = 60_000...60_199

  @Test(
    """
    Whoever is killed, stands still or is cut off: one writes in each epoch, nothing acknowledged is lost
    or doubled, and afterwards every cluster is served
    """)
  func misfortunes() {
    var (takeovers, stale, there, notThere) = (0, 0, 0, 0)
    for seed in Self.seeds {
      var world = FleetWorld(seed: seed)
      world.run(for: 60_000, misfortunes: true)
      let before = world.told.map(\.count)
      world.run(for: 15_000, misfortunes: false)
      #expect(world.found() == [], "seed \(seed)")
      #expect(zip(world.told, before).allSatisfy { $0.count > $1 }, "seed \(seed)")
      takeovers += world.takeovers
      stale += world.database.staleWrites
      there += world.inDoubt.there
      notThere += world.inDoubt.notThere
    }
    print(
      "fleet: \(takeovers) takeovers, \(stale) stale writes, in doubt \(there) there and \(notThere) not"
    )
    #expect(takeovers > 3 * Self.seeds.count)
    #expect(stale > 0)
    #expect(there > 0)
    #expect(notThere > 0)
  }

  @Test("Each mistake is found", arguments: FleetWorld.Mistake.allCases)
  func mistakes(mistake: FleetWorld.Mistake) {
    let isFound = Self.seeds.contains { seed in
      var world = FleetWorld(seed: seed, mistake: mistake)
      world.run(for: 60_000, misfortunes: true)
      return !world.found().isEmpty
    }
    #expect(isFound)
  }
}
