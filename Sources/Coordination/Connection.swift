import BoardModel
import LogRecords
import Wire

/// One peer while its connection lives.
struct Connection: Sendable {
  let author: Author
  var phase: Phase
  var decoder: FrameDecoder
  var lastRequest: UInt64 = 0
  /// Requests that were not answered yet.
  var openRequests: Set<UInt64> = []
  var lastHeard: UInt64
  /// Whether a PING went out since the peer was last heard.
  var pinged = false
  /// The last number this side gave a request of its own.
  private(set) var lastOwnRequest: UInt64 = 0
  var outbox = Outbox()
  var features: Set<UInt16> = []
  /// The board of the window that was attached last was raised above the level it had named: nothing
  /// of that board goes there any more.
  var isOutgrown = false

  /// The window that speaks on this connection; nil while none is attached.
  var window: AttachedWindow? {
    get { if case .ready(.attached(let window)) = phase { window } else { nil } }
    set {
      if let newValue, case .ready(.attached) = phase { phase = .ready(.attached(newValue)) }
    }
  }

  mutating func nextOwnRequest() -> UInt64 {
    lastOwnRequest += 1
    return lastOwnRequest
  }

  enum Phase: Sendable {
    /// Until a complete HELLO, or this moment.
    case greeting(deadline: UInt64)
    case ready(Attachment)
    /// GOODBYE is said; whatever still arrives is dropped, until this moment at the latest.
    case leaving(deadline: UInt64)
  }

  enum Attachment: Sendable {
    case none
    /// Waits for the group that holds the session's new epoch.
    case attaching(SessionID)
    case attached(AttachedWindow)
  }
}

/// What a connection has while a window is attached to it, and no longer.
struct AttachedWindow: Sendable {
  let session: SessionID
  let board: BoardID
  let epoch: UInt32
  /// The newest model level that it named.
  let level: UInt16
  var subscription: Subscription
  /// The last operation of the board that it was told of. No snapshot takes it back behind that
  /// (SPEC.md SNP-014).
  var told: UInt64
  /// The last change of the board's presences that it was told of.
  var presenceTold: UInt64 = 0
  /// The last change of what its user carries that it was told of; nil before the first.
  var dragTold: UInt64?

  /// How far this window is with the operations of its board.
  enum Subscription: Sendable {
    /// Has everything durable; the next group goes straight to it.
    case following
    /// Gets operations from `next` on, as fast as its socket takes them.
    case replaying(next: UInt64, reading: ReadToken?)
    /// Must fetch a snapshot.
    case lagging
    /// Fetches this one.
    case fetching(SnapshotImage)
  }
}

/// Bytes on their way to one peer.
struct Outbox: Sendable {
  /// Gathered in this turn; handed out at its end in one piece.
  var gathered: [UInt8] = []
  /// Handed out and not yet taken by the socket.
  var unsent = 0
  /// How many of these say who is present or what is carried, at the most.
  var aside = 0
  /// When the socket last took something, or had nothing to take.
  var lastProgress: UInt64 = 0
  /// The peer is not read from until it has read what waits for it.
  var paused = false

  var total: Int { unsent + gathered.count }
  /// What is measured by the room that events have: what goes aside takes none of it.
  var weight: Int { max(total - aside, 0) }
}
