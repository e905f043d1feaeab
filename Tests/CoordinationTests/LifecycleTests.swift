import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

struct LifecycleTests {
  @Test("A peer without a complete HELLO is told why and cut after five seconds", .holds("HSK-003"))
  func helloDeadline() throws {
    var harness = CoordinatorHarness()
    let id = harness.connect()
    harness.handle(.received(id, [0, 0, 0]))
    harness.advance(4_000)
    #expect(harness.peers[id]?.finished == false)
    harness.advance(3_000)
    #expect(harness.peers[id]?.finished == true)
    let told = harness.take(id).compactMap {
      if case .error(let error) = $0 { error } else { nil }
    }
    #expect(told.map(\.code) == [.helloTimeout])
    #expect(harness.peers[id]?.refusals == told.map(\.text))
  }

  @Test(
    "A silent peer is pinged once, and cut after two and a half intervals",
    .holds("LIV-003", "LIV-004"))
  func keepalive() throws {
    var harness = CoordinatorHarness()
    let id = try harness.greeted()
    harness.advance(20_000)
    let pings = harness.take(id).filter { if case .ping = $0 { true } else { false } }
    #expect(pings.count == 1)
    harness.advance(20_000)
    #expect(harness.peers[id]?.finished == true)
    #expect(harness.codes(id) == [.keepaliveTimeout])
  }

  @Test(
    "A connection whose socket takes no byte for 30 seconds is told so and ended", .holds("LIV-005")
  )
  func stalled() throws {
    var harness = CoordinatorHarness()
    let id = try harness.greeted()
    let neighbour = try harness.greeted()
    harness.peers[id]?.reads = false
    harness.peers[neighbour]?.reads = false
    // Both are heard all the time; only what is sent to them does not leave.
    func talk(_ seconds: Int) {
      for _ in 0..<seconds {
        _ = harness.begin(id, Ping(nonce: 1))
        _ = harness.begin(neighbour, Ping(nonce: 1))
        harness.advance(1_000)
      }
    }
    talk(20)
    // A single byte is enough.
    harness.handle(.progressed(neighbour, unsent: (harness.peers[neighbour]?.unsent ?? 0) - 1))
    talk(9)
    #expect(harness.peers[id]?.finished == false)
    talk(3)
    #expect(harness.peers[id]?.finished == true)
    #expect(harness.codes(id) == [.stalled])
    #expect(harness.peers[neighbour]?.finished == false)
    talk(16)
    #expect(harness.peers[neighbour]?.finished == false)
    talk(4)
    #expect(harness.peers[neighbour]?.finished == true)
  }

  @Test("A peer that answers its PING lives on", .holds("LIV-001"))
  func pong() throws {
    var harness = CoordinatorHarness()
    let id = try harness.greeted()
    for _ in 0..<10 {
      harness.advance(16_000)
      for case .ping(let ping) in harness.take(id) {
        harness.send(id, Pong(nonce: ping.nonce).frame(request: 1, flags: .response))
      }
    }
    #expect(harness.peers[id]?.finished == false)
  }

  @Test(
    "What cannot be understood ends the connection with its own error",
    arguments: [
      (
        Frame(type: FrameType(rawValue: 0x77), flags: [], request: 2, payload: []),
        ErrorCode.unknownType
      ),
      (
        Frame(type: Ping.type, flags: FrameFlags(rawValue: 0x400), request: 2, payload: []),
        .unknownFlag
      ),
      (Frame(type: Ping.type, flags: [], request: 2, payload: [1]), .malformed),
      (
        Frame(type: Ping.type, flags: [], request: 1, payload: Ping(nonce: 1).payload),
        .requestOrder
      ),
      (
        Frame(type: Ping.type, flags: [], request: 0, payload: Ping(nonce: 1).payload),
        .unexpectedMessage
      ),
      (Hello.usual.frame(request: 2), .unexpectedMessage),
      (
        Frame(
          type: Ping.type, flags: [], request: 2,
          payload: [UInt8](repeating: 0, count: Int(Limits.frameBytes) + 1)), .frameTooLarge
      ),
    ])
  func connectionErrors(frame: Frame, code: ErrorCode) throws {
    var harness = CoordinatorHarness()
    let id = try harness.greeted()
    harness.send(id, frame)
    #expect(harness.peers[id]?.finished == true)
    #expect(harness.codes(id) == [code])
    let other = try harness.greeted()
    guard case .pong(let pong) = try harness.request(other, Ping(nonce: 5)) else {
      Issue.record("others noticed")
      return
    }
    #expect(pong.nonce == 5)
  }

