import BoardModel
import LogRecords
import Testing
import Wire

@testable import Coordination

/// More windows at a board than are told at once.
@Suite("In a crowd")
struct CrowdTests {
  private let ann = Author(user: "ann", device: "laptop")
  private let board = BoardID(high: 0xB0, low: 1)

  private func listeners(
    _ numbers: ClosedRange<UInt64>, _ told: [SessionID: PresenceTold], room: Int = 100_000,
    waits: Set<UInt64> = []
  ) -> [PresenceTable.Listener] {
    numbers.map { number in
      PresenceTable.Listener(
        connection: ConnectionID(number), session: session(number),
        told: told[session(number)] ?? PresenceTold(),
        room: waits.contains(number) ? 0 : room, waitsForRoom: waits.contains(number))
    }
  }

  @Test("Windows are told in turns, each once, and a board is at rest once all know everything")
  func rounds() {
    var table = PresenceTable()
    let numbers = 1...600 as ClosedRange<UInt64>
    table.set(session(7), ann, state(1), on: board)
    var told: [SessionID: PresenceTold] = [:]
    var counts: [Int] = []
    for round in 0..<3 {
      #expect(table.untold == [board])
      let time = Moment(monotonic: UInt64(round) * 50 + 1_000, wall: 0)
      let tellings = table.tell(board, to: listeners(numbers, told), now: time)
      for (id, telling) in tellings {
        #expect(told.updateValue(telling.told, forKey: session(id.rawValue)) == nil)
      }
      counts.append(tellings.count)
    }
    #expect(counts == [256, 256, 88])
    #expect(table.untold == [])
  }

  @Test("A window that does not read does not have the others of a crowd told again and again")
  func slowOne() {
    var table = PresenceTable()
    let numbers = 1...300 as ClosedRange<UInt64>
    table.set(session(7), ann, state(1), on: board)
    var told: [SessionID: PresenceTold] = [:]
    func round(_ time: UInt64, waits: Set<UInt64>) {
      let tellings = table.tell(
        board, to: listeners(numbers, told, waits: waits), now: Moment(monotonic: time, wall: 0))
      for (id, telling) in tellings { told[session(id.rawValue)] = telling.told }
    }
    for time in [1_000, 1_050] as [UInt64] { round(time, waits: [3, 290]) }
    #expect(table.untold == [])
    #expect(told[session(3)]?.isWhole == false)
    #expect(told[session(290)]?.isWhole == false)
    // It has room again, and comes in its turn.
    table.catchUp(on: board, after: told[session(290)] ?? PresenceTold())
    #expect(table.untold == [board])
    for time in [1_100, 1_150] as [UInt64] where table.untold == [board] {
      round(time, waits: [3])
    }
    #expect(told[session(290)]?.known == [session(7)])
    #expect(table.untold == [])
  }

  @Test("A session that came and went again and again is forgotten once all were told")
  func comesAndGoes() {
    var table = PresenceTable()
    for _ in 0..<100 {
      table.set(session(1), ann, state(1), on: board)
      table.set(session(2), ann, state(2), on: board)
      table.end(session(1), on: board)
    }
    let tellings = table.tell(
      board, to: listeners(9...9, [:]), now: Moment(monotonic: 1_000, wall: 0))
    #expect(tellings.map(\.telling.told.known) == [[session(2)]])
    #expect(table.rolls[board]?.entries.keys.sorted() == [session(2)])
  }

  private func state(_ number: UInt64) -> PresenceState {
    PresenceState(isActive: true, focus: .card(card(number)))
  }
}
