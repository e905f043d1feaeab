import Statements
import Testing

@testable import Transport

@Suite("Which address has the next turn")
struct AddressTurnsTests {
  private static let second: UInt64 = 1_000_000_000
  /// The address that the tables are about.
  private static let one = PeerAddress.v4(1)

  private static func other(_ number: Int) -> PeerAddress { .v6(UInt64(number)) }

  private static func has(_ address: PeerAddress, at time: UInt64, _ turns: inout AddressTurns) {
    turns.enter(address, now: time)
    turns.take(address, now: time)
  }

  private func kind(of address: PeerAddress, _ turns: AddressTurns) -> AddressTurns.Kind? {
    [.returning, .new].first { turns[$0].contains(address) }
  }

  // MARK: An address

  enum Stage: CaseIterable {
    case absent, returning, new
  }

  enum Step: CaseIterable {
    case enter, leave, take
  }

  struct Row: CustomTestStringConvertible {
    let stage: Stage
    let step: Step
    let kind: AddressTurns.Kind?

    init(_ stage: Stage, _ step: Step, _ kind: AddressTurns.Kind?) {
      (self.stage, self.step, self.kind) = (stage, step, kind)
    }

    var testDescription: String { "\(stage), \(step)" }
  }

  static let table: [Row] = [
    Row(.absent, .enter, .new),
    Row(.absent, .leave, nil),
    Row(.returning, .enter, .returning),
    Row(.returning, .leave, nil),
    Row(.returning, .take, nil),
    Row(.new, .enter, .new),
    Row(.new, .leave, nil),
    Row(.new, .take, nil),
  ]

  @Test("Each stage goes on with each step as the table says", arguments: table)
  func transition(row: Row) {
    var turns = AddressTurns()
    switch row.stage {
    case .absent: break
    case .new: turns.enter(Self.one, now: 0)
    case .returning:
      Self.has(Self.one, at: 0, &turns)
      Self.has(Self.one, at: 0, &turns)
      turns.enter(Self.one, now: 0)
    }
    switch row.step {
    case .enter: turns.enter(Self.one, now: 0)
    case .leave: turns.leave(Self.one)
    case .take: turns.take(Self.one, now: 0)
    }
    #expect(kind(of: Self.one, turns) == row.kind)
    #expect(turns.order == (row.kind == nil ? [] : [Self.one]))
    #expect(turns.isEmpty == (row.kind == nil))
  }

  @Test("The table is complete: only those in line have turns")
  func complete() {
    for stage in Stage.allCases {
      for step in Step.allCases where (stage, step) != (.absent, .take) {
        #expect(Self.table.count { $0.stage == stage && $0.step == step } == 1, "\(stage) \(step)")
      }
    }
  }

  // MARK: What is remembered

  @Test(
    "Who had a turn in the last 5 seconds returns, and who had none is new",
    .holds("TLS-025"),
    arguments: [
      ([], .new), ([0], .new), ([1], .returning), ([0, 3 * second], .returning),
      ([0, 5 * second], .returning),
    ] as [([UInt64], AddressTurns.Kind)])
  func age(times: [UInt64], expected: AddressTurns.Kind) {
    var turns = AddressTurns()
    for time in times { Self.has(Self.one, at: time, &turns) }
    turns.enter(Self.one, now: 5 * Self.second)
    #expect(kind(of: Self.one, turns) == expected)
  }

  @Test(
    "The last 8,192 turns are remembered, and no more", .holds("TLS-025"),
    arguments: [(8_191, .returning), (8_192, .new)] as [(Int, AddressTurns.Kind)])
  func bound(others: Int, expected: AddressTurns.Kind) {
    var turns = AddressTurns()
    Self.has(Self.one, at: 0, &turns)
    for number in 0..<others { Self.has(Self.other(number), at: 0, &turns) }
    turns.enter(Self.one, now: 0)
    #expect(kind(of: Self.one, turns) == expected)
  }

  @Test(
    "An address that had several of these turns is remembered until the last of them is not",
    arguments: [(8_191, .returning), (8_192, .new)] as [(Int, AddressTurns.Kind)])
  func several(others: Int, expected: AddressTurns.Kind) {
    var turns = AddressTurns()
    for _ in 0..<2 { Self.has(Self.one, at: 0, &turns) }
    for number in 0..<others { Self.has(Self.other(number), at: 0, &turns) }
    turns.enter(Self.one, now: 0)
    #expect(kind(of: Self.one, turns) == expected)
  }

