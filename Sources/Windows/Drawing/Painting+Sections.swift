import BoardModel
import Screen

// This part paints the sections of an open card, below its body.
extension Painting {
  mutating func paintSections(_ editor: CardEditor, _ panel: CardPanel) {
    guard let first = panel.blocks.first else { return }
    grid.horizontalLine(
      from: Position(column: first.rect.column, row: first.rect.row - 1),
      columns: first.rect.columns, style: theme.line)
    for block in panel.blocks {
      let isFocused = editor.field == .section(block.section)
      paintSummary(of: block, editor.card, isFocused: isFocused)
      for (place, line) in block.lines.enumerated() {
        paint(line, in: block.rect.line(1 + place))
      }
      if let caret = block.caret { grid.cursor = Cursor(caret, shape: .bar) }
    }
  }

  private mutating func paintSummary(
    of block: CardPanel.Block, _ card: CardID, isFocused: Bool
  ) {
    let line = block.rect.line(0)
    let name = Rect(
      column: line.column, row: line.row, columns: min(11, line.columns), rows: 1)
    grid.write(
      block.section.title, in: name, style: isFocused ? theme.focusedColumnTitle : theme.columnTitle
    )
    let room = Rect(
      column: name.endColumn, row: line.row, columns: max(0, line.columns - name.columns), rows: 1)
    let hidden = block.hidden > 0 ? " \(block.hidden) more lines" : ""
    if block.section == .labels {
      paintChips(scene.board?.labels(on: card) ?? [], in: room)
    } else {
      let isLate =
        block.section == .due
        && scene.board?.due(of: card).map { scene.clock.isOverdue($0) } == true
      grid.write(
        scene.view.summary(of: block.section, on: card, scene.clock), in: room,
        style: isLate ? theme.warning : block.section == .proposals ? theme.changed : theme.text)
    }
    grid.write(hidden, in: room, .trailing, style: theme.muted)
  }

  private mutating func paintChips(_ labels: [Label], in room: Rect) {
    var column = room.column
    for label in labels {
      let text = "[\(label.name.value)]"
      guard column < room.endColumn else { return }
      let rest = Rect(
        column: column, row: room.row, columns: room.endColumn - column, rows: 1)
      let shown = truncated(text, toColumns: rest.columns)
      column =
        grid.write(
          shown, at: Position(column: column, row: room.row), clip: rest,
          style: theme.label(label.colour)) + 1
    }
  }

  private mutating func paint(_ line: SectionLines.Line, in rect: Rect) {
    let style = line.isChosen ? theme.focused : theme.text
    if line.isChosen { grid.fill(rect, style: style) }
    if line.isChosen {
      grid.write(
        "▌", at: Position(column: rect.column, row: rect.row), clip: rect, style: style)
    }
    grid.write(
      line.sign, at: Position(column: rect.column + 1, row: rect.row), clip: rect, style: style)
    let indent = line.sign.isEmpty && line.kind == .hint ? 2 : SectionLines.indent
    let room = Rect(
      column: rect.column + indent, row: rect.row, columns: max(0, rect.columns - indent), rows: 1)
    let isLabel = line.colour != nil && !line.isChosen
    grid.write(
      line.text, at: Position(column: room.column, row: room.row), clip: room,
      style: isLabel ? theme.label(line.colour ?? 0) : line.kind == .hint ? theme.muted : style)
    let used = textColumns(line.text)
    let end = Rect(
      column: room.column + used + (used > 0 ? 2 : 0), row: room.row,
      columns: max(0, room.columns - used - (used > 0 ? 2 : 0)), rows: 1)
    grid.write(line.aside, in: end, style: line.isChosen ? style : theme.muted)
  }
}
