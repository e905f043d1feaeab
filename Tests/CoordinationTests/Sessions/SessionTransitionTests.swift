import Testing

@testable import Coordination

@Suite("Transitions of a session")
struct SessionTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the session as it says",
    arguments: SessionState.allCases)
  func table(state: SessionState) throws {
    let table = try #require(heldTransitions[state] ?? unheldTransitions[state])
    expectTransitions(table) { (event: SessionEvent) in
      var bench = SessionBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
