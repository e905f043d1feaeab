import BoardModel
import Wire

/// What the replica asks on its connection.
enum ReplicaRequest: Answerable {
  case attach
  /// Asks for a chunk of a snapshot; `generation` numbers the gatherings on this connection.
  case snapshot(generation: Int)
  /// Asks for a part of the log, for a person or a command.
  case history(token: UInt64)
  /// Asks for a part of the log, to learn what became of an old session's operations.
  case inquiry(from: UInt64)
  case submit(OperationID)
  case detach
  /// Asks to open a further window, which gets this session if nobody has it.
  case open(SessionID)
  case invite(Invite)
  case lift(DragID)
  case drop(DragID)
  /// Asks for a part of a card; `generation` numbers these requests.
  case load(generation: Int)
  /// Ends a session that this window had before, to which nobody comes back.
  case endPredecessor

  func isAnswered(by message: Message) -> Bool {
    switch (self, message) {
    case (.attach, .attached), (.snapshot, .snapshot), (.history, .history), (.inquiry, .history),
      (.submit, .outcome), (.detach, .detached), (.open, .windowOpened),
      (.invite, .invited), (.endPredecessor, .windowEnded), (.lift, .lifted), (.drop, .dropped),
      (.load, .part):
      true
    default: false
    }
  }

  var answersInParts: Bool { false }
}

/// The replica's way to the coordinator.
enum Link: Sendable {
  case idle
  /// The pause before dialing; `attempt` is the number of failures since the link last lived.
  case waiting(until: UInt64, attempt: Int)
  case dialing(attempt: Int)
  case linked(Conversation<ReplicaRequest>, Phase, attempt: Int)
  /// The shell is closing the connection.
  case closing(Aftermath)
  /// There is no link until a person asks for one.
  case stopped(StopReason)
  case left
}

/// How far a connection has come.
enum Phase: Hashable, Sendable {
  /// HELLO is sent, and WELCOME awaited.
  case greeting
  /// Both know each other; ATTACH goes out as soon as there is an identity to attach with.
  case welcomed
  case attaching
  case catchingUp(CatchingUp)
  /// The window has the board, and reads in the log what became of an old session's operations.
  case inquiring(Inquiry)
  /// The window has the board, and waits until a fresh session's file is on disk.
  case carrying
  case live
  /// The window waits for the last acknowledgements, then detaches.
  case leaving(close: Bool, deadline: UInt64)
  case detaching(Detachment, deadline: UInt64)

  /// Whether the window acknowledges what it has, and saves its board, now and then.
  var keepsPace: Bool {
    switch self {
    case .live, .leaving: true
    case .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .detaching: false
    }
  }

  /// Whether the window follows the board, so that operations take effect as they arrive.
  var follows: Bool {
    switch self {
    case .catchingUp(.operations), .inquiring, .carrying, .live, .leaving: true
    case .greeting, .welcomed, .attaching, .catchingUp(.snapshot), .detaching: false
    }
  }
}

enum CatchingUp: Hashable, Sendable {
  case operations(through: UInt64)
  case snapshot(SnapshotGathering)
}

/// Looks through the log for operations that may or may not have been ordered.
struct Inquiry: Hashable, Sendable {
  /// The next sequence number to read.
  var next: UInt64
  /// The last sequence number to read.
  let through: UInt64
}

/// Why the window gives up its session on a connection.
enum Detachment: Hashable, Sendable {
  case leave(close: Bool)
  /// The fenced window has delivered everything.
  case surrender
}

/// What follows once the connection is closed.
enum Aftermath: Hashable, Sendable {
  /// The link is dialed again after at least `pause` milliseconds.
  case retry(pause: UInt64, attempt: Int)
  case rest(StopReason)
  case leave(kept: Bool)
}

enum StopReason: Hashable, Sendable {
  case fenced
  /// The window was closed from elsewhere, as the sentence says.
  case ended(String)
  /// Another window has the session and lives; the text says where.
  case inUse(String)
  case upgrade(String)
  /// The coordinator refused the window, as the notice told.
  case refused(ReplicaNotice, reason: String)

  var reason: String {
    switch self {
    case .fenced: "another terminal took this window over"
    case .ended(let reason), .inUse(let reason), .upgrade(let reason), .refused(_, let reason):
      reason
    }
  }

  /// The notice by which a person learns of it.
  var notice: ReplicaNotice {
    switch self {
    case .fenced: .fenced
    case .ended(let reason): .ended(reason)
    case .inUse(let place): .inUse(place)
    case .upgrade(let reason): .upgradeNeeded(reason)
    case .refused(let notice, _): notice
    }
  }

  /// Whether the session belongs to another, or to nobody, for good.
  var isOver: Bool {
    switch self {
    case .fenced, .ended: true
    case .inUse, .upgrade, .refused: false
    }
  }
}

/// Whose session the window speaks for, with or without a link.
enum SessionOwnership: Hashable, Sendable {
  case holding
  /// The shell was asked for a fresh identity.
  case awaitingSuccessor(SuccessionCause)
  /// The fresh session attaches; the edits still carry the identities of the old one.
  case succeeding(SuccessionCause, SuccessorSession)
  /// The edits are renumbered in memory, but the disk still has the old session's file.
  case adopting(SuccessionCause)
  /// The fenced window's edits are delivered under a fresh session. After that the old session,
  /// which `Fenced` describes, can be reclaimed.
  case delivering(Fenced)
  /// The window is fenced, and has nothing left to deliver.
  case surrendered
  /// The window attaches again, at a person's wish, as the session that another terminal has.
  /// Nothing can be edited before ATTACHED says how far that terminal has counted.
  case reclaiming
}

enum SuccessionCause: Hashable, Sendable {
  case fenced(Fenced)
  case expired
  case storeReplaced
  /// The coordinator would not take an operation, or has a different one with the same identity.
  case undeliverable

  var isFenced: Bool { if case .fenced = self { true } else { false } }
}

/// The session that another terminal holds now.
struct Fenced: Hashable, Sendable {
  let identity: ReplicaIdentity
  let epoch: UInt32
  /// The first counter of that session that was not ordered before the fence, as far as known.
  var nextCounter: UInt64
  /// The number of edits that were delivered under the fresh session.
  var delivered = 0
  /// Whether a person has asked for that session while edits were still being delivered: it is
  /// taken back as soon as they are.
  var isWanted = false
}

struct SuccessorSession: Hashable, Sendable {
  let session: SessionID
  let instance: InstanceID
  var epoch: UInt32
}

/// What is being written to disk.
enum Writing: Hashable, Sendable {
  case idle
  /// The first so many composed edits are being written.
  case persisting(Int)
  case carrying
}

/// Whether edits may be handed to the coordinator.
enum Submitting: Hashable, Sendable {
  case flowing
  /// The coordinator refuses edits for now; `attempt` counts the refusals in a row.
  case holding(until: UInt64, attempt: Int, reason: String)

  /// The shortest pause after a transient refusal, in milliseconds; it doubles up to `longest`.
  static let shortest: UInt64 = 50
  static let longest: UInt64 = 10_000
}
