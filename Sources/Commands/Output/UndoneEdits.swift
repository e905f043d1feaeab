import BoardModel

/// What undos took back, as far as it is known: a board remembers the newest edits, its log all.
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

  /// Adds what the log says of an edit.
  mutating func read(_ operation: Operation) { logged[operation.id] = operation.intent }
}
