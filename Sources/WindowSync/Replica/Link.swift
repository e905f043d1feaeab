import BoardModel
import Wire

/// What the replica asks on its connection.
enum ReplicaRequest: Answerable {
  case attach
  /// `generation`: which of the gatherings on this connection.
  case snapshot(generation: Int)
  /// A person's or a command's look into the log.
  case history(token: UInt64)
  /// The replica's own, to learn what became of an old session's operations.
  case inquiry(from: UInt64)
  case submit(OperationID)
  case detach
  /// A further window, which is to be this session if nobody has it.
  case open(SessionID)
  case invite(Invite)
  case lift(DragID)
  case drop(DragID)
  /// `generation`: which of the questions for a part.
  case load(generation: Int)
  /// A session this window had before, which nobody comes back to.
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
  /// `attempt`: failures since the link last lived.
  case waiting(until: UInt64, attempt: Int)
  case dialing(attempt: Int)
  case linked(Conversation<ReplicaRequest>, Phase, attempt: Int)
  /// The shell closes the connection.
  case closing(Aftermath)
  /// No link until a person asks for one.
  case stopped(StopReason)
  case left
}

/// How far a connection has come.
enum Phase: Hashable, Sendable {
  /// HELLO is sent.
  case greeting
  /// Both know each other; ATTACH goes out as soon as there is an identity to attach with.
  case welcomed
  case attaching
  case catchingUp(CatchingUp)
  /// Has the board, and asks the log what became of an old session's operations.
  case inquiring(Inquiry)
  /// Has the board, and waits until a fresh session's file is on disk.
  case carrying
  case live
  /// Waits for the last acknowledgements, then detaches.
  case leaving(close: Bool, deadline: UInt64)
  case detaching(Detachment, deadline: UInt64)

  /// What the window has is acknowledged, and its board is saved, now and then.
  var keepsPace: Bool {
    switch self {
    case .live, .leaving: true
    case .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .detaching: false
    }
  }

  /// The board is followed: operations take effect as they arrive.
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
  /// The last to read.
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
  /// `pause`: at least so many milliseconds.
  case retry(pause: UInt64, attempt: Int)
  case rest(StopReason)
  case leave(kept: Bool)
}

enum StopReason: Hashable, Sendable {
  case fenced
  /// The window was closed from elsewhere; says so as a sentence.
  case ended(String)
  /// Another window has the session and lives; says where.
  case inUse(String)
  case upgrade(String)
  /// As the notice said.
  case refused(ReplicaNotice, reason: String)

  var reason: String {
    switch self {
    case .fenced: "another terminal took this window over"
    case .ended(let reason), .inUse(let reason), .upgrade(let reason), .refused(_, let reason):
      reason
    }
  }

  /// What a person was told of it.
  var notice: ReplicaNotice {
    switch self {
    case .fenced: .fenced
    case .ended(let reason): .ended(reason)
    case .inUse(let place): .inUse(place)
    case .upgrade(let reason): .upgradeNeeded(reason)
    case .refused(let notice, _): notice
    }
  }

  /// The session is another's, or nobody's, for good.
  var isOver: Bool {
    switch self {
    case .fenced, .ended: true
    case .inUse, .upgrade, .refused: false
    }
  }
}

/// Whose session the window speaks for. Independent of whether there is a link.
enum SessionOwnership: Hashable, Sendable {
  case holding
  /// A fresh identity was asked for.
  case awaitingSuccessor(SuccessionCause)
  /// The fresh session attaches; edits still carry the old one's names.
  case succeeding(SuccessionCause, SuccessorSession)
  /// Renumbered in memory; the disk still has the old session's file.
  case adopting(SuccessionCause)
  /// The fenced window's edits are delivered under a fresh session. Then the old one, of which
  /// this is known, can be reclaimed.
  case delivering(Fenced)
  /// Fenced, with nothing left to deliver.
  case surrendered
  /// Attaching again as the session that another terminal has, at a person's wish. Nothing can be
  /// edited before ATTACHED says how far that terminal has counted.
  case reclaiming
}

enum SuccessionCause: Hashable, Sendable {
  case fenced(Fenced)
  case expired
  case storeReplaced
  /// The coordinator would not take an operation, or has another under its name.
  case undeliverable

  var isFenced: Bool { if case .fenced = self { true } else { false } }
}

/// The session that another terminal holds now.
struct Fenced: Hashable, Sendable {
  let identity: ReplicaIdentity
  let epoch: UInt32
  /// The first counter of that session that was not ordered before the fence, as far as known.
  var nextCounter: UInt64
  /// Edits delivered under the fresh session.
  var delivered = 0
  /// A person has asked for that session while edits were still being delivered: it is taken back
  /// as soon as they are.
  var isWanted = false
}

struct SuccessorSession: Hashable, Sendable {
  let session: SessionID
  let instance: InstanceID
  var epoch: UInt32
}

/// What the disk is busy with.
enum Writing: Hashable, Sendable {
  case idle
  /// The first so many composed edits.
  case persisting(Int)
  case carrying
}

/// Whether edits may be handed to the coordinator.
enum Submitting: Hashable, Sendable {
  case flowing
  /// Refused for now. `attempt`: refusals in a row.
  case holding(until: UInt64, attempt: Int, reason: String)

  /// The shortest pause after a transient refusal, in milliseconds; it doubles up to `longest`.
  static let shortest: UInt64 = 50
  static let longest: UInt64 = 10_000
}
