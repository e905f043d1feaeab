import BoardModel
import LogRecords
import Wire

/// One peer while its connection lives.
struct Connection: Sendable {
  let author: Author
  var phase: Phase
  var decoder: FrameDecoder
  var lastRequest: UInt64 = 0
  /// The requests that were not answered yet.
  var openRequests: Set<UInt64> = []
  var lastHeard: UInt64
  /// Whether a PING went out since the peer was last heard.
  var pinged = false
  /// The number of the last request that this side made.
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
    /// A complete HELLO is awaited until `deadline`.
    case greeting(deadline: UInt64)
    case ready(Attachment)
    /// GOODBYE is sent. Whatever still arrives is dropped; the connection closes by `deadline`.
    case leaving(deadline: UInt64)
  }

  enum Attachment: Sendable {
    case none
    /// The answer to ATTACH waits for the group that holds the session's new epoch.
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
    /// The window has everything durable; the next group goes straight to it.
    case following
    /// The window gets operations from `next` on, as fast as its socket takes them.
    case replaying(next: UInt64, reading: ReadToken?)
    /// The window must fetch a snapshot.
    case lagging
    /// The window is fetching this snapshot.
    case fetching(SnapshotImage)
  }
}

/// Bytes on their way to one peer.
struct Outbox: Sendable {
  /// The bytes gathered in this turn; they are handed out at its end in one piece.
  var gathered: [UInt8] = []
  /// The number of bytes that were handed out and not yet taken by the socket.
  var unsent = 0
  /// An upper bound of the waiting bytes that say who is present or what is carried.
  var aside = 0
  /// The time at which the socket last took something, or had nothing to take.
  var lastProgress: UInt64 = 0
  /// Whether reading from the peer has stopped until it has read what waits for it.
  var paused = false

  var total: Int { unsent + gathered.count }
  /// The bytes that count against the room for events; those in `aside` do not.
  var weight: Int { max(total - aside, 0) }
}
