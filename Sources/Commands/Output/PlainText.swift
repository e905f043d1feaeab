import BoardModel
import Screen
import WindowSync

/// Text of a board for people. Whatever others wrote, nothing in it can act on a terminal.
enum PlainText {
  /// One line, controls and what could reorder it made visible.
  static func line(_ text: String) -> String {
    // What most titles are is found out faster than it is taken apart.
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : visibleForm(of: text)
  }

  /// Several lines; each begins with `indent`.
  static func lines(_ text: String, indent: String = "") -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indent + visibleForm(of: $0) }.joined(separator: "\n")
  }

  /// Rows whose cells begin at the same terminal columns; the last cell is as long as it is.
  static func table(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.dropLast().enumerated() {
        let width = textColumns(cell)
        if index < widths.count {
          widths[index] = max(widths[index], width)
        } else {
          widths.append(width)
        }
      }
    }
    return rows.map { row in
      row.enumerated().map { index, cell in
        index == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[index] - textColumns(cell))
      }.joined(separator: "  ")
    }
  }

  /// What `board ls` prints: columns from left to right, one below the other.
  /// - Parameter today: days since 1970-01-01.
  static func list(_ board: Board, user: String, today: UInt32 = DueDay.today) -> String {
    let names = ShortNames(board)
    let columns = board.liveColumns.map { ($0, board.liveCards(in: $0.id)) }
    let digits = columns.flatMap { $0.1 }.map { names.name(of: $0.id).utf8.count }.max() ?? 0
    var lines: [String] = []
    for (column, cards) in columns {
      if !lines.isEmpty { lines.append("") }
      lines.append("\(line(column.title.value)) (\(load(of: column, on: board)))")
      for card in cards {
        let name = names.name(of: card.id)
        let padding = String(repeating: " ", count: digits - name.utf8.count)
        let star = board.isFavourite(card.id, of: user) ? " *" : ""
        let fields = fields(of: card, on: board, today: today)
        lines.append("  \(name)\(padding)  \(line(card.title.value))\(star)\(fields)")
      }
    }
    if columns.isEmpty { lines.append("no columns: add one with `board add-column TITLE`") }
    return lines.joined(separator: "\n")
  }

  /// What `board show` prints.
  /// - Parameter today: days since 1970-01-01.
  static func card(
    _ card: Card, on board: Board, user: String, today: UInt32 = DueDay.today
  ) -> String {
    let column = board.column(card.column.value)?.title.value ?? ""
    var head = [
      ["card", card.id.description], ["title", line(card.title.value)],
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
      [table(head).joined(separator: "\n")] + (body.isEmpty ? [] : [lines(body)])
      + sections(of: card, on: board)
    return blocks.joined(separator: "\n\n")
  }

  private static func moment(_ stamp: Stamp) -> String {
    "\(LocalTime.text(stamp.time)) by \(line(stamp.author.user))"
  }

  /// One line of `board log` and `board watch`.
  /// - Parameter undone: what undos took back; nil for what the board remembers.
  static func operation(
    _ committed: CommittedOperation, on board: Board, undone: UndoneEdits? = nil
  ) -> String {
    let words = Wording(board: board, undone: undone)
    var text =
      "\(committed.sequence)  \(LocalTime.text(committed.time))  \(committed.author.user) "
      + words.deed(committed.operation.intent)
    switch committed.outcome {
    case .applied(_, let notes), .merged(let notes):
      for note in notes { text += " (\(words.note(note)))" }
    case .superseded(let by, let field):
      text += " - not done: \(words.author(by)) changed \(words.field(field)) before"
    case .rejected(let rejection): text += " - refused: \(words.pastReason(rejection))"
    }
    return line(text)
  }
}
