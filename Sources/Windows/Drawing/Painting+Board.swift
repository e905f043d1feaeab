import BoardModel
import Screen

// This part paints the columns and their cards.
extension Painting {
  mutating func paintBoard() {
    if let tabs = layout.tabs {
      paintTabs(TabStrip(scene.view, first: scene.viewport.scroll.firstLane, tabs))
    }
    if scene.view.contents.lanes.isEmpty { return paintEmptyBoard() }
    for lane in layout.lanes {
      paintHeader(of: lane)
      paintCards(of: lane)
      let line = lane.header.endColumn
      if lane.index != layout.lanes.last?.index {
        grid.verticalLine(
          from: Position(column: line, row: lane.header.row), rows: 1 + lane.body.rows,
          style: theme.line)
      }
    }
  }

  private mutating func paintEmptyBoard() {
    guard scene.board != nil, !scene.view.isAlone else { return paintWaiting() }
    let middle = scene.viewport.size.rows / 2
    grid.write(
      "No columns yet. \(Keymap.board.key(of: .newColumn)) makes one.",
      in: grid.bounds.line(middle), .center, style: theme.muted)
  }

  private mutating func paintTabs(_ strip: TabStrip) {
    for tab in strip.tabs {
      let isShown = layout.lane(of: tab.lane) != nil
      grid.write(
        tab.text, at: Position(column: tab.columns.lowerBound, row: strip.rect.row),
        clip: strip.rect, style: isShown ? theme.focused.adding(.bold) : theme.muted)
    }
    // The arrows stand for names that the line has no room for.
    if strip.hidesLeft {
      grid.write("‹", in: strip.rect, style: theme.muted)
    }
    if strip.hidesRight {
      grid.write("›", in: strip.rect, .trailing, style: theme.muted)
    }
  }

  private mutating func paintHeader(of lane: BoardLayout.Lane) {
    guard let content = scene.view.contents.lane(lane.index), !lane.header.isEmpty else { return }
    let isFirst = lane.index == layout.lanes.first?.index
    let isLast = lane.index == layout.lanes.last?.index
    let left = isFirst && layout.hiddenLeft > 0 ? "‹ \(layout.hiddenLeft) more · " : " "
    let right = isLast && layout.hiddenRight > 0 ? " · \(layout.hiddenRight) more ›" : " "
    let count = content.count(isFiltered: scene.view.filter != nil)
    let header = lane.header
    grid.write(
      left, at: Position(column: header.column, row: header.row), clip: header,
      style: theme.muted)
    let tail = count + right
    let tailRect = Rect(
      column: header.endColumn - textColumns(tail), row: header.row, columns: textColumns(tail),
      rows: 1)
    grid.write(tail, in: tailRect, style: content.isOverWIPLimit ? theme.warning : theme.muted)
    let start = header.column + textColumns(left)
    let room = Rect(
      column: start, row: header.row, columns: tailRect.column - start - 1, rows: 1)
    let isFocused = lane.index == scene.view.focus.lane
    grid.write(
      content.title, in: room, style: isFocused ? theme.focusedColumnTitle : theme.columnTitle)
  }

  private mutating func paintCards(of lane: BoardLayout.Lane) {
    let view = scene.laneView(of: lane)
    let body = lane.body
    if scene.view.isFavourites, scene.view.contents.found == 0 {
      let room = body.inset(columns: CardShape.gutter)
      let lines = WrappedText(scene.view.noCard, columns: max(1, room.columns)).lines
      for (place, line) in lines.prefix(room.rows).enumerated() {
        grid.write(line.text.trimmed, in: room.line(place), style: theme.muted)
      }
    } else if view.cards.isEmpty, view.above == 0, body.rows > 0 {
      let isEmpty = scene.view.contents.lane(lane.index)?.total == 0
      let text =
        isEmpty ? "no cards" : scene.view.contents.found > 0 ? "no match here" : "nothing found"
      grid.write(
        text, in: body.line(0).inset(columns: CardShape.gutter), style: theme.muted)
    }
    for card in view.cards { paintCard(card) }
    guard Scene.tellsHidden(rows: body.rows) else { return }
    if view.above > 0 {
      grid.write("↑ \(view.above) more", in: body.line(0), .center, style: theme.muted)
    }
    if view.below > 0 {
      grid.write("↓ \(view.below) more", in: body.line(body.rows - 1), .center, style: theme.muted)
    }
  }

