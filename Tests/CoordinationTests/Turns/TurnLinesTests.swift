import Statements
import Testing

@testable import Coordination

@Suite("Turns in two lines")
struct TurnLinesTests {
  @Test(
    "Where groups end the turns, each of those who wait has its part of the groups",
    .holds("LIM-014"))
  func groups() {
    var lines = TurnLines()
    for number in 0..<5 {
      lines.add(ConnectionID(UInt64(number)), of: .user("user\(number)"), to: .logged)
    }
    // One with many connections has no more.
    for number in 100..<140 {
      lines.add(ConnectionID(UInt64(number)), of: .user("user0"), to: .logged)
    }
    var handled: [Payer: Int] = [:]
    for _ in 0..<1_000 {
      var room = 7
      while room > 0, let turn = lines.next(withLogged: true) {
        let count = min(room, turn.credit / 50 + 1)
        room -= count
        handled[turn.payer, default: 0] += count
        lines.took(count * 50, of: turn.id, turn.payer, rest: .logged)
      }
    }
    #expect(handled.count == 5)
    for (payer, count) in handled { #expect(abs(count - 1_400) <= 40, "\(payer) had \(count)") }
  }

  @Test("What does not go to the log goes on while a group is full, and has half of the turns else")
  func open() {
    var lines = TurnLines()
    let (writer, reader) = (ConnectionID(1), ConnectionID(2))
    lines.add(writer, of: .user("ann"), to: .logged)
    lines.add(reader, of: .user("ben"), to: .open)
    for _ in 0..<10 {
      #expect(lines.next(withLogged: false)?.id == reader)
      lines.took(100, of: reader, .user("ben"), rest: .open)
    }
    var turns: [ConnectionID: Int] = [:]
    for _ in 0..<100 {
      guard let turn = lines.next(withLogged: true) else { break }
      turns[turn.id, default: 0] += 1
      lines.took(100, of: turn.id, turn.payer, rest: turn.id == writer ? .logged : .open)
    }
    #expect(turns == [writer: 50, reader: 50])
  }

  @Test("Who goes over to the other line stands there alone, and whoever is done in neither")
  func changes() {
    var lines = TurnLines()
    let id = ConnectionID(1)
    lines.add(id, of: .user("ann"), to: .open)
    _ = lines.next(withLogged: true)
    lines.took(10, of: id, .user("ann"), rest: .logged)
    #expect(lines.isEmpty(withLogged: false))
    #expect(!lines.isEmpty(withLogged: true))
    #expect(lines.holds(id))
    #expect(lines.next(withLogged: false)?.id == nil)
    #expect(lines.next(withLogged: true)?.id == id)
    lines.took(10, of: id, .user("ann"), rest: nil)
    #expect(!lines.holds(id))
    #expect(lines.isEmpty(withLogged: true))
  }
}