  @Test("Who waits keeps its place in its line, however long that takes")
  func keeps() {
    var turns = AddressTurns()
    Self.has(Self.one, at: 0, &turns)
    turns.enter(Self.one, now: Self.second)
    turns.enter(Self.one, now: 60 * Self.second)
    #expect(turns[.returning] == [Self.one])
    #expect(turns[.new] == [])
  }

  // MARK: Turns

  /// So many that return, and so many new ones, whose turn it is.
  private func waiting(returning: Int, new: Int) -> AddressTurns {
    var turns = AddressTurns()
    for number in 0..<returning { Self.has(Self.other(number), at: 0, &turns) }
    if returning > 0 { Self.has(Self.other(0), at: 0, &turns) }
    for number in 0..<returning + new { turns.enter(Self.other(number), now: 0) }
    return turns
  }

  @Test(
    "While both wait they have turns in the order in which they came, the new ones first",
    arguments: [
      (0, 3, [0, 1, 2]), (3, 0, [0, 1, 2]), (2, 2, [2, 0, 3, 1]), (3, 1, [3, 0, 1, 2]),
      (1, 3, [1, 0, 2, 3]),
    ])
  func order(returning: Int, new: Int, expected: [Int]) {
    var turns = waiting(returning: returning, new: new)
    #expect(turns[.returning].count == returning)
    #expect(turns[.new].count == new)
    var order: [PeerAddress] = []
    while let first = turns.order.first {
      order.append(first)
      turns.take(first, now: 0)
    }
    #expect(order == expected.map(Self.other))
  }

  @Test(
    "While others return, new ones have half of the turns, or their part of all where that is more",
    .holds("TLS-025"),
    arguments: [(1, 1), (60, 1), (1, 60), (60, 30), (40, 40), (30, 60), (20, 50)])
  func shares(returning: Int, new: Int) {
    var turns = waiting(returning: returning, new: new)
    var next = returning + new
    var ofNew = 0
    let count = 5_000
    for _ in 0..<count {
      guard let first = turns.order.first else { break }
      let isNew = turns[.new].contains(first)
      turns.take(first, now: 0)
      if isNew {
        ofNew += 1
        turns.enter(Self.other(next), now: 0)
        next += 1
      } else {
        turns.enter(first, now: 0)
      }
    }
    let least = max(0.5, Double(new) / Double(returning + new))
    let share = Double(ofNew) / Double(count)
    #expect(share >= least - 0.005)
    #expect(share <= least + 0.01)
  }

  @Test("One that returns waits for as many turns as if all stood in one line", .holds("TLS-025"))
  func oneLine() {
    var turns = AddressTurns()
    Self.has(Self.one, at: 0, &turns)
    for number in 0..<4 { turns.enter(Self.other(number), now: 0) }
    turns.enter(Self.one, now: 0)
    for number in 4..<6 { turns.enter(Self.other(number), now: 0) }
    var order: [PeerAddress] = []
    while let first = turns.order.first {
      order.append(first)
      turns.take(first, now: 0)
    }
    #expect(order == (0..<4).map(Self.other) + [Self.one] + (4..<6).map(Self.other))
  }

  @Test(
    "Those that return and then stay away have all had a turn after twice as many as are in line",
    arguments: [(100, 900), (500, 500), (100, 100), (900, 100), (900, 1)])
  func draining(returning: Int, new: Int) {
    var turns = AddressTurns()
    for number in 0..<returning { Self.has(Self.other(number), at: 0, &turns) }
    var next = returning
    func comeNew() {
      turns.enter(Self.other(next), now: 0)
      next += 1
    }
    for _ in 0..<new { comeNew() }
    for number in 0..<returning { turns.enter(Self.other(number), now: 0) }
    var count = 0
    while !turns[.returning].isEmpty, let first = turns.order.first, count < 10_000 {
      count += 1
      let isNew = turns[.new].contains(first)
      turns.take(first, now: 0)
      // These never return.
      if isNew { comeNew() }
    }
    #expect(count <= new + 2 * returning)
  }

  @Test("Where nobody can go on whose turn it is, the others have it, and the turn stays")
  func instead() {
    var turns = waiting(returning: 2, new: 2)
    #expect(turns.order == [2, 3, 0, 1].map(Self.other))
    turns.take(Self.other(0), now: 0)
    #expect(turns.order == [2, 3, 1].map(Self.other))
    turns.take(Self.other(3), now: 0)
    #expect(turns.order == [1, 2].map(Self.other))
  }
}
