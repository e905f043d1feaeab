import Randomness
import Statements
import Testing

@testable import Coordination

@Suite("Turns by cost")
struct TurnsTests {
  /// Users who always have something to handle, each message of a cost of its own.
  private static func handled(_ costs: [String: Int], upTo total: Int) -> [String: Int] {
    var turns = Turns()
    for (number, user) in costs.keys.sorted().enumerated() {
      turns.add(ConnectionID(UInt64(number)), of: .user(user))
    }
    var handled: [String: Int] = [:]
    var spent = 0
    while spent < total, let turn = turns.next() {
      guard case .user(let user) = turn.payer, let cost = costs[user] else { break }
      turns.took(cost, isDone: false)
      handled[user, default: 0] += cost
      spent += cost
    }
    return handled
  }

  @Test(
    "Of W busy users each gets its part, whatever its messages cost",
    .holds("LIM-014"), arguments: [1, 2, 20, 100])
  func parts(users: Int) {
    var costs: [String: Int] = [:]
    for number in 1...users { costs["user\(number)"] = 20 + number * 97 % 4_000 }
    let total = 10_000_000
    let handled = Self.handled(costs, upTo: total)
    for (user, part) in handled {
      #expect(abs(part - total / users) <= 8_000, "\(user) got \(part) of \(total)")
    }
    #expect(handled.count == users)
  }

  @Test(
    "Twenty honest users beside one whose every message costs a hundred of theirs keep their part"
  )
  func flood() {
    var costs: [String: Int] = ["flood": 7_000]
    for number in 1...20 { costs["honest\(number)"] = 70 }
    let handled = Self.handled(costs, upTo: 21_000_000)
    for (user, part) in handled where user != "flood" {
      #expect(part >= 800_000, "\(user) got \(part) of 1,000,000")
    }
  }

  @Test("Who has many connections has no more turns, and each of them has its own")
  func connections() {
    var turns = Turns()
    for number in 0..<64 { turns.add(ConnectionID(UInt64(number)), of: .user("many")) }
    turns.add(ConnectionID(99), of: .user("one"))
    var handled: [ConnectionID: Int] = [:]
    for _ in 0..<12_800 {
      guard let turn = turns.next() else { break }
      turns.took(100, isDone: false)
      handled[turn.id, default: 0] += 1
    }
    #expect(abs((handled[ConnectionID(99)] ?? 0) - 6_400) <= 10)
    for number in 0..<64 {
      #expect((95...105).contains(handled[ConnectionID(UInt64(number))] ?? 0))
    }
  }

  @Test("Who sends one costly message at a time waits for as many rounds as it is worth")
  func debt() {
    var turns = Turns()
    let (flood, honest) = (ConnectionID(1), ConnectionID(2))
    turns.add(honest, of: .user("honest"))
    var spent = (flood: 0, honest: 0)
    for _ in 0..<10_000 {
      // The next one comes as soon as the one before is handled.
      turns.add(flood, of: .user("flood"))
      guard let turn = turns.next() else { break }
      if turn.id == flood {
        turns.took(10_000, isDone: true)
        spent.flood += 10_000
      } else {
        turns.took(100, isDone: false)
        spent.honest += 100
      }
    }
    #expect(abs(spent.flood - spent.honest) <= 20_000, "\(spent)")
  }

  @Test("Who is alone has every turn, and owes nothing to those who come later")
  func alone() {
    var turns = Turns()
    let (first, second) = (ConnectionID(1), ConnectionID(2))
    turns.add(first, of: .user("first"))
    for _ in 0..<100 {
      #expect(turns.next()?.id == first)
      turns.took(20_000, isDone: false)
    }
    #expect(turns.next()?.credit == Turns.quantum)
    turns.took(20_000, isDone: true)
    #expect(turns.isEmpty)
    turns.add(second, of: .user("second"))
    turns.add(first, of: .user("first"))
    #expect(turns.next()?.id == second)
    turns.took(Turns.quantum, isDone: false)
    #expect(turns.next()?.id == first)
  }

  @Test("Whatever happens, whoever waits has a turn, and nobody else", arguments: UInt64(0)..<50)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var turns = Turns()
    var waiting: Set<ConnectionID> = []
    for _ in 0..<2_000 {
      if random.below(3) == 0 {
        let number = UInt64(random.below(40))
        turns.add(ConnectionID(number), of: .user("user\(number % 7)"))
        waiting.insert(ConnectionID(number))
      } else if let turn = turns.next() {
        #expect(waiting.contains(turn.id))
        #expect(turn.credit > 0)
        let isDone = random.below(2) == 0
        turns.took(Int(random.below(30_000)), isDone: isDone)
        if isDone { waiting.remove(turn.id) }
      }
      #expect(turns.isEmpty == waiting.isEmpty)
      for id in waiting where !turns.holds(id) { Issue.record("\(id) does not wait") }
    }
  }
}
