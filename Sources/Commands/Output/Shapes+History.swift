import BoardModel
import WindowSync
import Wording

// The changes of a card as JSON.
extension Shapes {
  func operation(_ entry: CardEntry, of cardHistory: CardHistory) -> JSON {
    let committed = entry.committed
    guard case .object(let members) = operation(committed) else { return .null }
    let more: KeyValuePairs<String, JSON> = [
      "window": .string(committed.id.session.description),
      "queued": .bool(entry.operation.queued),
      "changes": .array(entry.changes.map { change($0, by: committed, of: cardHistory) }),
    ]
    return .object(members + more.map { JSON.Member(key: $0.key, value: $0.value) })
  }

  /// A change of one field, with its author.
  func fieldChange(_ change: FieldChange, by entry: CardEntry, of cardHistory: CardHistory) -> JSON
  {
    let committed = entry.committed
    return .object([
      "sequence": .number(committed.sequence), "time": .string(Timestamp.text(committed.time)),
      "user": .string(committed.author.user), "device": .string(committed.author.device),
      "window": .string(committed.id.session.description),
      "operation": .string(committed.id.description),
      "queued": .bool(entry.operation.queued),
      "change": self.change(change, by: committed, of: cardHistory),
    ])
  }

  private func change(
    _ change: FieldChange, by committed: CommittedOperation, of cardHistory: CardHistory
  ) -> JSON {
    let displacer = cardHistory.displacer(of: committed.id, in: change.field)
    return .object([
      "field": .string(Shapes.name(change.field)),
      "subject": .string(ProposalNames.subject(of: change.field)),
      "result": .string(change.effect.name),
      "before": .string(text(change.before, of: change.field)),
      "after": .string(change.after.map { text($0, of: change.field) } ?? change.typed ?? ""),
      "reasons": .array(
        change.rules.map { rule in
          .object([
            "rule": .string(rule.name),
            "statements": .array(rule.statements.map { .string($0) }),
            "text": .string(
              Wording(board: board).meaning(rule) { cardHistory.author(of: $0)?.user }),
          ])
        }),
      "displaced": .array(change.displaced.map { [.string($0.description)] } ?? []),
      "displacedBy": .array(displacer.map { [.string($0.description)] } ?? []),
    ])
  }

  /// The value that a field of a card has; nil if there is none.
  func value(of field: FieldAddress) -> FieldValue? {
    board.text(of: field).map { .body($0) } ?? board.state(of: field, for: user)?.value
  }

  /// The text of a value in JSON; empty if there is none.
  func text(_ value: FieldValue?, of field: FieldAddress) -> String {
    switch value {
    case .cardPlace(let column, _): board.column(column)?.title.value ?? column.description
    case let value?: FieldText.text(value, of: field)
    case nil: ""
    }
  }
}

extension FieldChange.Effect {
  /// The name of the effect in JSON.
  var name: String {
    switch self {
    case .written: "applied"
    case .merged: "merged"
    case .superseded: "superseded"
    case .skipped: "skipped"
    case .purged: "purged"
    }
  }
}
