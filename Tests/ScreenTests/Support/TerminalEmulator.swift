import Screen

/// A terminal small enough to trust: it interprets what `Renderer` writes and nothing else. A glyph that
/// would wrap is a complaint.
struct TerminalEmulator {
  /// How it divides text into cells.
  enum Widths {
    /// By characters, as `Screen` does.
    case clusters
    /// Scalar by scalar, as many terminals do: joined emoji fall apart, variations change nothing.
    case scalars
    /// Every character whose width is in doubt takes one column.
    case narrow
  }

  struct EmulatedCell: Equatable {
    /// Empty in the right half of a wide character.
    var text: String
    var style: Style
  }

  let size: TerminalSize
  let widths: Widths
  private(set) var cells: [[EmulatedCell]]
  private(set) var column = 0
  private(set) var row = 0
  private(set) var cursorIsVisible = true
  private(set) var cursorShape = 0
  private(set) var isHoldingBack = false
  private var wraps = false
  /// Where the cursor was before the alternate screen.
  private var saved = Position(column: 0, row: 0)
  private(set) var complaints: [String] = []
  private var style = Style.plain
  private var printed = ""
  /// Where the last character was put, for the marks that follow it.
  private var last = Position(column: 0, row: 0)
  private var lastColumns = 0

  init(size: TerminalSize, widths: Widths = .clusters) {
    self.size = size
    self.widths = widths
    // What stood there before must not show through.
    let old = EmulatedCell(text: "#", style: .plain)
    cells = Array(repeating: Array(repeating: old, count: size.columns), count: size.rows)
  }

  var text: String { cells.map { $0.map(\.text).joined() }.joined(separator: "\n") }

  mutating func feed(_ bytes: [UInt8]) {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}":
        printRun()
        guard scalars.popFirst() == "[" else {
          complaints.append("an escape without [")
          continue
        }
        let parameters = scalars.prefix { $0.value < 0x40 }
        scalars = scalars.dropFirst(parameters.count)
        guard let final = scalars.popFirst() else {
          complaints.append("a sequence without an end")
          return
        }
        control(String(String.UnicodeScalarView(parameters)), final)
      case "\r":
        printRun()
        column = 0
      case "\n":
        printRun()
        if row == size.rows - 1 { complaints.append("a line feed that scrolls") }
        row = min(row + 1, size.rows - 1)
      case "\u{8}":
        printRun()
        column = max(0, column - 1)
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          complaints.append("the control \(scalar.value)")
        }
        printed.unicodeScalars.append(scalar)
      }
    }
    printRun()
  }

  private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let count = max(1, numbers.first ?? 1)
    switch (parameters, final) {
    case ("?25", "l"): cursorIsVisible = false
    case ("?25", "h"): cursorIsVisible = true
    // Both screens are one here; the cursor goes back to where the shell had it.
    case ("?1049", "h"): saved = Position(column: column, row: row)
    case ("?1049", "l"): (column, row) = (saved.column, saved.row)
    case ("?7", "h"): wraps = true
    case ("?7", "l"): wraps = false
    case ("?2026", "h"): isHoldingBack = true
    case ("?2026", "l"): isHoldingBack = false
    case (_, "q"): cursorShape = Int(parameters.dropLast()) ?? -1
    case (_, "H"):
      row = min(size.rows, count) - 1
      column = min(size.columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case (_, "G"): column = min(size.columns, count) - 1
    case (_, "C"): column = min(size.columns - 1, column + count)
    case (_, "D"): column = max(0, column - count)
    case (_, "A"): row = max(0, row - count)
    case (_, "B"): row = min(size.rows - 1, row + count)
    case ("", "K"): erase(row, from: column)
    case ("2", "J"): for row in 0..<size.rows { erase(row, from: 0) }
    case (_, "m"): select(numbers[...])
    default: complaints.append("CSI \(parameters) \(final)")
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for column in column..<size.columns { set(" ", wide: false, column, row) }
  }

  private mutating func select(_ numbers: ArraySlice<Int>) {
    var rest = numbers.isEmpty ? [0] : numbers
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case 22: style.attributes.subtract([.bold, .dim])
      case 23: style.attributes.remove(.italic)
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 29: style.attributes.remove(.strikethrough)
      case 30...37, 90...97, 39, 38: style.foreground = color(number, 30, &rest)
      case 40...47, 100...107, 49, 48: style.background = color(number - 10, 30, &rest)
      default: complaints.append("SGR \(number)")
      }
    }
  }

  private func color(_ number: Int, _ base: Int, _ rest: inout ArraySlice<Int>) -> Color {
    if number == 39 { return .default }
    if number != 38 {
      let index = number >= 90 ? number - 90 + 8 : number - base
      return ANSIColor(rawValue: UInt8(index)).map(Color.ansi) ?? .default
    }
    if rest.popFirst() == 5 { return .indexed(UInt8(rest.popFirst() ?? 0)) }
    let channels = rest.prefix(3).map { UInt8($0) }
    rest = rest.dropFirst(3)
    return .rgb(RGB(channels[0], channels[1], channels[2]))
  }

  private mutating func printRun() {
    defer { printed = "" }
    switch widths {
    case .clusters, .narrow:
      for character in printed {
        let isNarrowed = widths == .narrow && TerminalEmulator.isDoubtful(character)
        put(String(character), columns: isNarrowed ? 1 : textColumns(String(character)))
      }
    case .scalars:
      for scalar in printed.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: join(scalar)
        case .spacingMark: put(String(scalar), columns: 1)
        default:
          let isIndicator = (0x1F1E6...0x1F1FF).contains(scalar.value)
          put(String(scalar), columns: isIndicator ? 1 : textColumns(String(scalar)))
        }
      }
    }
  }

  /// Flags, joined, toned and varied emoji, new ones, and conjuncts.
  private static func isDoubtful(_ character: Character) -> Bool {
    character.unicodeScalars.contains {
      (0x1F1E6...0x1F1FF).contains($0.value) || $0.properties.isEmojiModifier
        || ["\u{200C}", "\u{200D}", "\u{FE0F}", "\u{94D}", "\u{93F}", "\u{1F6D8}"].contains($0)
    }
  }

  /// Adds a mark to the glyph left of the cursor, which in the last column is not the last one written
  /// unless automatic wrap holds the cursor back (as tmux does).
  private mutating func join(_ scalar: Unicode.Scalar) {
    guard last.column + lastColumns == size.columns, !wraps else {
      cells[last.row][last.column].text += String(scalar)
      return
    }
    var left = max(0, size.columns - 2)
    if left > 0, cells[last.row][left].text.isEmpty { left -= 1 }
    cells[last.row][left].text += String(scalar)
  }

  private mutating func put(_ text: String, columns: Int) {
    if wraps, column + columns > size.columns { complaints.append("a glyph that wraps") }
    if column + columns > size.columns { column = max(0, size.columns - columns) }
    set(text, wide: columns == 2, column, row)
    last = Position(column: column, row: row)
    lastColumns = columns
    column = min(size.columns - 1, column + columns)
  }

  private mutating func set(_ text: String, wide: Bool, _ column: Int, _ row: Int) {
    for place in wide ? [column, column + 1] : [column] {
      if cells[row][place].text.isEmpty, place > 0 { cells[row][place - 1].text = " " }
      if place + 1 < size.columns, cells[row][place + 1].text.isEmpty {
        cells[row][place + 1].text = " "
      }
      cells[row][place] = EmulatedCell(text: "", style: style)
    }
    cells[row][column].text = text
  }
}
