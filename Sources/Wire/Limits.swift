/// The bounds of the protocol, in the units their names give. A peer that exceeds one gets the
/// error SPEC.md names for it.
public enum Limits {
  /// Until HELLO is read: a stranger may make us hold no more.
  public static let helloBytes: UInt32 = 4_096
  /// From the end of the TLS handshake to a complete HELLO.
  public static let helloMilliseconds: UInt64 = 5_000
  /// The largest payload of a frame after the handshake.
  public static let frameBytes: UInt32 = 1 << 20
  /// An operation as SUBMIT carries it. With what its order adds it still fits a frame.
  public static let operationBytes = 768 << 10
  /// The largest payload of one frame of a response or event made of many: a large answer never
  /// holds up a small one.
  public static let chunkBytes = 1 << 16
  /// Requests a peer may have open at once.
  public static let requestsInFlight: UInt16 = 32
  /// Between PINGs on a silent connection.
  public static let keepaliveMilliseconds: UInt32 = 15_000
  /// A peer silent for this many tenths of a keepalive interval is dead.
  public static let silenceTenths: UInt64 = 25
  /// Bytes that wait for one window before its events are dropped and it is told to RESYNC.
  public static let outboxBytes = 1 << 20
  /// A connection whose socket accepts nothing for so long is cut.
  public static let stalledMilliseconds: UInt64 = 30_000
  /// Outcomes kept for a session that does not acknowledge them.
  public static let unacknowledgedOutcomes = 1_024
  /// Names in certificates: cluster, user, device.
  public static let nameBytes = 64
  /// What a peer says of its own program.
  public static let agentBytes = 128
  /// Features in HELLO and WELCOME.
  public static let features = 256
  /// Connections of a coordinator at once: each may hold an outbox and a frame in memory.
  public static let connections = 4_096
  /// Boards of a coordinator: all their titles are held in memory.
  public static let boards = 10_000
  /// Sessions of a coordinator, live or remembered.
  public static let sessions = 100_000
  /// Days for which a session is remembered after its window went away.
  public static let sessionDays: UInt64 = 30
  /// A command's session is forgotten so long after its connection ended.
  public static let transientMilliseconds: UInt64 = 600_000
  /// How long a window that has a session may take to show that it is there.
  public static let probeMilliseconds: UInt64 = 2_000
  /// A session that was promised is kept free so long.
  public static let reservationMilliseconds: UInt64 = 5_000
  /// How long the window that lifted a drag may take to answer LOAD.
  public static let loadMilliseconds: UInt64 = 2_000
  /// What hangs at a pointer is let go so long after it was lifted: the release was lost.
  public static let pointerDragMilliseconds: UInt64 = 30_000
  /// What was taken up by a key is let go so long after: it was forgotten.
  public static let dragMilliseconds: UInt64 = 600_000
  /// Sessions whose registration one connection is told of because it asked for them.
  public static let watchedSessions = 64
  /// With a longer interval between PINGs a window that died silently would be shown as present for
  /// more than 45 seconds.
  public static let presenceKeepaliveMilliseconds: UInt32 = 17_000
  /// Between two tellings of presence to one window: what changes faster is told as it stands then.
  public static let presencePauseMilliseconds: UInt64 = 50
}
