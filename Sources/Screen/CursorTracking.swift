/// What is known of the cursor's position on the terminal while a frame is written.
enum CursorTracking: Equatable {
  case unknown
  /// The row is known, the column is not: the cursor is past the row's end, or behind a glyph whose
  /// width is uncertain.
  case inRow(Int)
  /// The cursor is at this position unless the terminal shows some glyphs of the run wider. More
  /// text may be written from here, but a move must not be relative to this column.
  case adrift(Position)
  case at(Position)

  /// Notes that a glyph whose width is certain was written and ended before `column`.
  mutating func advance(to column: Int, row: Int, columns: Int) {
    if column >= columns {
      self = .inRow(row)
    } else if case .adrift = self {
      self = .adrift(Position(column: column, row: row))
    } else {
      self = .at(Position(column: column, row: row))
    }
  }

  mutating func drift(to column: Int, row: Int, columns: Int) {
    self = column >= columns ? .inRow(row) : .adrift(Position(column: column, row: row))
  }

  /// How many bytes `move` would write.
  func moveCost(to target: Position) -> Int {
    var bytes: [UInt8] = []
    var copy = self
    copy.move(to: target, &bytes)
    return bytes.count
  }

  /// Appends the shortest sequence that brings the cursor to `target`.
  mutating func move(to target: Position, _ output: inout [UInt8]) {
    if self == .adrift(target) { return }
    defer { self = .at(target) }
    var best = TerminalOutput.position(target)
    func offer(_ bytes: [UInt8]) {
      if bytes.count < best.count { best = bytes }
    }
    switch self {
    case .unknown: break
    case .inRow(let row): offerFromRow(row, target, offer)
    case .adrift(let here): offerFromRow(here.row, target, offer)
    case .at(let here):
      if here == target { return }
      offerFromRow(here.row, target, offer)
      if here.row == target.row {
        offer(TerminalOutput.horizontal(by: target.column - here.column))
        let back = here.column - target.column
        if back > 0 { offer(Array(repeating: TerminalOutput.backspace, count: back)) }
      }
      if here.column == target.column {
        offer(TerminalOutput.vertical(by: target.row - here.row))
        let down = target.row - here.row
        if down > 0 { offer(Array(repeating: TerminalOutput.lineFeed, count: down)) }
      }
    }
    output.append(contentsOf: best)
  }

  /// Offers the moves that need only the row: a line feed keeps the column, a carriage return sets
  /// it to 0.
  private func offerFromRow(_ row: Int, _ target: Position, _ offer: ([UInt8]) -> Void) {
    if row == target.row { offer(TerminalOutput.column(target.column)) }
    let down = target.row - row
    guard target.column == 0, down >= 0 else { return }
    offer(
      [TerminalOutput.carriageReturn] + Array(repeating: TerminalOutput.lineFeed, count: down))
  }
}
