import BoardModel

/// The edits that undos took back, as far as they are known. A board remembers the newest edits,
/// its log remembers all.
struct UndoneEdits: Hashable, Sendable {
  enum Edit: Hashable, Sendable {
    case remembered(UndoRecord)
    case logged(Intent)
  }

  private let ledger: UndoLedger
  private var logged: [OperationID: Intent] = [:]

  init(_ board: Board) {
    ledger = board.undo
  }

  subscript(operation: OperationID) -> Edit? {
    if let record = ledger.record(of: operation), !record.steps.isEmpty {
      return .remembered(record)
    }
    return logged[operation].map { .logged($0) }
  }

  /// Adds an edit from the log.
  mutating func read(_ operation: Operation) { logged[operation.id] = operation.intent }
}
