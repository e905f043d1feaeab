import LogRecords
import Testing
import Wire

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

  @Test("Of what came to a connection nothing is kept from when it leaves")
  func leaving() {
    var connection = ConnectionBench(.following).connection
    let now = Moment(monotonic: 1_000, wall: 1_000)
    let ending = Message.endWindow(
      EndWindow(session: session(1), ending: .standard, reason: "done"))
    connection.feed([UInt8](repeating: 0, count: 10), now: now)
    connection.resume(1, ending)
    #expect(connection.partialBytes == 10)
    var isNextLogged = connection.isNextLogged
    #expect(isNextLogged)
    connection.leave(by: 5_000)
    #expect(connection.partialBytes == 0)
    isNextLogged = connection.isNextLogged
    #expect(!isNextLogged)
    connection.feed([0, 0], now: now)
    connection.resume(2, ending)
    #expect(connection.partialBytes == 0)
    isNextLogged = connection.isNextLogged
    #expect(!isNextLogged)
  }
}
