/// Breaks a text into lines. It takes one character at a time.
struct LineBreaker {
  private let limit: Int
  private var lines: [WrappedLine] = []
  private var line = ""
  private var lineStart = 0
  private var lineColumns = 0
  private var offset = 0
  /// The last place at which the current line may break: as an index into `line`, as an offset in
  /// scalars, and in columns.
  private var breakable: (text: String.Index, offset: Int, columns: Int)?
  private var previous: Character?

  init(columns: Int) {
    limit = columns
  }

  mutating func take(_ character: Character) {
    let scalars = character.unicodeScalars.count
    if character.isNewline, Self.lineBreaks.contains(character) {
      endLine()
      offset += scalars
      lineStart = offset
      return
    }
    let columns = columns(of: character)
    if !Self.isBlank(character) {
      if let previous, Self.mayBreak(between: previous, character) {
        breakable = (line.endIndex, offset, lineColumns)
      }
      while lineColumns + columns > limit, offset > lineStart { wrap() }
    }
    lineColumns += self.columns(of: character)
    line.append(character)
    offset += scalars
    previous = character
  }

  mutating func finish() -> [WrappedLine] {
    endLine()
    return lines
  }

  private static let lineBreaks: Set<Character> = ["\n", "\r", "\r\n"]

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  private func columns(of character: Character) -> Int {
    if character == "\t" { return tabColumns - lineColumns % tabColumns }
    if let ascii = character.asciiValue, (0x20...0x7E).contains(ascii) { return 1 }
    return textColumns(String(character))
  }

  private mutating func endLine() {
    lines.append(WrappedLine(text: line, start: lineStart, end: offset))
    line = ""
    lineColumns = 0
    breakable = nil
    previous = nil
  }

  /// Ends the line at the last place where it may break, or else before the current character.
  private mutating func wrap() {
    let place = breakable ?? (line.endIndex, offset, lineColumns)
    lines.append(
      WrappedLine(text: String(line[..<place.text]), start: lineStart, end: place.offset))
    line = String(line[place.text...])
    lineStart = place.offset
    lineColumns = textColumns(line)
    breakable = nil
  }

  /// Whether a line may break between two characters of which the second is not a blank.
  private static func mayBreak(between left: Character, _ right: Character) -> Bool {
    if isBlank(left) { return true }
    if left == "-" { return right.isLetter }
    guard !closing.contains(right), !opening.contains(left) else { return false }
    return isIdeographic(left) || isIdeographic(right)
  }

  /// The characters with which no line starts (`closing`) and those with which none ends
  /// (`opening`).
  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "）", "」", "』", "】", "〉", "》", "！", "？", "：", "；", "ー", "々",
    ")", "]", "}", ",", ".", "!", "?", ":", ";",
  ]
  private static let opening: Set<Character> = ["（", "「", "『", "【", "〈", "《", "(", "[", "{"]

  private static func isIdeographic(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x2E80 else { return false }
    return ScalarClass(scalar) == .wide && scalar.value < 0x1F000
      || (0x20000...0x3FFFD).contains(scalar.value)
  }
}
