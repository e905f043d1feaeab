import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// What a window tells of its person, and is told of others: every state against every event, with
/// what follows.
@Suite("Presence, told and heard of")
struct PresenceTableTests {
  typealias Way = @Sendable (inout PresenceExchange) -> String
  typealias Event = (name: String, happen: Way)
  typealias State = (name: String, ways: [Way])

  static let now: UInt64 = 10_000
  static let here = PresenceState(isActive: true, focus: .card(Fixture.card(1)))
  static let away = PresenceState(isActive: false, focus: nil)

  static func wants(_ state: PresenceState) -> Way {
    {
      $0.want(state)
      return ""
    }
  }

  static func hears(
    of session: UInt64, _ state: PresenceState?
  ) -> Way {
    let present = Present(
      session: SessionID(high: 2, low: session), author: ScriptedCoordinator.author, state: state)
    return {
      $0.take(present)
      return ""
    }
  }

  static func turns(
    _ reach: PresenceExchange.Reach, at time: UInt64 = now
  ) -> Way {
    { exchange in
      let said = exchange.next(reach, now: time).map { "send \(shortText($0))" }
      let others = exchange.takeOthers().map { others in
        others.count > 4 ? "show \(others.count)" : "show \(others.map(text))"
      }
      return [said, others].compactMap(\.self).joined(separator: "; ")
    }
  }

  static let crowd: [Way] =
    (1...UInt64(Limits.connections)).map { hears(of: $0, here) }

  static let states: [State] = [
    ("silent", []),
    ("wanted", [wants(here)]),
    ("told", [wants(here), turns(.now)]),
    ("told-changed", [wants(here), turns(.now), wants(away)]),
    ("told-too-soon", [wants(here), turns(.now), wants(away), turns(.now)]),
    ("told-and-back", [wants(here), turns(.now), wants(away), turns(.now), wants(here)]),
    ("cut", [wants(here), turns(.now), turns(.none)]),
    ("postponed", [wants(here), turns(.now), wants(away), turns(.now), turns(.later)]),
    ("others", [hears(of: 2, here), hears(of: 1, away), turns(.now)]),
    ("others-changed", [hears(of: 2, here), turns(.now), hears(of: 2, away)]),
    ("crowded", crowd + [turns(.now)]),
  ]

  static let events: [Event] = [
    ("want here", wants(here)),
    ("want away", wants(away)),
    ("PRESENT 1 here", hears(of: 1, here)),
    ("PRESENT 2 away", hears(of: 2, away)),
    ("PRESENT 2 gone", hears(of: 2, nil)),
    ("PRESENT of one more", hears(of: UInt64(Limits.connections) + 1, here)),
    ("turn", turns(.now)),
    ("turn in the pause", turns(.now, at: now + PresencePublisher.pause - 1)),
    ("turn after the pause", turns(.now, at: now + PresencePublisher.pause)),
    ("turn, text first", turns(.later, at: now + PresencePublisher.pause)),
    ("turn, apart", turns(.none)),
  ]

  static func line(_ exchange: PresenceExchange) -> String {
    let publisher = exchange.publisher
    let others = exchange.others.values.sorted { $0.session < $1.session }
    var copy = exchange
    return "wants \(shortText(publisher.wanted as Any)), told \(shortText(publisher.told as Any))"
      + ", not before \(publisher.earliest), due \(publisher.due.map { "\($0)" } ?? "never")"
      + ", \(others.count > 4 ? "\(others.count) others" : "others \(others.map(text))")"
      + (copy.takeOthers() == nil ? "" : ", to be shown")
  }

  private static func text(_ other: OtherWindow) -> String {
    "\(other.session.low) \(shortText(other.state))"
  }

  @Test(
    "Every event in every state leads where the table says, with its effects", arguments: states)
  func table(_ state: State) throws {
    var exchange = PresenceExchange()
    for way in state.ways { _ = way(&exchange) }
    try Recorded.transitions("Presence/\(state.name)", of: exchange, Self.line, Self.events)
  }

  @Test("There is a table for each state, and for no other")
  func complete() throws {
    #expect(try Recorded.names(of: "Presence") == Set(Self.states.map(\.name)))
    #expect(Set(Self.events.map(\.name)).count == Self.events.count)
  }
}
