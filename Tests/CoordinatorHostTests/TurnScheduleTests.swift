import Testing

@testable import CoordinatorHost

@Suite("When turns are")
struct TurnScheduleTests {
  enum State: CaseIterable {
    case idle, scheduled, underWay, followed
  }

  enum Event: CaseIterable {
    case add, begin, end
  }

  struct Row: CustomTestStringConvertible {
    let state: State
    let event: Event
    let turn: TurnSchedule.Turn?
    let next: State

    init(_ state: State, _ event: Event, _ turn: TurnSchedule.Turn?, _ next: State) {
      (self.state, self.event, self.turn, self.next) = (state, event, turn, next)
    }

    var testDescription: String { "\(state), \(event)" }
  }

  static let table: [Row] = [
    Row(.idle, .add, .inThisRound, .scheduled),
    Row(.idle, .begin, nil, .underWay),
    Row(.idle, .end, nil, .idle),
    Row(.scheduled, .add, nil, .scheduled),
    Row(.scheduled, .begin, nil, .underWay),
    Row(.scheduled, .end, nil, .idle),
    Row(.underWay, .add, nil, .followed),
    Row(.underWay, .begin, nil, .underWay),
    Row(.underWay, .end, nil, .idle),
    Row(.followed, .add, nil, .followed),
    Row(.followed, .begin, nil, .underWay),
    Row(.followed, .end, .afterThisRound, .scheduled),
  ]

  private static func schedule(_ state: State) -> TurnSchedule {
    var schedule = TurnSchedule()
    if state != .idle { _ = schedule.add() }
    if state == .underWay || state == .followed { schedule.begin() }
    if state == .followed { _ = schedule.add() }
    return schedule
  }

  @Test("Each state goes on with each event as the table says", arguments: table)
  func transition(row: Row) {
    var schedule = Self.schedule(row.state)
    var turn: TurnSchedule.Turn?
    switch row.event {
    case .add: turn = schedule.add()
    case .begin: schedule.begin()
    case .end: turn = schedule.end()
    }
    #expect(turn == row.turn)
    #expect(schedule == Self.schedule(row.next))
  }

  @Test("The table is complete")
  func complete() {
    #expect(Self.table.count == State.allCases.count * Event.allCases.count)
    #expect(Set(Self.table.map(\.testDescription)).count == Self.table.count)
  }
}
