import BoardModel
import Coordination
import WindowDisk
import WindowSync
import Windows
import Wire

/// A terminal: the process in it, if one lives, and the disk that outlives it.
struct Terminal {
  var process: Process?
  var disk: WindowDisk
  /// How often a process was started.
  var life: UInt8 = 0
  /// Sessions made to take the place of a lost one.
  var successors: UInt8 = 0
  /// Edits made so far.
  var made: UInt8 = 0
  /// The edits that were ever on its disk, but for those that its person has back.
  var written: EditSet = []
  /// The edits that the coordinator did not take, as a role forbids them: their words are the
  /// window's again.
  var returned: EditSet = []
  /// Which edit was last called so on the disk, where a role may change.
  var named: [OperationID: EditSet] = [:]
  /// A person wants the session, whoever has it.
  var insists = false
  /// Its window was left: nobody starts it again.
  var isLeft = false

  struct Process {
    var replica: Replica
    var link: ConnectionID?
    var wake: UInt64?
    /// What was handed to the disk and is not written yet.
    var writing: Writing?
    /// What the person looks at, in worlds where somebody does.
    var window: BoardWindow?
    /// The person has seen that another terminal has the session, has pressed the key that takes it
    /// back, and nothing has come of that yet.
    var awaitsSession = false
    enum Writing: Hashable {
      case operations([Operation])
      case carryOver(SavedSession, [Operation])
    }

    /// Each process has a clock of its own: it moves when a timer of it fires.
    var clock: UInt64 = 1_000
  }
}

extension WindowDisk {
  /// The edits that it would give back to a process that starts.
  var edits: EditSet { pending.reduce(into: []) { $0.formUnion($1.edit) } }
}

extension Operation {
  var edit: EditSet {
    guard case .cardCreate(let card, _, _, _, _) = intent else { return [] }
    return EditSet(number: Names.edit(card).number)
  }
}
