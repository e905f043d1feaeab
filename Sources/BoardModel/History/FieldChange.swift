/// What one operation did, or wanted to do, to one field of a card.
public struct FieldChange: Hashable, Sendable {
  public enum Effect: Hashable, Sendable {
    case written
    /// Beside what others wrote in the same text.
    case merged
    /// Not done: a newer value stays, this one became a proposal.
    case superseded
    /// Not done, for good.
    case rejected
    /// Left alone by an undo or by the rest of its operation.
    case skipped
  }

  public let field: FieldAddress
  public let effect: Effect
  /// What stood there; nil where there was nothing.
  public let before: FieldValue?
  /// What was written, or should have been. nil where that cannot be told.
  public let after: FieldValue?
  /// What was typed into a body that did not get there.
  public let typed: String?
  /// The first decided.
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

  /// Whether the field begins with it.
  public var isBeginning: Bool { rules == [.made] || rules == [.added] }

  /// Whether the field shows it afterwards.
  public var tookEffect: Bool {
    switch effect {
    case .written, .merged: true
    case .superseded, .rejected, .skipped: false
    }
  }

  /// Whose value it took the place of.
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
  /// In the order in which the operation names them.
  public let changes: [FieldChange]

  public init(committed: CommittedOperation, changes: [FieldChange]) {
    self.committed = committed
    self.changes = changes
  }

  /// Whether it is about texts alone.
  var isOfText: Bool { changes.allSatisfy(\.field.isText) }
}
