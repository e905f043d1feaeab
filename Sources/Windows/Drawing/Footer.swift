import Screen

// This part of the model determines the text of the last lines of the screen.
extension WindowModel {
  /// The lines of the current notice, or of the reason that prevents edits if one line has no room
  /// for it; empty where the last line shows hints.
  var footerLines: [String] {
    guard viewport.sizeClass != .tooSmall else { return [] }
    let columns = viewport.size.columns - 2
    // The footer takes no more than a third of the screen, so that the board stays visible.
    let rows = max(1, viewport.size.rows / 3)
    if let notice = notices.current {
      let more = notices.behind
      let suffix = more == 0 ? "" : more == 1 ? " · 1 more notice" : " · \(more) more notices"
      return FittedText.lines(notice.text, suffix: suffix, columns: columns, rows: rows)
    }
    guard viewport.frame.isAtRest, board != nil, let standing = Hints.standing(self) else {
      return []
    }
    let text = standing.map { "\($0) \($1)" }.joined(separator: "  ")
    guard textColumns(text) > columns else { return [] }
    // The question whether to take over the window is shown without a prefix.
    if isFenced, case .readOnly(let reason) = access {
      return FittedText.lines(reason, columns: columns, rows: rows)
    }
    return FittedText.lines(text, columns: columns, rows: rows)
  }

  var footerRows: Int { max(1, footerLines.count) }
}

extension Painting {
  mutating func paintFooter() {
    let lines = model.footerLines
    guard !lines.isEmpty else { return paintHints() }
    let isWarning = model.notices.current?.isWarning
    let style =
      isWarning.map { $0 ? theme.warning : theme.information }
      ?? (model.isFenced ? theme.warning : theme.hint)
    grid.fill(layout.footer)
    for (place, line) in lines.enumerated() {
      grid.write(line, in: layout.footer.line(place).inset(columns: 1), style: style)
    }
  }

  private mutating func paintHints() {
    let line = layout.footer.inset(columns: 1)
    var column = line.column
    for (key, text) in Hints.hints(for: mode, model) {
      let columns = textColumns(key) + 1 + textColumns(text)
      guard column + columns <= line.endColumn else { break }
      column = grid.write(key, at: Position(column: column, row: line.row), style: theme.key)
      column =
        grid.write(text, at: Position(column: column + 1, row: line.row), style: theme.hint) + 2
    }
  }
}
