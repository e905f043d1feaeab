import BoardModel
import WindowSync

/// One command's session with a coordinator, from the first connection until it is left without a
/// trace.
///
/// A lost connection is made again until the deadline, and the same operations are sent again, so
/// that each counts once.
struct CommandSession: Sendable {
  /// How long a command may take, in milliseconds: longer than a coordinator needs to restart,
  /// shorter than a person waits.
  static let patience: UInt64 = 10_000
  /// How long a command whose edits are made may wait for the end of its session, in milliseconds: else
  /// that is forgotten later.
  static let leavingPatience: UInt64 = 1_000
  /// How long a search for what concerns a card may take, in milliseconds: a coordinator that has
  /// just started reads the whole log of the board once.
  static let searchPatience: UInt64 = 60_000
  /// How long a window may take to come up, in milliseconds: so long is its session promised (SPEC.md
  /// WIN-007), also where the machine is busy.
  static let windowPatience: UInt64 = 5_000

  enum State: Sendable {
    case idle
    case directory(BoardDirectory)
    /// A request has been answered. The link stays until the next one or the end.
    case listed(BoardDirectory)
    /// The session waits until a window is shown, or the deadline passes.
    case awaiting(BoardDirectory, Awaited)
    /// The session makes edits of a board that is not open.
    case editing(BoardDirectory, UnopenedEdits)
    case board(Replica, Work)
    /// The session waits for its link to close in good order.
    case leaving(Leaving)
    case ended
  }

  enum Leaving: Sendable {
    case directory(BoardDirectory)
    case board(Replica)
  }

  /// A window that was started and has not come up yet.
  struct Awaited: Hashable, Sendable {
    let session: SessionID
    /// The time since which another terminal shows the window that is to be taken over.
    let besides: UInt64?
    /// Whether the coordinator will tell when the window is shown; false until it has answered on
    /// this link.
    var isWatched = false
  }

  /// The purpose for which the board is open.
  enum Work: Hashable, Sendable {
    case opening(toFollow: Bool)
    case ready
    case deciding(Deciding)
    /// The command reads a part of the log.
    case reading(Question, asked: Bool)
    case following(linked: Bool)
  }

  struct Deciding: Hashable, Sendable {
    let count: Int
    var decisions: [Decision] = []
    /// The session's operations up to this one are part of the confirmed board.
    var confirmed: Confirmed?

    struct Confirmed: Hashable, Sendable {
      let session: SessionID
      let through: UInt64
    }

    var isDecided: Bool { decisions.count == count }

    var isComplete: Bool {
      guard isDecided, let last = decisions.last?.operation.id else { return false }
      return confirmed.map { $0.session == last.session && $0.through >= last.counter } ?? false
    }
  }

  var state = State.idle
  /// The time at which the command gives up; nil if it may wait without limit.
  var deadline: UInt64?
  /// Whether a coordinator was reached before, so that trying again may help when something fails.
  var hasLinked = false
  var trouble = "it does not answer"
  var grease: UInt8
  var now: UInt64 = 0
  var effects: [SessionEffect] = []
  var inbox: [ReplicaEvent] = []
  var directoryInbox: [DirectoryEvent] = []
  var machineWake: UInt64?
  var scheduled: UInt64?

  /// - Parameter grease: any number. It chooses the meaningless values that are sent along.
  init(grease: UInt8) {
    self.grease = grease
  }

  /// The board that the coordinator has confirmed, once the session is `ready`, or as it was last
  /// where its user may not read it any longer.
  var board: Board? {
    switch state {
    case .board(let replica, _): replica.confirmed ?? replica.visible
    case .idle, .directory, .listed, .awaiting, .editing, .leaving, .ended: nil
    }
  }

