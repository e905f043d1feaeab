/// One operation while its effect on a card is told.
struct EntryReplay {
  let operation: Operation
  /// The operation's place in the board's order.
  let sequence: UInt64
  let user: String
  let notes: [Note]
  let displaced: [OperationID]
  private let superseded: (by: OperationID, field: FieldAddress)?
  private let merges: Bool
  /// The offset of the next scalar that the operation types, across all its intents.
  var nextOffset: UInt32 = 0
  /// Whether the operation changes texts of other cards too.
  var hasOtherTexts = false
  var changes: [FieldChange] = []
  var steps: [CardHistory.Step] = []

  init(_ committed: CommittedOperation, _ operation: Operation) {
    self.operation = operation
    sequence = committed.sequence
    user = committed.author.user
    var (merges, superseded): (Bool, (OperationID, FieldAddress)?) = (false, nil)
    switch committed.outcome {
    case .applied(let displaced, let notes): (self.displaced, self.notes) = (displaced, notes)
    case .merged(let notes): (displaced, self.notes, merges) = ([], notes, true)
    case .superseded(let by, let field):
      (displaced, notes) = ([], [])
      superseded = (by, field)
    case .rejected: (displaced, notes) = ([], [])
    }
    self.merges = merges
    self.superseded = superseded
  }

  var id: OperationID { operation.id }

  /// Whether nothing of the operation took effect, as a newer value stays.
  var isSuperseded: Bool { superseded != nil }

  var leftOf: TextIdentity? {
    operation.intent.isSplice ? operation.extensions.leftOf : nil
  }

  /// The operation whose value stayed where this one's did not take effect.
  func winner(of field: FieldAddress) -> OperationID? {
    if let superseded, superseded.field == field { return superseded.by }
    for case .supersededPart(field, let by) in notes { return by }
    return nil
  }

  /// Whether the value is another's, and was written after this operation's base.
  func isOpposed(by held: CardHistory.Held) -> Bool {
    held.sequence > operation.base && !held.isOwn(of: self)
  }

  mutating func change(
    _ field: FieldAddress, _ effect: FieldChange.Effect, from before: FieldValue?,
    to after: FieldValue?, typed: String? = nil, _ rules: [HistoryRule]
  ) {
    changes.append(
      FieldChange(
        field: field, effect: effect, before: before, after: after, typed: typed, rules: rules))
  }
}
