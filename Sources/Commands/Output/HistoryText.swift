import BoardModel
import WindowSync

/// The changes of a card, for people: who made each from which window and when, what it did, and
/// why it had that outcome.
struct HistoryText {
  let cardHistory: CardHistory
  let board: Board
  let undone: UndoneEdits

  /// The lines about an operation: one for itself, one for each field that it changed, and one for
  /// each reason.
  func entry(_ entry: CardEntry) -> String {
    let committed = entry.committed
    let deed = Wording(board: board, undone: undone).deed(committed.operation.intent)
    var lines = [PlainText.line("\(HistoryText.head(committed)) \(deed)")]
    // The line about the card's creation already says what its first fields are.
    let fields = entry.changes.filter { !$0.isBeginning }
    for change in fields { lines += self.lines(change, by: committed).map { "    " + $0 } }
    if entry.changes.isEmpty, case .rejected(let reason) = committed.outcome {
      lines.append("    refused: " + PlainText.line(Wording(board: board).pastReason(reason)))
    }
    return lines.joined(separator: "\n")
  }

  /// The operation's number, its time, its author, and the window it came from.
  static func head(_ committed: CommittedOperation) -> String {
    let session = committed.operation.id.session.description.prefix(8)
    let author = committed.author
    return "\(committed.sequence)  \(LocalTime.text(committed.time))  \(author.user) "
      + "(\(author.device), window \(session))"
  }

  /// The lines that say how one field changed, and why.
  func lines(_ change: FieldChange, by committed: CommittedOperation) -> [String] {
    var what = "\(Shapes.name(change.field)): "
    switch change.effect {
    case .written, .merged: what += step(change)
    case .superseded: what += "not done, kept as a proposal: \(wanted(change))"
    case .rejected: what += "refused: \(wanted(change))"
    case .skipped: what += "left alone: \(wanted(change))"
    }
    if let other = cardHistory.displacer(of: committed.operation.id, in: change.field) {
      what += " (then replaced by \(HistoryText.who(other, cardHistory)))"
    }
    let why = change.rules.map { rule in
      "because \(HistoryText.reason(rule, cardHistory: cardHistory, board: board))"
    }
    return ([what] + why.map { "  " + $0 }).map { PlainText.line($0) }
  }

  private func step(_ change: FieldChange) -> String {
    guard case .body(let after) = change.after else {
      guard let before = change.before else { return quoted(change.after, change) }
      return "\(quoted(before, change)) to \(quoted(change.after, change))"
    }
    guard case .body(let before) = change.before else { return quoted(change.after, change) }
    return TextStep(before.string, after.string).description
  }

  private func wanted(_ change: FieldChange) -> String {
    change.after == nil ? Wording.quote(flat(change.typed ?? "")) : quoted(change.after, change)
  }

  private func quoted(_ value: FieldValue?, _ change: FieldChange) -> String {
    switch value {
    case .body(let text): Wording.quote(flat(text.string))
    case .cardPlace(let column, _): Wording(board: board).column(column)
    case let value?: FieldText.shown(value, of: change.field)
    case nil: "a value that is no longer known"
    }
  }

  private func flat(_ text: String) -> String { text.replacing("\n", with: "\u{23CE}") }

  static func reason(_ rule: HistoryRule, cardHistory: CardHistory, board: Board) -> String {
    let meaning = rule.meaning { who($0, cardHistory) }
    guard case .rejected(let rejection) = rule else { return meaning }
    return "\(meaning): \(Wording(board: board).reason(rejection))"
  }

  private static func who(_ operation: OperationID, _ cardHistory: CardHistory) -> String {
    cardHistory.author(of: operation)?.user ?? "somebody"
  }
}

extension TextStep {
  fileprivate var description: String {
    switch (removed.isEmpty, added.isEmpty) {
    case (true, true): "as it was"
    case (true, false): "added \(TextStep.quoted(added))"
    case (false, true): "deleted \(TextStep.quoted(removed))"
    case (false, false): "\(TextStep.quoted(removed)) became \(TextStep.quoted(added))"
    }
  }

  private static func quoted(_ text: String) -> String {
    Wording.quote(text.replacing("\n", with: "\u{23CE}"))
  }
}

extension CardHistory {
  /// The edits that the undos among the entries took back.
  func undone(on board: Board) -> UndoneEdits {
    var undone = UndoneEdits(board)
    for entry in entries { undone.read(entry.committed.operation) }
    return undone
  }
}
