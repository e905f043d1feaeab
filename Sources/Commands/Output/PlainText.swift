import BoardModel
import Launcher
import Screen
import Wording

extension Board {
  /// The number of a card as people write it.
  func cardName(_ card: CardID) -> String { Wording.number(of: card, on: self) ?? "" }
}

/// The text of a board for people. Nothing that others wrote can act on the terminal.
enum PlainText {
  /// One line in which controls and what could reorder the line are made visible.
  static func line(_ text: String) -> String {
    // Most titles are printable ASCII, which is faster to check than to take apart.
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : visibleForm(of: text)
  }

  /// Several lines in their visible form, each behind `indent`.
  static func lines(_ text: String, indent: String = "") -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indent + visibleForm(of: $0) }.joined(separator: "\n")
  }

  /// The text as one word of a shell.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }

  /// The text of `board ls`: the columns of the board one below the other, from left to right.
  /// - Parameter today: the day for which due dates are judged, in days since 1970-01-01.
  static func list(
    _ board: Board, user: String, today: UInt32 = DueDay.today, chosen: CardChoice = .all
  ) -> String {
    let columns = board.liveColumns.map { ($0, chosen.cards(in: $0.id, of: board)) }
    let digits = columns.flatMap { $0.1 }.map { board.cardName($0.id).utf8.count }.max() ?? 0
    var lines: [String] = []
    for (column, cards) in columns {
      if !lines.isEmpty { lines.append("") }
      let count =
        chosen.isAll
        ? load(of: column, on: board) : "\(cards.count) of \(board.liveCount(in: column.id))"
      lines.append("\(line(column.title.value)) (\(count))")
      for card in cards {
        let name = board.cardName(card.id)
        let padding = String(repeating: " ", count: digits - name.utf8.count)
        let star = board.isFavourite(card.id, of: user) ? " *" : ""
        let fields = fields(of: card, on: board, today: today)
        lines.append("  \(name)\(padding)  \(line(card.title.value))\(star)\(fields)")
      }
    }
    if columns.isEmpty { lines.append("no columns: add one with `board add-column TITLE`") }
    return lines.joined(separator: "\n")
  }

  /// The text of `board show`.
  /// - Parameter today: the day for which due dates are judged, in days since 1970-01-01.
  static func card(
    _ card: Card, on board: Board, user: String, today: UInt32 = DueDay.today
  ) -> String {
    let column = board.column(card.column.value)?.title.value ?? ""
    var head = [
      ["card", "\(board.cardName(card.id))  \(card.id)"], ["title", line(card.title.value)],
      ["column", line(column)], ["created", moment(card.created)],
    ]
    if card.title.stamp != card.created { head.append(["renamed", moment(card.title.stamp)]) }
    if card.bodyStamp != card.created { head.append(["edited", moment(card.bodyStamp)]) }
    if card.column.stamp != card.created { head.append(["moved", moment(card.column.stamp)]) }
    if card.archived.value { head.append(["archived", moment(card.archived.stamp)]) }
    if board.isFavourite(card.id, of: user) { head.append(["marked", "yes"]) }
    head += fieldRows(of: card, on: board, today: today)
    let body = card.body.string
    let blocks =
      [TextTable.lines(head).joined(separator: "\n")] + (body.isEmpty ? [] : [lines(body)])
      + sections(of: card, on: board)
    return blocks.joined(separator: "\n\n")
  }

  private static func moment(_ stamp: Stamp) -> String {
    "\(LocalTime.text(stamp.time)) by \(line(stamp.author.user))"
  }

  /// One line of `board log` or `board watch`.
  /// - Parameter undone: the edits that undos took back; nil for those that the board remembers.
  static func operation(
    _ committed: CommittedOperation, on board: Board, undone: UndoneEdits? = nil
  ) -> String {
    let words = Wording(board: board, undone: undone)
    var text =
      "\(committed.sequence)  \(LocalTime.text(committed.time))  \(committed.author.user) "
      + words.deed(committed)
    switch committed.outcome {
    case .applied(_, let notes), .merged(let notes):
      for note in notes { text += " (\(words.note(note)))" }
    case .superseded(let by, let field):
      text += " - not done: \(words.superseded(field, by: by))"
    case .rejected(let rejection): text += " - refused: \(words.pastReason(rejection))"
    }
    return line(text)
  }
}