  private mutating func paintCard(_ placed: Scene.PlacedCard) {
    guard let card = scene.card(placed.id) else { return }
    let isFocused = placed.id == scene.view.focus.card
    let style = style(of: placed.id, isFocused: isFocused)
    let rect = placed.rect
    if isFocused { grid.fill(rect, style: style) }
    for (row, line) in placed.shape.lines.prefix(rect.rows).enumerated() {
      if isFocused {
        grid.write("▌", at: Position(column: rect.column, row: rect.row + row), style: style)
      }
      grid.write(
        line, at: Position(column: rect.column + CardShape.gutter, row: rect.row + row), clip: rect,
        style: style)
    }
    // The focused card keeps its own style, so that its bar is unbroken.
    if !isFocused, rect.rows > 0 {
      grid.write(
        placed.shape.number, at: Position(column: rect.column + CardShape.gutter, row: rect.row),
        clip: rect, style: theme.muted)
    }
    paintChips(of: placed, style, isFocused: isFocused)
    paintSigns(of: card, placed, style, isFocused: isFocused)
    paintRemoteWindows(of: placed, focused: isFocused ? style : nil)
  }

  private mutating func paintChips(
    of placed: Scene.PlacedCard, _ style: Style, isFocused: Bool
  ) {
    let row = placed.shape.lines.count
    guard row < placed.rect.rows, !placed.shape.chips.chips.isEmpty else { return }
    let line = placed.rect.line(row)
    if isFocused {
      grid.write("▌", at: Position(column: line.column, row: line.row), style: style)
    }
    var column = line.column + CardShape.gutter
    for chip in placed.shape.chips.chips {
      let own =
        switch chip.kind {
        case .label(let colour): theme.label(colour)
        case .plain: theme.muted
        case .overdue: theme.warning
        }
      // The focused card keeps its own style, so that its bar is unbroken.
      column =
        grid.write(
          chip.text, at: Position(column: column, row: line.row), clip: line,
          style: isFocused ? style : own) + 1
    }
  }

  private func style(of card: CardID, isFocused: Bool) -> Style {
    if case .dragging(let drag) = mode, drag.cards.contains(card) { return theme.muted }
    if isFocused {
      switch mode {
      case .browsing, .pressed, .dragging:
        return scene.view.opened == nil ? theme.focused : theme.focusedBehind
      default: return theme.focusedBehind
      }
    }
    return scene.view.isChanged(card) ? theme.changed : theme.text
  }

  private mutating func paintSigns(
    of card: Card, _ placed: Scene.PlacedCard, _ style: Style, isFocused: Bool
  ) {
    let row = placed.rect.row
    let sign = Position(column: placed.rect.column + 1, row: row)
    // The focused card keeps its own style, so that its bar is unbroken.
    if scene.view.marked.contains(card.id) {
      grid.write("✓", at: sign, style: isFocused ? style : theme.marked)
    } else if scene.view.isChanged(card.id) {
      grid.write("•", at: sign, style: isFocused ? style : theme.changed)
    }
    var column = placed.rect.endColumn - 1
    if placed.shape.hasBody {
      grid.write(
        "≡", at: Position(column: column, row: row), style: isFocused ? style : theme.muted)
      column -= 2
    }
    if placed.shape.isFavourite {
      grid.write(
        "★", at: Position(column: column, row: row), style: isFocused ? style : theme.favourite)
      column -= 2
    }
    if placed.shape.hasProposals {
      grid.write(
        "◇", at: Position(column: column, row: row), style: isFocused ? style : theme.changed)
    }
  }
}
