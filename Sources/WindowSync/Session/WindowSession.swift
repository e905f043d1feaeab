import BoardModel
import Wire

/// Whose session a window speaks for: how a fresh session takes the place of one that is lost, and
/// how that one is taken back.
struct WindowSession: Hashable, Sendable {
  private(set) var identity: ReplicaIdentity
  private(set) var ownership = SessionOwnership.holding
  /// The epoch of the session; 0 until it attached.
  private(set) var epoch: UInt32
  /// The store that the session is in; zero until it attached.
  private(set) var incarnation: IncarnationID
  /// The session whose file is on disk.
  private(set) var onDisk: SessionID
  /// The sessions this window had before; their edits can still be undone.
  private(set) var predecessors: [SessionID] = []
  /// By which right the session is attached to next.
  private(set) var manner: AttachManner
  /// Why the session is over for good, as a sentence.
  private(set) var ended: String?

  /// The most earlier sessions whose edits can be undone: a window that changes its session more
  /// often has other troubles than undo.
  static let rememberedPredecessors = 16

  init(_ identity: ReplicaIdentity, saved: SavedSession?) {
    self.identity = identity
    onDisk = identity.session
    manner = identity.window?.arrival ?? .resume
    epoch = saved?.epoch ?? 0
    incarnation = saved?.incarnation ?? WindowSession.noStore
  }

  private static let noStore = IncarnationID(high: 0, low: 0)

  /// Whether the window has never attached, so that no store knows it.
  var isStranger: Bool { incarnation == WindowSession.noStore }

  var isOnDisk: Bool { identity.session == onDisk }

  /// Who has the session of a window that is fenced.
  var fence: Fence { ended.map { .ended($0) } ?? .takenOver }

  /// Whether an operation was made here, under this session or one before it, by this user.
  func made(_ operation: OperationID, by author: Author) -> Bool {
    (operation.session == identity.session || predecessors.contains(operation.session))
      && author.user == identity.author.user
  }
}

/// What happens to the session of a window.
enum SessionEvent: Hashable, Sendable {
  /// Another has the session. `isDelivered` says whether every edit was acknowledged before;
  /// `nextCounter` is the counter of the session's next operation.
  case fenced(isDelivered: Bool, nextCounter: UInt64)
  /// The session was closed for good, as the sentence says; `fenced` follows.
  case ended(String)
  /// The window that was closed from elsewhere holds what its person typed: it stays open.
  case goesOn
  /// The window cannot go on under its session.
  case lost(SuccessionCause)
  case freshIdentity(SessionID, InstanceID)
  /// ATTACHED has come, from this store.
  case attached(epoch: UInt32, IncarnationID)
  /// The edits carry other identities of this session now: those made before the first ATTACHED its
  /// epoch, those behind a refused one earlier counters.
  case named
  /// The edits carry the identities of the successor now. `count` of them are to be delivered;
  /// `undelivered` is the counter that the first of them had.
  case renumbered(count: Int, undelivered: UInt64)
  case carriedOver
  /// The fresh session of a fenced window has delivered everything, and is given up.
  case delivered
  /// A person wants the session from the terminal that has it.
  case wanted
  /// The link is dialed for a person who wants the session, by the right of the newer window.
  case takingOver
}

/// What follows for the replica, in the order of the list.
enum SessionEffect: Hashable, Sendable {
  /// What is known is of this store, and the coordinator's is another.
  case storeReplaced(IncarnationID)
  /// Ask for a fresh identity. The connection stays, without a session, or is dialed again.
  case succeed(keepsConnection: Bool)
  /// The fresh session has attached: the log says what became of the old one's edits.
  case attachedAfresh
  /// The session has attached; `isNews` says whether its store or its epoch is another than before.
  case resumed(isNews: Bool)
  /// The old session is the window's again, with its counters.
  case restored(nextCounter: UInt64)
  case notice(ReplicaNotice)
  case saveSession
  /// The disk is to say of the session that another terminal has it.
  case saveGivenUp
  /// The file of the session `onDisk` is to be replaced by the present one's, which may have the
  /// same identifier.
  case carryOver
  /// The same, for a session that another terminal has.
  case carryOverGivenUp
  /// The window goes on, with the edits that the disk has now.
  case carriedOn
  /// The session before is no window any longer.
  case endPredecessor(Ending)
  /// Nothing is left to be done under the session that another has.
  case surrendered
  /// The session is to be taken back now.
  case reclaim
}

