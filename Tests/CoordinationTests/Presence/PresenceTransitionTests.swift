import Testing

@testable import Coordination

@Suite("Transitions of the presence of boards")
struct PresenceTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the presence as it says",
    arguments: PresenceBench.State.allCases)
  func table(state: PresenceBench.State) throws {
    let table = try #require(presenceTransitions[state])
    expectTransitions(table) { (event: PresenceBench.Event) in
      var bench = PresenceBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
