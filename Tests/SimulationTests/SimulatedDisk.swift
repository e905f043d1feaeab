import BoardModel
import WindowSync

/// A window's files: what survives when its process is killed.
struct SimulatedDisk {
  private(set) var session: SavedSession
  private(set) var pending: [Operation] = []
  private(set) var board: SavedBoard?

  init(session: SavedSession) {
    self.session = session
  }

  var saved: SavedReplica { SavedReplica(session: session, pending: pending, board: board) }

  mutating func persist(_ operations: [Operation]) {
    for operation in operations {
      pending.removeAll { $0.id.counter == operation.id.counter }
      pending.append(operation)
    }
    pending.sort { $0.id.counter < $1.id.counter }
  }

  mutating func forget(_ id: SessionID, through counter: UInt64) {
    guard id == session.session else { return }
    pending.removeAll { $0.id.counter <= counter }
    session.forgottenThrough = max(session.forgottenThrough, counter)
  }

  mutating func save(_ new: SavedSession) {
    let forgotten = new.session == session.session ? session.forgottenThrough : 0
    session = new
    session.forgottenThrough = max(new.forgottenThrough, forgotten)
  }

  /// A process begins with these files.
  mutating func begin(_ identity: ReplicaIdentity) {
    guard let window = identity.window else { return }
    session.window = SavedWindow(activity: window.activity, instance: identity.instance)
  }

  mutating func save(_ new: SavedBoard) { board = new }

  mutating func carryOver(to new: SavedSession, _ operations: [Operation]) {
    session = new
    pending = operations
  }
}
