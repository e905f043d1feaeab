import Screen

/// The left or right edge of the screen, between its first and last line.
enum ScreenEdge: Hashable, Sendable {
  case left, right

  /// As near as a pointer that is pushed against it comes.
  static let columns = 2

  init?(at position: Position, _ desk: Desk) {
    guard (1..<(desk.size.rows - 1)).contains(position.row) else { return nil }
    if position.column < ScreenEdge.columns {
      self = .left
    } else if position.column >= desk.size.columns - ScreenEdge.columns {
      self = .right
    } else {
      return nil
    }
  }

  /// The board may end before the screen does, with a card beside it.
  init?(ofBoardAt position: Position, _ desk: Desk) {
    if let edge = ScreenEdge(at: position, desk) {
      self = edge
    } else if let lane = desk.layout().lanes.last, desk.isDetailBeside,
      (lane.header.endColumn - ScreenEdge.columns..<lane.header.endColumn)
        .contains(position.column),
      (1..<(desk.size.rows - 1)).contains(position.row)
    {
      self = .right
    } else {
      return nil
    }
  }

  /// Whether there are columns to scroll to at this side.
  func hidesColumns(_ desk: Desk) -> Bool {
    let layout = desk.layout()
    return (self == .left ? layout.hiddenLeft : layout.hiddenRight) > 0
  }

  func rect(_ layout: BoardLayout) -> Rect {
    Rect(
      column: self == .left ? 0 : layout.title.endColumn - ScreenEdge.columns,
      row: layout.title.row + 1, columns: ScreenEdge.columns,
      rows: layout.footer.row - layout.title.row - 1)
  }
}
