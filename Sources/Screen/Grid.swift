/// The contents of a terminal's screen: cells and a cursor.
///
/// A cell with a wide glyph is always followed by its continuation in the same row, and no
/// continuation stands elsewhere. Whatever is drawn outside the grid is clipped; nothing traps.
public struct Grid: Equatable, Sendable {
  public let size: TerminalSize
  /// The cells, row after row from the top, `size.columns` for each row.
  var cells: [Cell]
  /// The cursor. It is hidden if this is nil or its position is outside the grid.
  public var cursor: Cursor?

  public init(size: TerminalSize, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.columns * size.rows)
  }

  public init(columns: Int, rows: Int) {
    self.init(size: TerminalSize(columns: columns, rows: rows))
  }

  public var bounds: Rect { Rect(size) }

  /// The cell at a position; nil outside the grid.
  public subscript(position: Position) -> Cell? {
    bounds.contains(position) ? cells[index(position.column, position.row)] : nil
  }

  /// The rows as plain text, joined by line feeds, each as wide as the grid.
  public var text: String {
    (0..<size.rows).map(text(ofRow:)).joined(separator: "\n")
  }

  /// One row as plain text; empty outside the grid.
  public func text(ofRow row: Int) -> String {
    guard (0..<size.rows).contains(row) else { return "" }
    return cells[index(0, row)..<index(0, row + 1)].map(\.text).joined()
  }

  /// Fills a rectangle with blanks.
  public mutating func fill(_ rect: Rect, style: Style = .plain) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn { put(.blank, columns: 1, style, column, row) }
    }
  }

  /// Changes the style of the cells in a rectangle. A wide glyph that is partly inside changes as a
  /// whole.
  public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      var first = index(area.column, row)
      var end = index(area.endColumn, row)
      if cells[first].isContinuation { first -= 1 }
      if cells[end - 1].columns == 2 { end += 1 }
      for index in first..<end { change(&cells[index].style) }
    }
  }

  /// Draws the cells of another grid with its top left at `position`, inside `clip`.
  public mutating func draw(_ other: Grid, at position: Position, clip: Rect? = nil) {
    let clip = (clip ?? bounds).intersection(bounds)
    for row in 0..<other.size.rows {
      for column in 0..<other.size.columns {
        let cell = other.cells[other.index(column, row)]
        guard !cell.isContinuation else { continue }
        put(
          cell.glyph, columns: Int(cell.columns), cell.style,
          at: Position(column: position.column + column, row: position.row + row), clip: clip)
      }
    }
  }

  func index(_ column: Int, _ row: Int) -> Int { row * size.columns + column }

  /// Puts a glyph inside `clip`, which must lie within the grid. Of a wide glyph that is only half
  /// inside, that half becomes a blank.
  mutating func put(
    _ glyph: Glyph, columns: Int, _ style: Style, at position: Position, clip: Rect
  ) {
    guard position.row >= clip.row, position.row < clip.endRow else { return }
    let end = position.column + columns
    if position.column >= clip.column, end <= clip.endColumn {
      put(glyph, columns: columns, style, position.column, position.row)
      return
    }
    let visible =
      max(
        position.column, clip.column)..<max(position.column, clip.column, min(end, clip.endColumn))
    for column in visible { put(.blank, columns: 1, style, column, position.row) }
  }

  /// Puts a glyph of one or two columns inside the grid. A wide glyph of which one half is
  /// overwritten leaves a blank in place of the other.
  private mutating func put(
    _ glyph: Glyph, columns: Int, _ style: Style, _ column: Int, _ row: Int
  ) {
    let index = index(column, row)
    let last = index + columns - 1
    if cells[index].isContinuation { cells[index - 1] = .blank(cells[index - 1].style) }
    if cells[last].columns == 2 { cells[last + 1] = .blank(cells[last + 1].style) }
    cells[index] = Cell(glyph: glyph, style: style, columns: UInt8(columns))
    if columns == 2 { cells[last] = .continuation(style) }
  }
}
