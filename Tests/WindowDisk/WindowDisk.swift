public import BoardModel
public import WindowSync

/// A window's files in memory: what survives when its process is killed.
public struct WindowDisk: Sendable {
  public private(set) var session: SavedSession
  public private(set) var pending: [Operation] = []
  public private(set) var board: SavedBoard?

  public init(session: SavedSession) {
    self.session = session
  }

  public var saved: SavedReplica { SavedReplica(session: session, pending: pending, board: board) }

  public mutating func persist(_ operations: [Operation]) {
    for operation in operations {
      pending.removeAll { $0.id.counter == operation.id.counter }
      pending.append(operation)
    }
    pending.sort { $0.id.counter < $1.id.counter }
  }

  public mutating func forget(_ id: SessionID, through counter: UInt64) {
    guard id == session.session else { return }
    pending.removeAll { $0.id.counter <= counter }
    session.forgottenThrough = max(session.forgottenThrough, counter)
  }

  public mutating func save(_ new: SavedSession) {
    let forgotten = new.session == session.session ? session.forgottenThrough : 0
    session = new
    forget(new.session, through: max(new.forgottenThrough, forgotten))
  }

  /// A process begins with these files.
  public mutating func begin(_ identity: ReplicaIdentity) {
    guard let window = identity.window else { return }
    session.window = SavedWindow(
      activity: window.activity, instance: identity.instance, confirmed: window.previous)
  }

  public mutating func save(_ new: SavedBoard) { board = new }

  public mutating func loseBoard() {
    board = nil
    clearPurged(.max)
  }

  /// Something was purged: of what was made before, the words around it go.
  public mutating func clearPurged(_ purge: UInt64) {
    pending = pending.map { $0.withoutContext(before: purge) ?? $0 }
  }

  public mutating func loseUnsent() { pending = [] }

  public mutating func carryOver(to new: SavedSession, _ operations: [Operation]) {
    // A board's sequence number means something else in another store.
    if new.incarnation != session.incarnation { board = nil }
    session = new
    pending = operations
  }
}
