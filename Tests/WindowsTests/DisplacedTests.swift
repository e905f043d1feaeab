import BoardModel
import Screen
import Testing
import WindowSync
import Wire

@testable import Windows

/// A window on its replica on a link, with a disk that answers at once, and a coordinator that reads
/// only when it is told to.
private struct LinkedWindow {
  private static let incarnation = IncarnationID(high: 1, low: 1)

  private(set) var window: BoardWindow
  private var replica: Replica
  private var decoder = FrameDecoder(limit: Limits.frameBytes)
  /// As it was ordered.
  private(set) var board: Board
  private var ordered: [CommittedOperation] = []
  private var unread: [Frame] = []

  init() {
    let bench = Bench([("To do", ["a", "b", "c"])])
    board = bench.board
    let session = SavedSession(
      board: board.id, session: Bench.session, configuration: .board, epoch: 1,
      incarnation: LinkedWindow.incarnation, forgottenThrough: 0)
    replica = Replica(
      identity: ReplicaIdentity(
        board: board.id, session: Bench.session, instance: InstanceID(high: 1, low: 2),
        author: Bench.author, configuration: .board),
      saved: SavedReplica(
        session: session, pending: [],
        board: SavedBoard(
          board: board.id, sequence: board.sequence, entities: board.entities(), ownThrough: 0)))
    window = BoardWindow(
      session: Bench.session, user: "ann", identifiers: IdentifierSource(high: 7, low: 8),
      size: TerminalSize(columns: 80, rows: 12))
    show(BoardChange(reloaded: true))
    tell(.start(wallClock: Bench.time))
    tell(.connected)
    // The answer to HELLO brings ATTACH.
    read()
    read()
  }

  mutating func keys(_ text: String) {
    for input in Bench.inputs(text) { send(.input(input)) }
  }

  /// The coordinator reads and orders what lies there, then what somebody else sent, and answers in
  /// one go.
  mutating func read(then intent: Intent? = nil, base: UInt64 = 0) {
    var output: [UInt8] = []
    let frames = unread
    unread = []
    for frame in frames { output += answer(frame) }
    if let intent {
      let id = OperationID(session: Bench.otherSession, epoch: 1, counter: 999)
      _ = order(
        Operation(id: id, base: base, queued: false, intent: intent), by: Bench.otherAuthor)
    }
    if !ordered.isEmpty { output += Committed(operations: ordered).frame().bytes }
    ordered = []
    tell(.received(output))
  }

  private mutating func answer(_ frame: Frame) -> [UInt8] {
    func response(_ body: some MessageBody) -> [UInt8] {
      body.frame(request: frame.request, flags: .response).bytes
    }
    switch try? Message(frame) {
    case .hello:
      return response(
        Welcome(
          minor: 0, features: [], frameLimit: Limits.frameBytes, requestsInFlight: 32,
          keepaliveMilliseconds: 15_000, time: Bench.time, cluster: "test", peer: Bench.author,
          incarnation: LinkedWindow.incarnation, agent: "test"))
    case .attach:
      return response(
        Attached(
          epoch: 1, lastCounter: 0, sequence: board.sequence, level: board.level,
          catchUp: .operations,
          outcomes: []))
    case .submit(let submit):
      return response(OutcomeMessage(stored: order(submit.operation, by: Bench.author)))
    default: return []
    }
  }

  private mutating func order(_ operation: Operation, by author: Author) -> StoredOutcome {
    let outcome = board.apply(
      operation, sequence: board.sequence + 1, time: Bench.time, author: author)
    ordered.append(
      CommittedOperation(
        sequence: board.sequence, time: Bench.time, author: author, operation: operation,
        outcome: outcome))
    return StoredOutcome(
      counter: operation.id.counter, sequence: board.sequence, time: Bench.time, outcome: outcome)
  }

  // MARK: The shell

  private mutating func send(_ event: WindowEvent) {
    for effect in window.handle(event, now: 1) {
      if case .edit(let intent) = effect { tell(.edit(intent)) }
    }
  }

  private mutating func tell(_ event: ReplicaEvent) {
    let newest = replica.newest?.id
    let effects = replica.handle(event, now: 1)
    if case .edit = event, let made = replica.newest, made.id != newest {
      send(.made(made.id, made.intent))
    }
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: ReplicaEffect) {
    switch effect {
    case .send(let bytes):
      decoder.feed(bytes)
      while let frame = try? decoder.next() { unread.append(frame) }
    case .persist: tell(.stored)
    case .changed(let change): show(change)
    case .committed(let operations):
      send(.committed(operations, time: replica.coordinatorTime(at: 1)))
    case .settled(let operation, let outcome): send(.settled(operation, outcome))
    case .status(let status): send(.status(status))
    default: break
    }
  }

  private mutating func show(_ change: BoardChange) {
    guard let board = replica.visible else { return }
    send(
      .board(
        board, change: change, shown: replica.shownThrough,
        confirmed: replica.confirmed?.sequence ?? 0))
  }
}

@Suite("Who was displaced, on a real replica")
struct DisplacedTests {
  @Test("The receipt names the value that took the place, though it comes before the board")
  func title() {
    var linked = LinkedWindow()
    #expect(linked.window.model.status == .saved)
    let base = linked.board.sequence
    linked.keys("e<c-u>from x<enter>")
    #expect(linked.window.model.status == .saving(1))
    linked.read(then: .cardRetitle(Bench.card(0, 0), title: "from y"), base: base)
    #expect(linked.window.model.view.focusedCard?.title.value == "from y")
    #expect(
      linked.window.model.notices.current
        == Notice("bob renamed it to “from y” just now; yours was “from x”.", .loss))
  }

  @Test("Where the board keeps receipts, each is told once, when it is ordered")
  func kept() {
    var linked = LinkedWindow()
    let base = linked.board.sequence
    linked.keys("e<c-u>from x<enter>")
    #expect(linked.window.model.inbox.unseen == 0)
    linked.read(then: .cardRetitle(Bench.card(0, 0), title: "from y"), base: base)
    #expect(
      linked.window.model.notices.current?.text
        == "bob renamed it to “from y” just now; yours was “from x”.")
    #expect(linked.window.model.notices.behind == 0)
    #expect(linked.window.model.inbox.unseen == 1)
    linked.keys("ip")
    linked.read()
    #expect(linked.board.card(Bench.card(0, 0))?.title.value == "from x")
    #expect(linked.board.receipts(of: "ann").isEmpty)
  }

  @Test("Who lost the role learns it before anything is sent")
  func lostRole() {
    var linked = LinkedWindow()
    linked.read(
      then: .batch([.set(.memberRole("bob"), .role(.owner)), .set(.memberRole(""), .role(nil))]))
    let sequence = linked.board.sequence
    linked.keys("e")
    #expect(
      linked.window.model.notices.current?.text
        == "Only an editor may do this; you have no role on this board.")
    linked.read()
    #expect(linked.board.sequence == sequence)
  }

  @Test("So does the one for a column")
  func column() {
    var linked = LinkedWindow()
    let base = linked.board.sequence
    linked.keys("c<enter><c-u>from x<enter>")
    linked.read(then: .columnRename(Bench.column(0), title: "from y"), base: base)
    #expect(
      linked.window.model.notices.current?.text
        == "bob renamed the column to “from y” just now; yours was “from x”.")
  }
}
