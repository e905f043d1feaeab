public import BoardModel
public import Wire

/// What a directory is told. Times and connections are those of `ReplicaEvent`.
public enum DirectoryEvent: Hashable, Sendable {
  /// The first event, upon which the directory dials.
  case start
  case connected
  case received([UInt8])
  case disconnected(reason: String, retry: DisconnectRetry, jitter: UInt64)
  /// After a cut it is asked again, until it is `answered`.
  case ask(Question)
  case timer
  /// Ends the connection.
  case leave
}

/// What a directory wants done, in the order of the list that `handle` returns.
public enum DirectoryEffect: Hashable, Sendable {
  case connect
  case send([UInt8])
  /// Closes the link in the way of `ReplicaEffect.disconnect`.
  case disconnect
  /// Answers `ask`.
  case answered(Question, Answer)
  /// A window that was opened on this connection, or listed by its session, is shown now.
  case registered(SessionID)
  /// The role of this user on a board changed.
  case membership(Membership)
  /// The connection was lost, or could not be made. The directory tries again by itself after
  /// `retryIn` milliseconds; a command may give up instead.
  case interrupted(reason: String, retryIn: UInt64)
  /// The coordinator does not want this peer. The directory does not dial again.
  case refused(LinkRefusal)
  case wake(at: UInt64)
  /// The connection has ended; no effect follows this one.
  case left
}
