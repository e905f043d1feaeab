import BoardModel
import Screen

/// The help: the keys, made from the tables that drive them.
struct HelpPage: OverlayList {
  struct Line: Hashable, Sendable {
    let keys: String
    let text: String
    let isHeading: Bool
  }

  var cursor = ListCursor()
  /// The lines for the keys that apply in this window.
  let lines: [Line]

  init(_ view: BoardView) {
    lines = HelpPage.lines(for: view.opened.map { .card($0) } ?? view.shownSubject)
  }

  /// The lines for a window with this subject.
  static func lines(for subject: Subject) -> [Line] {
    switch subject {
    case .board: lines
    case .card:
      section("On the card", Keymap.soleCard.bindings.map { ($0.keys, $0.help) })
        + cardLines + section("Mouse", [("click", "write there"), ("wheel", "scroll")])
    case .favourites:
      section("Among favourites", Keymap.favourites.bindings.map { ($0.keys, $0.help) })
        + openLines + cardLines
        + section(
          "Mouse",
          [
            ("click", "focus a card"), ("double click", "open it"),
            ("drag to an edge", "open it in a window there"),
            ("drag to the first line", "copy it as text"),
            ("drop a card of another window", "make it a favourite"),
            ("right click", "the menu of a card"), ("wheel", "scroll"),
          ])
    case .addColumn:
      section("In the form", Keymap.columnForm.bindings.map { ($0.keys, $0.help) })
        + section("In a text", Keymap.text.bindings.map { ($0.keys, $0.help) })
    }
  }

  /// The keys that an open card has besides the board's.
  private static let openLines: [Line] = section(
    "On an open card: as on the board, and",
    Keymap.soleCard.bindings.compactMap { binding in
      switch binding.command {
      case .board(.open), .up, .down, .pageUp, .pageDown, .top, .bottom, .firstSection,
        .lastSection, .history, .restore, .close:
        (binding.keys, binding.help)
      case .board: nil
      }
    })

  /// The keys that every window with cards has.
  private static let cardLines: [Line] =
    section("While a card is written", Keymap.card.bindings.map { ($0.keys, $0.help) })
    + section("In a section of a card", Keymap.section.bindings.map { ($0.keys, $0.help) })
    + section("In a text", Keymap.text.bindings.map { ($0.keys, $0.help) })
    + section("In the history of a card", Keymap.history.bindings.map { ($0.keys, $0.help) })
    + section(
      "In the list of what became of your edits",
      Keymap.receipts.bindings.map { ($0.keys, $0.help) })
    + section("In the list of boards", Keymap.boardList.bindings.map { ($0.keys, $0.help) })
    + section("In a list", Keymap.list.bindings.map { ($0.keys, $0.help) })

  static let lines: [Line] =
    section("On the board", Keymap.board.bindings.map { ($0.keys, $0.help) })
    + openLines + cardLines
    + section(
      "Mouse",
      [
        ("click", "focus a card"), ("double click", "open it"),
        ("drag", "move it; with ctrl or alt, copy it"),
        ("drag to an edge", "open it in a window there"),
        ("drag to the first line", "copy it as text"),
        ("drag to another window", "put it down there"),
        ("right click", "the menu of a card, or of a column"),
        ("paste lines", "make cards of them"), ("drop a file", "make cards of its lines"),
        ("wheel", "scroll the column under the pointer"),
      ])

  private static func section(_ title: String, _ keys: [(String, String)]) -> [Line] {
    [Line(keys: "", text: title, isHeading: true)]
      + keys.map { Line(keys: $0.0, text: $0.1, isHeading: false) }
  }

  // MARK: As a list

  var hints: [(String, String)] { [("↑↓", "scroll"), ("Esc", "close")] }

  func content(_ scene: Scene, _: ReceiptReader) -> ListContent {
    let rows = rows(columns: ListPanel.innerColumns(of: scene.viewport.size.columns))
    return ListContent(title: "Keys", count: rows.count, shape: .table(top: cursor.index)) {
      rows[$0]
    }
  }

  /// The lines, of which those that are too long for a row have several.
  private func rows(columns: Int) -> [ListPanel.Row] {
    let left = ListPanel.leftColumns(of: columns)
    return lines.flatMap { line -> [ListPanel.Row] in
      let keys = WrappedText(line.keys, columns: left).lines.map(\.text.trimmed)
      let width = line.isHeading ? columns : columns - left - 1
      let texts = WrappedText(line.text, columns: width).lines.map(\.text.trimmed)
      return (0..<max(keys.count, texts.count)).map { row in
        ListPanel.Row(
          text: row < texts.count ? texts[row] : "", aside: row < keys.count ? keys[row] : "",
          isHeading: line.isHeading)
      }
    }
  }

  mutating func choose(_ model: inout WindowModel) -> ListOutcome { .closes }
}
