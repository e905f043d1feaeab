import BoardModel
import Screen
import WindowSync
import Wording

// This part paints what a window shows instead of its subject, or about it: that it is missing,
// that it is archived, or the form that makes it.
extension Painting {
  /// Paints, while there is nothing to show yet, the whole reason and what can be done.
  mutating func paintWaiting() {
    guard scene.board == nil || scene.view.soleCard.map({ scene.card($0) == nil }) ?? false else {
      return
    }
    // The list of boards says it where a board was lost.
    if case .list(let list, _) = mode, (list as? BoardSwitcher)?.loss != nil { return }
    let room = Rect(
      column: 0, row: layout.title.endRow, columns: scene.viewport.size.columns,
      rows: max(0, layout.footer.row - layout.title.endRow))
    let inner = room.inset(columns: scene.viewport.size.columns > 60 ? 4 : 1)
    let lines = WrappedText(waiting, columns: max(1, min(inner.columns, 76))).lines
    let isQuestion = scene.standing != .writable
    let first = max(0, (room.rows - lines.count) / 2)
    for (place, line) in lines.enumerated() where first + place < room.rows {
      grid.write(
        line.text.trimmed, in: inner.line(first + place), .center,
        style: isQuestion ? theme.warning : theme.muted)
    }
  }

  private var waiting: String {
    if let reason = scene.standing.readOnlyReason { return reason }
    let what = scene.board == nil ? "The board is not loaded yet" : "This card is not loaded yet"
    switch status {
    case .stopped(let reason), .keeping(_, let reason), .notSaved(_, let reason):
      return "\(what): \(reason)"
    case .reconnecting: return "\(what): connecting …"
    case .saved, .saving: return "\(what) …"
    }
  }

  /// Paints who archived the card, and the key that restores it.
  mutating func paintTombstone() {
    guard let line = layout.banner, let tombstone = scene.view.tombstone else { return }
    let restore = Keymap.soleCard.key(of: .restore)
    let key =
      switch mode {
      case .browsing, .pressed: " · \(restore) restores it"
      case .card: " · Esc \(restore) restores it"
      default: ""
      }
    grid.fill(line, style: theme.warning)
    let who = truncated(tombstone, toColumns: max(1, line.columns - 1 - textColumns(key)))
    grid.write(
      who + key, at: Position(column: line.column + 1, row: line.row), clip: line,
      style: theme.warning)
  }

  // MARK: A new column

  mutating func paintForm(_ form: ColumnForm) {
    guard let panel = layout.panel else { return }
    grid.fill(panel)
    let inner = panel.inset(columns: 1)
    grid.write(heading, in: inner.line(0), style: theme.columnTitle)
    let room = Rect(
      column: inner.column, row: inner.row + 1, columns: inner.columns,
      rows: max(0, inner.rows - 1))
    // The rows are the title, a heading, and the cards; the row with the caret is always shown.
    let active = form.line.map { $0 + 2 } ?? 0
    let count = form.lines.count + 2 + form.gathered.count
    let first = min(max(0, active - room.rows / 2), max(0, count - room.rows))
    for place in 0..<min(room.rows, count - first) {
      paint(row: first + place, of: form, in: room.line(place))
    }
    if scene.standing.isFenced, let reason = scene.standing.readOnlyReason {
      paintQuestion(reason)
    } else if form.state == .asking {
      paintQuestion(ColumnForm.question)
    }
  }

  private var heading: String {
    guard case .addColumn(let after?) = scene.view.subject, let column = scene.board?.column(after),
      !column.deleted.value
    else { return "New column" }
    return "New column after \(scene.view.words.column(after))"
  }

  /// Paints a card of the board that is to be moved into the new column.
  private mutating func paint(gathered card: CardID, in line: Rect) {
    let start = grid.write(
      "  → ", at: Position(column: line.column, row: line.row), clip: line, style: theme.insertion)
    let room = Rect(
      column: start, row: line.row, columns: max(1, line.endColumn - start), rows: 1)
    guard let shown = scene.view.live([card]).first.flatMap({ scene.card($0) }) else {
      return grid.write("is gone, and left out", in: room, style: theme.muted)
    }
    grid.write(
      truncated(
        "\(shown.title.value)  in \(scene.board?.column(shown.column.value)?.title.value ?? "")",
        toColumns: room.columns), in: room, style: theme.text)
  }

  private mutating func paint(row: Int, of form: ColumnForm, in line: Rect) {
    guard row != 1 else {
      let count = form.gathered.count
      let moved = count == 0 ? "" : count == 1 ? "; one is moved in" : "; \(count) are moved in"
      return grid.write("Cards, one in a line\(moved):", in: line, style: theme.muted)
    }
    let place = row == 0 ? nil : row - 2
    if let place, place >= form.lines.count {
      return paint(gathered: form.gathered[place - form.lines.count], in: line)
    }
    let label = place.map { "\($0 + 1)".leftPadded(to: 3) + " " } ?? "Title: "
    let start = grid.write(
      label, at: Position(column: line.column, row: line.row), clip: line,
      style: place == nil ? theme.prompt : theme.muted)
    let room = Rect(
      column: start, row: line.row, columns: max(1, line.endColumn - start), rows: 1)
    let isActive = form.line == place && form.state == .typing
    if isActive {
      paintField(form.field, in: room)
    } else {
      grid.write(place.map { form.lines[$0].text } ?? form.title.text, in: room, style: theme.text)
    }
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: " ", count: max(0, count - self.count)) + self
  }
}
