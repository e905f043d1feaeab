/// What one operation did, or wanted to do, to one field of a card.
public struct FieldChange: Hashable, Sendable {
  public enum Effect: Hashable, Sendable {
    case written
    /// The value was written beside what others wrote in the same text.
    case merged
    /// The value was not written: a newer one stays, and this one became a proposal.
    case superseded
    /// The field was left alone by an undo, or by the rest of its operation.
    case skipped
    /// What the field held before was taken away for good; the value that it has stayed.
    case purged
  }

  public let field: FieldAddress
  public let effect: Effect
  /// The value before; nil where there was none.
  public let before: FieldValue?
  /// The value that was written, or should have been; nil where that cannot be told.
  public let after: FieldValue?
  /// The text that was typed into a body and did not get there.
  public let typed: String?
  /// The rules that apply; the first of them decided.
  public let rules: [HistoryRule]

  public init(
    field: FieldAddress, effect: Effect, before: FieldValue?, after: FieldValue?,
    typed: String? = nil, rules: [HistoryRule]
  ) {
    self.field = field
    self.effect = effect
    self.before = before
    self.after = after
    self.typed = typed
    self.rules = rules
  }

  /// Whether the field begins with this change.
  public var isBeginning: Bool { rules == [.made] || rules == [.added] }

  /// Whether the field shows the value afterwards.
  public var tookEffect: Bool {
    switch effect {
    case .written, .merged: true
    case .superseded, .skipped, .purged: false
    }
  }

  /// The operation whose value this one displaced.
  public var displaced: OperationID? {
    for rule in rules {
      switch rule {
      case .laterInOrder(let other), .tookBackByForce(_, let other): return other
      default: continue
      }
    }
    return nil
  }
}

/// One operation that concerns a card, and what it did to each of its fields.
public struct CardEntry: Hashable, Sendable {
  public let committed: CommittedOperation
  public let operation: Operation
  /// The changes in the order in which the operation names their fields.
  public let changes: [FieldChange]

  public init(committed: CommittedOperation, operation: Operation, changes: [FieldChange]) {
    self.committed = committed
    self.operation = operation
    self.changes = changes
  }

  /// Whether the entry is about texts alone.
  var isOfText: Bool { changes.allSatisfy(\.field.isText) }
}
