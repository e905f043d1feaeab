import BoardModel
import LogRecords
import Wire

/// The operations and records that are not durable yet: the group being written, and the group that
/// is gathered meanwhile.
struct CommitQueue: Sendable {
  var inFlight: Group?
  var gathering = Group()

  struct Group: Sendable {
    var boards: [BoardID: Part] = [:]
    /// The boards in the order in which they came into the group.
    var order: [BoardID] = []
    /// The sessions whose records changed, in the order in which they did.
    var sessions: [SessionID] = []
    var removedSessions: [SessionID] = []
    /// The answers that are sent when the group is durable, in the order of the requests.
    var answers: [Answer] = []
    /// The records as they were when the group was handed out.
    var records: [SessionRecord] = []

    var isEmpty: Bool {
      order.isEmpty && sessions.isEmpty && removedSessions.isEmpty
    }

    mutating func add(_ session: SessionID) {
      if !sessions.contains(session) { sessions.append(session) }
    }
  }

  /// The operations of one board in a group.
  struct Part: Sendable {
    var operations: [LoadedBoard.EncodedOperation] = []
    /// The board with the operations of the group; set when the group is handed out.
    var board: Board?
    var time: UInt64 = 0
    /// The digest at the last sequence number divisible by 64, if it is to be published.
    var digest: (sequence: UInt64, digest: BoardDigest)?
  }

  /// An answer that waits for durability.
  enum Answer: Sendable {
    case outcome(ConnectionID, request: UInt64, StoredOutcome)
    case attached(ConnectionID, request: UInt64, SessionID, Attach)
    case detached(ConnectionID, request: UInt64)
    case windowEnded(ConnectionID, request: UInt64)
    /// The news that a window ended, for the window that had the session.
    case windowEnd(ConnectionID, WindowEnd)

    var address: (connection: ConnectionID, request: UInt64) {
      switch self {
      case .outcome(let connection, let request, _), .detached(let connection, let request),
        .windowEnded(let connection, let request), .attached(let connection, let request, _, _):
        (connection, request)
      case .windowEnd(let connection, _): (connection, 0)
      }
    }
  }
}
