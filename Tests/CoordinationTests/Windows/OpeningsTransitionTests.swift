import Testing

@testable import Coordination

@Suite("Transitions of what waits for windows")
struct OpeningsTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves those who wait as it says",
    arguments: OpeningsBench.State.allCases)
  func table(state: OpeningsBench.State) throws {
    let table = try #require(openingsTransitions[state])
    expectTransitions(table) { (event: OpeningsBench.Event) in
      var bench = OpeningsBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
