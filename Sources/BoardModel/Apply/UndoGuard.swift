/// Decides what an undo may take back: fields that still show what its target wrote.
struct UndoGuard {
  let target: OperationID
  let force: Bool
  var skipped: [FieldAddress] = []
  var done = 0
  private let ledger: UndoLedger
  private let user: String
  /// The records and writers that were looked at behind the newest, which tests compare with their
  /// bound.
  private(set) var visits = 0

  init(of record: UndoRecord, force: Bool, in ledger: UndoLedger) {
    target = record.stamp.operation
    user = record.stamp.author.user
    self.force = force
    var ledger = ledger
    ledger.index()
    self.ledger = ledger
  }

  /// Whether the field, which `current` wrote last, shows the target's value: either the target
  /// wrote last itself, or all that came after it was taken back.
  mutating func showsTarget(in field: FieldAddress, by current: Stamp) -> Bool {
    if current.names(target, of: user) { return true }
    var current = current
    for _ in 0..<BoardLimits.undoLinks {
      guard let before = ledger.shown(in: field, by: current, for: user, &visits) else {
        return false
      }
      if before.names(target, of: user) { return true }
      current = before
    }
    return false
  }
}
