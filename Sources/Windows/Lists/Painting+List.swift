import Screen

// This part paints a list over the board.
extension Painting {
  mutating func paint(_ list: any OverlayList) {
    let panel = ListPanel(list.content(scene, receipts), scene)
    grid.fill(panel.rect)
    grid.box(panel.rect, .rounded, style: theme.frame)
    let title =
      " " + truncated(panel.content.title, toColumns: max(0, panel.rect.columns - 6)) + " "
    grid.write(
      title, at: Position(column: panel.rect.column + 2, row: panel.rect.row), clip: panel.rect,
      style: theme.boardTitle)
    for (place, row) in panel.shown.enumerated() {
      let line = panel.rows.line(place)
      if panel.selected == nil {
        paint(row, in: line, of: panel.content.shape)
      } else {
        paint(row, in: line, isSelected: panel.top + place == panel.selected)
      }
    }
    paintPosition(panel)
    for (place, note) in panel.content.notes.enumerated() {
      let row = panel.rows.endRow + place
      guard row < panel.rect.endRow - 1 else { break }
      let line = Rect(
        column: panel.rows.column, row: row, columns: panel.rows.columns, rows: 1)
      grid.write(note, in: line, style: theme.muted)
    }
  }

  mutating func paint(_ row: ListPanel.Row, in line: Rect, isSelected: Bool) {
    let style = isSelected ? theme.focused : theme.style(of: row.kind)
    if isSelected { grid.fill(line, style: style) }
    let aside = truncated(row.aside, toColumns: line.columns / 3)
    let asideColumns = textColumns(aside)
    let bar = isSelected ? "▌" : " "
    grid.write(bar, at: Position(column: line.column, row: line.row), clip: line, style: style)
    let room = Rect(
      column: line.column + 1, row: line.row,
      columns: line.columns - 1 - (asideColumns > 0 ? asideColumns + 1 : 0), rows: 1)
    grid.write(row.text, in: room, style: style)
    let end = Rect(
      column: line.endColumn - asideColumns, row: line.row, columns: asideColumns, rows: 1)
    grid.write(aside, in: end, style: isSelected ? style : theme.muted)
  }

  private mutating func paint(
    _ row: ListPanel.Row, in line: Rect, of shape: ListContent.Shape
  ) {
    guard !row.isHeading else {
      return grid.write(row.text, in: line, style: theme.columnTitle)
    }
    guard case .table = shape else { return grid.write(row.text, in: line, style: theme.text) }
    let keys = Rect(
      column: line.column, row: line.row, columns: ListPanel.leftColumns(of: line.columns), rows: 1)
    grid.write(row.aside, in: keys, style: theme.key)
    let text = Rect(
      column: keys.endColumn + 1, row: line.row, columns: line.columns - keys.columns - 1, rows: 1)
    grid.write(row.text, in: text, style: theme.text)
  }

  /// Paints which rows are shown, if the list has more.
  private mutating func paintPosition(_ panel: ListPanel) {
    guard panel.content.count > panel.shown.count else { return }
    let text = " \(panel.top + 1)–\(panel.top + panel.shown.count) of \(panel.content.count) "
    let line = panel.rect.line(panel.rect.rows - 1).inset(columns: 2)
    grid.write(text, in: line, .trailing, style: theme.muted)
  }
}

extension Theme {
  fileprivate func style(of kind: ListPanel.Row.Kind) -> Style {
    switch kind {
    case .plain: text
    case .unavailable: muted.adding(.dim)
    case .destructive: warning
    }
  }
}
