/// What a window may truthfully say of its edits: the chip in its corner.
public enum SyncStatus: Hashable, Sendable {
  /// Every edit is durable at the coordinator, and the link lives.
  case saved
  /// The link lives; this many edits await their acknowledgement.
  case saving(Int)
  /// No link; every edit is durable at the coordinator. What others do is not seen.
  case reconnecting
  /// As `notSaved`, but the last of the edits are not on this machine's disk yet.
  case keeping(Int, reason: String)
  /// This many edits are on this machine only. The reason names what stands in the way.
  case notSaved(Int, reason: String)
  /// No link, and none is sought until someone asks for one; every edit is durable at the
  /// coordinator.
  case stopped(reason: String)
}
