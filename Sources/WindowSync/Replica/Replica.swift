public import BoardModel

/// A window's copy of its board: what the coordinator confirmed, with the window's own pending
/// operations on top, and the link that brings both together.
public struct Replica: Sendable {
  public private(set) var identity: ReplicaIdentity
  /// What the coordinator ordered, as far as this window knows; nil until it has the board.
  public private(set) var confirmed: Board?
  /// What the window shows: `confirmed` with the pending operations on disk replayed on top.
  public private(set) var visible: Board?
  public private(set) var status = SyncStatus.reconnecting
  /// Edits the coordinator has not acknowledged, in the order they were made.
  public private(set) var pending: [Operation] = []

  public init(identity: ReplicaIdentity, saved: SavedReplica?) {
    self.identity = identity
  }

  public mutating func handle(_ event: ReplicaEvent, now: UInt64) -> [ReplicaEffect] {
    []
  }
}
