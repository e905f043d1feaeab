import Testing

@testable import WindowSync

/// Looking for what is dialed by: every state against every event, with what follows.
@Suite("The transitions of a dial watch")
struct DialWatchTableTests {
  typealias State = DialWatch.State
  typealias Event = DialWatch.Event
  typealias Effect = DialWatch.Effect

  static let now: UInt64 = 50_000
  static let states: [State] = [
    .off, .resting(until: now), .resting(until: now + 1), .looking,
  ]
  static let events: [Event] = [
    .apart, .settled, .timer, .looked(isNews: false), .looked(isNews: true),
  ]

  struct Row: Sendable {
    let state: State
    let event: Event
    let next: State
    let effects: [Effect]
  }

  private static func row(_ state: State, _ event: Event, _ next: State, _ effects: Effect...)
    -> Row
  {
    Row(state: state, event: event, next: next, effects: effects)
  }

  /// Every pair that does something; all others leave the state as it is and do nothing.
  static let rows: [Row] = [
    row(.off, .apart, .resting(until: now + 2_000), .wake(at: now + 2_000)),
    row(.resting(until: now), .settled, .off),
    row(.resting(until: now), .timer, .looking, .look),
    row(.resting(until: now + 1), .settled, .off),
    row(.looking, .settled, .off),
    row(.looking, .looked(isNews: false), .resting(until: now + 2_000), .wake(at: now + 2_000)),
    row(
      .looking, .looked(isNews: true), .resting(until: now + 2_000), .dial,
      .wake(at: now + 2_000)),
  ]

  @Test("Each pair does what its row says, and every other pair nothing")
  func pairs() {
    var found = 0
    for state in Self.states {
      for event in Self.events {
        let row = Self.rows.first { $0.state == state && $0.event == event }
        if row != nil { found += 1 }
        let (next, effects) = DialWatch.transition(state, event, now: Self.now)
        #expect(next == row?.next ?? state, "\(state) \(event)")
        #expect(effects == row?.effects ?? [], "\(state) \(event)")
      }
    }
    #expect(found == Self.rows.count)
  }
}
