import BoardModel
import Testing
import Wire

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

  @Test("Of many boards that nobody looks at only the latest stay in memory for ten minutes")
  func crowded() {
    var boards = BoardTable()
    let count = BoardTable.mostIdle + 6
    for number in 1...count {
      // The first stays: somebody is attached. The second: it is not durable yet.
      boards.make(
        BoardTableBench.inMemory(
          board(UInt64(number)), isDurable: number != 2, idleSince: UInt64(1_000 - number)))
    }
    boards.change(board(1)) { $0.subscribe(ConnectionID(1)) }
    func idle(at time: UInt64) -> [UInt64] {
      boards.idle(now: Moment(monotonic: time, wall: 0)).map(\.low)
    }
    let crowd = UInt64(BoardTable.mostIdle + 3)...UInt64(count)
    let last = UInt64(1_000 - count)
    #expect(idle(at: last + BoardTable.crowdedMilliseconds - 1) == [])
    #expect(idle(at: last + BoardTable.crowdedMilliseconds) == [UInt64(count)])
    #expect(idle(at: 1_000 + BoardTable.crowdedMilliseconds) == Array(crowd))
    #expect(idle(at: 900 + BoardTable.idleMilliseconds) == Array(crowd))
    #expect(idle(at: 1_000 + BoardTable.idleMilliseconds) == Array(3...UInt64(count)))
    for id in crowd { boards.unload(board(id)) }
    #expect(idle(at: 900 + BoardTable.idleMilliseconds) == [])
  }
}
