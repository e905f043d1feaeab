/// Writes cells for the terminal, and tracks where its cursor is and which style is set.
struct Painter {
  var output: [UInt8] = []
  private let size: TerminalSize
  private let colors: ColorLevel
  private var cursor: CursorTracking
  private var style = Style.plain

  init(size: TerminalSize, colors: ColorLevel, cursor: Position?) {
    self.size = size
    self.colors = colors
    self.cursor = cursor.map(CursorTracking.at) ?? .unknown
  }

  mutating func clear() {
    output.append(contentsOf: TerminalOutput.clear)
    cursor = .at(Position(column: 0, row: 0))
  }

  mutating func move(to target: Position) {
    cursor.move(to: target, &output)
  }

  /// Leaves the cursor at `target` in every terminal, since the next frame starts from there.
  mutating func rest(at target: Position) {
    if case .adrift(let here) = cursor { cursor = .inRow(here.row) }
    move(to: target)
  }

  mutating func set(_ next: Style) {
    let next = next.mapped(to: colors)
    StyleChange.append(from: style, to: next, &output)
    style = next
  }

  mutating func paint(row: Int, from previous: Grid, to next: Grid) {
    let start = next.index(0, row)
    let columns = size.columns
    guard let first = firstChange(from: previous, to: next, start) else { return }
    let end = next.blankTail(row: row)
    var column = first
    /// The column up to which an unsettled glyph may have spilled in some terminals. The cells
    /// before it are written again.
    var spilled = 0
    var inTail = false
    while column < columns {
      if column >= end, !inTail {
        inTail = true
        if eraseTail(from: column, previous, next, row, spilled: spilled) { return }
      }
      let cell = next.cells[start + column]
      let changed = column < spilled || cell != previous.cells[start + column]
      if cell.isContinuation || !changed {
        column += 1
        continue
      }
      bridge(to: Position(column: column, row: row), next)
      spilled = max(spilled, column + write(cell, at: Position(column: column, row: row)))
      column += Int(cell.columns)
      if column == columns, hangsMarks(cell) {
        rewrite(next, before: Position(column: column - Int(cell.columns), row: row))
      }
    }
  }

  /// Whether a glyph in the last column may be written with automatic wrap on. It may if no
  /// terminal shows it wider than its cells, so that nothing wraps.
  private func neverWraps(_ measure: GlyphMeasure) -> Bool {
    measure.certainty != .driftsInRuns && measure.extent == measure.columns
  }

  /// Whether the marks of a glyph in the last column may end up on the glyph before it, as they do
  /// in some terminals while automatic wrap is off.
  private func hangsMarks(_ cell: Cell) -> Bool {
    cell.glyph.isCluster && !neverWraps(cell.glyph.measure)
  }

  /// Writes the glyph before `position` again, to remove marks that are not its own.
  private mutating func rewrite(_ grid: Grid, before position: Position) {
    guard position.column > 0 else { return }
    var column = position.column - 1
    if grid.cells[grid.index(column, position.row)].isContinuation { column -= 1 }
    let cell = grid.cells[grid.index(column, position.row)]
    guard cell.glyph.measure.certainty != .unsettled else { return }
    move(to: Position(column: column, row: position.row))
    _ = write(cell, at: Position(column: column, row: position.row))
  }

  private func firstChange(from previous: Grid, to next: Grid, _ start: Int) -> Int? {
    (0..<size.columns).first { previous.cells[start + $0] != next.cells[start + $0] }
  }

  /// Erases the rest of a row that ends in blanks, if that takes fewer bytes than writing its
  /// changed cells. Returns whether the row is done.
  private mutating func eraseTail(
    from column: Int, _ previous: Grid, _ next: Grid, _ row: Int, spilled: Int
  ) -> Bool {
    let start = next.index(0, row)
    let changed = (column..<size.columns).filter {
      $0 < spilled || previous.cells[start + $0] != next.cells[start + $0]
    }
    guard let first = changed.first, let last = changed.last else { return true }
    guard last - first + 1 > TerminalOutput.eraseToEndOfLine.count else { return false }
    move(to: Position(column: first, row: row))
    set(.plain)
    output.append(contentsOf: TerminalOutput.eraseToEndOfLine)
    return true
  }

  /// Moves to `target`. Unchanged cells on the way are written again if that takes no more bytes.
  private mutating func bridge(to target: Position, _ next: Grid) {
    if case .at(let here) = cursor, here.row == target.row, here.column < target.column {
      let gap = next.cells[next.index(here.column, here.row)..<next.index(target.column, here.row)]
      let direct = cursor.moveCost(to: target)
      if gap.count <= direct, let bytes = plainBytes(of: gap, limit: direct) {
        output.append(contentsOf: bytes)
        cursor = .at(target)
        return
      }
    }
    move(to: target)
  }

  /// The bytes of cells that have settled glyphs and the current style. Nil if they are more than
  /// `limit`, and if the cells begin with the right half of a glyph, where a cursor may be.
  private func plainBytes(of cells: ArraySlice<Cell>, limit: Int) -> [UInt8]? {
    if cells.first?.isContinuation ?? true { return nil }
    var bytes: [UInt8] = []
    for cell in cells where !cell.isContinuation {
      guard cell.style.mapped(to: colors) == style, cell.glyph.measure.certainty == .settled
      else { return nil }
      cell.glyph.append(to: &bytes)
      guard bytes.count <= limit else { return nil }
    }
    return bytes
  }

  /// Writes one cell at the cursor. Returns how many columns it may have touched in some terminals;
  /// 0 if all agree.
  private mutating func write(_ cell: Cell, at position: Position) -> Int {
    set(cell.style)
    let measure = cell.glyph.measure
    if measure.certainty == .unsettled, cell.columns == 2 {
      // The two blanks clear the right half first, which a terminal that draws the glyph narrow
      // would leave as it was.
      output.append(contentsOf: [0x20, 0x20])
      cursor = .inRow(position.row)
      move(to: position)
    }
    let after = position.column + Int(cell.columns)
    let wraps = after == size.columns && cell.glyph.isCluster && neverWraps(measure)
    if wraps { output.append(contentsOf: TerminalOutput.wrapOn) }
    cell.glyph.append(to: &output)
    if wraps { output.append(contentsOf: TerminalOutput.wrapOff) }
    switch measure.certainty {
    case .unsettled: cursor = .inRow(position.row)
    case .driftsInRuns: cursor.drift(to: after, row: position.row, columns: size.columns)
    case .settled: cursor.advance(to: after, row: position.row, columns: size.columns)
    }
    return measure.certainty == .unsettled ? measure.extent : 0
  }
}

extension Glyph {
  var isCluster: Bool {
    if case .cluster = self { true } else { false }
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .scalar(let scalar):
      if scalar.value < 0x80 {
        bytes.append(UInt8(scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    case .cluster(let text): bytes.append(contentsOf: text.utf8)
    case .continuation: break
    }
  }
}

extension Grid {
  /// The column from which on all cells of a row are blank and plain.
  func blankTail(row: Int) -> Int {
    let blank = Cell.blank(.plain)
    var column = size.columns
    while column > 0, cells[index(column - 1, row)] == blank { column -= 1 }
    return column
  }
}
