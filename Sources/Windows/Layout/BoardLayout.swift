import Screen

/// The places of the board's parts on the screen, in cells.
struct BoardLayout: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    /// The index of the column among the live ones.
    let index: Int
    /// The line of the column's title; empty under a tab strip.
    let header: Rect
    /// The room of the column's cards.
    let body: Rect
  }

  let sizeClass: SizeClass
  let title: Rect
  /// The line with the names of all columns, where only one column is shown.
  let tabs: Rect?
  let lanes: [Lane]
  /// The numbers of columns that are not shown, on each side.
  let hiddenLeft: Int
  let hiddenRight: Int
  /// The room of a card or a form, beside the board or in its place.
  let panel: Rect?
  /// The line that says that the card of a card window is archived.
  let banner: Rect?
  /// The line of a prompt.
  let prompt: Rect?
  /// The lines of notices and hints, which hold no card.
  let footer: Rect

  /// The least width of a column, at which titles are still readable.
  static let minimumLaneColumns = 24

  /// - Parameters:
  ///   - footerRows: the number of lines of the footer.
  ///   - count: the number of live columns of the board.
  ///   - first: the leftmost column to show; columns before it are shown too if there is room.
  ///   - isAlone: whether the panel takes the place of the board, whatever the size.
  init(
    size: TerminalSize, count: Int, first: Int, hasPrompt: Bool = false, hasPanel: Bool = false,
    isAlone: Bool = false, hasBanner: Bool = false, footerRows: Int = 1
  ) {
    sizeClass = SizeClass(size)
    let screen = Rect(size)
    title = screen.line(0)
    footer = Rect(
      column: 0, row: size.rows - footerRows, columns: size.columns, rows: footerRows)
    prompt = hasPrompt ? screen.line(size.rows - footerRows - 1) : nil
    banner = hasBanner ? screen.line(1) : nil
    let top = hasBanner ? 2 : 1
    let rows = size.rows - footerRows - (hasPrompt ? 1 : 0) - top
    var area = Rect(column: 0, row: top, columns: size.columns, rows: rows)
    switch (hasPanel || isAlone, sizeClass) {
    case (false, _):
      panel = nil
    case (true, .wide) where !isAlone:
      let columns = size.columns * 2 / 5
      panel = Rect(column: size.columns - columns, row: top, columns: columns, rows: rows)
      area = Rect(column: 0, row: top, columns: size.columns - columns, rows: rows)
    case (true, _):
      panel = area
      area = Rect(column: 0, row: 1, columns: 0, rows: rows)
    }
    let isCompact = sizeClass == .compact
    tabs = isCompact && !area.isEmpty && count > 0 ? area.line(0) : nil
    let fitting = area.isEmpty ? 0 : isCompact ? 1 : area.columns / BoardLayout.minimumLaneColumns
    let shown = min(count, fitting)
    let start = min(max(0, first), count - shown)
    hiddenLeft = shown == 0 ? 0 : start
    hiddenRight = shown == 0 ? 0 : count - start - shown
    lanes = (0..<shown).map { place in
      let left = area.column + area.columns * place / shown
      let right = area.column + area.columns * (place + 1) / shown
      // The last cell is left to the line between two columns.
      let columns = right - left - (place + 1 < shown ? 1 : 0)
      let lane = Rect(column: left, row: area.row, columns: columns, rows: area.rows)
      // The tab strip names the column that is shown, so that it needs no header.
      return Lane(
        index: start + place, header: isCompact ? lane.line(area.rows) : lane.line(0),
        body: Rect(column: left, row: area.row + 1, columns: columns, rows: area.rows - 1))
    }
  }

  func lane(of index: Int) -> Lane? { lanes.first { $0.index == index } }

  /// The column whose header or cards stand at a position.
  func lane(at position: Position) -> Lane? {
    lanes.first { $0.header.contains(position) || $0.body.contains(position) }
  }
}
