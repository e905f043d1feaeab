import BoardModel
import Screen

/// A list that stands over the board, in a box in its middle or where it was asked for.
struct ListPanel {
  struct Row: Equatable {
    let text: String
    /// The text at the right end of a row, or in the left column of a table of two.
    var aside = ""
    var isHeading = false
    var kind = Kind.plain

    enum Kind: Equatable {
      case plain
      /// The row cannot be chosen now.
      case unavailable
      /// Choosing the row takes something away.
      case destructive
    }
  }

  /// Whether the rows are one text over the whole width, and not the two columns of a table.
  let isText: Bool

  let title: String
  /// The number of all rows; only those that are shown are made.
  let count: Int
  let selected: Int?
  /// The lines below the rows, which say what else matters for the choice.
  let notes: [String]
  let rect: Rect
  let rows: Rect
  let top: Int
  let shown: [Row]

  private static let maximumColumns = 72
  private static let maximumNotes = 8

  /// Makes nil for modes without a list.
  init?(_ mode: Mode, _ model: WindowModel) {
    var top: Int?
    var isText = false
    var anchor: Position?
    var columns = min(model.viewport.size.columns, ListPanel.maximumColumns)
    let row: (Int) -> Row
    switch mode {
    case .actions(let menu):
      title = menu.title(model)
      let choices = menu.choices
      (count, selected) = (choices.count, menu.cursor.index)
      notes = [choices[menu.cursor.index].refusal].compactMap(\.self)
      anchor = menu.origin ?? model.positionBelowFocus
      columns = min(columns, ListPanel.columns(for: menu))
      row = { ListPanel.row(of: choices[$0]) }
    case .destination(let choice):
      title = choice.title(model)
      (count, selected, notes) = (choice.columns.count, choice.cursor.index, [])
      row = { choice.row($0, model) }
    case .offer(let offer):
      title = offer.title(model)
      (count, selected, notes) = (offer.cards.count, nil, offer.notes)
      (top, isText) = (offer.top, true)
      row = { Row(text: offer.cards[$0].title) }
    case .columnMenu(let menu):
      title = model.board?.column(menu.column)?.title.value ?? ""
      (count, selected, notes) = (ColumnMenu.Choice.allCases.count, menu.cursor.index, [])
      row = { Row(text: ColumnMenu.Choice.allCases[$0].text) }
    case .deletion(let deletion):
      title = "Delete “\(deletion.title)”"
      let choices = deletion.choices
      (count, selected) = (choices.count, deletion.cursor.index)
      notes = ListPanel.notes(on: deletion, model)
      row = { Row(text: choices[$0]) }
    case .boards(let switcher):
      title = "Boards"
      let boards = switcher.boards
      (count, selected) = (boards.count, switcher.cursor.index)
      notes = ListPanel.notes(on: switcher, model)
      row = { Row(text: boards[$0].title, aside: boards[$0].id == switcher.current ? "here" : "") }
    case .archive(let archive):
      title = "Archive"
      (count, selected) = (archive.cards.count, archive.cursor.index)
      notes = archive.cards.isEmpty ? ["No archived cards."] : []
      row = { ListPanel.row(of: archive.cards[$0], model) }
    case .help(let page):
      title = "Keys"
      (count, selected, notes) = (page.lines.count, nil, [])
      top = page.top
      row = { index in
        let line = page.lines[index]
        return Row(text: line.text, aside: line.keys, isHeading: line.isHeading)
      }
    case .receipts(let list):
      title = "What became of your edits"
      notes = []
      if let wholeTop = list.wholeTop {
        let lines = list.lines(model, columns: ListPanel.innerColumns(model))
        (count, selected, top, isText) = (lines.count, nil, wholeTop, true)
        row = { lines[$0] }
      } else {
        (count, selected) = (list.count, list.cursor.index)
        row = { list.row($0, model) }
      }
    case .browsing, .pressed, .dragging, .card, .history, .prompt, .reading, .external,
      .columnForm:
      return nil
    }
    self.isText = isText
    let room = model.viewport.size.rows - 1 - model.footerRows
    let noteRows = min(notes.count, max(0, room - 3))
    let height = min(room, max(count, notes.isEmpty ? 1 : 0) + noteRows + 2)
    let corner =
      anchor
      ?? Position(
        column: (model.viewport.size.columns - columns) / 2, row: 1 + (room - height) / 2)
    rect = Rect(
      column: max(0, min(corner.column, model.viewport.size.columns - columns)),
      row: max(1, min(corner.row, 1 + room - height)), columns: columns, rows: height)
    let inner = rect.inset(columns: 2, rows: 1)
    let rowCount = max(0, min(count, inner.rows - noteRows))
    rows = Rect(column: inner.column, row: inner.row, columns: inner.columns, rows: rowCount)
    // The selected row is shown, as near to the middle as there are rows on both sides.
    let wished = top ?? (selected ?? 0) - rowCount / 2
    let first = min(max(0, wished), max(0, count - rowCount))
    self.top = first
    shown = (first..<min(count, first + rowCount)).map(row)
  }

  /// The columns of a row within the frame.
  static func innerColumns(_ model: WindowModel) -> Int {
    max(1, min(model.viewport.size.columns, maximumColumns) - 4)
  }

  func row(at position: Position) -> Int? {
    guard rows.contains(position), selected != nil else { return nil }
    return top + position.row - rows.row
  }

  private static func row(of choice: ActionMenu.Choice) -> Row {
    let isAvailable = choice.refusal == nil
    return Row(
      text: (choice.isDestructive ? "! " : "") + choice.text,
      aside: isAvailable ? Keymap.board.key(of: choice.command) : "—",
      kind: !isAvailable ? .unavailable : choice.isDestructive ? .destructive : .plain)
  }

  /// The columns of a menu: enough for its widest row and for its widest refusal.
  private static func columns(for menu: ActionMenu) -> Int {
    let rows = menu.choices.map { textColumns($0.text) + 8 }
    let notes = menu.choices.compactMap(\.refusal).map { textColumns($0) }
    return 6 + max(24, (rows + notes).max() ?? 0)
  }

  private static func row(of card: CardID, _ model: WindowModel) -> Row {
    guard let card = model.card(card) else { return Row(text: "") }
    let column = model.board?.column(card.column.value)?.title.value ?? ""
    return Row(text: card.title.value, aside: column)
  }

  private static func notes(on deletion: ColumnDeletion, _ model: WindowModel) -> [String] {
    let unseen = deletion.unseen(model)
    let came =
      unseen == 0
      ? []
      : [
        unseen == 1
          ? "A card came since: it is kept." : "\(unseen) cards came since: they are kept."
      ]
    guard !deletion.seen.isEmpty else { return came }
    let titles = deletion.seen.prefix(maximumNotes - 2).map {
      "  " + (model.card($0)?.title.value ?? "")
    }
    let more = deletion.seen.count - titles.count
    return came + ["Cards in it:"] + titles + (more > 0 ? ["  and \(more) more"] : [])
  }

  private static func notes(on switcher: BoardSwitcher, _ model: WindowModel) -> [String] {
    switch switcher.answer {
    case .awaited: ["Asking for the boards …"]
    case .listed(let boards): boards.isEmpty ? ["There are no boards. n makes one."] : []
    // The reason is wrapped, so that all of it can be read.
    case .unavailable(let reason):
      WrappedText(reason, columns: innerColumns(model)).lines.map(\.text)
    }
  }
}
