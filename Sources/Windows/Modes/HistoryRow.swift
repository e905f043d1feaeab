import BoardModel
import Wording

/// A row of a card's history: one change of one field, or several of one text that were typed in
/// one go.
struct HistoryRow: Sendable {
  struct Identity: Hashable {
    let operation: OperationID
    let field: FieldAddress
  }

  /// The newest operation of the row.
  let committed: CommittedOperation
  let operation: Operation
  let change: FieldChange
  /// The number of operations in the row.
  let count: Int
  /// The user who has since put another value in its place; nil if nobody has.
  let displacer: String?

  /// The identity of the oldest change in the row, which stays when more is typed.
  let id: Identity

  /// The milliseconds within which successive edits of a text by one window share a row.
  private static let oneGo: UInt64 = 60_000

  /// The rows of a history, newest first.
  /// - Parameter user: the user whose favourite marks are shown; other users' are not.
  static func rows(of cardHistory: CardHistory, user: String) -> [HistoryRow] {
    var rows: [HistoryRow] = []
    for entry in cardHistory.entries {
      for change in entry.changes where isShown(change, entry.committed, user) {
        let displacer = cardHistory.displacer(of: entry.operation.id, in: change.field)
        let row = HistoryRow(
          committed: entry.committed, operation: entry.operation, change: change, count: 1,
          displacer: displacer.flatMap { cardHistory.author(of: $0)?.user },
          id: Identity(operation: entry.operation.id, field: change.field))
        if let joined = rows.last?.joined(row) {
          rows[rows.count - 1] = joined
        } else {
          rows.append(row)
        }
      }
    }
    return rows.reversed()
  }

  private static func isShown(
    _ change: FieldChange, _ committed: CommittedOperation, _ user: String
  ) -> Bool {
    switch (change.field, change.after) {
    case (.favourite, _): committed.author.user == user
    // The values with which every card begins are not shown.
    case (.cardArchived, .flag(false)?) where change.isBeginning: false
    case (_, .body(let text)?) where change.isBeginning: text.visibleCount > 0
    default: true
    }
  }

  private func joined(_ next: HistoryRow) -> HistoryRow? {
    let isProposed = change.effect == .superseded && next.change.effect == .superseded
    guard change.field.isText, change.field == next.change.field,
      isProposed || change.tookEffect && next.change.tookEffect, !change.isBeginning,
      committed.stamp.isOwn(of: next.committed.author.user, in: next.operation.id.session),
      next.committed.time - min(committed.time, next.committed.time) <= HistoryRow.oneGo,
      !isUndo, !next.isUndo
    else { return nil }
    let rules = change.rules + next.change.rules.filter { !change.rules.contains($0) }
    return HistoryRow(
      committed: next.committed, operation: next.operation,
      change: FieldChange(
        field: change.field,
        effect: change.effect == .merged ? .merged : next.change.effect, before: change.before,
        after: next.change.after,
        typed: isProposed ? (change.typed ?? "") + (next.change.typed ?? "") : nil, rules: rules),
      count: count + next.count, displacer: next.displacer, id: id)
  }

  private var isUndo: Bool {
    if case .undo = operation.intent { true } else { false }
  }
}

extension HistoryRow {
  /// The change in one line.
  func summary(_ words: Wording) -> String { words.summary(change, displacer: displacer) }

  /// The whole change: who made it and when, the values, and why it came out so.
  func whole(_ cardHistory: CardHistory, _ words: Wording, _ clock: ModelClock) -> String {
    var lines = [
      "\(committed.author.user) on \(committed.author.device), window "
        + operation.id.session.description.prefix(8),
      "\(clock.text(of: committed.time)), edit \(committed.sequence)"
        + (count > 1 ? " and \(count - 1) before it" : "")
        + (operation.queued ? ", made without a connection" : ""),
      "",
    ]
    lines.append(words.heading(change))
    if let displacer { lines.append("Replaced later by \(displacer).") }
    for rule in change.rules {
      lines.append("Because \(words.meaning(rule) { cardHistory.author(of: $0)?.user }).")
    }
    let wanted = change.tookEffect ? "Now:" : "Wanted:"
    if let after = words.past(change.after, of: change.field) ?? change.typed {
      lines += ["", wanted, after]
    }
    if let before = words.past(change.before, of: change.field) {
      lines += ["", "Before:", before]
    }
    return lines.joined(separator: "\n")
  }
}
