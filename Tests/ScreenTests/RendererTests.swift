import Screen
import Testing

@Suite("Differences between frames")
struct RendererTests {
  /// The grid's cells as a terminal of `level` shows them.
  private static func expected(
    _ grid: Grid, _ level: ColorLevel
  ) -> [[TerminalEmulator.EmulatedCell]] {
    (0..<grid.size.rows).map { row in
      (0..<grid.size.columns).map { column in
        let cell = grid[Position(column: column, row: row)]
        let style = cell?.style ?? .plain
        return TerminalEmulator.EmulatedCell(
          text: cell?.text ?? "?",
          style: Style(
            foreground: level.nearest(to: style.foreground),
            background: level.nearest(to: style.background), style.attributes))
      }
    }
  }

  private static func firstDifference(
    _ cells: [[TerminalEmulator.EmulatedCell]], _ wanted: [[TerminalEmulator.EmulatedCell]]
  ) -> String? {
    for (row, (cells, wanted)) in zip(cells, wanted).enumerated() {
      for (column, (cell, wanted)) in zip(cells, wanted).enumerated() where cell != wanted {
        return "row \(row), column \(column): \(cell) instead of \(wanted)"
      }
    }
    return nil
  }

  @Test("The difference of two grids turns one into the other", arguments: 0..<400)
  func property(seed: Int) throws {
    var random = RandomGrid(seed: UInt64(seed))
    let level = ColorLevel.allCases[seed % 4]
    let renderer = Renderer(colors: level, synchronizes: seed % 3 == 0)
    var grid = random.grid(columns: 4 + seed % 37, rows: 1 + seed % 9)
    var terminal = TerminalEmulator(size: grid.size)
    var previous: Grid?
    for step in 0..<12 {
      let bytes = renderer.difference(from: previous, to: grid)
      terminal.feed(bytes)
      try #require(terminal.complaints.isEmpty, "\(terminal.complaints)")
      let wanted = Self.expected(grid, level)
      let wrong = Self.firstDifference(terminal.cells, wanted)
      try #require(
        wrong == nil,
        "seed \(seed), step \(step)\n\(grid.text)\n\(String(reflecting: String(decoding: bytes, as: UTF8.self)))"
      )
      try #require(!terminal.isHoldingBack)
      try #require(
        terminal.cursorIsVisible == (grid.cursor.map { grid[$0.position] != nil } ?? false))
      if terminal.cursorIsVisible, let cursor = grid.cursor {
        try #require(Position(column: terminal.column, row: terminal.row) == cursor.position)
        try #require(terminal.cursorShape == Int(cursor.shape.rawValue))
      }
      previous = grid
      grid =
        step % 4 == 3
        ? random.grid(columns: grid.size.columns, rows: grid.size.rows) : random.changed(grid)
    }
  }

  /// Characters on whose width the emulated terminals agree.
  private static func isSettled(_ text: String) -> Bool {
    if ["e\u{301}", "か\u{3099}"].contains(text) { return true }
    let scalars = text.unicodeScalars
    return scalars.count == 1 && scalars.allSatisfy { $0.value < 0x1F1E6 && $0.value != 0xE000 }
  }

  @Test(
    "A terminal that disagrees on the width of emoji still shows every other cell right",
    arguments: Array(0..<200) + [20_108, 20_130, 20_836],
    [TerminalEmulator.Widths.scalars, .narrow])
  func disagreeing(seed: Int, widths: TerminalEmulator.Widths) throws {
    var random = RandomGrid(seed: UInt64(10_000 + seed))
    let renderer = Renderer(colors: .indexed256)
    var grid = random.grid(columns: 8 + seed % 33, rows: 3)
    var terminal = TerminalEmulator(size: grid.size, widths: widths)
    var previous: Grid?
    for _ in 0..<10 {
      terminal.feed(renderer.difference(from: previous, to: grid))
      try #require(terminal.complaints.isEmpty, "\(terminal.complaints)")
      let wanted = Self.expected(grid, .indexed256)
      for row in 0..<grid.size.rows {
        for column in 0..<grid.size.columns where Self.isSettled(wanted[row][column].text) {
          try #require(
            terminal.cells[row][column] == wanted[row][column],
            "seed \(seed), row \(row), column \(column)\n\(grid.text)\n--\n\(terminal.text)")
        }
      }
      previous = grid
      grid = random.changed(grid)
    }
  }

  @Test("Equal grids take no bytes")
  func idle() {
    var random = RandomGrid(seed: 1)
    let grid = random.grid(columns: 80, rows: 24)
    for synchronizes in [false, true] {
      let renderer = Renderer(colors: .trueColor, synchronizes: synchronizes)
      #expect(renderer.difference(from: grid, to: grid).isEmpty)
    }
  }

  @Test("A grid of another size is painted whole")
  func resize() {
    let renderer = Renderer(colors: .none)
    var small = Grid(columns: 4, rows: 2)
    small.write("abcd", at: Position(column: 0, row: 0))
    var large = Grid(columns: 6, rows: 3)
    large.write("abcd", at: Position(column: 1, row: 1))
    let bytes = renderer.difference(from: small, to: large)
    var terminal = TerminalEmulator(size: large.size)
    terminal.feed(bytes)
    #expect(terminal.text == large.text)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("\u{1B}[m\u{1B}[H\u{1B}[2J"))
  }

  private static func bytes(_ previous: Grid, _ next: Grid, synchronizes: Bool = false) -> String {
    let renderer = Renderer(colors: .indexed256, synchronizes: synchronizes)
    let bytes = renderer.difference(from: previous, to: next)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test("A moved cursor takes one motion")
  func cursorMotion() {
    var grid = Grid(columns: 80, rows: 24)
    grid.cursor = Cursor(Position(column: 10, row: 5))
    var next = grid
    next.cursor = Cursor(Position(column: 11, row: 5))
    #expect(Self.bytes(grid, next, synchronizes: true) == "^[C")
    next.cursor = Cursor(Position(column: 0, row: 6))
    #expect(Self.bytes(grid, next) == "\r\n")
    next.cursor = Cursor(Position(column: 9, row: 5))
    #expect(Self.bytes(grid, next) == "\u{8}")
    next.cursor = Cursor(Position(column: 10, row: 7))
    #expect(Self.bytes(grid, next) == "\n\n")
    next.cursor = Cursor(Position(column: 60, row: 20))
    #expect(Self.bytes(grid, next) == "^[21;61H")
    next.cursor = nil
    #expect(Self.bytes(grid, next) == "^[?25l")
    #expect(Self.bytes(next, grid) == "^[6;11H^[0 q^[?25h")
  }

  @Test("Only what changed is written, with the shortest motions and style changes")
  func minimal() {
    var grid = Grid(columns: 40, rows: 4)
    grid.write("one two three", at: Position(column: 0, row: 1))
    var next = grid
    next.write("X", at: Position(column: 0, row: 1))
    next.write("Y", at: Position(column: 2, row: 1))
    #expect(Self.bytes(grid, next) == "^[2HXnY")
    next = grid
    next.write("X", at: Position(column: 0, row: 1))
    next.write("Y", at: Position(column: 12, row: 1))
    #expect(Self.bytes(grid, next) == "^[2HX^[13GY")
    next = grid
    next.fill(Rect(column: 3, row: 1, columns: 30, rows: 1))
    #expect(Self.bytes(grid, next) == "^[2;5H^[K")
    next = grid
    next.write("two", at: Position(column: 4, row: 1), style: Style(.bold))
    next.write("t", at: Position(column: 8, row: 1), style: Style([.bold, .underline]))
    #expect(Self.bytes(grid, next) == "^[2;5H^[1mtwo^[C^[4mt^[m")
  }

  @Test("After letters that some terminals show wide, motions are absolute")
  func ambiguous() {
    var grid = Grid(columns: 40, rows: 1)
    grid.cursor = Cursor(Position(column: 3, row: 0))
    var next = grid
    next.write("яяя", at: Position(column: 0, row: 0))
    #expect(Self.bytes(grid, next) == "^[?25l\rяяя^[4G^[?25h")
    next.write("x", at: Position(column: 5, row: 0))
    #expect(Self.bytes(grid, next) == "^[?25l\rяяя^[6Gx\u{8}\u{8}\u{8}^[?25h")
  }

  @Test(
    "After emoji that terminals disagree on, the cursor is placed again and neighbours rewritten")
  func unsettled() {
    let grid = Grid(columns: 40, rows: 1)
    var old = grid
    old.write("..abc", at: Position(column: 0, row: 0))
    var next = old
    next.write("👍🏽", at: Position(column: 0, row: 0))
    #expect(Self.bytes(old, next) == "^[H  \r👍🏽^[3Gab")
    next = old
    next.write("…", at: Position(column: 2, row: 0))
    #expect(Self.bytes(old, next) == "^[1;3H…^[4Gb")
  }

  @Test("Style changes are deltas, or a reset where that is shorter")
  func styleChanges() {
    var next = Grid(columns: 3, rows: 1)
    let grid = next
    next.write("a", at: Position(column: 0, row: 0), style: Style(foreground: .ansi(.red), .bold))
    next.write("b", at: Position(column: 1, row: 0), style: Style(foreground: .ansi(.red), .dim))
    next.write("c", at: Position(column: 2, row: 0), style: Style(.bold))
    #expect(Self.bytes(grid, next) == "^[H^[1;31ma^[22;2mb^[0;1mc^[m")
  }

  @Test("A moved selection takes under 2 KB, one changed card under 4 KB")
  func sizes() {
    var grid = Grid(columns: 200, rows: 60)
    for column in 0..<8 {
      for row in 0..<14 {
        let rect = Rect(column: column * 25, row: 2 + row * 4, columns: 24, rows: 4)
        grid.box(rect, .rounded, style: Style(foreground: .ansi(.brightBlack)))
        grid.write("Карта 日本 \(row)", in: rect.inset(columns: 1, rows: 1))
      }
    }
    func card(_ index: Int) -> Rect { Rect(column: 25, row: 2 + index * 4, columns: 24, rows: 4) }
    var next = grid
    next.box(card(3), .heavy, style: Style(foreground: .ansi(.blue), .bold))
    next.restyle(card(3).inset(columns: 1, rows: 1)) { $0.attributes.insert(.reverse) }
    let selection = Self.bytes(grid, next, synchronizes: true).utf8.count
    #expect(selection > 0 && selection < 1024)
    next.write("Ganz anderer Text 日本語", in: card(7).inset(columns: 1, rows: 1), style: Style(.bold))
    let change = Self.bytes(grid, next).utf8.count
    #expect(change > selection && change < 1536)
  }
}
