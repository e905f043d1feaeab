import BoardModel
import Launcher
import Wording

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
    let words = Wording(board: board, undone: undone)
    var lines = [PlainText.line("\(HistoryText.head(committed)) \(words.deed(committed))")]
    // The line about the card's creation already says what its first fields are.
    let fields = entry.changes.filter { !$0.isBeginning }
    for change in fields { lines += self.lines(change, by: committed).map { "    " + $0 } }
    return lines.joined(separator: "\n")
  }

  /// The operation's number, its time, its author, and the window it came from.
  static func head(_ committed: CommittedOperation) -> String { head(committed.stamp) }

  static func head(_ stamp: Stamp) -> String {
    let session = stamp.operation.session.description.prefix(8)
    return "\(stamp.sequence)  \(LocalTime.text(stamp.time))  \(stamp.author.user) "
      + "(\(stamp.author.device), window \(session))"
  }

  /// The lines that say how one field changed, and why.
  func lines(_ change: FieldChange, by committed: CommittedOperation) -> [String] {
    let words = Wording(board: board)
    let displacer = cardHistory.displacer(of: committed.id, in: change.field)
    let what = words.summary(
      change, displacer: displacer.map { cardHistory.author(of: $0)?.user ?? "somebody" },
      hasBefore: true, longest: Wording.lineLength)
    let why = change.rules.map { rule in
      "  because \(words.meaning(rule) { cardHistory.author(of: $0)?.user })"
    }
    return ([what] + why).map { PlainText.line($0) }
  }
}

extension CardHistory {
  /// The edits that the undos among the entries took back.
  func undone(on board: Board) -> UndoneEdits {
    var undone = UndoneEdits(board)
    for entry in entries { undone.read(entry.operation) }
    return undone
  }
}
