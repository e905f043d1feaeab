import BoardModel
public import Screen
import WindowSync

/// One frame while it is painted.
struct Painting {
  var grid: Grid
  let scene: Scene
  let mode: Mode
  let layout: BoardLayout
  var others: Others
  let receipts: ReceiptReader
  let status: SyncStatus
  var chip: StatusChip
  let carried: CarriedChip?
  var footer: Footer
  /// Whether the person is asked to raise the board.
  let asksToRaise: Bool

  var theme: Theme { scene.viewport.theme }
}

extension BoardWindow {
  /// The grid that the terminal is to show, in the terminal's size, with the cursor where text is
  /// typed.
  public func render() -> Grid {
    var painting = painting
    painting.paint()
    return painting.grid
  }

  /// The board as the window shows it, for its next start to show until it has read the board: without
  /// the other windows, and what was told. Nil where anything else is on the screen or typed, so that
  /// it has no words that the board does not have.
  public func picture() -> Grid? {
    let state = viewState
    guard case .browsing = mode, restoring.state == nil, state.drafts.isEmpty,
      state.openCard == nil, state.filter.isEmpty, model.board != nil
    else { return nil }
    var painting = painting
    guard painting.layout.sizeClass != .tooSmall, painting.carried == nil, !painting.asksToRaise,
      painting.scene.view.tombstone == nil
    else { return nil }
    painting.others = Others()
    painting.chip = .opening
    painting.footer = .hints([])
    painting.paint()
    return painting.grid
  }

  private var painting: Painting {
    let scene = model.scene
    let layout = scene.layout(
      hasPrompt: hasPrompt, hasPanel: mode.openCard != nil || scene.view.opened != nil)
    return Painting(
      grid: Grid(size: scene.viewport.size), scene: scene, mode: mode, layout: layout,
      others: model.others, receipts: model.receipts, status: model.status,
      chip: StatusChip(
        model.saving.unkept.texts, model.standing, model.status,
        isShort: layout.sizeClass == .compact),
      carried: CarriedChip(model.carried, scene, mode), footer: model.footer(in: mode),
      asksToRaise: model.raise.isAsking)
  }
}

extension Painting {
  mutating func paint() {
    guard layout.sizeClass != .tooSmall else { return paintTooSmall() }
    paintTitleLine()
    paintBoard()
    paintTombstone()
    if mode.openCard == nil, let panel = layout.panel,
      !scene.view.isAlone || scene.view.focusedCard != nil
    {
      paintPreview(in: panel)
    }
    switch mode {
    case .card(let editor): paintCard(editor)
    case .history(let view): paintHistory(view)
    case .prompt(let prompt): paintPrompt(prompt)
    case .columnForm(let form): paintForm(form)
    case .list(let list, _): paint(list)
    case .dragging(let drag): paintDrag(drag)
    case .browsing, .pressed, .reading, .external: break
    }
    paintFooter()
    if asksToRaise { paintQuestion(BoardRaise.question) }
  }

  /// Paints the whole question, over as many of the last lines as it needs.
  mutating func paintQuestion(_ question: String) {
    let lines = WrappedText(question, columns: max(1, scene.viewport.size.columns - 2)).lines
    for (place, line) in lines.enumerated() {
      let row = grid.bounds.line(max(0, scene.viewport.size.rows - lines.count + place))
      grid.fill(row)
      grid.write(line.text.trimmed, in: row.inset(columns: 1), style: theme.warning)
    }
    grid.cursor = nil
  }

  private mutating func paintTooSmall() {
    let lines = [
      "Too small:", "\(scene.viewport.size.columns)x\(scene.viewport.size.rows)", "Board needs",
      "\(SizeClass.minimumColumns)x\(SizeClass.minimumRows)",
    ]
    let all = "Too small: Board needs \(SizeClass.minimumColumns)x\(SizeClass.minimumRows)"
    let shown = textColumns(all) <= scene.viewport.size.columns ? [all] : lines
    let first = max(0, (scene.viewport.size.rows - shown.count) / 2)
    for (index, line) in shown.enumerated() {
      grid.write(line, in: grid.bounds.line(first + index), .center, style: theme.warning)
    }
  }

