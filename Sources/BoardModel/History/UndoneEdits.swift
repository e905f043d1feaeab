/// The edits that undos took back, as far as they are known. A board remembers the newest edits,
/// its log remembers all.
public struct UndoneEdits: Hashable, Sendable {
  public enum Edit: Hashable, Sendable {
    case remembered(UndoRecord)
    case logged(Intent)
  }

  private let ledger: UndoLedger
  private var logged: [OperationID: Intent] = [:]

  public init(_ board: Board) {
    ledger = board.undo
  }

  public subscript(operation: OperationID) -> Edit? {
    if let record = ledger.record(of: operation), !record.steps.isEmpty {
      return .remembered(record)
    }
    return logged[operation].map { .logged($0) }
  }

  /// Adds an edit from the log.
  public mutating func read(_ operation: Operation) { logged[operation.id] = operation.intent }
}
