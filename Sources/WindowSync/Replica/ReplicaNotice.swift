public import BoardModel
public import Wire

/// Something a person must be told, beside the status.
public enum ReplicaNotice: Hashable, Sendable {
  /// Another terminal took this window over; it is read-only and may be reclaimed.
  case fenced
  /// Another window has the session and lives, as the sentence says; `reclaim` takes it over.
  case inUse(String)
  /// The window is being closed from elsewhere. What becomes an edit now is still delivered.
  case ending(DraftFate, reason: String, by: Author)
  /// The window was closed, as the sentence says, and has nothing left to deliver.
  case ended(String)
  /// What this window could not deliver before it was fenced has been delivered otherwise.
  case resubmitted(count: Int)
  /// The coordinator no longer knew the session; the window goes on under a fresh one.
  case expired
  /// The coordinator's store is another (a restored backup, a wiped disk).
  case storeReplaced
  /// The board, or the coordinator, needs a newer program.
  case upgradeNeeded(String)
  case boardUnknown
  case identityRefused(String)
  /// The coordinator does not want this window, and will not for as long as nothing changes.
  case refused(ErrorCode, String)
  /// This replica had become different from the coordinator's; it took a fresh snapshot.
  case diverged(sequence: UInt64)
  /// The coordinator cannot write now, for the reason given. What it was sent is kept, and sent
  /// again until it can.
  case storeUnavailable(String)
  /// The coordinator broke the protocol; the link is tried again later.
  case coordinatorFault(String)
}

/// What becomes of what is typed in a window that is being closed.
public enum DraftFate: Hashable, Sendable {
  /// There was nothing when the window said so last; what there is now is kept.
  case kept
  case committed
  case discarded
}

/// How a replica came to differ from the coordinator's board, and what it held.
public struct DivergenceReport: Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case outcome(CommittedOperation, ours: Outcome)
    case digest(theirs: BoardDigest, ours: BoardDigest)
    /// The operation after `sequence` did not come next.
    case gap(next: UInt64)
  }

  public let cause: Cause
  /// The confirmed board as this replica had it.
  public let board: SavedBoard

  public init(cause: Cause, board: SavedBoard) {
    self.cause = cause
    self.board = board
  }
}
