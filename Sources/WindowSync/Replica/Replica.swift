public import BoardModel
import Wire

/// A window's copy of its board: what the coordinator confirmed, with the window's own pending
/// operations on top, and the link that brings both together.
///
/// It also serves commands without a window, with the configuration `.command` and a shell that
/// answers `.persist` at once. Then an edit counts once however often the link is cut, and
/// `leave(close: true)` leaves no session behind.
public struct Replica: Sendable {
  public internal(set) var identity: ReplicaIdentity
  /// What the coordinator ordered, as far as this window knows; nil until it has the board.
  public internal(set) var confirmed: Board?
  /// What the window shows: `confirmed` with the pending operations on disk replayed on top.
  public internal(set) var visible: Board?
  public internal(set) var status = SyncStatus.reconnecting
  /// Whether a person may edit here, as the window was told last.
  public internal(set) var standing = Standing.writable
  /// The edits that the coordinator has not acknowledged, in the order they were made.
  public var pending: [Operation] { queue.unacknowledged }
  /// The latest edit; directly after an edit was taken, the operation that was made of it.
  public var newest: Operation? { queue.edits.last?.operation }
  /// The highest counter of the session's operations that `visible` holds, hence that are on disk
  /// or confirmed; 0 if there is none.
  public var shownThrough: UInt64 { nextCounter &- 1 &- UInt64(queue.composedCount) }
  /// The reason why edits are refused; nil while they are taken.
  public var readOnlyReason: String? { readOnly }
  /// The other windows of the board whose people are known to be somewhere; none without a link.
  public internal(set) var others: [SessionID: OtherWindow] = [:]
  /// What the coordinator's clock shows, as far as known, in milliseconds since 1970.
  /// - Parameter now: as in `handle`.
  public func coordinatorTime(at now: UInt64) -> UInt64 { wallClock.time(at: now) }
  /// The name that HELLO gives, for people who read logs.
  public static let agent = "board window"

  var link = Link.idle
  /// By which right the session is attached to next.
  var manner: AttachManner
  /// Why the session is over for good, as a sentence.
  var ended: String?
  let levels: ModelLevels
  var statePublisher = WindowStatePublisher()
  var ownership = SessionOwnership.holding
  var writing = Writing.idle
  var submitting = Submitting.flowing
  var queue: PendingQueue
  /// The counter of the next operation; one more than any the session has used.
  var nextCounter: UInt64
  /// The epoch of the session; 0 until it attached.
  var epoch: UInt32
  /// The store that the session is in; zero until it attached.
  var incarnation: IncarnationID
  /// The last own counter whose operation is part of `confirmed`.
  var ownThrough: UInt64
  var ownRuns = OwnRuns()
  /// The session whose file is on disk.
  var diskSession: SessionID
  var snapshotGeneration = 0
  /// The sessions this window had before; their edits can still be undone.
  var predecessors: [SessionID] = []
  var acknowledging: Acknowledging
  var boardSaving: BoardSaving
  var presencePublisher = PresencePublisher()
  var dragging = Dragging()
  var wallClock = WallClock()
  /// What ended the last link, in the words of whoever ended it.
  public internal(set) var trouble = "there is no connection yet"
  /// The board's sequence number and the session's last counter at the last ATTACHED: own
  /// operations up to that counter are ordered at or below that sequence number.
  var attachedAt: (sequence: UInt64, lastCounter: UInt64) = (0, 0)
  /// The number of times in a row that this replica was found to differ from the coordinator's.
  var divergences = 0
  var lastDivergence: UInt64 = 0
  /// Whether `confirmed` was found to differ, and no other board has come in its place yet.
  var boardIsWrong = false
  /// The time before which not even a person dials: the coordinator asked for it (ERR-006).
  var earliestDial: UInt64 = 0

  /// Whether `visible` lacks something that is confirmed, or on disk.
  var visibleIsStale = false
  /// The sequence number of the last confirmed operation that `visible` holds.
  var visibleThrough: UInt64 = 0

  // The clock and the effects of the turn that is being handled.
  var now: UInt64 = 0
  var effects: [ReplicaEffect] = []
  var changes = ChangeCollector()
  var othersChanged = false
  var scheduled: UInt64?
  var lastStatus: SyncStatus?

  /// - Parameter saved: what the disk has of `identity.session`; nil for a window that is new.
  /// - Parameter levels: the board formats that this program knows.
  public init(
    identity: ReplicaIdentity, saved: SavedReplica?, levels: ModelLevels = .released
  ) {
    self.levels = levels
    self.identity = identity
    diskSession = identity.session
    manner = identity.window?.arrival ?? .resume
    queue = PendingQueue(saved?.pending ?? [])
    let forgotten = saved?.session.forgottenThrough ?? 0
    nextCounter = max(saved?.pending.last?.id.counter ?? 0, forgotten) + 1
    epoch = saved?.session.epoch ?? 0
    incarnation = saved?.session.incarnation ?? IncarnationID(high: 0, low: 0)
    ownThrough = max(saved?.board?.ownThrough ?? 0, forgotten)
    acknowledging = Acknowledging(counter: forgotten)
    boardSaving = BoardSaving(saved: saved?.board?.sequence ?? 0)
    // A saved board that does not fit together is no loss: the coordinator has the board.
    if let board = saved?.board, board.board == identity.board, board.sequence > 0 {
      confirmed = try? Board(
        id: board.board, sequence: board.sequence, entities: board.entities, levels: levels)
    }
    replay()
    status = currentStatus
  }

