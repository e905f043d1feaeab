import Screen
import Statements
import Testing

@Suite("Grid")
struct GridTests {
  @Test("Text is clipped to its rectangle on both sides, a halved wide character becomes a blank")
  func clip() {
    var grid = Grid(columns: 8, rows: 2)
    grid.fill(grid.bounds)
    grid.write("........", at: Position(column: 0, row: 0))
    let clip = Rect(column: 2, row: 0, columns: 3, rows: 1)
    let end = grid.write("日本語", at: Position(column: 1, row: 0), clip: clip)
    #expect(end == 7)
    #expect(grid.text(ofRow: 0) == ".. 本...")
    grid.write("........", at: Position(column: 0, row: 0))
    grid.write("語本", at: Position(column: 2, row: 0), clip: clip)
    #expect(grid.text(ofRow: 0) == "..語 ...")
  }

  @Test("Overwriting half of a wide character blanks the other half")
  func halves() {
    var grid = Grid(columns: 4, rows: 1)
    grid.write("日本", at: Position(column: 0, row: 0))
    grid.write("x", at: Position(column: 1, row: 0))
    #expect(grid.text == " x本")
    grid.write("y", at: Position(column: 2, row: 0))
    #expect(grid.text == " xy ")
    grid.write("日本", at: Position(column: 0, row: 0))
    grid.write("語", at: Position(column: 1, row: 0))
    #expect(grid.text == " 語 ")
  }

  @Test("A text is aligned, and cut with an ellipsis where it does not fit")
  func alignment() {
    var grid = Grid(columns: 6, rows: 5)
    grid.write("ab", in: Rect(column: 0, row: 0, columns: 6, rows: 1), .center)
    grid.write("ab", in: Rect(column: 0, row: 1, columns: 6, rows: 1), .trailing)
    grid.write("abcdefg", in: Rect(column: 0, row: 2, columns: 6, rows: 1))
    grid.write("日本語", in: Rect(column: 0, row: 3, columns: 5, rows: 1))
    grid.write("日本語", in: Rect(column: 0, row: 4, columns: 6, rows: 1))
    #expect(grid.text == "  ab  \n    ab\nabcde…\n日本… \n日本語")
  }

  @Test("A truncated text never takes more columns than it is given", arguments: 0...12)
  func truncation(columns: Int) {
    for text in ["", "a", "abc def", "日本語 text", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "a\tb\tc", "e\u{301}e\u{301}e\u{301}"] {
      let cut = truncated(text, toColumns: columns)
      #expect(textColumns(cut) <= columns)
      if textColumns(text) <= columns { #expect(cut == text) }
    }
  }

  @Test("Boxes have corners and leave their inside alone")
  func boxes() {
    var grid = Grid(columns: 5, rows: 3)
    grid.write("abcde", at: Position(column: 0, row: 1))
    grid.box(grid.bounds)
    #expect(grid.text == "┌───┐\n│bcd│\n└───┘")
    grid.box(Rect(column: 1, row: 1, columns: 1, rows: 1))
    #expect(grid.text(ofRow: 1) == "│bcd│")
    grid.box(Rect(column: -1, row: -1, columns: 9, rows: 9), .ascii)
    #expect(grid.text(ofRow: 1) == "│bcd│")
  }

  @Test(
    "Controls, bidirectional and invisible scalars are shown and never written", .holds("TXT-005"))
  func neutralised() {
    let hostile: [UInt32] =
      Array(0..<0x20) + Array(0x7F..<0xA0) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
      + [0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0xFEFF, 0xE0001, 0xE0041, 0xFFF9, 0x200B]
    let renderer = Renderer(colors: .trueColor)
    for scalar in hostile.compactMap(Unicode.Scalar.init) {
      for text in ["a\(scalar)b", "\(scalar)", "日\(scalar)\u{301}", "👨\u{200D}\(scalar)👩"] {
        var grid = Grid(columns: 20, rows: 1)
        grid.write(text, at: Position(column: 0, row: 0))
        #expect(!grid.text.unicodeScalars.contains(scalar), "\(scalar.value)")
        let start = renderer.difference(from: nil, to: Grid(columns: 20, rows: 1))
        let bytes = renderer.difference(from: nil, to: grid).dropFirst(start.count)
        let own = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let isMotion = ["\u{8}", "\n", "\r", "\u{1B}"].contains(scalar)
        #expect(isMotion || !own.contains(scalar), "\(scalar.value)")
      }
    }
  }

  @Test("Each control has its own picture")
  func pictures() {
    #expect(visibleForm(of: "\u{1B}[2J\u{7F}\n") == "␛[2J␡␊")
    #expect(visibleForm(of: "a\r\nb") == "a␤b")
    #expect(visibleForm(of: "a\u{9B}2Jb\u{202E}") == "a\u{FFFD}2Jb\u{FFFD}")
    #expect(visibleForm(of: "soft\u{AD}hyphen no\u{A0}break") == "soft-hyphen no break")
    #expect(visibleForm(of: "a\u{E0041}b") == "a\u{FFFD}b")
  }

  @Test("Tabs reach to the next stop")
  func tabs() {
    var grid = Grid(columns: 12, rows: 1)
    grid.write("a\tbc\td", at: Position(column: 1, row: 0))
    #expect(grid.text == " a   bc  d  ")
  }

  @Test("Restyling takes a wide character whole")
  func restyle() throws {
    var grid = Grid(columns: 4, rows: 1)
    grid.write("日本", at: Position(column: 0, row: 0))
    grid.restyle(Rect(column: 1, row: 0, columns: 2, rows: 1)) { $0.attributes.insert(.reverse) }
    for column in 0..<4 {
      let cell = try #require(grid[Position(column: column, row: 0)])
      #expect(cell.style.attributes == .reverse)
    }
  }

  @Test("A grid drawn into another is clipped like text")
  func drawn() {
    var inner = Grid(columns: 4, rows: 2)
    inner.write("日本", at: Position(column: 0, row: 0))
    inner.write("abcd", at: Position(column: 0, row: 1))
    var grid = Grid(columns: 4, rows: 2)
    grid.write("zzzz", at: Position(column: 0, row: 1))
    grid.draw(inner, at: Position(column: -1, row: 0))
    #expect(grid.text == " 本 \nbcdz")
    grid.draw(inner, at: Position(column: 3, row: 1))
    #expect(grid.text == " 本 \nbcd ")
  }

  @Test("A grid comes back from its bytes, without its cursor", arguments: 0..<200)
  func bytes(seed: Int) throws {
    var random = RandomGrid(seed: UInt64(seed))
    var grid = random.grid(columns: 1 + seed % 41, rows: 1 + seed % 9)
    let bytes = grid.bytes
    let read = try #require(Grid(bytes: bytes))
    grid.cursor = nil
    #expect(read == grid)
    // Nothing that is no grid is taken for one, and nothing traps.
    for count in bytes.indices {
      var flipped = bytes
      flipped[count] ^= 0x81
      _ = Grid(bytes: flipped)
      if let part = Grid(bytes: Array(bytes.prefix(count))) { #expect(part.size == grid.size) }
    }
    #expect(Grid(bytes: bytes + [0]) == nil)
  }

  @Test("A size that no terminal has is clamped")
  func size() {
    let size = TerminalSize(columns: 65_535, rows: -3)
    #expect(size.columns == TerminalSize.maximumColumns)
    #expect(size.rows == 0)
    var grid = Grid(size: size)
    grid.write("x", at: Position(column: 0, row: 0))
    grid.box(Rect(column: 0, row: 0, columns: 5, rows: 5))
    #expect(grid.text == "")
  }
}
