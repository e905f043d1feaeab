/// The size of a terminal in cells.
public struct TerminalSize: Hashable, Sendable {
  /// The largest size of a screen. A terminal that claims more is not believed, since a grid of
  /// that size could take gigabytes.
  public static let maximumColumns = 2048
  public static let maximumRows = 1024

  public let columns: Int
  public let rows: Int

  /// Sizes below zero or above the maximum are clamped.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), TerminalSize.maximumColumns)
    self.rows = min(max(0, rows), TerminalSize.maximumRows)
  }
}

/// A cell's position, counted from 0 at the top left.
public struct Position: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells. Its size is never negative; one without columns or rows contains nothing.
public struct Rect: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public let columns: Int
  public let rows: Int

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  public init(_ size: TerminalSize) {
    self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// The column behind the last column.
  public var endColumn: Int { column + columns }
  /// The row behind the last row.
  public var endRow: Int { row + rows }
  public var isEmpty: Bool { columns == 0 || rows == 0 }

  public func contains(_ position: Position) -> Bool {
    position.column >= column && position.column < endColumn
      && position.row >= row && position.row < endRow
  }

  /// The cells that both rectangles cover; empty if they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }

  /// This rectangle without a margin on each side.
  public func inset(columns horizontal: Int = 0, rows vertical: Int = 0) -> Rect {
    Rect(
      column: column + horizontal, row: row + vertical, columns: columns - 2 * horizontal,
      rows: rows - 2 * vertical)
  }

  /// One row of the rectangle, counted from 0 at its top; empty if it has no such row.
  public func line(_ index: Int) -> Rect {
    intersection(Rect(column: column, row: row + index, columns: columns, rows: 1))
  }
}
