import Screen

/// The left or right edge of the screen, between its first and last line.
enum ScreenEdge: Hashable, Sendable {
  case left, right

  /// The width of an edge in columns. A pointer that is pushed against it may stop one short of it.
  static let columns = 2

  init?(at position: Position, of size: TerminalSize) {
    guard (1..<(size.rows - 1)).contains(position.row) else { return nil }
    if position.column < ScreenEdge.columns {
      self = .left
    } else if position.column >= size.columns - ScreenEdge.columns {
      self = .right
    } else {
      return nil
    }
  }

  /// The edge of the screen or of the board, which may end before the screen, with a card beside
  /// it.
  init?(ofBoardAt position: Position, _ scene: Scene) {
    let size = scene.viewport.size
    if let edge = ScreenEdge(at: position, of: size) {
      self = edge
    } else if let lane = scene.layout().lanes.last, scene.isDetailBeside,
      (lane.header.endColumn - ScreenEdge.columns..<lane.header.endColumn)
        .contains(position.column),
      (1..<(size.rows - 1)).contains(position.row)
    {
      self = .right
    } else {
      return nil
    }
  }

  /// Whether there are columns to scroll to at this side.
  func hidesColumns(_ layout: BoardLayout) -> Bool {
    (self == .left ? layout.hiddenLeft : layout.hiddenRight) > 0
  }

  func rect(_ layout: BoardLayout) -> Rect {
    Rect(
      column: self == .left ? 0 : layout.title.endColumn - ScreenEdge.columns,
      row: layout.title.row + 1, columns: ScreenEdge.columns,
      rows: layout.footer.row - layout.title.row - 1)
  }
}
