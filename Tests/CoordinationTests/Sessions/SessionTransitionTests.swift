import LogRecords
import Testing

@testable import Coordination

/// What every event does to a session in every state.
@Suite("Transitions of a session")
struct SessionTransitionTests {
  @Test(
    "Every event has the effect of the table, and leaves the state",
    arguments: SessionState.allCases)
  func table(state: SessionState) throws {
    let table = try #require(heldTransitions[state] ?? unheldTransitions[state])
    var expected: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " <- ", maxSplits: 1)
      for name in parts[1].split(separator: " ") {
        #expect(expected[String(name)] == nil, "\(name) stands twice")
        expected[String(name)] = String(parts[0])
      }
    }
    #expect(Set(expected.keys) == Set(SessionEvent.allCases.map(\.rawValue)))
    for event in SessionEvent.allCases {
      var bench = SessionBench(state)
      let effect = bench.happen(event)
      #expect(
        "\(effect) | \(bench.standing)" == expected[event.rawValue], "\(state): \(event.rawValue)")
    }
  }
}
