import BoardModel
import Testing

@testable import Windows

@Suite("Windows that are being opened")
struct WindowOpeningsTests {
  private static let (proposed, assigned) = (SessionID(high: 1, low: 1), SessionID(high: 1, low: 2))
  private static let subject = Subject.card(Bench.card(0, 1))
  private static let late = OpeningResult.failed(
    reason: "the new window did not come up within five seconds")

  /// What leads to each state at the time 0.
  static let states: [(name: String, events: [OpeningEvent])] = [
    ("none", []),
    ("asked", [.asked(proposed, subject, .right)]),
    ("started", [.asked(proposed, subject, .right), .assigned(proposed, assigned, title: "b")]),
  ]

  static let events: [(event: OpeningEvent, time: UInt64)] = [
    (.asked(proposed, .favourites, .window), 5),
    (.assigned(proposed, assigned, title: "b"), 5),
    (.activated(proposed, place: "there"), 5),
    (.registered(assigned), 5),
    (.failed(proposed, reason: "no"), 5),
    (.failed(assigned, reason: "no"), 5),
    (.timer, 4_999),
    (.timer, 5_000),
  ]

  private static let wake = OpeningEffect.wake(at: 5_000)

  /// The effects of each event, by state.
  static let table: [[[OpeningEffect]]] = [
    [[], [], [], [], [], [], [], []],
    [
      [], [.start(assigned, .right, title: "b"), .wake(at: 5_005)],
      [.tell(subject, .activated(place: "there"))], [],
      [.tell(subject, .failed(reason: "no"))], [], [], [],
    ],
    [
      [], [], [], [.tell(subject, .registered)], [], [.tell(subject, .failed(reason: "no"))],
      [wake], [.tell(subject, late)],
    ],
  ]

  @Test("Every event in every state has the effects of the table, and a result is told once")
  func transitions() {
    #expect(Self.table.count == Self.states.count)
    for (state, row) in zip(Self.states, Self.table) {
      #expect(row.count == Self.events.count)
      for ((event, time), effects) in zip(Self.events, row) {
        var openings = WindowOpenings()
        for event in state.events { _ = openings.handle(event, now: 0) }
        #expect(openings.handle(event, now: time) == effects, "\(state.name): \(event)")
        guard effects.contains(where: { if case .tell = $0 { true } else { false } }) else {
          continue
        }
        #expect(openings == WindowOpenings(), "\(state.name): \(event)")
      }
    }
  }

  @Test("Of two windows that are late, each is told, and the wait goes on for a third")
  func several() {
    var openings = WindowOpenings()
    for number in 1...3 {
      let session = SessionID(high: 1, low: UInt64(number))
      _ = openings.handle(.asked(session, .favourites, .right), now: 0)
      _ = openings.handle(.assigned(session, session, title: ""), now: number == 3 ? 900 : 0)
    }
    #expect(
      openings.handle(.timer, now: 5_000)
        == [
          .tell(.favourites, Self.late), .tell(.favourites, Self.late), .wake(at: 5_900),
        ])
  }
}
