import BoardModel
import Screen

/// The places of the parts of an open card, in cells of the screen.
struct CardPanel {
  let rect: Rect
  let title: Rect
  /// The line of the card's column, star and identifier; nil where rows are scarce.
  let attributes: Rect?
  let body: Rect
  /// The title as it is wrapped. `titleTop` is its first line that is shown.
  let titleLines: WrappedText
  let titleTop: Int
  /// The sections below the body, from top to bottom; a line stands above them.
  let blocks: [Block]

  /// The line between the head and the body.
  var underline: Rect? {
    attributes.map { Rect(column: $0.column, row: $0.row + 1, columns: $0.columns, rows: 1) }
  }

  /// - Parameters:
  ///   - hasSections: whether sections are shown; else the body extends to the end.
  ///   - hasPrompt: whether a prompt takes a line below.
  init(
    _ editor: CardEditor, _ scene: Scene, hasSections: Bool = true, hasPrompt: Bool = false
  ) {
    let layout = scene.layout(hasPrompt: hasPrompt, hasPanel: true)
    rect = layout.panel ?? Rect(scene.viewport.size)
    let isBeside = !layout.lanes.isEmpty
    let left = rect.column + (isBeside ? 2 : 1)
    // The last cell is left to the caret behind a full line.
    let columns = max(1, rect.endColumn - left - 1)
    titleLines = WrappedText(editor.title.line.text, columns: columns)
    let isHigh = rect.rows >= 8
    let rows = min(titleLines.lines.count, isHigh ? 3 : 1)
    let caret = titleLines.position(ofOffset: editor.title.line.caret).row
    titleTop = editor.field == .title ? max(0, caret - rows + 1) : 0
    title = Rect(column: left, row: rect.row, columns: columns, rows: rows)
    attributes =
      isHigh ? Rect(column: left, row: rect.row + rows, columns: columns, rows: 1) : nil
    let head = rows + (isHigh ? 2 : 0)
    let rest = Rect(
      column: left, row: rect.row + head, columns: columns, rows: max(0, rect.rows - head))
    blocks = hasSections ? Block.stack(editor, scene.view, scene.clock, in: rest) : []
    let bodyEnd = blocks.first.map { $0.rect.row - 1 } ?? rest.endRow
    body = Rect(
      column: left, row: rest.row, columns: columns, rows: max(0, bodyEnd - rest.row))
  }

  /// A section: one line that sums it up and, if it has the keys, its entries below.
  struct Block {
    let section: CardSection
    let rect: Rect
    /// The entries that are shown below the first row, if the section has the keys.
    let lines: [SectionLines.Line]
    /// The number of entries that are not shown, above and below.
    let hidden: Int
    /// The cell of the screen where the next character goes; nil if nothing is typed here.
    let caret: Position?

    func row(at row: Int) -> Int? {
      let place = row - rect.row - 1
      return lines.indices.contains(place) ? lines[place].row : nil
    }
  }
}

extension CardPanel.Block {
  /// Stacks the sections at the bottom of the room: those that hold something, and the one that has
  /// the keys.
  fileprivate static func stack(
    _ editor: CardEditor, _ view: BoardView, _ clock: ModelClock, in room: Rect
  ) -> [CardPanel.Block] {
    var focused: CardSection?
    if case .section(let section) = editor.field { focused = section }
    let bodyRows = focused == nil ? room.rows / 2 : min(3, room.rows / 4)
    // One row is left to the line above the sections.
    let most = room.rows - bodyRows - 1
    guard most > 0 else { return [] }
    var shown = CardSection.allCases.filter {
      $0 == focused || !view.summary(of: $0, on: editor.card, clock).isEmpty
    }
    let wanted = focused.map { SectionLines($0, editor, view, clock, columns: room.columns) }
    // Entries of the section that has the keys take room before the other sections do.
    let entries = wanted.map { max(1, $0.lines.count) } ?? 0
    while shown.count > 1, shown.count + min(entries, 3) > most {
      shown.remove(at: shown.last == focused ? shown.count - 2 : shown.count - 1)
    }
    if focused == nil, shown.count > most { shown = Array(shown.prefix(most)) }
    let entryRows = min(entries, max(0, most - shown.count))
    let used = shown.count + entryRows
    var row = room.endRow - used
    return shown.map { section in
      let isFocused = section == focused
      let rect = Rect(
        column: room.column, row: row, columns: room.columns, rows: isFocused ? 1 + entryRows : 1)
      row += rect.rows
      guard isFocused, let wanted else {
        return CardPanel.Block(section: section, rect: rect, lines: [], hidden: 0, caret: nil)
      }
      return CardPanel.Block(wanted, section, rect, rows: entryRows, scroll: editor.state.scroll)
    }
  }

  private init(
    _ wanted: SectionLines, _ section: CardSection, _ rect: Rect, rows: Int, scroll: Int
  ) {
    self.section = section
    self.rect = rect
    let all = wanted.lines
    let height = wanted.chosen.count
    // The chosen entry stands in the middle, or begins at the top if it is longer than the room.
    let centred = wanted.chosen.lowerBound - max(0, rows - height) / 2
    let beyond = max(0, height - rows)
    let wished = wanted.caret.map { $0.row - rows / 2 } ?? centred + min(scroll, beyond)
    let first = min(max(0, wished), max(0, all.count - rows))
    lines = Array(all[first..<min(all.count, first + rows)])
    hidden = all.count - lines.count
    caret = wanted.caret.flatMap { place in
      let row = place.row - first
      return row >= 0 && row < rows
        ? Position(column: rect.column + place.column, row: rect.row + 1 + row) : nil
    }
  }
}
