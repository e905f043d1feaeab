import Testing

@testable import Coordination

@Suite("Transitions of what users carry")
struct DragTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves what is carried as it says",
    arguments: DragBench.State.allCases)
  func table(state: DragBench.State) throws {
    let table = try #require(dragTransitions[state])
    expectTransitions(table) { (event: DragBench.Event) in
      var bench = DragBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
