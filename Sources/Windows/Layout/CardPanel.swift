import Screen

/// Where the parts of an open card stand.
struct CardPanel {
  let rect: Rect
  let title: Rect
  /// Its column, star and identifier; nil where rows are scarce.
  let details: Rect?
  let body: Rect
  /// The title as it is wrapped, and its first line that is shown.
  let titleLines: WrappedText
  let titleTop: Int

  init(_ editor: CardEditor, _ desk: Desk) {
    let layout = desk.layout(hasPanel: true)
    rect = layout.panel ?? Rect(desk.size)
    let isBeside = !layout.lanes.isEmpty
    let left = rect.column + (isBeside ? 2 : 1)
    // The last cell is for the caret behind a full line.
    let columns = max(1, rect.endColumn - left - 1)
    titleLines = WrappedText(editor.title.text, columns: columns)
    let isHigh = rect.rows >= 8
    let rows = min(titleLines.lines.count, isHigh ? 3 : 1)
    let caret = titleLines.position(ofOffset: editor.title.caret).row
    titleTop = editor.field == .title ? max(0, caret - rows + 1) : 0
    title = Rect(column: left, row: rect.row, columns: columns, rows: rows)
    details =
      isHigh ? Rect(column: left, row: rect.row + rows, columns: columns, rows: 1) : nil
    let head = rows + (isHigh ? 2 : 0)
    body = Rect(
      column: left, row: rect.row + head, columns: columns, rows: max(0, rect.rows - head))
  }
}
