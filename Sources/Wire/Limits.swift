/// The bounds of the protocol, in the units their names give. A peer that exceeds one gets the
/// error SPEC.md names for it.
public enum Limits {
  /// The largest payload before HELLO is read, since a stranger may make the coordinator hold no
  /// more.
  public static let helloBytes: UInt32 = 4_096
  /// The time from the end of the TLS handshake to a complete HELLO.
  public static let helloMilliseconds: UInt64 = 5_000
  /// The largest payload of a frame after the handshake.
  public static let frameBytes: UInt32 = 1 << 20
  /// The largest operation as SUBMIT carries it. With what its order adds it still fits a frame.
  public static let operationBytes = 768 << 10
  /// The largest extensions of an operation, with tags and lengths: whoever may only set a mark must
  /// not be able to store more with it.
  public static let extensionBytes = 1_024
  /// The largest payload of a frame in a response or event made of many, so that a large answer
  /// never holds up a small one.
  public static let chunkBytes = 1 << 16
  /// The most requests that a peer may have open at once.
  public static let requestsInFlight: UInt16 = 32
  /// The time between PINGs on a silent connection.
  public static let keepaliveMilliseconds: UInt32 = 15_000
  /// A peer silent for this many tenths of a keepalive interval is dead.
  public static let silenceTenths: UInt64 = 25
  /// The bytes that may wait for one window before its events are dropped and it is told to RESYNC.
  public static let outboxBytes = 1 << 20
  /// The time after which a connection whose socket accepts nothing is cut.
  public static let stalledMilliseconds: UInt64 = 30_000
  /// The most outcomes kept for a session that does not acknowledge them.
  public static let unacknowledgedOutcomes = 1_024
  /// The bytes of a session's kept outcomes from which on no further operation of it is taken: an
  /// outcome may name a thousand others.
  public static let unacknowledgedBytes = 1 << 20
  /// The bytes of operations that wait to become durable from which on no further one is taken.
  public static let groupBytes = 8 << 20
  /// The most operations of a user that are ordered only to be rejected, as the user's role was
  /// changed after they were made, for each change.
  public static let roleRejections = 1_024
  /// The longest name in a certificate: of a cluster, a user or a device.
  public static let nameBytes = 64
  /// The longest text by which a peer describes its own program.
  public static let agentBytes = 128
  /// The most features in HELLO and WELCOME.
  public static let features = 256
  /// The most connections of a coordinator at once: each may hold an outbox and a frame in memory.
  public static let connections = 4_096
  /// The most boards of a coordinator: all their titles are held in memory.
  public static let boards = 10_000
  /// The most sessions of a coordinator, live or remembered.
  public static let sessions = 100_000
  /// The days for which a session is remembered after its window went away.
  public static let sessionDays: UInt64 = 30
  /// The most users that a coordinator remembers: the names of all are held in memory.
  public static let users = 100_000
  /// The most users that one message is about.
  public static let usersAtOnce = 64
  /// The most names of cards that one FETCH_EXCERPT holds: whoever needs more needs the board.
  public static let excerptCards = 128
  /// The most bytes of the entities of an excerpt: as many as are read of a store at once. What is
  /// larger is asked for as a snapshot, whose chunks wait for whoever reads them.
  public static let excerptBytes = 1 << 18
  /// The scalars of what a user wants to be called: it stands in a line beside other things.
  public static let displayNameScalars = 64
  /// The time after which a command's session is forgotten, from the end of its connection.
  public static let transientMilliseconds: UInt64 = 600_000
  /// The time in which a window that has a session must show that it is there.
  public static let probeMilliseconds: UInt64 = 2_000
  /// The time for which a session is reserved for the window that asked for it.
  public static let reservationMilliseconds: UInt64 = 5_000
  /// The time in which the window that lifted a drag must answer LOAD.
  public static let loadMilliseconds: UInt64 = 2_000
  /// The time after which a drag by the pointer ends by itself: its release was lost.
  public static let pointerDragMilliseconds: UInt64 = 30_000
  /// The time after which a drag by keys ends by itself: it was forgotten.
  public static let dragMilliseconds: UInt64 = 600_000
  /// The most sessions about whose registration one connection is told because it opened or asked
  /// for them.
  public static let watchedSessions = 64
  /// The longest interval between PINGs with which presence is offered: with a longer one, a window
  /// that died silently would be shown as present for more than 45 seconds (SPEC.md PRS-011).
  public static let presenceKeepaliveMilliseconds: UInt32 = 17_000
  /// The time between two messages of presence to one window; changes in between are sent together.
  public static let presencePauseMilliseconds: UInt64 = 50
  /// The most other windows that one is told the presence of: nobody looks at more people, and what
  /// is told to all together grows with the number of windows, not with its square.
  public static let presenceOthers = 256
  /// The bytes of an invitation's secret.
  public static let secretBytes = 32
  /// The largest signing request: one of a P-256 key has about 300 bytes.
  public static let signingRequestBytes = 1_024
  /// The longest time for which an invitation is good.
  public static let invitationSeconds: UInt32 = 7 * 86_400
  /// The most invitations of one user that are open at once, and of all together: each is in memory.
  public static let invitationsOfUser = 16
  public static let invitations = 10_000
  /// The time for which a used invitation is remembered, so that a joining device whose answer was
  /// lost can ask again.
  public static let usedInvitationSeconds: UInt64 = 86_400
  /// The most devices that one user has at once, and all users together: each is in memory.
  public static let devicesOfUser = 64
  public static let devices = 100_000
  /// The days for which a device that is late may still renew its certificate.
  public static let lateRenewalDays: UInt64 = 30
  /// The most certificates that one device gets by RENEW within an hour.
  public static let renewalsInHour = 8
}
