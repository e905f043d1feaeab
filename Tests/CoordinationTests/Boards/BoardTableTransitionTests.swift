import Testing

@testable import Coordination

@Suite("Transitions of the table of boards")
struct BoardTableTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the board as it says",
    arguments: BoardTableBench.State.allCases)
  func table(state: BoardTableBench.State) throws {
    let table = try #require(boardTableTransitions[state])
    expectTransitions(table) { (event: BoardTableBench.Event) in
      var bench = BoardTableBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
