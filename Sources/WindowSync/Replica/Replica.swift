public import BoardModel
import Wire

/// A window's copy of its board: what the coordinator confirmed, with the window's own pending
/// operations on top, and the link that brings both together.
///
/// It also serves commands without a window, with the configuration `.command` and a shell that
/// answers `.persist` at once. Then an edit counts once however often the link is cut, and
/// `leave(close: true)` leaves no session behind.
public struct Replica: Sendable {
  var link = DialedLink<ReplicaLink>()
  /// Whose session the window speaks for.
  var session: WindowSession
  /// The board as it is confirmed, and as it is shown.
  var copy: BoardCopy
  /// The window's edits on their way.
  var outgoing: OutgoingEdits
  var presence = PresenceExchange()
  var statePublisher = WindowStatePublisher()
  var dragging = Dragging()
  var wallClock = WallClock()
  /// The status and the standing as the window was told last; nil before the first turn.
  var toldStatus: SyncStatus?
  var toldStanding: Standing?

  // The clock and the effects of the turn that is being handled.
  var now: UInt64 = 0
  var wakeTime = WakeTime()
  var effects: [ReplicaEffect] = []

  /// The name that HELLO gives, for people who read logs.
  public static let agent = "board window"

  /// - Parameters:
  ///   - saved: what the disk has of `identity.session`; nil for a window that is new.
  ///   - levels: the board formats that this program knows.
  public init(
    identity: ReplicaIdentity, saved: SavedReplica?, levels: ModelLevels = .released
  ) {
    let forgotten = saved?.session.forgottenThrough ?? 0
    session = WindowSession(identity, saved: saved?.session)
    copy = BoardCopy(
      identity.board, saved: saved?.board, forgotten: forgotten, levels: levels)
    outgoing = OutgoingEdits(saved?.pending ?? [], forgotten: forgotten)
    copy.replay(outgoing.queue, prediction)
  }

  /// Takes one event.
  /// - Parameter now: milliseconds of a clock that never goes back.
  /// - Returns: what is to be done, in this order.
  public mutating func handle(_ event: ReplicaEvent, now: UInt64) -> [ReplicaEffect] {
    self.now = max(now, self.now)
    effects.reserveCapacity(Self.mostlyEffects)
    switch event {
    case .start(let time):
      wallClock.set(time, at: self.now)
      perform(link.start())
    case .connected: greet()
    case .received(let bytes): receive(bytes)
    case .disconnected(let reason, let retry, let jitter): disconnected(reason, retry, jitter)
    case .edit(let intent): edit(intent)
    case .undo(let force): undo(force: force)
    case .redo(let force): redo(force: force)
    case .stored: stored()
    case .storeFailed(let reason): storeFailed(reason)
    case .freshIdentity(let fresh, let instance):
      perform(session.handle(.freshIdentity(fresh, instance)))
    case .carriedOver: if outgoing.wereCarriedOver() { perform(session.handle(.carriedOver)) }
    case .savedBoardGone: copy.savedBoardGone()
    case .ask(let question): ask(question)
    case .presence(let state): presence.want(state)
    case .describe(let activity, let drafts): statePublisher.want(activity, drafts)
    case .drag(let request): perform(dragging.take(request, on: dragReach))
    case .timer: timer()
    case .resumeNow: resumeNow()
    case .goOn: goOn()
    case .reclaim: reclaim()
    case .leave(let close): leave(close)
    }
    finishTurn()
    defer { effects = [] }
    return effects
  }

  /// As many effects as most turns have.
  private static let mostlyEffects = 8
}

// What is known of the replica beside its effects.
extension Replica {
  public var identity: ReplicaIdentity { session.identity }
  /// The store that the session was last attached to; nil where it never was.
  public var store: IncarnationID? { session.isStranger ? nil : session.incarnation }
  /// What the coordinator ordered, as far as this window knows; nil until it has the board.
  public var confirmed: Board? { copy.confirmed.value }
  /// What the window shows: `confirmed` with the pending operations on disk replayed on top.
  public var visible: Board? { copy.visible }
  /// The edits that the coordinator has not acknowledged, in the order they were made.
  public var pending: [Operation] { outgoing.queue.unacknowledged }
  /// The latest edit; directly after an edit was taken, the operation that was made of it.
  public var newest: Operation? { outgoing.queue.edits.last?.operation }
  /// The highest counter of the session's operations that `visible` holds, hence that are on disk
  /// or confirmed; 0 if there is none.
  public var shownThrough: UInt64 {
    outgoing.nextCounter &- 1 &- UInt64(outgoing.queue.composedCount)
  }
  /// The other windows of the board whose people are known to be somewhere; none without a link.
  public var others: [SessionID: OtherWindow] { presence.others }
  public var status: SyncStatus { toldStatus ?? currentStatus }
  /// What the window may let its person do.
  public var standing: Standing { toldStanding ?? currentStanding }
  /// What ended the last link, in the words of whoever ended it.
  public var trouble: String { link.trouble }
  /// Whether the coordinator understands the question; nil while there is no link.
  public func isUnderstood(_ question: Question) -> Bool? {
    link.conversation.read { $0.welcome }.map { question.isUnderstood(with: $0.features) }
  }

  /// What the coordinator's clock shows, as far as known, in milliseconds since 1970.
  /// - Parameter now: as in `handle`.
  public func coordinatorTime(at now: UInt64) -> UInt64 { wallClock.time(at: now) }

  var phase: Phase? { link.stage }

  var prediction: Prediction {
    Prediction(author: identity.author, time: wallClock.time(at: now))
  }
}
