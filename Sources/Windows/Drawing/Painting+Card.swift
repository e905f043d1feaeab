import BoardModel
import Screen
import Wording

// This part paints an open card.
extension Painting {
  mutating func paintCard(_ editor: CardEditor) {
    let panel = CardPanel(editor, scene)
    paintHead(editor, panel)
    paintBody(editor, panel)
    paintRemoteWindows(editor, panel)
    paintSections(editor, panel)
    paintCaret(editor, panel)
  }

  /// Paints the focused card beside the board that has the keys, or the open card in reading mode.
  mutating func paintPreview(in rect: Rect) {
    guard let preview = scene.viewport.detail.preview else {
      grid.fill(rect)
      if !layout.lanes.isEmpty { paintFrame(of: rect, style: theme.line) }
      return
    }
    let panel = CardPanel(preview, scene, hasPrompt: layout.prompt != nil)
    paintHead(preview, panel)
    if !layout.lanes.isEmpty {
      paintFrame(of: rect, style: scene.view.opened == nil ? theme.line : theme.frame)
    }
    paintBody(preview, panel)
    paintRemoteWindows(preview, panel)
    paintSections(preview, panel)
  }

  /// Paints the frame, the title and the attributes below it.
  mutating func paintHead(_ editor: CardEditor, _ panel: CardPanel) {
    grid.fill(panel.rect)
    if !layout.lanes.isEmpty { paintFrame(of: panel.rect, style: theme.frame) }
    for row in 0..<panel.title.rows {
      let index = panel.titleTop + row
      guard panel.titleLines.lines.indices.contains(index) else { break }
      grid.write(
        panel.titleLines.lines[index].text,
        at: Position(column: panel.title.column, row: panel.title.row + row), clip: panel.title,
        style: theme.boardTitle)
    }
    paintDetails(editor, panel)
  }

  private mutating func paintFrame(of panel: Rect, style: Style) {
    grid.verticalLine(
      from: Position(column: panel.column, row: panel.row), rows: panel.rows, style: style)
  }

  private mutating func paintDetails(_ editor: CardEditor, _ panel: CardPanel) {
    guard let line = panel.attributes, let card = scene.card(editor.card) else { return }
    let column = scene.board?.column(card.column.value)?.title.value ?? ""
    let name =
      Wording.number(of: card.id, on: scene.board) ?? String(card.id.description.prefix(8))
    var parts = [column, name, scene.view.names.person(card.created.author.user)]
    if scene.view.isFavourite(card.id) { parts.insert("★", at: 0) }
    if card.archived.value { parts.insert("archived", at: 0) }
    grid.write(parts.joined(separator: " · "), in: line, style: theme.muted)
    guard let line = panel.underline else { return }
    grid.horizontalLine(
      from: Position(column: line.column, row: line.row), columns: line.columns, style: theme.line)
  }

  private mutating func paintBody(_ editor: CardEditor, _ panel: CardPanel) {
    if editor.body.draft.scalars.isEmpty, editor.field != .body || mode.openCard == nil {
      grid.write("No text yet.", in: panel.body.line(0), style: theme.muted)
    }
    for row in 0..<panel.body.rows {
      let index = editor.body.top + row
      guard let line = editor.body.wrapped.line(index) else { break }
      grid.write(
        line.text, at: Position(column: panel.body.column, row: panel.body.row + row),
        clip: panel.body, style: theme.text)
    }
    guard let line = panel.underline else { return }
    grid.write(hidden(editor, panel), in: line, .trailing, style: theme.muted)
  }

  /// The text that says how many lines of the body follow below; empty if none do.
  private func hidden(_ editor: CardEditor, _ panel: CardPanel) -> String {
    let hidden = editor.body.wrapped.rows - editor.body.top - panel.body.rows
    return hidden > 0 ? " ↓ \(hidden) " : ""
  }

  private mutating func paintRemoteWindows(_ editor: CardEditor, _ panel: CardPanel) {
    paintOthersCarets(editor, panel)
    guard let line = panel.underline else { return }
    let room = Rect(
      column: line.column, row: line.row,
      columns: line.columns - textColumns(hidden(editor, panel)), rows: 1)
    paintRemoteWindows(of: editor.card, in: room)
  }

  private mutating func paintCaret(_ editor: CardEditor, _ panel: CardPanel) {
    switch editor.field {
    case .section: return
    case .title:
      let place = panel.titleLines.position(ofOffset: editor.title.line.caret)
      let row = place.row - panel.titleTop
      guard (0..<panel.title.rows).contains(row) else { return }
      grid.cursor = Cursor(
        Position(column: panel.title.column + place.column, row: panel.title.row + row), shape: .bar
      )
    case .body:
      let place = editor.body.wrapped.position(ofOffset: editor.body.draft.caret)
      let row = place.row - editor.body.top
      guard (0..<panel.body.rows).contains(row) else { return }
      grid.cursor = Cursor(
        Position(column: panel.body.column + place.column, row: panel.body.row + row), shape: .bar)
    }
  }
}
