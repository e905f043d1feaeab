import SampleHistory
import Testing
import Wire

@testable import WindowSync

/// The way to a coordinator: every state against every door, with what follows.
@Suite("A dialed link")
struct LinkTableTests {
  typealias Link = DialedLink<DirectoryLink>
  static let now: UInt64 = 10_000

  static func dialing() -> Link {
    var link = Link()
    _ = link.start()
    return link
  }

  /// A connection that was made at `time`, after one that failed.
  static func linked(at time: UInt64 = now) -> Link {
    var link = dialing()
    _ = link.disconnected("unreachable", .automatic, jitter: 0, end: nil, now: 0)
    _ = link.timer(now: 5_000)
    link.connected(agent: "test", grease: 1, stage: .greeted, now: time)
    _ = link.flush(now: time)
    return link
  }

  static func closing(retryAfter: UInt64?) -> Link {
    var link = linked()
    let goodbye = Goodbye(reason: 0, text: "")
    if let retryAfter {
      _ = link.hangUp(retryAfter: retryAfter, goodbye, now: now)
    } else {
      _ = link.hangUp(.left, goodbye, now: now)
    }
    return link
  }

  static func after(_ link: Link, lost jitter: UInt64 = 0) -> Link {
    var link = link
    _ = link.disconnected("cut", .automatic, jitter: jitter, end: nil, now: now)
    return link
  }

  static let states: [(name: String, make: @Sendable () -> Link)] = [
    ("idle", { Link() }),
    ("waiting", { after(dialing(), lost: 7) }),
    (
      "waiting-due",
      {
        var link = dialing()
        _ = link.disconnected("cut", .automatic, jitter: 0, end: nil, now: 0)
        return link
      }
    ),
    ("waiting-as-asked", { after(closing(retryAfter: 3_000)) }),
    ("dialing", { dialing() }),
    ("linked", { linked() }),
    ("linked-silent", { linked(at: 0) }),
    ("closing-to-retry", { closing(retryAfter: 3_000) }),
    ("closing-to-end", { closing(retryAfter: nil) }),
    (
      "ended",
      {
        var link = Link()
        _ = link.end(.left)
        return link
      }
    ),
    (
      "refused",
      {
        var link = dialing()
        _ = link.disconnected("CA", .identityRefused, jitter: 0, end: nil, now: 0)
        return link
      }
    ),
  ]

  static let doors: [(name: String, open: @Sendable (inout Link) -> [Link.Effect])] = [
    ("start", { $0.start() }),
    ("dial", { $0.dial() }),
    ("hurry", { $0.hurry(now: now) }),
    (
      "revive",
      {
        $0.reviveOnceClosed()
        return []
      }
    ),
    (
      "connected",
      {
        $0.connected(agent: "test", grease: 1, stage: .greeted, now: now)
        return []
      }
    ),
    ("lost", { $0.disconnected("cut", .automatic, jitter: 9, end: nil, now: now) }),
    ("lost at the end", { $0.disconnected("cut", .automatic, jitter: 9, end: .left, now: now) }),
    ("stranger", { $0.disconnected("CA", .identityRefused, jitter: 9, end: nil, now: now) }),
    ("end", { $0.end(.refused) }),
    ("timer", { $0.timer(now: now) }),
    (
      "up",
      {
        $0.enter(.greeted, isUp: true)
        return []
      }
    ),
    (
      "ask",
      {
        _ = $0.converse { $0.request(ListBoards(), .listBoards(ListBoards())) }
        return []
      }
    ),
    ("flush", { $0.flush(now: now) }),
    ("hang up", { $0.hangUp(retryAfter: 90_000, Goodbye(reason: 1, text: "x"), now: now) }),
    ("hang up for good", { $0.hangUp(.left, Goodbye(reason: 0, text: ""), now: now) }),
  ]

  static func line(_ link: Link) -> String {
    let state =
      switch link.state {
      case .linked(let stage, let attempt):
        "linked(\(stage), attempt \(attempt), asked \(link.conversation.value?.unanswered ?? []))"
      case let other: shortText(other)
      }
    return "\(state), wakes \(link.deadline.map { "\($0)" } ?? "never"), not before "
      + "\(link.earliestDial), \(link.trouble)"
  }

  @Test("Every door in every state leads where the table says, with its effects", arguments: states)
  func table(_ state: (name: String, make: @Sendable () -> Link)) throws {
    var lines = [Self.line(state.make())]
    for door in Self.doors {
      var link = state.make()
      let before = Self.line(link)
      let effects = door.open(&link).map { effect in
        if case .send(let bytes) = effect { return "send \(Fixture.frames(bytes).count) frames" }
        return shortText(effect)
      }
      let after = Self.line(link)
      lines.append(
        "\(door.name) -> \(after == before ? "=" : after) | \(effects.joined(separator: "; "))")
    }
    try Recorded.table("Link/\(state.name)", lines)
  }

  @Test("There is a table for each state, and for no other")
  func complete() throws {
    #expect(try Recorded.names(of: "Link") == Set(Self.states.map(\.name)))
    #expect(try Recorded.names(of: "Session") == Set(WindowSessionTableTests.ways.map(\.state)))
    #expect(try Recorded.names(of: "Directory") == Set(DirectoryTableTests.ways.map(\.name)))
    #expect(try Recorded.names(of: "Window") == Set(WaitingWindow.states))
  }
}
