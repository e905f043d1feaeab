import Randomness
import Screen

/// Draws and changes grids at random, with wide, combining and joined characters.
struct RandomGrid {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  static let characters = [
    "a", "b", " ", " ", " ", "x", "é", "e\u{301}", "я", "ß", "─", "│", "…", "·", "日", "本", "語", "한",
    "Ａ",
    "か\u{3099}", "😀", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "🇫", "❤️", "1️⃣", "क्षि", "नि", "กำ", "\u{1F6D8}", "\u{1B}",
    "\u{202E}",
    "\t", "\u{301}", "א", "ى\u{200C}", "\u{E000}",
  ]

  mutating func grid(columns: Int, rows: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    for _ in 0..<Int.random(in: 0...12, using: &random) { change(&grid) }
    return grid
  }

  mutating func changed(_ grid: Grid) -> Grid {
    var grid = grid
    for _ in 0..<Int.random(in: 0...4, using: &random) { change(&grid) }
    return grid
  }

  private mutating func change(_ grid: inout Grid) {
    let rect = rect(in: grid)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: grid.fill(rect, style: style())
    case 1: grid.fill(rect)
    case 2: grid.box(rect, Bool.random(using: &random) ? .light : .heavy, style: style())
    case 3:
      let style = style()
      grid.restyle(rect) { $0 = style }
    case 4: grid.write(text(), in: rect, .center, style: style())
    case 5:
      grid.cursor =
        Bool.random(using: &random)
        ? nil
        : Cursor(
          Position(column: rect.column, row: rect.row),
          shape: [.default, .bar, .block].randomElement(using: &random) ?? .default)
    default:
      grid.write(text(), at: Position(column: rect.column, row: rect.row), style: style())
    }
  }

  private mutating func rect(in grid: Grid) -> Rect {
    let column = Int.random(in: -2..<grid.size.columns, using: &random)
    let row = Int.random(in: -1..<grid.size.rows, using: &random)
    return Rect(
      column: column, row: row,
      columns: Int.random(in: 0...grid.size.columns, using: &random),
      rows: Int.random(in: 0...3, using: &random))
  }

  private mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      text += RandomGrid.characters.randomElement(using: &random) ?? ""
    }
    return text
  }

  private mutating func style() -> Style {
    let colors: [Color] = [
      .default, .default, .default, .ansi(.red), .ansi(.brightBlue), .indexed(200), .indexed(7),
      .rgb(RGB(10, 200, 30)),
    ]
    if Int.random(in: 0..<3, using: &random) == 0 { return .plain }
    return Style(
      foreground: colors.randomElement(using: &random) ?? .default,
      background: colors.randomElement(using: &random) ?? .default,
      Style.Attributes(rawValue: UInt8.random(in: 0..<64, using: &random)))
  }
}