  @Test("A frame of an unknown elective type is skipped", .holds("FRM-003"))
  func elective() throws {
    var harness = CoordinatorHarness()
    let id = try harness.greeted()
    harness.send(id, Frame(type: Grease.frameType(3), flags: [], request: 0, payload: [1, 2, 3]))
    guard case .pong = try harness.request(id, Ping(nonce: 5)) else {
      Issue.record("not skipped")
      return
    }
  }

  @Test("More requests than were granted end the connection", .holds("REQ-004"))
  func inFlight() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    for counter in 1...33 as ClosedRange<UInt64> {
      let operation = ann.operation(.cardRetitle(card(1), title: "Title"), counter: counter)
      _ = harness.begin(ann.connection, Submit(operation: operation))
    }
    #expect(harness.codes(ann.connection) == [.tooManyRequests])
  }

  @Test("An orderly stop commits what was ordered, tells everyone, then ends", .holds("CLS-005"))
  func drain() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    let operation = ann.operation(.cardRetitle(card(1), title: "Last"), counter: 1)
    let number = harness.begin(ann.connection, Submit(operation: operation))
    harness.handle(.drain)
    #expect(!harness.stopped)
    harness.commitsAtOnce = true
    harness.commitNow()
    guard case .outcome = try harness.answer(ann.connection, number) else {
      Issue.record("not acknowledged")
      return
    }
    let told = harness.take(ann.connection)
    #expect(told.contains { if case .goodbye = $0 { true } else { false } })
    for id in harness.peers.keys { harness.handle(.closed(id)) }
    #expect(harness.stopped)
    #expect(harness.store.rows[board(1)]?.last?.last == 2)
  }

  @Test("An orderly stop puts into the audit who was refused in a minute that is not over")
  func drainsAudit() throws {
    var harness = CoordinatorHarness()
    harness.handle(.turnedAway(address: "192.0.2.1", reason: "unknown ca"))
    #expect(harness.store.audit.isEmpty)
    harness.handle(.drain)
    #expect(harness.stopped)
    #expect(harness.store.audit.map(\.kind) == [.refused])
    #expect(harness.store.audit.first?.address == "192.0.2.1")
  }

  @Test("While it stops, nothing new is begun", .holds("CLS-007", "EDT-032"))
  func nothingNew() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let other = try harness.greeted()
    harness.commitsAtOnce = false
    let ordered = ann.operation(.cardRetitle(card(1), title: "Last"), counter: 1)
    let number = harness.begin(ann.connection, Submit(operation: ordered))
    harness.handle(.drain)
    let late = ann.operation(.cardRetitle(card(1), title: "Later"), counter: 2)
    _ = harness.begin(ann.connection, Submit(operation: late))
    _ = harness.begin(other, harness.attachBody(2))
    _ = harness.begin(other, CreateBoard(board: board(2), operation: late))
    #expect(harness.codes(ann.connection) == [.notNow])
    #expect(harness.codes(other) == [.notNow, .notNow])
    harness.commitNow()
    guard case .outcome = try harness.answer(ann.connection, number) else {
      Issue.record("not acknowledged")
      return
    }
  }

  @Test("A coordinator of one user goes when its last window has been gone long enough")
  func idleExit() throws {
    var harness = CoordinatorHarness { $0.idleExitMilliseconds = 60_000 }
    let id = try harness.greeted()
    for _ in 0..<10 {
      harness.advance(10_000)
      _ = try harness.request(id, Ping(nonce: 1))
    }
    #expect(!harness.stopped)
    harness.handle(.closed(id))
    harness.advance(50_000)
    #expect(!harness.stopped)
    harness.advance(20_000)
    #expect(harness.stopped)
  }

  @Test(
    "The same creation again makes no second board; another one is refused",
    .holds("BRD-005", "BRD-006"))
  func creation() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    harness.restart()
    try harness.makeBoard()
    #expect(harness.store.rows[board(1)]?.count == 1)
    // What came of somebody's creation is told to nobody else, before a restart and after one.
    for _ in 0..<2 {
      let error = #expect(throws: CoordinatorHarness.Unexpected.self) {
        try harness.makeBoard(as: "ben")
      }
      guard case .error(let refusal)? = error?.message else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(refusal.code == .identifierInUse)
      harness.restart()
    }
    let id = try harness.greeted()
    let other = Operation(
      id: OperationID(session: session(77), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .boardCreate(title: "Other"))
    let reply = try harness.request(id, CreateBoard(board: board(1), operation: other))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .identifierInUse)
    guard case .boards(let list) = try harness.request(id, ListBoards()) else {
      Issue.record("no list")
      return
    }
    #expect(list.boards.map(\.title) == ["Work"])
  }
}

extension CoordinatorHarness {
  /// The codes of the errors a peer was told.
  mutating func codes(_ id: ConnectionID) -> [ErrorCode] {
    take(id).compactMap { if case .error(let error) = $0 { error.code } else { nil } }
  }
}
