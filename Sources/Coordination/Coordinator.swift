public import BoardModel
public import LogRecords
import Wire

/// Every decision of a coordinator: who may speak for a session, in which order operations stand,
/// what their outcomes are, who is told what and when.
///
/// Events go in, effects come out; it holds no socket, no clock and no file. Nobody is told of
/// anything before the log has said that it is durable (SPEC.md EDT-001).
public struct Coordinator: Sendable {
  let configuration: CoordinatorConfiguration
  var life = Life.opening
  var clock = Clock()
  var output = TurnOutput()
  var connections = InPlaceTable<ConnectionID, Connection>()
  var sessions = SessionTable()
  var openings = Openings()
  var boards = BoardTable()
  var users = UserTable()
  var access = AccessTable()
  var certifications = Certifications()
  var awaitedEdits = AwaitedEdits()
  var refusals = MinuteCounts.forAudit
  var reads = LogReads()
  var commits = CommitQueue()
  var presence = PresenceTable()
  var drags = DragTable()
  var turns = TurnLines()
  /// What it cost so far to handle what a connection sent, in the turn that it has. What is known only
  /// once it is done adds to it.
  var turnCost = TurnCost()
  /// When the group was handed out that the log writes.
  var groupBegan: UInt64 = 0
  /// What is gathered before the log takes it.
  var groupRoom: Int
  /// The boards that are to be brought into memory.
  var loads = SharedWork<BoardID, BoardID>(width: 2)
  /// The boards that are to be encoded or hashed, by the numbers with which they were pinned.
  var encodings = SharedWork<UInt64, PinnedBoard>(width: 2)
  /// The connections that sent something since the last turn.
  var received: [ConnectionID] = []
  var held = HeldShares()
  var unread = UnreadBytes()
  var dismissals = Dismissals()
  var holdings = Holdings()
  public internal(set) var measures = Measures()

  enum Life: Hashable, Sendable {
    case opening
    /// Requests are served; `idleSince` is the time since which there is no connection, if there is
    /// none.
    case serving(idleSince: UInt64?)
    /// What was ordered is committed, then all peers are told goodbye, by `deadline`.
    case draining(deadline: UInt64, goodbye: Bool)
    case stopped
  }

  var now: Moment { clock.now }

  public init(configuration: CoordinatorConfiguration) {
    self.configuration = configuration
    groupRoom = configuration.groupOperations
  }

  /// Takes one event.
  public mutating func handle(_ event: CoordinatorEvent, now: Moment) -> [CoordinatorEffect] {
    handle([event], now: now)
  }

  /// Takes what happened since the last turn, in this order. What follows is done once for all of
  /// it: one group, and one piece for each connection.
  public mutating func handle(_ events: [CoordinatorEvent], now: Moment) -> [CoordinatorEffect] {
    clock.begin(now)
    measures.take(turnOf: events.count)
    for event in events { take(event) }
    dropUnread()
    if commits.gathering.weight >= groupRoom { cutGroup() }
    takeTurns()
    settleProbes()
    settleLoads()
    settleDrags()
    tellRefusals()
    startReads()
    cutGroup()
    startEncodings()
    tellPresence()
    tellDrags()
    flushOutboxes()
    advanceDrain()
    scheduleWake()
    return output.take()
  }

  private mutating func take(_ event: CoordinatorEvent) {
    switch event {
    case .opened(let contents): open(contents)
    case .connected(let id, let visitor): connect(id, visitor)
    case .received(let id, let bytes): receive(id, bytes)
    case .progressed(let id, let unsent): progress(id, unsent)
    case .closed(let id): close(id)
    case .appended: groupAppended()
    case .appendFailed(let reason): groupFailed(reason)
    case .encoded(let board): boardEncoded(board)
    case .loaded(let board): boardLoaded(board)
    case .loadFailed(let board, let reason): boardNotLoaded(board, reason)
    case .read(let token, let operations): readDone(token, operations)
    case .readFailed(let token, let reason): readFailed(token, reason)
    case .certified(let token, let result): certified(token, result)
    case .administer(let token, let request): administer(token, request)
    case .turnedAway(let address, let reason): noteRefusal(at: address, reason)
    case .timer: wake()
    case .continued: break
    case .drain: startDraining()
    }
  }

  private mutating func open(_ contents: StoreContents) {
    guard case .opening = life else { return }
    boards.open(contents)
    users = UserTable(contents.users)
    holdings = Holdings(contents.holdings)
    access = AccessTable(contents.access, configuration.shares)
    sessions.restore(contents.forgottenEpochs)
    for record in contents.sessions { sessions.insert(Session(restored: record)) }
    life = .serving(idleSince: now.monotonic)
  }
}

// What an operator may ask at any time.
extension Coordinator {
  /// As `AccessContents.unconfirmedSince`.
  public var unconfirmedSince: UInt64? { access.unconfirmedSince }

  public struct Counters: Hashable, Sendable {
    public let connections: Int
    public let sessions: Int
    public let boards: Int
    public let loadedBoards: Int
  }

  public var counters: Counters {
    Counters(
      connections: connections.count, sessions: sessions.count, boards: boards.count,
      loadedBoards: boards.places.values.reduce(0) { count, place in
        switch place {
        case .loaded, .reloading: count + 1
        case .stored, .loading, .damaged: count
        }
      })
  }

  /// The boards that the store could not read, in ascending order.
  public var damagedBoards: [BoardID] {
    boards.places.compactMap { id, place in if case .damaged = place { id } else { nil } }.sorted()
  }

  /// A board that is in memory and on which everything that was ordered is durable.
  public func settledBoard(_ id: BoardID) -> Board? {
    boards.loaded(id).flatMap { $0.isSettled ? $0.tip : nil }
  }

  /// The sessions of a user that are listed and have not ended, in ascending order.
  public func windows(of user: String) -> [SessionRecord] { sessions.listed(of: user) }

  /// The connection that may act for a session now.
  public func route(of session: SessionID) -> ConnectionID? { sessions[session]?.route }
}
