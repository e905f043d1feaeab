import BoardModel
import Coordination
import WindowSync
import Wire

/// A terminal: the process in it, if one lives, and the disk that outlives it.
struct Terminal {
  var process: Process?
  var disk: Disk
  /// How often a process was started.
  var life: UInt8 = 0
  /// Sessions made to take the place of a lost one.
  var heirs: UInt8 = 0
  /// Edits made so far.
  var made: UInt8 = 0
  /// The edits that were ever on its disk.
  var written: EditSet = []
  /// A person wants the session, whoever has it.
  var insists = false
  /// Its window was left: nobody starts it again.
  var isLeft = false

  struct Process {
    var replica: Replica
    var link: ConnectionID?
    var wake: UInt64?
    /// Operations handed to the disk and not written yet.
    var writing: [Operation]?
    /// Each process has a clock of its own: it moves when a timer of it fires.
    var clock: UInt64 = 1_000
  }
}

/// A window's files.
struct Disk {
  private(set) var session: SavedSession
  private(set) var pending: [Operation] = []
  private(set) var board: SavedBoard?

  init(session: SessionID) {
    self.session = SavedSession(
      board: Names.board, session: session, configuration: .board, epoch: 0,
      incarnation: IncarnationID(high: 0, low: 0), forgottenThrough: 0)
  }

  var saved: SavedReplica { SavedReplica(session: session, pending: pending, board: board) }

  /// The edits that it would give back to a process that starts.
  var edits: EditSet { pending.reduce(into: []) { $0.formUnion($1.edit) } }

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
  mutating func begin(_ instance: InstanceID) {
    session.window = SavedWindow(activity: Names.activity, instance: instance)
  }

  mutating func save(_ new: SavedBoard) { board = new }

  mutating func loseBoard() { board = nil }

  mutating func carryOver(to new: SavedSession, _ operations: [Operation]) {
    session = new
    pending = operations
  }
}

extension Operation {
  var edit: EditSet {
    guard case .cardCreate(let card, _, _, _, _) = intent else { return [] }
    return EditSet(number: Names.edit(card).number)
  }
}
