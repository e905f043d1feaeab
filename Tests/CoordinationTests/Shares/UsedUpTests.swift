import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// What peers are told who ask for more than their share.
@Suite("Shares that are used up")
struct UsedUpTests {
  private static func error(_ message: Message?) -> ErrorMessage? {
    if case .error(let error) = message { error } else { nil }
  }

  @Test(
    "One device's connections leave the others theirs; the refusal names the limit and the wait",
    .holds("LIM-009"), .holds("LIM-010"))
  func connections() throws {
    var harness = CoordinatorHarness {
      $0.shares.connections = Share(
        all: 10, reserve: 2, modest: 1, ofUser: 6, ofDevice: 3, ofAddress: 100)
    }
    let first = try (0..<3).map { _ in try harness.greeted() }
    let refused = harness.connect()
    let error = try #require(Self.error(harness.take(refused).first))
    #expect(error.code == .tooManyConnections)
    #expect(error.text.contains("connections-of-device"))
    #expect(error.retryAfter == 5_000)
    #expect(harness.peers[refused]?.finished == true)
    _ = try harness.greeted(device: "desk")
    _ = try (0..<3).map { _ in try harness.greeted(user: "ben") }
    _ = try harness.greeted(user: "cy")
    // Eight are open: the last two are for those who have none.
    let another = harness.connect(user: "cy")
    #expect(Self.error(harness.take(another).first)?.text.contains("connections-reserve") == true)
    _ = try harness.greeted(user: "di")
    _ = try harness.greeted(user: "ed")
    let last = harness.connect(user: "fay")
    #expect(Self.error(harness.take(last).first)?.code == .tooManyConnections)
    harness.handle(.closed(refused))
    for id in first { harness.handle(.closed(id)) }
    _ = try harness.greeted()
  }

  @Test("Strangers share what is for newcomers, and leave members their connections")
  func newcomers() throws {
    var harness = CoordinatorHarness {
      $0.shares.newcomers = Share(
        all: 5, reserve: 2, modest: 1, ofUser: .max, ofAddress: 2)
    }
    for _ in 0..<2 {
      #expect(harness.take(harness.connect(.newcomer(from: "192.0.2.1"))).isEmpty)
    }
    let third = harness.connect(.newcomer(from: "192.0.2.1"))
    #expect(Self.error(harness.take(third).first)?.text.contains("newcomers-of-address") == true)
    #expect(harness.take(harness.connect(.newcomer(from: "192.0.2.2"))).isEmpty)
    let fourth = harness.connect(.newcomer(from: "192.0.2.2"))
    #expect(Self.error(harness.take(fourth).first)?.text.contains("newcomers-reserve") == true)
    #expect(harness.take(harness.connect(.newcomer(from: "192.0.2.3"))).isEmpty)
    _ = try harness.greeted()
  }