  /// Takes one event.
  /// - Parameter now: the time in milliseconds, of a clock that never goes back.
  mutating func handle(_ event: SessionEvent, now: UInt64) -> [SessionEffect] {
    self.now = max(now, self.now)
    if deadline == nil, !isFollowing { deadline = self.now + Self.patience }
    switch event {
    case .ask(let question): if question.isOfBoard { read(question) } else { ask(question) }
    case .awaitWindow(let session, let shown): awaitWindow(session, besides: shown)
    case .open(let identity, let wallClock): open(identity, wallClock, toFollow: false)
    case .follow(let identity, let wallClock): open(identity, wallClock, toFollow: true)
    case .submit(let intents): submit(intents)
    case .make(let edits): make(edits)
    case .connected(let link):
      hasLinked = true
      tell(link, .connected, .connected)
    case .received(let link, let bytes): tell(link, .received(bytes), .received(bytes))
    case .disconnected(let link, let reason, let retry, let jitter):
      disconnected(link, reason, retry, jitter)
    case .filesUnusable(let link, let reason, let jitter):
      if isCurrent(link), !hasLinked {
        fail(CommandFailure(.files, reason))
      } else {
        disconnected(link, reason, .automatic, jitter)
      }
    case .freshIdentity(let session, let instance):
      drive(.freshIdentity(session: session, instance: instance))
    case .timer: timer()
    case .finish: finish()
    }
    schedule()
    defer { effects = [] }
    return effects
  }

  var isFollowing: Bool {
    if case .board(_, .following) = state { true } else { false }
  }
}

// Events of the links and the clock.
extension CommandSession {
  mutating func tell(
    _ link: LinkName, _ directory: DirectoryEvent, _ replica: ReplicaEvent
  ) {
    switch (link, state) {
    case (.directory, .directory), (.directory, .listed), (.directory, .awaiting),
      (.directory, .editing), (.directory, .leaving(.directory)):
      drive(directory)
    case (.board, .board), (.board, .leaving(.board)):
      drive(replica)
    default: return  // The link was left to close by itself.
    }
  }

  mutating func disconnected(
    _ link: LinkName, _ reason: String, _ retry: DisconnectRetry, _ jitter: UInt64
  ) {
    if isCurrent(link) {
      trouble = reason
      if !hasLinked, retry == .automatic { return fail(unreachable) }
    }
    tell(
      link, .disconnected(reason: reason, retry: retry, jitter: jitter),
      .disconnected(reason: reason, retry: retry, jitter: jitter))
    // If this side ended the connection, the replica knows why.
    if case .board(let replica, _) = state { trouble = replica.trouble }
  }

  func isCurrent(_ link: LinkName) -> Bool {
    switch (link, state) {
    case (.directory, .directory), (.directory, .listed), (.directory, .awaiting),
      (.directory, .editing), (.board, .board):
      true
    default: false
    }
  }

  mutating func timer() {
    scheduled = nil
    if let deadline, now >= deadline {
      if case .awaiting(_, let awaited) = state, awaited.isWatched { return shown(false) }
      return fail(unreachable)
    }
    machineWake = nil
    switch state {
    case .directory, .listed, .awaiting, .editing, .leaving(.directory): drive(DirectoryEvent.timer)
    case .board, .leaving(.board): drive(ReplicaEvent.timer)
    case .idle, .ended: return
    }
  }

  var unreachable: CommandFailure {
    guard edited != nil else {
      return CommandFailure(.unreachable, "the coordinator cannot be reached: \(trouble)")
    }
    return CommandFailure(
      .unreachable,
      "the connection was lost before the coordinator answered (\(trouble)): whether the edit was "
        + "made is not known; look at the board before you make it again")
  }

  /// The failure if the coordinator said that it could not store the edit. Nothing is tried again:
  /// whoever typed the command decides that.
  func unwritten(_ reason: String) -> CommandFailure {
    guard let (made, all) = edited else { return CommandFailure(.refused, reason) }
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    return CommandFailure(
      .refused,
      made == 0
        ? "\(reason); the edit was not made"
        : "\(reason); only the first \(made) of \(all) edits were made")
  }

  /// How many of the edits are made, and how many there are; nil while none is under way.
  private var edited: (made: Int, all: Int)? {
    switch state {
    case .board(_, .deciding(let deciding)): (deciding.decisions.count, deciding.count)
    case .editing(_, let edits) where !edits.operations.isEmpty:
      (edits.decisions.count, edits.operations.count)
    case .idle, .directory, .listed, .awaiting, .editing, .board, .leaving, .ended: nil
    }
  }

  mutating func schedule() {
    switch state {
    case .idle, .ended: return
    case .directory, .listed, .awaiting, .editing, .board, .leaving: break
    }
    guard let next = [machineWake, deadline].compactMap({ $0 }).min(), next != scheduled else {
      return
    }
    scheduled = next
    effects.append(.wake(at: next))
  }
}
