import BoardModel
import Coordination
import LogRecords
import MemoryStore
import OwnThread
import Statements
import Testing
import Wire

struct PresenceTests {
  private let looking = PresenceState(isActive: true, focus: .card(card(1)))

  @Test("Who attaches is told of everyone at once, then of each change", .holds("PRS-005"))
  func newcomer() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    harness.say(ann, looking)
    harness.advance(50)
    harness.say(ben, PresenceState(isActive: false, focus: nil))
    harness.advance(1_000)
    _ = harness.presents(ann)
    let cleo = try harness.attach(3, user: "cleo")
    #expect(
      harness.presents(cleo) == [
        Present(session: session(1), author: Author(user: "ann", device: "laptop"), state: looking),
        Present(
          session: session(2), author: Author(user: "ben", device: "laptop"),
          state: PresenceState(isActive: false, focus: nil)),
      ])
    #expect(harness.presents(ann).isEmpty)
    let editing = PresenceState(isActive: true, focus: .field(.cardTitle(card(1))))
    harness.advance(50)
    harness.say(ann, editing)
    for window in [ben, cleo] {
      #expect(harness.presents(window).last?.state == editing)
    }
    #expect(harness.presents(ann).isEmpty)
  }

  @Test("What is said is passed on as it is, whatever it names", .holds("PRS-002"))
  func unknownNames() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    let caret = TextIdentity(
      operation: OperationID(session: session(9), epoch: 1, counter: 77), offset: 3)
    let states = [
      PresenceState(isActive: true, focus: .body(card(99), caret: caret)),
      PresenceState(
        isActive: false, focus: .comment(card(1), CommentID(high: 0, low: 1), caret: nil)),
      PresenceState(isActive: true, focus: .field(.columnTitle(column(99)))),
    ]
    for state in states {
      harness.say(ann, state)
      harness.advance(50)
      #expect(harness.presents(ben).map(\.state) == [state])
    }
  }

  enum Leaving: CaseIterable {
    case cut, goodbye, detach, close, malformed, replaced, takenOver, drained
  }

  @Test(
    "Whoever leaves is gone at once, however it leaves", .holds("PRS-008"),
    arguments: Leaving.allCases)
  func leaving(_ how: Leaving) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    harness.say(ann, looking)
    harness.advance(60)
    _ = harness.presents(ben)
    switch how {
    case .cut: harness.handle(.closed(ann.connection))
    case .goodbye: harness.send(ann.connection, Goodbye(reason: 0, text: "").frame())
    case .detach: _ = try harness.request(ann.connection, Detach(close: false))
    case .close: _ = try harness.request(ann.connection, Detach(close: true))
    case .malformed:
      harness.send(
        ann.connection, Frame(type: Presence.type, flags: [], request: 0, payload: [2]))
    case .replaced: _ = try harness.attach(1, epoch: 1)
    case .takenOver: _ = try harness.attach(1, instance: 2)
    case .drained: harness.handle(.drain)
    }
    let gone = Present(
      session: session(1), author: Author(user: "ann", device: "laptop"), state: nil)
    // Who stops says goodbye to all in the same moment.
    #expect(harness.presents(ben) == (how == .drained ? [] : [gone]))
  }

  @Test("A silent death ends a presence within 45 seconds", .holds("PRS-011"))
  func silence() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    harness.say(ann, looking)
    _ = harness.presents(ben)
    var went: UInt64?
    for second in 1...45 where went == nil {
      harness.send(ben.connection, Acknowledge(sequence: 1, counter: 0).frame())
      harness.advance(1_000)
      if harness.presents(ben).contains(where: { $0.state == nil }) { went = UInt64(second) }
    }
    let second = try #require(went)
    #expect(second >= 37)
  }

  @Test("A coordinator that would notice a death too late does not offer presence")
  func slowKeepalive() throws {
    for (keepalive, isOffered) in [(15_000, true), (17_000, true), (17_001, false)] {
      var harness = CoordinatorHarness { $0.keepaliveMilliseconds = UInt32(keepalive) }
      let id = harness.connect()
      guard case .welcome(let welcome) = try harness.request(id, Hello.usual) else { continue }
      #expect(welcome.features.contains(Feature.presence) == isOffered, "\(keepalive)")
    }
  }

  @Test("A command is nobody's presence and is told of none", .holds("PRS-003"))
  func commands() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let command = try harness.attachCommand(2)
    harness.say(command, looking)
    harness.say(ann, looking)
    #expect(harness.presents(ann).isEmpty)
    #expect(harness.presents(command).isEmpty)
    let ben = try harness.attach(3, user: "ben")
    harness.advance(60)
    #expect(harness.presents(ben).map(\.session) == [session(1)])
  }

  @Test("A peer that does not name the feature is sent nothing", .holds("PRS-007"))
  func featureNotNamed() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    harness.say(ann, looking)
    let old = try harness.attach(2, features: [Feature.digest])
    harness.advance(1_000)
    #expect(harness.presents(old).isEmpty)
    harness.say(old, looking)
    #expect(harness.codes(old.connection) == [.unexpectedMessage])
  }

  @Test("Presence without an attachment, and on a board of nobody else, has no effect")
  func unattached() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    try harness.makeBoard(board(2))
    let ben = try harness.attach(2, user: "ben")
    let id = try harness.greeted()
    harness.send(id, Presence(state: looking).frame())
    let elsewhere = try harness.attach(3, board: board(2))
    harness.say(elsewhere, looking)
    harness.advance(1_000)
    #expect(harness.presents(ben).isEmpty)
    #expect(harness.peers[id]?.finished == false)
  }

  @Test("Presence leaves no trace in the log", .holds("PRS-012"))
  func noTrace() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    harness.commitsAtOnce = false
    let rows = harness.store.rows
    var before = harness.coordinator.settledBoard(board(1))
    let digest = before?.digest()
    harness.say(ann, looking)
    harness.advance(60)
    #expect(harness.presents(ben).count == 1)
    #expect(harness.pendingGroup == nil)
    #expect(harness.store.rows == rows)
    var after = harness.coordinator.settledBoard(board(1))
    let digestAfter = after?.digest()
    #expect(digestAfter == digest)
    // A restarted coordinator knows nobody.
    harness.restart()
    harness.commitsAtOnce = true
    let again = try harness.attach(2, user: "ben", epoch: 1)
    harness.advance(1_000)
    #expect(harness.presents(again).isEmpty)
  }
}

