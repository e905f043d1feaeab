import Testing

@testable import Coordination

@Suite("Transitions of a connection")
struct ConnectionTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the connection as it says",
    arguments: ConnectionState.allCases)
  func table(state: ConnectionState) throws {
    let table = try #require(connectionTransitions[state])
    expectTransitions(table) { (event: ConnectionEvent) in
      var bench = ConnectionBench(state)
      let effect = bench.happen(event)
      return "\(effect) | \(bench.standing)"
    }
  }
}
