import BoardModel
import WindowSync

/// A row of a card's history: one change of one field, or several of one text that were typed in
/// one go.
struct HistoryRow: Sendable {
  struct Identity: Hashable {
    let operation: OperationID
    let field: FieldAddress
  }

  /// The newest operation of the row.
  let committed: CommittedOperation
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
        let displacer = cardHistory.displacer(of: entry.committed.operation.id, in: change.field)
        let row = HistoryRow(
          committed: entry.committed, change: change, count: 1,
          displacer: displacer.flatMap { cardHistory.author(of: $0)?.user },
          id: Identity(operation: entry.committed.operation.id, field: change.field))
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
      committed.operation.id.session == next.committed.operation.id.session,
      next.committed.time - min(committed.time, next.committed.time) <= HistoryRow.oneGo,
      !isUndo, !next.isUndo
    else { return nil }
    let rules = change.rules + next.change.rules.filter { !change.rules.contains($0) }
    return HistoryRow(
      committed: next.committed,
      change: FieldChange(
        field: change.field,
        effect: change.effect == .merged ? .merged : next.change.effect, before: change.before,
        after: next.change.after,
        typed: isProposed ? (change.typed ?? "") + (next.change.typed ?? "") : nil, rules: rules),
      count: count + next.count, displacer: next.displacer, id: id)
  }

  private var isUndo: Bool {
    if case .undo = committed.operation.intent { true } else { false }
  }
}

// This part puts a change into words.
extension HistoryRow {
  func field(_ model: WindowModel) -> String {
    switch change.field {
    case .cardTitle, .boardTitle, .columnTitle: "title"
    case .cardBody: "body"
    case .cardPlace, .columnPlace: "place"
    case .cardArchived, .columnDeleted: "archive"
    case .favourite: "star"
    case .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour, .labelRemoved:
      "board"
    case .cardDue: "due"
    case .itemText: "item"
    case .itemDone(let card, let item), .itemPlace(let card, let item),
      .itemRemoved(let card, let item):
      "item \(model.name(of: item, on: card))"
    case .commentBody: "comment"
    case .commentRemoved: "comment"
    case .cardLabel(_, let label): "label \(model.name(of: label))"
    case .cardAssignee(_, let user): "assignee \(user)"
    }
  }

  /// The change in one line.
  func summary(_ model: WindowModel) -> String {
    let what = "\(field(model)): \(step(model))"
    switch change.effect {
    case .written, .merged: return displacer.map { "\(what) (replaced by \($0))" } ?? what
    case .superseded: return "proposed \(what)"
    case .rejected: return "refused \(what)"
    case .skipped: return "left alone \(what)"
    }
  }

  private func step(_ model: WindowModel) -> String {
    guard case .body(let after)? = change.after, case .body(let before)? = change.before else {
      return text(change.after, model).map(HistoryRow.line) ?? change.typed.map(
        HistoryRow.line) ?? "a value that is no longer known"
    }
    let step = TextStep(before.string, after.string)
    let parts = [("+", step.added), ("−", step.removed)].filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? "as it was" : parts.map { $0.0 + HistoryRow.line($0.1) }.joined(separator: " ")
  }

  private static func line(_ text: String) -> String {
    "“" + text.replacing("\n", with: "⏎").replacing("\t", with: " ") + "”"
  }

  private func text(_ value: FieldValue?, _ model: WindowModel) -> String? {
    switch value {
    case .cardPlace(let column, _)?:
      model.board?.column(column)?.title.value ?? "a column that is gone"
    case let value?: model.words(value, in: change.field, isWhole: true)
    case nil: nil
    }
  }

  /// The whole change: who made it and when, the values, and why it came out so.
  func whole(_ model: WindowModel, _ cardHistory: CardHistory) -> String {
    let operation = committed.operation
    var lines = [
      "\(committed.author.user) on \(committed.author.device), window "
        + operation.id.session.description.prefix(8),
      "\(model.clock.text(of: committed.time)), edit \(committed.sequence)"
        + (count > 1 ? " and \(count - 1) before it" : "")
        + (operation.queued ? ", made without a connection" : ""),
      "",
    ]
    lines.append(heading(model))
    if let displacer { lines.append("Replaced later by \(displacer).") }
    for rule in change.rules {
      let why = rule.meaning { cardHistory.author(of: $0)?.user ?? "somebody" }
      lines.append("Because \(why).")
      if case .rejected(let rejection) = rule {
        lines.append("The board said: \(model.describe(rejection)).")
      }
    }
    let wanted = change.tookEffect ? "Now:" : "Wanted:"
    if let after = text(change.after, model) ?? change.typed {
      lines += ["", wanted, after]
    }
    if let before = text(change.before, model) { lines += ["", "Before:", before] }
    return lines.joined(separator: "\n")
  }

  private func heading(_ model: WindowModel) -> String {
    let field = field(model)
    return switch change.effect {
    case .written: "The \(field) was written."
    case .merged: "The \(field) was written beside what others wrote."
    case .superseded: "The \(field) was not changed: this is kept as a proposal."
    case .rejected: "The \(field) was not changed: this was refused."
    case .skipped: "The \(field) was left alone."
    }
  }
}
