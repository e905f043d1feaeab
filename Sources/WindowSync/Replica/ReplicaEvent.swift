public import BoardModel

/// What a replica is told. Times are milliseconds of one monotonic clock, unless they say
/// otherwise.
public enum ReplicaEvent: Hashable, Sendable {
  /// The first event. `wallClock` is this machine's time in milliseconds since 1970, used only to
  /// show when an edit was made until the coordinator has stamped it.
  case start(wallClock: UInt64)
  /// Answers `.connect`: the TLS session is established.
  case connected
  case received([UInt8])
  /// Tells of a `.connect` that failed, a link that ended, or a `.disconnect` that is done: exactly
  /// one for each `.connect`. `jitter` is 64 random bits.
  case disconnected(reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// A person's edit.
  case edit(Intent)
  /// Takes back this window's newest edit; with `force` also where others changed the same since.
  case undo(force: Bool)
  case redo(force: Bool)
  /// Answers `.persist`: all of the operations are on disk.
  case stored
  /// Answers `.persist` or `.carryOver`: the disk has none of it, and will not have it later.
  case storeFailed(String)
  /// Answers `.needsFreshIdentity` with new random identifiers.
  case freshIdentity(session: SessionID, instance: InstanceID)
  /// Answers `.carryOver`: the new session's file is on disk in the old one's place.
  case carriedOver
  /// Answers `.mayRead` where another process of the device had taken the saved board away.
  case savedBoardGone
  /// What the window shows now, and how many drafts in it are saved nowhere else.
  case describe(Activity, drafts: Int)
  /// Answered by `answered`, exactly once.
  indirect case ask(Question)
  /// Where the person at the window is now.
  indirect case presence(PresenceState)
  indirect case drag(DragRequest)
  /// The time last asked for with `.wake` has come.
  case timer
  /// A person wants the link now, or the network is back.
  case resumeNow
  /// The window that was closed from elsewhere, as a notice said, holds what its person typed: it
  /// goes on under a fresh session.
  case goOn
  /// A person takes the session back from the terminal that took it over.
  case reclaim
  /// Ends the link; `close` also ends the session, unless edits would be lost with it.
  case leave(close: Bool)
}

/// Whether it makes sense to dial again after a connection failed or ended.
public enum DisconnectRetry: Hashable, Sendable {
  /// The network or the coordinator failed: the link is dialed again by itself, after a pause.
  case automatic
  /// One side does not accept the other's certificate: the link is dialed only when a person asks.
  case identityRefused
}
