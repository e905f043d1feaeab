public import BoardModel

/// Something that happened and that a person must be told, beside the status and the standing.
public enum ReplicaNotice: Hashable, Sendable {
  /// The window is being closed from elsewhere. Edits made of its drafts now are still delivered.
  case ending(DraftFate, reason: String, by: Author)
  /// The window was closed, as the sentence says, and has nothing left to deliver.
  case ended(String)
  /// The edits that this window could not deliver before it was fenced have been delivered by a
  /// fresh session.
  case resubmitted(count: Int)
  /// The coordinator no longer knew the session; the window goes on under a fresh one.
  case expired
  /// The coordinator's store is another (a restored backup, a wiped disk). `isKept` says whether this
  /// device keeps a copy of the board as it was, which is another now.
  case storeReplaced(isKept: Bool)
  /// This replica differed from the coordinator's board, and took a fresh snapshot.
  case diverged(sequence: UInt64)
  /// The coordinator cannot write now, for the reason given. The edits are kept, and sent again
  /// until it can.
  case storeUnavailable(String)
  /// The coordinator does not keep what this window says of itself, for the reason given.
  case infoNotKept(String)
  /// The coordinator broke the protocol; the link is tried again later.
  case coordinatorFault(String)
}

/// What becomes of the drafts in a window that is being closed.
public enum DraftFate: Hashable, Sendable {
  /// The window had no drafts when it last said so; drafts that it has now are kept.
  case kept
  case committed
  case discarded
}

/// How a replica came to differ from the coordinator's board, and what it held.
public struct DivergenceReport: Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    indirect case outcome(CommittedOperation, ours: Outcome)
    case digest(theirs: BoardDigest, ours: BoardDigest)
    /// The operation of that number came without something that was purged.
    case purged(UInt64)
    /// The operation that came after `sequence` was not the next one.
    case gap(next: UInt64)
    /// The coordinator's store is another, which has the board otherwise: what people did after a
    /// backup was made may be nowhere else than here. Nothing of this board was purged there up to
    /// operation `purge`.
    case storeReplaced(IncarnationID, by: IncarnationID, purge: UInt64)
  }

  public let cause: Cause
  /// The confirmed board as this replica had it.
  public let board: SavedBoard

  public init(cause: Cause, board: SavedBoard) {
    self.cause = cause
    self.board = board
  }
}
