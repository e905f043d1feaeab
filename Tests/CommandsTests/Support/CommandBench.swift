import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Testing
import WindowSync
import Wire

@testable import Commands

/// One command's session and a real coordinator, with nothing but bytes between them, and a
/// network that can be cut at any of them.
struct CommandBench {
  static let author = Author(user: "ann", device: "laptop")

  var session = CommandSession(grease: 3)
  var coordinator = Coordinator(
    configuration: CoordinatorConfiguration(cluster: "test", agent: "desk"))
  private var store = MemoryStore()
  /// What the session wanted that is not about a link.
  var told: [SessionEffect] = []
  /// Whether somebody answers when the session dials.
  var isReachable = true
  /// Messages from the coordinator that still arrive before the next cut; nil for no cut.
  var arrivals: Int?
  /// Messages that arrived at the coordinator before it is gone; nil for all.
  var departures: Int?
  /// The coordinator's store has no room for edits.
  var isStoreFull = false
  private(set) var dials = 0
  /// The bytes of everything that the coordinator sent.
  private(set) var bytesSent = 0
  private(set) var now: UInt64 = 1_000
  private var wake: UInt64?
  private var routes: [LinkName: ConnectionID] = [:]
  private var lastConnection: UInt64 = 0
  private var inbox: [SessionEvent] = []
  private var handling = false

  init() {
    serve(.opened(store.contents))
  }

  /// The sessions that the coordinator's store remembers.
  var sessionsKept: Int { store.sessions.count }

  func operations(of board: BoardID) -> [CommittedOperation] {
    store.rows[board, default: []].flatMap { row in
      var reader = ByteReader(row.bytes)
      return (try? reader.committedList()) ?? []
    }
  }

  /// Makes a board with columns, not through the session.
  mutating func make(_ board: BoardID, titled title: String, columns: [(ColumnID, String)]) {
    var maker = CommandBench()
    maker.store = store
    let intents = columns.map { Intent.columnCreate($0, title: $1, at: Anchors()) }
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: board.low), epoch: 0, counter: 1), base: 0,
      queued: false,
      intent: .batch(
        [.boardCreate(title: title), .set(.memberRole(""), .role(.owner))] + intents))
    maker.coordinator = coordinator
    maker.tell(.ask(.createBoard(CreateBoard(board: board, operation: operation))))
    maker.tell(.finish)
    store = maker.store
    coordinator = maker.coordinator
    lastConnection = maker.lastConnection
  }

  /// Ends the command, and begins another one.
  mutating func restartCommand() {
    tell(.finish)
    session = CommandSession(grease: 3)
    told = []
  }

  mutating func tell(_ event: SessionEvent) {
    inbox.append(event)
    run()
  }

  private mutating func run() {
    if handling { return }
    handling = true
    while !inbox.isEmpty {
      let next = inbox.removeFirst()
      for effect in session.handle(next, now: now) { perform(effect) }
    }
    handling = false
  }

  /// A board window of the same user is shown, on a connection of its own.
  /// - Returns: that connection.
  @discardableResult
  mutating func show(
    _ window: SessionID, on board: BoardID, _ manner: AttachManner = .additional
  ) -> ConnectionID {
    lastConnection += 1
    let id = ConnectionID(lastConnection)
    serve(.connected(id, .known(CommandBench.author)))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [Feature.windows], frameLimit: Limits.frameBytes,
      agent: "window")
    serve(.received(id, hello.frame(request: 1).bytes))
    let attach = Attach(
      board: board, session: window, instance: InstanceID(high: 7, low: id.rawValue),
      configuration: .board, epoch: 0, incarnation: IncarnationID(high: 0, low: 0), sequence: 0,
      firstPending: 1, level: ModelLevels.released.newest)
    let body = AttachWindow(
      manner: manner, previous: nil, activity: Activity(.board, title: ""), place: "",
      attach: attach)
    serve(.received(id, body.frame(request: 2).bytes))
    run()
    return id
  }

  /// A window that is shown goes away.
  mutating func hide(_ id: ConnectionID) { serve(.closed(id)) }

  /// The network takes a link away.
  mutating func lose(_ link: LinkName) {
    cut(link)
    run()
  }

  /// Lets time pass until the session wants nothing more, or `milliseconds` are over.
  mutating func pass(_ milliseconds: UInt64) {
    let end = now + milliseconds
    while let next = wake, next <= end {
      now = max(now, next)
      wake = nil
      tell(.timer)
    }
    now = end
  }

  private mutating func perform(_ effect: SessionEffect) {
    switch effect {
    case .connect(let link): connect(link)
    case .send(let link, let bytes): send(link, bytes)
    case .disconnect(let link):
      if let id = routes.removeValue(forKey: link) { serve(.closed(id)) }
      inbox.append(.disconnected(link, reason: "closed", retry: .automatic, jitter: 7))
    case .wake(let time): wake = time
    case .needsFreshIdentity:
      inbox.append(
        .freshIdentity(session: SessionID(high: 8, low: 8), instance: InstanceID(high: 8, low: 8)))
    default: told.append(effect)
    }
  }

  private mutating func connect(_ link: LinkName) {
    dials += 1
    guard isReachable else {
      inbox.append(
        .disconnected(link, reason: "nobody answers", retry: .automatic, jitter: 7))
      return
    }
    lastConnection += 1
    routes[link] = ConnectionID(lastConnection)
    serve(.connected(ConnectionID(lastConnection), .known(CommandBench.author)))
    inbox.append(.connected(link))
  }

  private mutating func send(_ link: LinkName, _ bytes: [UInt8]) {
    guard let id = routes[link] else { return }
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      guard routes[link] == id else { return }
      if let left = departures {
        if left == 0 { return cut(link) }
        departures = left - 1
      }
      serve(.received(id, frame.bytes))
    }
  }

  private mutating func cut(_ link: LinkName) {
    arrivals = nil
    departures = nil
    guard let id = routes.removeValue(forKey: link) else { return }
    serve(.closed(id))
    inbox.append(.disconnected(link, reason: "cut", retry: .automatic, jitter: 7))
  }

  private mutating func serve(_ event: CoordinatorEvent) {
    var queue = [event]
    while !queue.isEmpty {
      let moment = Moment(monotonic: now, wall: 1_700_000_000_000 + now)
      for effect in coordinator.handle(queue.removeFirst(), now: moment) {
        queue += answer(effect)
      }
    }
  }

  private mutating func answer(_ effect: CoordinatorEffect) -> [CoordinatorEvent] {
    switch effect {
    case .send(let id, let bytes):
      deliver(id, bytes)
      return [.progressed(id, unsent: 0)]
    case .append(let group) where isStoreFull && !group.operations.isEmpty:
      return [.appendFailed("the coordinator's disk is full")]
    default:
      do {
        return try store.answer(effect).map { [$0] } ?? []
      } catch {
        Issue.record(error)
        return []
      }
    }
  }

  private mutating func deliver(_ id: ConnectionID, _ bytes: [UInt8]) {
    bytesSent += bytes.count
    guard let link = routes.first(where: { $0.value == id })?.key else { return }
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      guard routes[link] == id else { return }
      if let left = arrivals {
        if left == 0 { return cut(link) }
        arrivals = left - 1
      }
      inbox.append(.received(link, frame.bytes))
    }
  }
}
