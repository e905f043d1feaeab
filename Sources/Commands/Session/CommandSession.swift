import BoardModel
import WindowSync

/// One command's dealings with a coordinator, from dialing to leaving without a trace.
///
/// A lost connection is dialed again and the same operations are sent again, so that they count
/// once, until the deadline.
struct CommandSession: Sendable {
  /// Milliseconds a command may take: longer than a coordinator takes to start again, shorter than
  /// a person waits.
  static let patience: UInt64 = 10_000
  /// Milliseconds a look for what concerns a card may take: a coordinator that has just started goes
  /// through the whole log of the board once.
  static let searchPatience: UInt64 = 60_000
  /// Milliseconds that a window has to come up: a person who waits longer thinks it failed.
  static let windowPatience: UInt64 = 2_000

  enum State: Sendable {
    case idle
    case directory(BoardDirectory)
    /// The boards were listed; the link stays until something is decided.
    case listed(BoardDirectory)
    /// Until a window is shown, or the deadline.
    case awaiting(BoardDirectory, Awaited)
    case board(Replica, Work)
    /// Waits for its link to close in order.
    case leaving(Leaving)
    case ended
  }

  enum Leaving: Sendable {
    case directory(BoardDirectory)
    case board(Replica)
  }

  /// A window that was started and is to come up.
  struct Awaited: Hashable, Sendable {
    let session: SessionID
    /// Since when it is shown where it is to be taken from.
    let besides: UInt64?
    /// The coordinator will tell when it is shown; false until it has answered on this link.
    var isWatched = false
  }

  /// What the board is needed for.
  enum Work: Hashable, Sendable {
    case opening(toFollow: Bool)
    case ready
    case deciding(Deciding)
    case reading(Reading, asked: Bool)
    case following(linked: Bool)
  }

  /// A part of the log.
  struct Reading: Hashable, Sendable {
    let from: UInt64
    let count: UInt32
    let card: CardID?
  }

  struct Deciding: Hashable, Sendable {
    let count: Int
    var decisions: [Decision] = []
    /// Up to here this session's operations are part of the confirmed board.
    var confirmed: Confirmed?

    struct Confirmed: Hashable, Sendable {
      let session: SessionID
      let through: UInt64
    }

    var isComplete: Bool {
      guard decisions.count == count, let last = decisions.last?.operation.id else { return false }
      return confirmed.map { $0.session == last.session && $0.through >= last.counter } ?? false
    }
  }

  var state = State.idle
  /// When the command gives up; nil where it may wait for ever.
  var deadline: UInt64?
  /// A coordinator was there: what fails now may be mended by trying again.
  var hasLinked = false
  var trouble = "it does not answer"
  var grease: UInt8
  var now: UInt64 = 0
  var effects: [SessionEffect] = []
  var inbox: [ReplicaEvent] = []
  var machineWake: UInt64?
  var scheduled: UInt64?

  /// - Parameter grease: any number; chooses the meaningless values sent along.
  init(grease: UInt8) {
    self.grease = grease
  }

  /// The board as the coordinator confirmed it, once `ready`.
  var board: Board? {
    switch state {
    case .board(let replica, _): replica.confirmed
    case .idle, .directory, .listed, .awaiting, .leaving, .ended: nil
    }
  }

  /// Takes one event.
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: SessionEvent, now: UInt64) -> [SessionEffect] {
    self.now = max(now, self.now)
    if deadline == nil, !isFollowing { deadline = self.now + Self.patience }
    switch event {
    case .list: ask(.list)
    case .create(let board, let operation): ask(.create(board, operation))
    case .listWindows(let session): ask(.listWindows(session))
    case .openWindow(let body): ask(.openWindow(body))
    case .endWindow(let body): ask(.endWindow(body))
    case .invite(let body): ask(.invite(body))
    case .awaitWindow(let session, let shown): awaitWindow(session, besides: shown)
    case .open(let identity, let wallClock): open(identity, wallClock, toFollow: false)
    case .follow(let identity, let wallClock): open(identity, wallClock, toFollow: true)
    case .submit(let intents): submit(intents)
    case .history(let from, let count, let card):
      read(Reading(from: from, count: count, card: card))
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

// What happens to it.
extension CommandSession {
  mutating func tell(
    _ link: LinkName, _ directory: DirectoryEvent, _ replica: ReplicaEvent
  ) {
    switch (link, state) {
    case (.directory, .directory), (.directory, .listed), (.directory, .awaiting),
      (.directory, .leaving(.directory)):
      drive(directory)
    case (.board, .board), (.board, .leaving(.board)):
      drive(replica)
    default: return  // A link that is left to close by itself.
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
    // Where this side ended the connection, it knows why.
    if case .board(let replica, _) = state { trouble = replica.trouble }
  }

  func isCurrent(_ link: LinkName) -> Bool {
    switch (link, state) {
    case (.directory, .directory), (.directory, .listed), (.directory, .awaiting),
      (.board, .board):
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
    case .directory, .listed, .awaiting, .leaving(.directory): drive(DirectoryEvent.timer)
    case .board, .leaving(.board): drive(ReplicaEvent.timer)
    case .idle, .ended: return
    }
  }

  var unreachable: CommandFailure {
    guard case .board(_, .deciding) = state else {
      return CommandFailure(.unreachable, "the coordinator cannot be reached: \(trouble)")
    }
    return CommandFailure(
      .unreachable,
      "the connection was lost before the coordinator answered (\(trouble)): whether the edit was "
        + "made is not known; look at the board before you make it again")
  }

  /// The coordinator said that it did nothing: whoever typed the command decides when to try again.
  func unwritten(_ reason: String) -> CommandFailure {
    guard case .board(_, .deciding(let deciding)) = state else {
      return CommandFailure(.refused, reason)
    }
    let made = deciding.decisions.count
    return CommandFailure(
      .refused,
      made == 0
        ? "\(reason); the edit was not made"
        : "\(reason); only the first \(made) of \(deciding.count) edits were made")
  }

  mutating func schedule() {
    switch state {
    case .idle, .ended: return
    case .directory, .listed, .awaiting, .board, .leaving: break
    }
    guard let next = [machineWake, deadline].compactMap({ $0 }).min(), next != scheduled else {
      return
    }
    scheduled = next
    effects.append(.wake(at: next))
  }
}
