import BoardModel
import Screen

// This part paints the history of an open card, in place of its body.
extension Painting {
  mutating func paintHistory(_ view: HistoryView) {
    let panel = CardPanel(view.editor, scene, hasSections: false)
    paintHead(view.editor, panel)
    if let line = panel.underline {
      let place =
        view.rows.isEmpty
        ? ""
        : " \(view.cursor.index + 1) of \(view.rows.count)"
          + (view.cardHistory.dropped > 0 ? "+" : "")
      let title = " History\(place) "
      grid.write(title, in: line, .trailing, style: theme.muted)
      paintRemoteWindows(
        of: view.editor.card,
        in: Rect(
          column: line.column, row: line.row, columns: line.columns - textColumns(title), rows: 1))
    }
    if let top = view.wholeTop, let row = view.selected {
      return paintWhole(
        row.whole(view.cardHistory, scene.view.words, scene.clock), from: top, panel)
    }
    guard !view.rows.isEmpty else { return paintWhole(view.note, from: 0, panel) }
    let list = panel.body
    let first = view.firstRow(rows: list.rows)
    for place in 0..<min(list.rows, view.rows.count - first) {
      let row = view.rows[first + place]
      let who = scene.view.names.person(row.committed.author.user)
      paint(
        ListPanel.Row(
          text: "\(who)  \(row.summary(scene.view.words))",
          aside: ModelClock.age(of: row.committed.time, at: view.time)),
        in: list.line(place), isSelected: first + place == view.cursor.index)
    }
  }

  private mutating func paintWhole(_ text: String, from top: Int, _ panel: CardPanel) {
    let lines = WrappedText(text, columns: panel.body.columns).lines
    for place in 0..<max(0, min(panel.body.rows, lines.count - top)) {
      grid.write(lines[top + place].text, in: panel.body.line(place), style: theme.text)
    }
  }
}
