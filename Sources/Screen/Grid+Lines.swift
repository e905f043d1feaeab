/// The characters with which lines and boxes are drawn.
public struct LineSet: Sendable {
  let horizontal: Unicode.Scalar
  let vertical: Unicode.Scalar
  let topLeft: Unicode.Scalar
  let topRight: Unicode.Scalar
  let bottomLeft: Unicode.Scalar
  let bottomRight: Unicode.Scalar

  public static let light = LineSet(
    horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")
  public static let rounded = LineSet(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")
  public static let heavy = LineSet(
    horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛")
  /// The characters for terminals whose font has no line drawing.
  public static let ascii = LineSet(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}

extension Grid {
  /// Draws a line to the right from `start`.
  public mutating func horizontalLine(
    from start: Position, columns: Int, _ lines: LineSet = .light, style: Style = .plain
  ) {
    for step in 0..<max(0, columns) {
      line(lines.horizontal, style, start.column + step, start.row)
    }
  }

  /// Draws a line down from `start`.
  public mutating func verticalLine(
    from start: Position, rows: Int, _ lines: LineSet = .light, style: Style = .plain
  ) {
    for step in 0..<max(0, rows) { line(lines.vertical, style, start.column, start.row + step) }
  }

  /// Draws a box in the outermost cells of `rect` and leaves its inside as it is. If `rect` has
  /// fewer than two columns or rows, nothing is drawn.
  public mutating func box(_ rect: Rect, _ lines: LineSet = .light, style: Style = .plain) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let right = rect.endColumn - 1
    let bottom = rect.endRow - 1
    for row in [rect.row, bottom] {
      horizontalLine(
        from: Position(column: rect.column + 1, row: row), columns: rect.columns - 2, lines,
        style: style)
    }
    for column in [rect.column, right] {
      verticalLine(
        from: Position(column: column, row: rect.row + 1), rows: rect.rows - 2, lines, style: style)
    }
    line(lines.topLeft, style, rect.column, rect.row)
    line(lines.topRight, style, right, rect.row)
    line(lines.bottomLeft, style, rect.column, bottom)
    line(lines.bottomRight, style, right, bottom)
  }

  private mutating func line(_ scalar: Unicode.Scalar, _ style: Style, _ column: Int, _ row: Int) {
    put(
      .scalar(scalar), columns: 1, style, at: Position(column: column, row: row), clip: bounds)
  }
}
