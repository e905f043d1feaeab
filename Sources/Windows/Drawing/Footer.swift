import Screen
import WindowSync

/// The text of the last lines of the screen.
enum Footer {
  /// A notice, in so many lines.
  case notice([String], isWarning: Bool)
  /// What prevents edits, where one line has no room for it; a question if the person can take the
  /// window back.
  case standing([String], isQuestion: Bool)
  /// The keys that matter now.
  case hints([(String, String)])
}

extension WindowModel {
  func footer(in mode: Mode) -> Footer {
    let lines = footerLines
    guard lines.isEmpty else {
      return notices.current.map { .notice(lines, isWarning: $0.isWarning) }
        ?? .standing(lines, isQuestion: standing.isFenced)
    }
    let hints = Hints(scene: scene, carried: carried, receipts: receipts, obstacle: obstacle)
    return .hints(hints.hints(for: mode))
  }

  /// The reason that prevents edits or sending, for as long as it does; nil if there is none.
  private var obstacle: [(String, String)]? {
    if let unkept = saving.unkept.texts { return [("not saved:", unkept.reason)] }
    if let reason = standing.readOnlyReason { return [("read-only:", reason)] }
    switch status {
    case .stopped(let reason):
      return [(Keymap.board.key(of: .reconnect), "connects"), ("offline:", reason)]
    case .keeping(_, let reason), .notSaved(_, let reason): return [("not sent:", reason)]
    case .saved, .saving, .reconnecting: return nil
    }
  }

  /// The lines of the current notice, or of the reason that prevents edits if one line has no room
  /// for it; empty where the last line shows hints.
  private var footerLines: [String] {
    guard viewport.sizeClass != .tooSmall else { return [] }
    let columns = viewport.size.columns - 2
    // The footer takes no more than a third of the screen, so that the board stays visible.
    let rows = max(1, viewport.size.rows / 3)
    if let notice = notices.current {
      let more = notices.behind
      let suffix = more == 0 ? "" : more == 1 ? " · 1 more notice" : " · \(more) more notices"
      return FittedText.lines(notice.text, suffix: suffix, columns: columns, rows: rows)
    }
    guard viewport.frame.isAtRest, board != nil, let obstacle else { return [] }
    let text = obstacle.map { "\($0) \($1)" }.joined(separator: "  ")
    guard textColumns(text) > columns else { return [] }
    // The question whether to take over the window is shown without a prefix.
    if standing.isFenced, let reason = standing.readOnlyReason {
      return FittedText.lines(reason, columns: columns, rows: rows)
    }
    return FittedText.lines(text, columns: columns, rows: rows)
  }

  var footerRows: Int { max(1, footerLines.count) }
}

extension Painting {
  mutating func paintFooter() {
    switch footer {
    case .notice(let lines, let isWarning):
      paint(lines, style: isWarning ? theme.warning : theme.information)
    case .standing(let lines, let isQuestion):
      paint(lines, style: isQuestion ? theme.warning : theme.hint)
    case .hints(let hints): paint(hints)
    }
  }

  private mutating func paint(_ lines: [String], style: Style) {
    grid.fill(layout.footer)
    for (place, line) in lines.enumerated() {
      grid.write(line, in: layout.footer.line(place).inset(columns: 1), style: style)
    }
  }

  private mutating func paint(_ hints: [(String, String)]) {
    let line = layout.footer.inset(columns: 1)
    var column = line.column
    for (key, text) in hints {
      let columns = textColumns(key) + 1 + textColumns(text)
      guard column + columns <= line.endColumn else { break }
      column = grid.write(key, at: Position(column: column, row: line.row), style: theme.key)
      column =
        grid.write(text, at: Position(column: column + 1, row: line.row), style: theme.hint) + 2
    }
  }
}
