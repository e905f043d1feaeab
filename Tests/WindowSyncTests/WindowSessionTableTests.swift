import BoardModel
import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// Whose session a window speaks for: every state against every event, with what follows.
@Suite("The session of a window")
struct WindowSessionTableTests {
  static let own = SessionID(high: 1, low: 1)
  static let fresh = SessionID(high: 1, low: 2)
  static let store = IncarnationID(high: 9, low: 1)

  static func session(listed: Bool = true) -> WindowSession {
    let identity = ReplicaIdentity(
      board: Fixture.board, session: own, instance: InstanceID(high: 2, low: 1),
      author: ScriptedCoordinator.author, configuration: .board,
      window: listed ? WindowIdentity(activity: Activity(.board, title: "B"), place: "desk") : nil)
    var session = WindowSession(identity, saved: nil)
    _ = session.handle(.attached(epoch: 3, store))
    return session
  }

  static let fence = SessionEvent.fenced(isDelivered: false, nextCounter: 5)

  /// How each state is reached from a session that is attached.
  static let ways: [(state: String, events: [SessionEvent])] = [
    ("holding", []),
    ("naming", [.named]),
    ("fenced-away", [fence]),
    ("expired-away", [.lost(.expired)]),
    ("store-gone", [.lost(.storeReplaced)]),
    ("undeliverable", [.lost(.undeliverable)]),
    ("fenced-succeeding", [fence, identity]),
    ("expired-succeeding", [.lost(.expired), identity]),
    ("fenced-adopting", [fence, identity, attached, renumbered]),
    ("expired-adopting", [.lost(.expired), identity, attached, renumbered]),
    ("store-adopting", [.lost(.storeReplaced), identity, attached, renumbered]),
    ("refused-adopting", [.lost(.undeliverable), identity, attached, renumbered]),
    ("delivering", [fence, identity, attached, renumbered, .carriedOver]),
    ("delivering-wanted", [fence, identity, attached, renumbered, .carriedOver, .wanted]),
    ("surrendered", [.fenced(isDelivered: true, nextCounter: 5)]),
    ("ended", [.ended("closed by bob"), .fenced(isDelivered: true, nextCounter: 5)]),
    ("ended-away", [.ended("closed by bob"), .fenced(isDelivered: true, nextCounter: 5), .goesOn]),
    (
      "ended-adopting",
      [
        .ended("closed by bob"), .fenced(isDelivered: true, nextCounter: 5), .goesOn, identity,
        attached, renumbered,
      ]
    ),
    ("reclaiming", [.fenced(isDelivered: true, nextCounter: 5), .takingOver]),
  ]

  static let identity = SessionEvent.freshIdentity(fresh, InstanceID(high: 2, low: 2))
  static let attached = SessionEvent.attached(epoch: 1, store)
  static let renumbered = SessionEvent.renumbered(count: 2, undelivered: 4)

  static let events: [(name: String, event: SessionEvent)] = [
    ("fenced", fence),
    ("fenced, all delivered", .fenced(isDelivered: true, nextCounter: 5)),
    ("ended", .ended("closed by bob")),
    ("goes on", .goesOn),
    ("expired", .lost(.expired)),
    ("store replaced", .lost(.storeReplaced)),
    ("undeliverable", .lost(.undeliverable)),
    ("identity", .freshIdentity(SessionID(high: 1, low: 7), InstanceID(high: 2, low: 7))),
    ("attached", .attached(epoch: 4, store)),
    ("attached elsewhere", .attached(epoch: 3, IncarnationID(high: 9, low: 2))),
    ("named", .named),
    ("renumbered", renumbered),
    ("carried over", .carriedOver),
    ("delivered", .delivered),
    ("wanted", .wanted),
    ("taking over", .takingOver),
  ]

  static func line(_ session: WindowSession) -> String {
    var parts = [shortText(session.ownership), "as \(shortText(session.identity.session))"]
    parts.append("epoch \(session.epoch)")
    if session.incarnation != store { parts.append("store \(shortText(session.incarnation))") }
    if session.onDisk != own { parts.append("disk \(shortText(session.onDisk))") }
    if !session.predecessors.isEmpty { parts.append("was \(shortText(session.predecessors))") }
    if session.manner != .resume { parts.append("\(session.manner)") }
    if let ended = session.ended { parts.append("over: \(ended)") }
    return parts.joined(separator: ", ")
  }

  @Test("Every event in every state leads where the table says, with its effects", arguments: ways)
  func table(_ way: (state: String, events: [SessionEvent])) throws {
    var start = Self.session()
    for event in way.events { _ = start.handle(event) }
    var actual: [String] = []
    for (name, event) in Self.events {
      var session = start
      let effects = session.handle(event)
      let isSame = session == start
      actual.append(
        "\(name) -> \(isSame ? "=" : Self.line(session)) | \(effects.map(shortText).joined(separator: "; "))"
      )
    }
    // Which window it is differs nowhere.
    let identity = shortText(Self.session().identity)
    let lines = ([Self.line(start)] + actual).map {
      $0.split(separator: identity, omittingEmptySubsequences: false).joined(separator: "SELF")
    }
    try Recorded.table("Session/\(way.state)", lines)
  }

  @Test("A session that is not listed leaves no mark on the disk when it is given up")
  func unlisted() {
    var session = Self.session(listed: false)
    #expect(session.handle(.fenced(isDelivered: true, nextCounter: 5)) == [.surrendered])
  }
}
