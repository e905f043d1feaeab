import BoardModel
import Wire

/// What is asked on a replica's connection; all but questions the replica asks by itself.
enum ReplicaRequest: Hashable, Sendable {
  case attach
  /// Asks for a snapshot; `generation` is that of the gathering. The rest of the answer to ATTACH is
  /// one too, where a snapshot follows.
  case snapshot(generation: UInt64)
  /// What a person or a command asks.
  indirect case question(Question)
  /// Asks for a part of the log, to learn what became of an old session's operations.
  case inquiry(from: UInt64)
  case submit(OperationID)
  case detach
  case lift(DragID)
  case drop(DragID)
  /// Asks for a part of a card; `generation` numbers these requests.
  case load(generation: Int)
  /// Ends a session that this window had before, to which nobody comes back.
  case endPredecessor
}

/// The use that a replica makes of its link.
enum ReplicaLink: LinkUse {
  typealias Request = ReplicaRequest
  typealias Stage = Phase

  enum End: Hashable, Sendable {
    case stopped(StopReason)
    case left(kept: Bool)
  }

  static func identityRefused(_ reason: String) -> End {
    .stopped(.refused(.identityRefused(reason)))
  }
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
  /// The window has the board, and waits until its edits are on disk with the identities under which
  /// they are sent.
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

  /// Whether the window is on its way out.
  var isDeparture: Bool {
    switch self {
    case .leaving, .detaching: true
    case .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .live: false
    }
  }

  /// The time after which the window does not wait for answers any longer.
  var deadline: UInt64? {
    switch self {
    case .leaving(_, let deadline), .detaching(_, let deadline): deadline
    case .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .live: nil
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

/// Why no link is sought.
enum StopReason: Hashable, Sendable {
  case fenced(Fence)
  /// The coordinator, or this side, does not want the link.
  case refused(LinkRefusal)

  var reason: String {
    switch self {
    case .fenced(let fence): fence.reason
    case .refused(let refusal): refusal.reason
    }
  }

  /// Whether the session belongs to another, or to nobody, for good.
  var isOver: Bool {
    switch self {
    case .fenced(.takenOver), .fenced(.ended): true
    case .fenced(.inUse), .refused: false
    }
  }
}