/// How much is told, and to whom that reads slowly.
struct PresenceBoundsTests {
  private func state(_ number: UInt64) -> PresenceState {
    PresenceState(isActive: true, focus: .card(card(number)))
  }

  @Test(
    "A flood from one window costs the others one message each 50 milliseconds", .holds("PRS-009"))
  func flood() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    harness.advance(1_000)
    for number in 1...10_000 as ClosedRange<UInt64> {
      harness.say(ann, state(number))
      if number.isMultiple(of: 100) { harness.advance(10) }
    }
    harness.advance(50)
    let told = harness.presents(ben)
    // A second of flood.
    #expect((20...22).contains(told.count))
    #expect(told.last?.state == state(10_000))
  }

  @Test("The same said again is told to nobody")
  func same() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    let ben = try harness.attach(2, user: "ben")
    for _ in 0..<10 {
      harness.say(ann, state(1))
      harness.advance(60)
    }
    #expect(harness.presents(ben).count == 1)
  }

  @Test("Who came and went between two tellings was never there")
  func between() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ben = try harness.attach(2, user: "ben")
    let cleo = try harness.attach(3, user: "cleo")
    harness.say(cleo, state(1))
    let ann = try harness.attach(1)
    harness.say(ann, state(1))
    harness.handle(.closed(ann.connection))
    harness.advance(60)
    #expect(harness.presents(ben).map(\.session) == [session(3)])
  }

  @Test(
    "PRESENT is no reason for a window to lag, and is made up for when there is room",
    .holds("PRS-010"))
  func slowWindow() throws {
    var harness = CoordinatorHarness { $0.outboxBytes = 4_096 }
    try harness.makeBoard()
    let ann = try harness.attach(1)
    var (slow, _) = try harness.window(2, user: "ben")
    _ = harness.take(slow.connection)
    harness.peers[slow.connection]?.reads = false
    var limit = 0
    for number in 1...5_000 as ClosedRange<UInt64> {
      harness.say(ann, state(number))
      harness.advance(50)
      harness.send(slow.connection, Acknowledge(sequence: 1, counter: 0).frame())
      let unsent = harness.peers[slow.connection]?.unsent ?? 0
      limit = max(limit, unsent)
      // Its socket takes a little now and then, and so it is not cut.
      if number.isMultiple(of: 100) {
        harness.peers[slow.connection]?.unsent = unsent - 1
        harness.handle(.progressed(slow.connection, unsent: unsent - 1))
      }
    }
    #expect(limit > 200 << 10)
    #expect(limit <= 256 << 10)
    // What is on the board still comes to it, and it is still heard.
    #expect(harness.peers[slow.connection]?.paused == false)
    var other = try harness.attach(3, sequence: 1)
    _ = try harness.submit(&other, .cardRetitle(card(1), title: "Other"))
    let before = harness.take(slow.connection)
    #expect(before.contains { if case .committed = $0 { true } else { false } })
    #expect(!before.contains { if case .resync = $0 { true } else { false } })
    // There is room again: what it missed comes as it stands.
    harness.peers[slow.connection]?.reads = true
    harness.peers[slow.connection]?.unsent = 0
    harness.handle(.progressed(slow.connection, unsent: 0))
    harness.advance(50)
    let last = harness.presents(slow)
    #expect(last.map(\.state) == [state(5_000)])
    _ = try harness.submit(&slow, .cardRetitle(card(1), title: "Slow"))
  }

  @Test("Who left while a window was not told of it is gone for it when there is room")
  func leftMeanwhile() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let slow = try harness.attach(2, user: "ben")
    let ann = try harness.attach(1)
    let cleo = try harness.attach(3, user: "cleo")
    harness.say(ann, state(1))
    harness.advance(60)
    harness.peers[slow.connection]?.reads = false
    for number in 1...5_000 as ClosedRange<UInt64> {
      harness.say(cleo, state(number))
      harness.advance(50)
      for window in [slow, cleo, ann] {
        harness.send(window.connection, Acknowledge(sequence: 1, counter: 0).frame())
      }
      let unsent = harness.peers[slow.connection]?.unsent ?? 0
      if number.isMultiple(of: 100) { harness.handle(.progressed(slow.connection, unsent: unsent)) }
    }
    _ = harness.take(slow.connection)
    harness.handle(.closed(ann.connection))
    harness.handle(.closed(cleo.connection))
    // It comes and goes without this window ever having heard of it.
    let dan = try harness.attach(4, user: "dan")
    harness.say(dan, state(1))
    harness.advance(60)
    harness.handle(.closed(dan.connection))
    harness.advance(1_000)
    #expect(harness.presents(slow).isEmpty)
    harness.peers[slow.connection]?.reads = true
    harness.handle(.progressed(slow.connection, unsent: 0))
    harness.advance(60)
    #expect(Set(harness.presents(slow).map(\.session)) == [session(1), session(3)])
  }

  @Test(
    "A thousand windows that all say something are told of it in time", .ownThread,
    .timeLimit(.minutes(1)))
  func thousand() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var windows: [SampleWindow] = []
    for number in 1...1_000 as ClosedRange<UInt64> {
      windows.append(try harness.attach(number, user: "user\(number)"))
    }
    // Three times each, of which one is told.
    for step in 1...3 as ClosedRange<UInt64> {
      for window in windows { harness.say(window, state(step)) }
    }
    for _ in 0..<8 { harness.advance(50) }
    for window in windows {
      var known: [SessionID: PresenceState] = [:]
      let told = harness.presents(window)
      for present in told { known[present.session] = present.state }
      #expect(known.count == Limits.presenceOthers)
      #expect(known.values.allSatisfy { $0 == state(3) })
      // Of the first who spoke at once, of the others later, and of some of them as they moved on.
      #expect(told.count <= 2 * Limits.presenceOthers + 1)
    }
  }

  @Test(
    "In a crowd a window is told of as many as it may be, and of those at its card first",
    .holds("PRS-018", "PRS-019"), .timeLimit(.minutes(1)))
  func crowd() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let crowd = try (1...300 as ClosedRange<UInt64>).map { number in
      let window = try harness.attach(number, user: "user\(number)")
      harness.say(window, state(number <= 290 ? 1 : 2))
      return window
    }
    let ann = try harness.attach(1_000)
    var view = CrowdView()
    for _ in 0..<3 { harness.advance(50) }
    harness.follow(ann, &view)
    #expect(view.known.count == Limits.presenceOthers)
    #expect(view.more == 300 - Limits.presenceOthers)
    // Those that came last are at the card that she opens.
    harness.say(ann, state(2))
    for _ in 0..<3 { harness.advance(50) }
    harness.follow(ann, &view)
    #expect(view.known.count == Limits.presenceOthers)
    #expect(view.more == 300 - Limits.presenceOthers)
    for number in 291...300 as ClosedRange<UInt64> {
      #expect(view.known[session(number)] == state(2), "\(number)")
    }
    // She hears of what they do, and of nobody else in the place of one that stays.
    harness.say(crowd[299], state(3))
    for _ in 0..<3 { harness.advance(50) }
    harness.follow(ann, &view)
    #expect(view.known[session(300)] == state(3))
    // Whoever is known and goes makes room for another.
    let left = try #require(crowd.first { view.known[$0.session] == state(1) })
    harness.handle(.closed(left.connection))
    for _ in 0..<3 { harness.advance(50) }
    harness.follow(ann, &view)
    #expect(view.known[left.session] == nil)
    #expect(view.known.count == Limits.presenceOthers)
    #expect(view.more == 299 - Limits.presenceOthers)
    for window in crowd.dropFirst(200) { harness.handle(.closed(window.connection)) }
    for _ in 0..<3 { harness.advance(50) }
    harness.follow(ann, &view)
    #expect(view.known.count == 199)
    #expect(view.more == 0)
  }
}