  @Test(
    "A user's sessions leave the others theirs, and those that are long gone make room",
    .holds("LIM-011"), .holds("LIM-012"))
  func sessions() throws {
    var harness = CoordinatorHarness {
      $0.shares.sessions = Share(all: 100, reserve: 10, modest: 1, ofUser: 3)
    }
    try harness.makeBoard()
    var ids: [ConnectionID] = []
    for number in UInt64(1)...3 { ids.append(try harness.show(number, .board).connection) }
    let refused = try harness.greeted()
    let reply = try harness.request(refused, harness.windowBody(4, .board))
    let error = try #require(Self.error(reply))
    #expect(error.code == .limitReached)
    #expect(error.text.contains("sessions-of-user"))
    _ = try harness.show(5, .board, user: "ben")
    // The first two go away; after a day they make room.
    harness.handle(.closed(ids[0]))
    harness.handle(.closed(ids[1]))
    harness.advance(1_000)
    #expect(
      Self.error(try harness.request(refused, harness.windowBody(4, .board)))?.code == .limitReached
    )
    harness.jump(Limits.goneMilliseconds)
    harness.handle(.closed(refused))
    let late = try harness.greeted()
    guard case .attached = try harness.request(late, harness.windowBody(4, .board)) else {
      Issue.record("no room was made")
      return
    }
    #expect(harness.coordinator.counters.sessions == 3)
    #expect(harness.store.sessions.keys.sorted() == [session(3), session(4), session(5)])
  }

  private static let laptop = Author(user: "ann", device: "laptop")

  struct Away: Sendable {
    var isShown = false
    var drafts: UInt32 = 0
    var unsent: UInt32 = 0
    var milliseconds = Limits.goneMilliseconds
    var makesRoom = false
  }

  @Test(
    "A window makes room when it was away for a day, and never while it is shown or holds something",
    .holds("LIM-012"),
    arguments: [
      Away(makesRoom: true), Away(milliseconds: 60_000),
      Away(milliseconds: Limits.goneMilliseconds - 1), Away(drafts: 1), Away(unsent: 1),
      Away(isShown: true),
    ])
  func makingRoom(away: Away) throws {
    var harness = CoordinatorHarness {
      $0.shares.sessions = Share(all: 100, reserve: 10, modest: 1, ofUser: 1)
    }
    try harness.makeBoard()
    let window = try harness.show(1, .board)
    harness.send(
      window.connection,
      WindowState(activity: .board, drafts: away.drafts, unsent: away.unsent).frame())
    if !away.isShown { harness.handle(.closed(window.connection)) }
    // Only the clock of the day goes on: whoever is connected stays so.
    harness.wallAhead = away.milliseconds
    let late = try harness.greeted()
    let reply = try harness.request(late, harness.windowBody(2, .board))
    #expect(Self.error(reply)?.code == (away.makesRoom ? nil : .limitReached))
    #expect((harness.store.sessions[session(1)] == nil) == away.makesRoom)
  }

  @Test(
    "A user's boards leave the others theirs, purged ones make room, and a start forgets nothing",
    .holds("LIM-011"))
  func boards() throws {
    var harness = CoordinatorHarness {
      $0.shares.boards = Share(all: 100, reserve: 10, modest: 1, ofUser: 2)
    }
    try harness.makeBoard(board(1))
    try harness.makeBoard(board(2))
    func refusal() throws -> ErrorMessage? {
      let id = try harness.greeted()
      return Self.error(try harness.request(id, harness.creation(of: board(3))))
    }
    #expect(try refusal()?.code == .limitReached)
    #expect(try refusal()?.text.contains("boards-of-user") == true)
    try harness.makeBoard(board(4), as: "ben")
    harness.restart()
    #expect(try refusal()?.code == .limitReached)
    #expect(harness.store.holdings[Self.laptop]?.boards == 2)
    var (ann, _) = try harness.window(1)
    _ = try harness.submit(&ann, .purge(.board))
    #expect(try refusal() == nil)
    #expect(harness.store.holdings[Self.laptop]?.boards == 2)
    #expect(harness.store.holdings[Self.laptop]?.boardsMade == 3)
  }

  @Test("A board that was not made, or not purged, counts as if nobody had asked")
  func failedBoards() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard(board(1))
    harness.commitsAtOnce = false
    let id = try harness.greeted()
    _ = harness.begin(id, harness.creation(of: board(2)))
    harness.failCommit()
    #expect(harness.coordinator.holdings.record(of: Self.laptop).boards == 1)
    #expect(harness.coordinator.holdings.record(of: Self.laptop).boardsMade == 1)
    harness.commitsAtOnce = true
    var (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    ann.counter += 1
    _ = harness.begin(
      ann.connection, Submit(operation: ann.operation(.purge(.board), counter: ann.counter)))
    harness.failCommit()
    #expect(harness.coordinator.holdings.record(of: Self.laptop).boards == 1)
  }

  @Test(
    "A user's bytes on the disk leave the others theirs: the edit waits, and nothing is consumed",
    .holds("LIM-013"))
  func storedBytes() throws {
    var harness = CoordinatorHarness {
      $0.shares.storedBytes = Share(
        all: 10_000_000, reserve: 1_000, modest: 1_000, ofUser: 600_000)
    }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let text = String(repeating: "x", count: 5_000)
    var refused: ErrorMessage?
    while refused == nil {
      let operation = ann.operation(
        .commentAdd(card(1), CommentID(high: 9, low: ann.counter), text: text),
        counter: ann.counter + 1)
      switch try harness.request(ann.connection, Submit(operation: operation)) {
      case .error(let error): refused = error
      default:
        ann.counter += 1
        harness.send(ann.connection, Acknowledge(sequence: 1, counter: ann.counter).frame())
      }
    }
    #expect(refused?.code == .storeUnavailable)
    #expect(refused?.text.contains("stored-bytes-of-user") == true)
    #expect(refused?.retryAfter == 60_000)
    #expect((110...120).contains(ann.counter))
    var (ben, _) = try harness.window(2, user: "ben")
    _ = try harness.submit(&ben, .cardRetitle(card(1), title: "Ben's"))
    // Less than a quarter of a megabyte is not known after a start.
    let known = try #require(harness.store.holdings[Self.laptop]?.bytes)
    #expect(known > 600_000 - HoldingRecord.bytesBehind - 10_000)
  }

  @Test("Who has many connections has less room for each, and never none", .holds("LIM-021"))
  func room() {
    var held = HeldShares()
    let shares = Shares()
    var limits: [Int] = []
    for number in 0..<300 {
      let visitor = Visitor.known(Self.laptop)
      _ = held.connect(ConnectionID(UInt64(number)), visitor, shares)
      limits.append(held.outboxLimit(of: visitor, shares, Limits.outboxBytes))
    }
    #expect(limits.prefix(16).allSatisfy { $0 == Limits.outboxBytes })
    #expect(limits.last == Limits.outboxLeast)
    #expect(limits.reduce(0, +) <= 5 * Limits.peerBytesOfUser)
  }

  @Test("Frames by halves have a share too, and it is given back", .holds("LIM-020"))
  func partial() throws {
    var harness = CoordinatorHarness {
      $0.shares.partialBytes = Share(
        all: 1_000_000, reserve: 1_000, modest: 1_000, ofUser: 300_000)
    }
    let begun = Array(
      Frame(
        type: FrameType(rawValue: 0x8F01), flags: [], request: 0,
        payload: [UInt8](repeating: 0, count: 200_000)
      ).bytes.dropLast())
    let first = try harness.greeted()
    harness.handle(.received(first, begun))
    let second = try harness.greeted()
    harness.handle(.received(second, begun))
    #expect(Self.error(harness.take(second).first)?.text.contains("partial-bytes-of-user") == true)
    #expect(harness.peers[second]?.finished == true)
    harness.handle(.received(first, [0]))
    let third = try harness.greeted()
    harness.handle(.received(third, begun))
    #expect(harness.take(third).isEmpty)
  }
}

extension CoordinatorHarness {
  fileprivate func creation(of id: BoardID) -> CreateBoard {
    CreateBoard(
      board: id,
      operation: Operation(
        id: OperationID(session: SessionID(high: 1, low: id.low), epoch: 0, counter: 1), base: 0,
        queued: false, intent: .boardCreate(title: "Another")))
  }
}
