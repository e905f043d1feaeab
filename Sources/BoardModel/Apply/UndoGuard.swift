/// Decides what an undo may take back: fields that still show what its target wrote.
struct UndoGuard {
  let target: OperationID
  let force: Bool
  var skipped: [FieldAddress] = []
  var done = 0
  private let ledger: UndoLedger
  private let user: String
  /// The history of the ledger, made when it is first needed: most undos take back what was written
  /// last.
  private var history: History?
  /// The records and writers that were looked at behind the newest, which tests compare with their
  /// bound.
  private(set) var visits = 0

  init(of record: UndoRecord, force: Bool, in ledger: UndoLedger) {
    target = record.stamp.operation
    user = record.stamp.author.user
    self.force = force
    self.ledger = ledger
  }

  /// Whether the field, which `current` wrote last, shows the target's value: either the target
  /// wrote last itself, or all that came after it was taken back.
  mutating func showsTarget(in field: FieldAddress, by current: Stamp) -> Bool {
    if current.names(target, of: user) { return true }
    let history = self.history ?? History(of: ledger, user: user)
    self.history = history
    var current = current
    while let undone = history.undone[History.Undo(current)], undone < current.sequence {
      guard let before = history.writer(of: field, before: undone, &visits) else { return false }
      if before.names(target, of: user) { return true }
      current = before
    }
    return false
  }

  private struct History {
    /// An undo, and its user, who is also the user of what it took back.
    struct Undo: Hashable {
      let operation: OperationID
      let user: String

      init(_ stamp: Stamp) { (operation, user) = (stamp.operation, stamp.author.user) }

      init(_ operation: OperationID, of record: UndoRecord) {
        (self.operation, user) = (operation, record.stamp.author.user)
      }
    }

    /// The operations that wrote each field, from the oldest to the newest.
    private var writers: [FieldAddress: [Stamp]] = [:]
    /// For each undo the sequence number of the operation that it took back.
    private(set) var undone: [Undo: UInt64] = [:]
    /// The operations of which the record is too large to say what they wrote.
    private var unknown: [UInt64] = []

    init(of ledger: UndoLedger, user: String) {
      for record in ledger.inOrder {
        if let undo = record.undoneBy { undone[Undo(undo, of: record)] = record.stamp.sequence }
        if record.steps.isEmpty { unknown.append(record.stamp.sequence) }
        for step in record.steps {
          // The marks of all users on a card have the same address.
          if case .favourite = step.field, record.stamp.author.user != user { continue }
          writers[step.field, default: []].append(record.stamp)
        }
      }
    }

    func writer(of field: FieldAddress, before sequence: UInt64, _ visits: inout Int) -> Stamp? {
      let stamps = writers[field] ?? []
      let behind = stamps.index(behind: {
        visits += 1; return $0.sequence < sequence
      })
      guard behind > 0 else { return nil }
      let stamp = stamps[behind - 1]
      let hidden = unknown.index(behind: {
        visits += 1; return $0 < sequence
      })
      return hidden > 0 && unknown[hidden - 1] > stamp.sequence ? nil : stamp
    }
  }
}