  /// Takes one event.
  /// - Parameter now: milliseconds of a clock that never goes back.
  /// - Returns: what is to be done, in this order.
  public mutating func handle(_ event: ReplicaEvent, now: UInt64) -> [ReplicaEffect] {
    self.now = max(now, self.now)
    switch event {
    case .start(let time):
      wallClock.set(time, at: self.now)
      start()
    case .connected: greet()
    case .received(let bytes): receive(bytes)
    case .disconnected(let reason, let retry, let jitter): disconnected(reason, retry, jitter)
    case .edit(let intent): edit(intent)
    case .undo(let force): undo(force: force)
    case .redo(let force): redo(force: force)
    case .stored: stored()
    case .storeFailed(let reason): storeFailed(reason)
    case .freshIdentity(let session, let instance): takeSuccessor(session, instance)
    case .carriedOver: carriedOver()
    case .fetchHistory(let token, let from, let count): fetchHistory(token, from, count)
    case .fetchCardHistory(let token, let card, let from, let count):
      fetchCardHistory(token, card, from, count)
    case .presence(let state): presencePublisher.wanted = state
    case .describe(let activity, let drafts): statePublisher.want(activity, drafts)
    case .open(let session, let activity, let isAdditional):
      open(session, activity, isAdditional)
    case .invite(let user, let activity): invite(user, activity)
    case .drag(let request): drag(request)
    case .timer: timer()
    case .resumeNow: resumeNow()
    case .reclaim: reclaim()
    case .leave(let close): leave(close)
    }
    finishTurn()
    defer { effects = [] }
    return effects
  }

  func savedSession(_ identity: ReplicaIdentity, epoch: UInt32, forgotten: UInt64) -> SavedSession {
    SavedSession(
      board: identity.board, session: identity.session, configuration: identity.configuration,
      epoch: epoch, incarnation: incarnation, forgottenThrough: forgotten,
      window: identity.window.map {
        SavedWindow(activity: statePublisher.activity ?? $0.activity, instance: identity.instance)
      })
  }
}

/// An estimate of the coordinator's clock, for showing when an unconfirmed edit was made, and how
/// long ago a confirmed one.
struct WallClock: Hashable, Sendable {
  private var time: UInt64 = 0
  private var moment: UInt64 = 0

  /// - Parameter time: milliseconds since 1970 at the monotonic `moment`.
  mutating func set(_ time: UInt64, at moment: UInt64) {
    self.time = time
    self.moment = moment
  }

  func time(at moment: UInt64) -> UInt64 {
    time &+ (moment > self.moment ? moment - self.moment : 0)
  }
}

/// What the coordinator has been told to forget, and when it is told again.
struct Acknowledging: Hashable, Sendable {
  /// The longest time in milliseconds, and the most operations, between a change and the next
  /// acknowledgement.
  static let pause: UInt64 = 1_000
  static let operations: UInt64 = 64

  /// The last own counter whose operation left the disk.
  var counter: UInt64
  private(set) var told: Told
  private(set) var due: UInt64?

  struct Told: Hashable, Sendable {
    var sequence: UInt64
    var counter: UInt64
  }

  init(counter: UInt64) {
    self.counter = counter
    told = Told(sequence: 0, counter: counter)
  }

  /// Notes that ATTACH has acknowledged as much.
  mutating func attached(sequence: UInt64) {
    told = Told(sequence: sequence, counter: counter)
    due = nil
  }

  mutating func detached() { due = nil }

  /// Forgets what was told, because a crash of the coordinator may have lost it.
  mutating func unheard() { told = Told(sequence: 0, counter: 0) }

  /// - Returns: what to acknowledge now; nil if there is nothing.
  mutating func next(sequence: UInt64, now: UInt64, atOnce: Bool) -> Told? {
    let fresh = Told(sequence: sequence, counter: counter)
    guard fresh != told else { return nil }
    let many =
      sequence >= told.sequence &+ Self.operations || counter >= told.counter &+ Self.operations
    guard atOnce || many || now >= due ?? .max else {
      if due == nil { due = now + Self.pause }
      return nil
    }
    told = fresh
    due = nil
    return fresh
  }
}

/// When the saved board is written again. A board that is a little old costs a few operations of
/// catching up, while writing it costs the whole board.
struct BoardSaving: Hashable, Sendable {
  static let pause: UInt64 = 30_000
  static let operations: UInt64 = 512

  private(set) var saved: UInt64
  private(set) var due: UInt64?

  init(saved: UInt64) { self.saved = saved }

  /// - Returns: whether the board is to be written now.
  mutating func isDue(sequence: UInt64, now: UInt64, atOnce: Bool) -> Bool {
    guard sequence != saved else { return false }
    let many = saved == 0 || sequence < saved || sequence - saved >= Self.operations
    guard atOnce || many || now >= due ?? .max else {
      if due == nil { due = now + Self.pause }
      return false
    }
    saved = sequence
    due = nil
    return true
  }
}
