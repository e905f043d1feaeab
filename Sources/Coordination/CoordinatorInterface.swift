public import BoardModel
public import LogRecords
import Wire

/// The number of one connection; the shell never gives a number twice.
public struct ConnectionID: Hashable, Sendable, Comparable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A read of the log that has not come back yet.
public struct ReadToken: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// The time of an event by two clocks, in milliseconds.
public struct Moment: Hashable, Sendable {
  /// The time of a clock that never runs backwards; it measures durations.
  public let monotonic: UInt64
  /// The time since 1970; it stamps operations.
  public let wall: UInt64

  public init(monotonic: UInt64, wall: UInt64) {
    self.monotonic = monotonic
    self.wall = wall
  }
}

/// What happens to a coordinator.
public enum CoordinatorEvent: Sendable {
  /// The store is open and checked. Nothing is served before this.
  indirect case opened(StoreContents)
  /// The TLS handshake with a peer is finished.
  case connected(ConnectionID, Visitor)
  case received(ConnectionID, [UInt8])
  /// The socket took bytes; `unsent` of the bytes that were sent still wait.
  case progressed(ConnectionID, unsent: Int)
  case closed(ConnectionID)
  /// The group handed out by the last `append` is durable.
  case appended
  /// Nothing of that group is durable, for the reason given: a sentence for those who wait.
  case appendFailed(String)
  /// Answers `load` with the board that the newest snapshot and every row after it make up.
  indirect case loaded(RestoredBoard)
  case loadFailed(BoardID, String)
  /// Answers `read`, with every row that holds a part of what was asked for, or `readCard`.
  case read(ReadToken, ReadOperations)
  case readFailed(ReadToken, String)
  /// Answers `encode`.
  case encoded(EncodedBoard)
  /// Answers `certify`.
  indirect case certified(CertificateToken, Result<SignedDevice, SigningFailure>)
  case administer(AdministratorToken, AdministratorRequest)
  /// The shell refused a connection before it came here, for a reason that an operator reads.
  case turnedAway(address: String, reason: String)
  /// The moment of the last `wake` has come.
  case timer
  /// Answers `continueTurn`.
  case continued
  /// Asks for an orderly stop.
  case drain
}

/// What a coordinator wants done, in the order of the list that `handle` returns. What is large stands
/// behind a reference, here and in events, so that a list of what is small is small.
public enum CoordinatorEffect: Hashable, Sendable {
  case send(ConnectionID, [UInt8])
  /// Send what is waiting, close the TLS session, and close the socket.
  case finish(ConnectionID)
  /// Close the socket at once, without what is waiting.
  case drop(ConnectionID)
  /// The connection ends because of what its peer did, or did not do. The text is for the log that
  /// an operator reads; the peer is told with `send`.
  case refused(ConnectionID, String)
  /// Take nothing more from this peer until `resumeReading`.
  case pauseReading(ConnectionID)
  case resumeReading(ConnectionID)
  /// Write the group to the log. At most one is under way.
  indirect case append(CommitGroup)
  /// Restore the board from the log, on another thread.
  case load(BoardID)
  case read(ReadToken, BoardID, from: UInt64, through: UInt64)
  /// Read the first `count` operations in that range that concern the card (SPEC.md HIS-006), or as
  /// many of them as make up a chunk, each in a row of its own.
  case readCard(ReadToken, BoardID, CardID, from: UInt64, through: UInt64, count: UInt32)
  /// Encode the board on another thread.
  indirect case encode(PinnedBoard)
  /// Save a snapshot, behind all that was handed out before, unless there is a newer one by then.
  indirect case saveSnapshot(UnstoredSnapshot)
  /// Sign a certificate for the key of a signing request (PKCS #10, DER), which begins in this second
  /// since 1970.
  indirect case certify(CertificateToken, DeviceName, notBefore: UInt64, request: [UInt8])
  /// Answers `administer`.
  indirect case administered(AdministratorToken, AdministratorAnswer)
  /// Send `continued` once the sockets were read that have something: what peers sent is not all
  /// handled.
  case continueTurn
  /// Send `timer` at this monotonic time; it replaces an earlier one.
  case wake(at: UInt64)
  /// Everything is durable and every peer has been told: the process may end.
  case stopped
}

/// What an operator decides about a coordinator.
public struct CoordinatorConfiguration: Sendable {
  public var cluster: String
  /// The name and version of the program.
  public var agent: String
  public var keepaliveMilliseconds: UInt32 = Limits.keepaliveMilliseconds
  public var requestsInFlight: UInt16 = Limits.requestsInFlight
  /// The most outcomes that are kept for a session until it acknowledges some.
  public var unacknowledgedOutcomes: Int = Limits.unacknowledgedOutcomes
  /// The bytes of kept outcomes from which on a session has to acknowledge some.
  public var unacknowledgedBytes: Int = Limits.unacknowledgedBytes
  public var frameBytes: UInt32 = Limits.frameBytes
  public var outboxBytes: Int = Limits.outboxBytes
  public var shares = Shares()
  /// The connections beyond a share that are waited for until they have read so.
  public var dismissedConnections = Limits.dismissedConnections
  /// What the messages may cost that one call of `handle` takes on. What is left waits until sockets
  /// were read again.
  public var turnMicroseconds = 4_000
  /// What the edits that one call takes on may cost to tell windows of, in microseconds.
  public var tellingMicroseconds = 24_000
  /// The operations and sessions that a group holds, while the log writes the one before, until no more
  /// are handled, and those for each millisecond that the log took for that.
  public var groupOperations = 256
  public var groupOperationsPerMillisecond = 64
  /// The bytes of one connection that may wait for its turn before it is not read from.
  public var backlogBytes = 1 << 16
  /// How long after the last connection ended the coordinator stops; nil if it never does.
  public var idleExitMilliseconds: UInt64?
  /// The number of operations between two stored snapshots of a board.
  public var snapshotInterval: UInt64 = 1_024
  /// The number of operations of a board that are kept in memory for windows that missed a few.
  public var recentOperations: Int = 1_024
  /// The bytes of them that are kept at most.
  public var recentBytes: Int = 1 << 20
  public var levels = ModelLevels.released

  public init(cluster: String, agent: String) {
    self.cluster = cluster
    self.agent = agent
  }
}