  // MARK: First line

  /// The room that the team's name leaves for people: "with " and two initials.
  private static let peopleColumns = 12

  private mutating func paintTitleLine() {
    let line = layout.title
    let chipColumns = min(textColumns(chip.text) + 1, line.columns)
    let chipRect = Rect(
      column: line.endColumn - chipColumns, row: line.row, columns: chipColumns - 1, rows: 1)
    grid.write(chip.text, in: chipRect, .trailing, style: chip.style(theme))
    var room = Rect(
      column: line.column + 1, row: line.row, columns: line.columns - chipColumns - 2, rows: 1)
    if let carried {
      room = paint(carried, in: room)
      guard room.columns > 0 else { return }
    }
    let title = scene.board?.title?.value ?? (scene.standing.isReadOnly ? "No board" : "Loading …")
    let aside = aside
    let asideColumns = aside.isEmpty ? 0 : textColumns(aside) + 2
    let titleColumns = max(room.columns - asideColumns, min(room.columns, 8))
    let shown = truncated(title, toColumns: titleColumns)
    var end = grid.write(
      shown, at: Position(column: room.column, row: room.row), clip: room, style: theme.boardTitle)
    if let team = scene.team,
      end + 2 + textColumns(team) + asideColumns + Painting.peopleColumns <= room.endColumn
    {
      end = grid.write(
        team, at: Position(column: end + 2, row: room.row), clip: room, style: theme.muted)
    }
    guard asideColumns > 0 else {
      return paintPeople(
        in: Rect(column: end + 2, row: room.row, columns: room.endColumn - end - 2, rows: 1))
    }
    let rest = Rect(
      column: end + 2, row: room.row, columns: room.endColumn - end - 2, rows: 1)
    grid.write(aside, in: rest, style: theme.marked)
    let free = end + 2 + asideColumns
    paintPeople(
      in: Rect(column: free, row: room.row, columns: room.endColumn - free, rows: 1))
  }

  /// Whether the board is archived, the filter, the number of marked cards and a mouse that is off:
  /// these change what is seen and what keys do.
  private var aside: String {
    var parts: [String] = []
    if scene.board?.isArchived == true { parts.append("archived") }
    if let filter = scene.view.filter { parts.append("/\(filter.text)") }
    if !scene.view.marked.isEmpty { parts.append("\(scene.view.marked.count) marked") }
    if !scene.viewport.capturesMouse { parts.append("mouse off") }
    return parts.joined(separator: "  ")
  }

  // MARK: A line that is typed

  private mutating func paintPrompt(_ prompt: Prompt) {
    guard let line = layout.prompt else { return }
    grid.fill(line)
    let label = truncated(prompt.label(scene.view), toColumns: max(4, line.columns / 2 - 2)) + ": "
    let start = grid.write(
      label, at: Position(column: line.column + 1, row: line.row), clip: line, style: theme.prompt)
    let room = Rect(
      column: start, row: line.row, columns: line.endColumn - start - 1, rows: 1)
    switch prompt.state {
    case .typing: paintField(prompt.field, in: room)
    case .resting, .leaving:
      grid.write(
        truncated(prompt.field.text, toColumns: room.columns), in: room, style: theme.marked)
    }
  }

  /// Paints a field; if it is longer than its room, the part around the caret is shown.
  mutating func paintField(_ field: LineField, in room: Rect) {
    let before = String(String.UnicodeScalarView(field.scalars[..<field.caret]))
    let caret = textColumns(before)
    let hidden = max(0, caret - room.columns + 1)
    grid.write(
      field.text, at: Position(column: room.column - hidden, row: room.row), clip: room,
      style: theme.text)
    grid.cursor = Cursor(
      Position(column: room.column + caret - hidden, row: room.row), shape: .bar)
  }
}