extension WindowSession {
  mutating func handle(_ event: SessionEvent) -> [SessionEffect] {
    switch event {
    case .fenced(let isDelivered, let next): return fenced(isDelivered, next)
    case .ended(let reason):
      ended = reason
      return []
    case .goesOn:
      guard ended != nil, ownership == .surrendered else { return [] }
      ended = nil
      return lost(.ended)
    case .lost(let cause): return lost(cause)
    case .freshIdentity(let session, let instance):
      guard case .awaitingSuccessor(let cause) = ownership else { return [] }
      let successor = SuccessorSession(session: session, instance: instance, epoch: 0)
      ownership = .succeeding(cause, successor)
      return []
    case .attached(let epoch, let incarnation): return attached(epoch, incarnation)
    case .named:
      guard ownership == .holding else { return [] }
      ownership = .naming
      return [.carryOver]
    case .renumbered(let count, let undelivered): return renumbered(count, undelivered)
    case .carriedOver: return carriedOver()
    case .delivered: return delivered()
    case .wanted:
      if ended == nil { ownership.wantBack() }
      return []
    case .takingOver:
      manner = .takeOver
      if ownership == .surrendered { ownership = .reclaiming }
      return []
    }
  }

  private mutating func fenced(_ isDelivered: Bool, _ nextCounter: UInt64) -> [SessionEffect] {
    if case .delivering(let fenced) = ownership { return lost(.fenced(fenced)) }
    guard isDelivered else {
      return lost(
        .fenced(Fenced(identity: identity, epoch: epoch, nextCounter: nextCounter)))
    }
    ownership = .surrendered
    let isSaved = identity.window != nil && isOnDisk
    return endNotice + (isSaved ? [.saveGivenUp] : []) + [.surrendered]
  }

  private var endNotice: [SessionEffect] { ended.map { [.notice(.ended($0))] } ?? [] }

  private mutating func lost(_ cause: SuccessionCause) -> [SessionEffect] {
    // After a refused ATTACH or a fence the connection speaks for no session; otherwise it still
    // does.
    let isOwn = ownership == .holding || ownership == .naming
    let keepsConnection = isOwn && cause != .undeliverable
    var replaced: [SessionEffect] = []
    if cause == .storeReplaced {
      replaced = [.storeReplaced(incarnation)]
      incarnation = WindowSession.noStore
    }
    ownership = .awaitingSuccessor(ownership.cause(followedBy: cause))
    return replaced + [.succeed(keepsConnection: keepsConnection)]
  }

  private mutating func attached(
    _ epoch: UInt32, _ incarnation: IncarnationID
  ) -> [SessionEffect] {
    let isNewStore = self.incarnation != incarnation
    self.incarnation = incarnation
    if case .succeeding(let cause, var successor) = ownership {
      successor.epoch = epoch
      ownership = .succeeding(cause, successor)
      return [.attachedAfresh]
    }
    if ownership == .reclaiming { ownership = .holding }
    manner = .resume
    let isNews = isNewStore || self.epoch != epoch
    self.epoch = epoch
    return [.resumed(isNews: isNews)]
  }

  private mutating func renumbered(_ count: Int, _ undelivered: UInt64) -> [SessionEffect] {
    guard case .succeeding(var cause, let successor) = ownership else { return [] }
    let old = identity.session
    if predecessors.count == Self.rememberedPredecessors { predecessors.removeFirst() }
    predecessors.append(old)
    identity.session = successor.session
    identity.instance = successor.instance
    epoch = successor.epoch
    if case .fenced(var fenced) = cause {
      if fenced.identity.session == old { fenced.nextCounter = undelivered }
      fenced.delivered = count
      cause = .fenced(fenced)
    }
    ownership = .adopting(cause)
    return [.carryOver]
  }

  private mutating func carriedOver() -> [SessionEffect] {
    onDisk = identity.session
    if ownership == .naming {
      ownership = .holding
      return [.carriedOn]
    }
    guard case .adopting(let cause) = ownership else {
      // The session was taken back before the disk had it as given up.
      return ownership == .holding ? [.saveSession] : []
    }
    switch cause {
    case .fenced(let fenced):
      ownership = .delivering(fenced)
      return [.carriedOn]
    case .expired:
      ownership = .holding
      return [.notice(.expired), .carriedOn]
    case .ended:
      ownership = .holding
      return [.carriedOn]
    case .storeReplaced:
      // A restored store may list the session before as a window that is away. Who opened it elsewhere
      // meanwhile and types there keeps it.
      ownership = .holding
      return [.endPredecessor(.standard), .carriedOn]
    case .undeliverable:
      ownership = .holding
      return [.endPredecessor(.decline), .carriedOn]
    }
  }

  private mutating func delivered() -> [SessionEffect] {
    guard case .delivering(let fenced) = ownership else { return [] }
    ownership = .surrendered
    identity = fenced.identity
    epoch = fenced.epoch
    return [
      .restored(nextCounter: fenced.nextCounter),
      .notice(.resubmitted(count: fenced.delivered)),
    ] + endNotice + [.carryOverGivenUp] + (fenced.isWanted ? [.reclaim] : [])
  }
}
