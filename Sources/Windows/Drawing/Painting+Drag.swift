import BoardModel
import Screen

// This part paints cards that hang at the pointer.
extension Painting {
  mutating func paintDrag(_ drag: PointerDrag) {
    guard drag.whereabouts == .here else { return }
    switch drag.proposal {
    case .move(let target): paintInsertion(target, without: Set(drag.cards))
    case .copy(let target): paintInsertion(target, without: [])
    case .openWindow(let edge): paintArmed(edge)
    case .arming, .scrolling, .favourite, .copyText, .cancel, .forbidden: break
    }
    paintGhost(drag)
  }

  /// Paints the title of the dragged cards, and what a release would do with them.
  private mutating func paintGhost(_ drag: PointerDrag) {
    let room = scene.viewport.size.columns
    let words = " \(words(for: drag)) "
    let shown = truncated(drag.title, toColumns: max(4, min(24, room - textColumns(words) - 4)))
    let title = " \(shown) "
    let columns = min(room, textColumns(title) + textColumns(words))
    let column = max(0, min(drag.pointer.column + 1, room - columns))
    let row = max(0, min(drag.pointer.row + 1, scene.viewport.size.rows - 2))
    let end = grid.write(title, at: Position(column: column, row: row), style: theme.ghost)
    grid.write(words, at: Position(column: end, row: row), style: style(of: drag.proposal))
  }

  private func words(for drag: PointerDrag) -> String {
    switch drag.proposal {
    case .move(let target): "→ \(column(target))"
    case .copy(let target): "+ copy to \(column(target))"
    case .openWindow(.left): "◂ new window"
    case .openWindow(.right): "new window ▸"
    case .arming: "· hold: new window"
    case .scrolling: "· hold: more columns"
    case .favourite: "★ favourite"
    case .copyText: "⧉ copy as text"
    case .cancel: "· stays"
    case .forbidden(nil): "✕ not here"
    case .forbidden: "✕ not allowed"
    }
  }

  private func column(_ target: PointerDrag.Target) -> String {
    truncated(scene.view.contents.lane(target.lane)?.title ?? "", toColumns: 16)
  }

  private func style(of proposal: PointerDrag.Proposal) -> Style {
    switch proposal {
    case .move, .copy, .openWindow, .favourite, .copyText: theme.good.adding(.reverse)
    case .cancel, .arming, .scrolling: theme.muted.adding(.reverse)
    case .forbidden: theme.bad.adding(.reverse)
    }
  }

  private mutating func paintArmed(_ edge: ScreenEdge) {
    let rect = edge.rect(layout)
    for column in rect.column..<rect.endColumn {
      grid.verticalLine(
        from: Position(column: column, row: rect.row), rows: rect.rows, .heavy,
        style: theme.insertion)
    }
  }

  /// Paints a line where the cards would go: in the gap between two cards, else as the underline of
  /// the upper one.
  private mutating func paintInsertion(_ target: PointerDrag.Target, without dragged: Set<CardID>) {
    guard let lane = layout.lane(of: target.lane),
      let content = scene.view.contents.lane(lane.index)
    else { return }
    let view = scene.laneView(of: lane)
    var place = content.cards[..<min(view.above, content.cards.count)].count {
      !dragged.contains($0)
    }
    var row = lane.body.row - (view.cards.isEmpty ? 0 : 1)
    for card in view.cards {
      if place >= target.index { break }
      row = card.rect.endRow
      if !dragged.contains(card.id) { place += 1 }
    }
    row = min(row, lane.body.endRow - 1)
    let isFree =
      row >= lane.body.row && !view.cards.contains { $0.rect.row <= row && row < $0.rect.endRow }
    if isFree {
      grid.horizontalLine(
        from: Position(column: lane.body.column, row: row), columns: lane.body.columns, .heavy,
        style: theme.insertion)
    } else {
      let line = Rect(
        column: lane.body.column, row: row, columns: lane.body.columns, rows: 1)
      grid.restyle(line) { $0 = $0.adding([.underline, .bold]) }
    }
  }
}