/// What a window knows of the others.
private struct CrowdView {
  var known: [SessionID: PresenceState] = [:]
  var more = 0
}

extension CoordinatorHarness {
  fileprivate mutating func follow(_ window: SampleWindow, _ view: inout CrowdView) {
    for message in take(window.connection) {
      switch message {
      case .present(let present): view.known[present.session] = present.state
      case .morePresent(let present): view.more = Int(present.count)
      default: break
      }
    }
  }

  fileprivate mutating func say(_ window: SampleWindow, _ state: PresenceState) {
    send(window.connection, Presence(state: state).frame())
  }

  /// What a window was told since it was looked at last; what else it was sent is dropped.
  fileprivate mutating func presents(_ window: SampleWindow) -> [Present] {
    take(window.connection).compactMap { message in
      if case .present(let present) = message { present } else { nil }
    }
  }

  fileprivate mutating func attachCommand(_ number: UInt64) throws -> SampleWindow {
    let connection = try greeted()
    let usual = attachBody(number)
    let body = Attach(
      board: usual.board, session: usual.session, instance: usual.instance, configuration: .command,
      epoch: usual.epoch, incarnation: usual.incarnation, sequence: usual.sequence,
      firstPending: usual.firstPending, level: usual.level)
    guard case .attached(let attached) = try request(connection, body) else {
      throw Unexpected(nil)
    }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached, counter: 0)
  }

  fileprivate mutating func attach(
    _ number: UInt64, features: [UInt16]
  ) throws -> SampleWindow {
    let connection = connect()
    _ = try request(
      connection,
      Hello(
        lowestMinor: 0, newestMinor: 0, features: features, frameLimit: 1 << 20, agent: "old"))
    guard case .attached(let attached) = try request(connection, attachBody(number)) else {
      throw Unexpected(nil)
    }
    return SampleWindow(
      connection: connection, session: session(number), attached: attached, counter: 0)
  }
}
