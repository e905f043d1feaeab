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
  /// The most connections beyond a limit that are waited for until they have read so.
  public static let dismissedConnections = 256
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
  /// The longest pause for which a client waits that a coordinator asked for, so that it does come back
  /// (SPEC.md ERR-006).
  public static let retryAfterMilliseconds: UInt32 = 60_000
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
  /// The most invitations of one user that are open at once, of them those that one device made, and those
  /// of all together: each is in memory.
  public static let invitationsOfUser = 16
  public static let invitationsOfDevice = 8
  public static let invitations = 10_000
  /// The most invitations of one user that are remembered as used.
  public static let invitationsUsedInDay = 64
  /// The time for which a used invitation is remembered, so that a joining device whose answer was
  /// lost can ask again.
  public static let usedInvitationSeconds: UInt64 = 86_400
  /// The most devices that one user has at once, and all users together: each is in memory.
  public static let devicesOfUser = 64
  /// The most devices of one user that are known, revoked ones counted.
  public static let knownDevicesOfUser = 256
  public static let devices = 100_000
  /// The days for which a device that is late may still renew its certificate.
  public static let lateRenewalDays: UInt64 = 30
  /// The most certificates that one device gets by RENEW within an hour.
  public static let renewalsInHour = 8
  /// The most certificates that are being signed at once: one takes less than a millisecond.
  public static let certificatesAtOnce = 64
}

// The shares of one device, user or address in what is finite, and what is kept for those who hold
// less than is modest (SPEC.md LIM-009). An operator may set them. One device has half of what its user has,
// so that a second one is left something, also where the first took what does not come back.
extension Limits {
  public static let connectionsReserve = 512
  public static let connectionsModest = 8
  public static let connectionsOfUser = 1_024
  /// A person has some tens of windows and commands on a device.
  public static let connectionsOfDevice = 512
  /// A whole team may sit behind one address.
  public static let connectionsOfAddress = 3_072
  /// The most connections whose peers may only join or renew: each lasts seconds.
  public static let newcomers = 256
  public static let newcomersReserve = 32
  public static let newcomersModest = 2
  public static let newcomersOfAddress = 64
  public static let sessionsReserve = 10_000
  public static let sessionsModest = 64
  public static let sessionsOfUser = 2_048
  public static let sessionsOfDevice = 1_024
  /// The time after which a session whose window holds nothing makes room for another of its user.
  public static let goneMilliseconds: UInt64 = 86_400_000
  public static let invitationsReserve = 1_000
  public static let invitationsModest = 2
  public static let devicesReserve = 5_000
  public static let devicesModest = 4
  /// The most connections whose TLS handshake is not complete; one address has half of them.
  public static let handshakes = 1_536
  public static let boardsReserve = 1_000
  public static let boardsModest = 8
  public static let boardsOfUser = 500
  public static let boardsOfDevice = 250
  /// The most boards that were ever made, since the identifier of one that was purged is remembered.
  public static let boardsMade = 100_000
  public static let boardsMadeReserve = 10_000
  public static let boardsMadeModest = 8
  public static let boardsMadeOfUser = 10_000
  public static let boardsMadeOfDevice = 5_000
  /// The most bytes of operations on the disk, and of one user's: a quick script fills gigabytes in
  /// minutes, a person writes some megabytes in a year.
  public static let storedBytes = 256 << 30
  public static let storedBytesReserve = 16 << 30
  public static let storedBytesModest = 64 << 20
  public static let storedBytesOfUser = 16 << 30
  public static let storedBytesOfDevice = 8 << 30
  /// What one user may have of the bytes that wait to become durable.
  public static let groupBytesOfUser = 4 << 20
  public static let groupBytesOfDevice = 2 << 20
  public static let groupBytesReserve = 1 << 20
  public static let groupBytesModest = 64 << 10
  /// The bytes that may wait for the windows of one user, and for all windows, before each of those
  /// that come later has less room; none has less than `outboxLeast`.
  public static let peerBytesOfUser = 16 << 20
  public static let peerBytes = 128 << 20
  public static let outboxLeast = 1 << 16
  /// The bytes that may wait to be read by the peers of one user, and by all: where more would wait,
  /// connections end.
  public static let unreadBytesOfUser = 64 << 20
  public static let unreadBytes = 256 << 20
  /// The bytes of outcomes that are kept for the sessions of one user, and of all, from which on no
  /// further operation is taken. Each counts with `outcomeOverhead` bytes more, and those of a session
  /// in whole `outcomeStep` bytes: most have some now and then.
  public static let outcomeBytesOfUser = 4 << 20
  public static let outcomeBytesOfDevice = 2 << 20
  public static let outcomeBytes = 128 << 20
  public static let outcomeBytesReserve = 32 << 20
  public static let outcomeBytesModest = 64 << 10
  public static let outcomeOverhead = 256
  public static let outcomeStep = 4_096
  /// The bytes of user information that are kept of the windows of all users, and of one: a window of
  /// ours has about a hundred, and of a user as much is kept as four may have (`user-info-bytes`).
  public static let infoBytes = 64 << 20
  public static let infoBytesReserve = 16 << 20
  public static let infoBytesModest = 64 << 10
  public static let infoBytesOfUser = 128 << 10
  public static let infoBytesOfDevice = 64 << 10
  /// The runs of a text beyond which no edit cuts it further.
  public static let textRuns = 8_192
  /// The most bytes of frames that have not come whole, of all peers and of one user.
  public static let partialBytes = 128 << 20
  public static let partialBytesReserve = 32 << 20
  public static let partialBytesModest = 2 << 20
  public static let partialBytesOfUser = 16 << 20
  public static let partialBytesOfDevice = 8 << 20
}
