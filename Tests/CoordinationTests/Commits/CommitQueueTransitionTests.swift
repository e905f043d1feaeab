import Testing

@testable import Coordination

@Suite("Transitions of the queue of commits")
struct CommitQueueTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the queue as it says",
    arguments: CommitQueueBench.State.allCases)
  func table(state: CommitQueueBench.State) throws {
    let table = try #require(commitQueueTransitions[state])
    expectTransitions(table) { (event: CommitQueueBench.Event) in
      var bench = CommitQueueBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
