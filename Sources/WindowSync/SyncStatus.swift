/// What a window may truthfully say of its edits; the chip in its corner shows it.
public enum SyncStatus: Hashable, Sendable {
  /// Every edit is durable at the coordinator, and the link lives.
  case saved
  /// The link lives, and this many edits await their acknowledgement.
  case saving(Int)
  /// There is no link, but every edit is durable at the coordinator. What others do is not seen.
  case reconnecting
  /// The same as `notSaved`, but the last of the edits are not on this machine's disk yet.
  case keeping(Int, reason: String)
  /// This many edits are on this machine only. The reason names what stands in the way.
  case notSaved(Int, reason: String)
  /// There is no link, and none is sought until someone asks for one. Every edit is durable at the
  /// coordinator.
  case stopped(reason: String)
}
