import BoardModel
import Screen

/// The entries of the section that has the keys, wrapped to a width, with the typed text among
/// them.
struct SectionLines {
  struct Line: Equatable {
    enum Kind: Equatable {
      case entry
      case typed
      case hint
    }

    /// The index of the entry to which the line belongs.
    let row: Int?
    let text: String
    let kind: Kind
    var sign = ""
    var aside = ""
    var colour: UInt8?
    var isChosen = false
  }

  private(set) var lines: [Line] = []
  /// The lines of the entry that is chosen or typed.
  private(set) var chosen = 0..<0
  /// The place of the next character: a column, and an index into `lines`.
  private(set) var caret: Position?

  /// The columns to the left of an entry's text.
  static let indent = 6

  init(
    _ section: CardSection, _ editor: CardEditor, _ view: BoardView, _ clock: ModelClock,
    columns: Int
  ) {
    let rows = editor.rows(section, view, clock)
    let entry = editor.state.entry
    let text = max(1, columns - SectionLines.indent)
    for (index, row) in rows.enumerated() {
      if let entry, entry.target == row.target {
        type(entry, editor, view, columns: text)
      } else {
        add(row, index, isChosen: entry == nil && index == editor.state.index, columns: text)
      }
    }
    if let entry, !rows.contains(where: { $0.target == entry.target }) {
      type(entry, editor, view, columns: text)
    } else if rows.isEmpty {
      lines.append(Line(row: nil, text: SectionLines.hint(section), kind: .hint))
    }
  }

  private static func hint(_ section: CardSection) -> String {
    let add = Keymap.section.key(of: .add)
    switch section {
    case .labels: return "The board has no labels. \(add) makes one."
    case .assignees: return "Nobody. \(add) assigns somebody."
    case .due: return "No due date. \(Keymap.section.key(of: .choose)) sets one."
    case .blockers: return "Nothing blocks it. \(add) names a card that does."
    case .priority: return "The card is gone."
    case .checklist: return "No items. \(add) adds one."
    case .comments: return "No comments. \(add) writes one."
    case .proposals: return "None is open."
    }
  }

  private mutating func add(
    _ row: SectionRow, _ index: Int, isChosen: Bool, columns: Int
  ) {
    let start = lines.count
    let isShort = row.aside.isEmpty || textColumns(row.text) + textColumns(row.aside) + 2 <= columns
    let isOneLine = !row.text.contains("\n") && isShort
    for (place, line) in WrappedText(row.text, columns: columns).lines.enumerated() {
      lines.append(
        Line(
          row: index, text: line.text, kind: .entry, sign: place == 0 ? row.sign : "",
          aside: place == 0 && isOneLine ? row.aside : "", colour: row.colour,
          isChosen: isChosen))
    }
    if !isOneLine, !row.aside.isEmpty {
      lines.append(
        Line(row: index, text: "", kind: .entry, aside: row.aside, isChosen: isChosen))
    }
    if isChosen { chosen = start..<lines.count }
  }

  private mutating func type(
    _ entry: SectionEntry, _ editor: CardEditor, _ view: BoardView, columns: Int
  ) {
    let start = lines.count
    var body = WrappedBody(columns: columns)
    let label = entry.label
    let labelColumns = textColumns(label)
    let width = max(1, columns - labelColumns)
    body.update(entry.field.scalars, columns: width)
    let place = body.position(ofOffset: entry.field.caret)
    for row in 0..<body.rows {
      let completion = editor.completion(entry, view).map { "Tab: \($0)" } ?? ""
      lines.append(
        Line(
          row: nil,
          text: (row == 0 ? label : String(repeating: " ", count: labelColumns))
            + (body.line(row)?.text ?? ""), kind: .typed, aside: row == 0 ? completion : ""))
    }
    chosen = start..<lines.count
    caret = Position(
      column: SectionLines.indent + labelColumns + min(place.column, width),
      row: start + place.row)
  }
}
