import Randomness
import Screen
import Testing

@Suite("Wrapping")
struct WrapTests {
  static let cases: [(String, Int, [String])] = [
    ("", 5, [""]),
    ("abc", 5, ["abc"]),
    ("one two three", 7, ["one two ", "three"]),
    ("one two three", 6, ["one ", "two ", "three"]),
    ("本a👨‍👩‍👧‍👦", 2, ["本", "a", "👨‍👩‍👧‍👦"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("ab\n\ncd", 5, ["ab", "", "cd"]),
    ("ab\r\ncd\re", 5, ["ab", "cd", "e"]),
    ("ab\n", 5, ["ab", ""]),
    ("ab      cd", 3, ["ab      ", "cd"]),
    ("日本語", 4, ["日本", "語"]),
    ("日本語", 5, ["日本", "語"]),
    ("日本、語", 4, ["日", "本、", "語"]),
    ("日", 1, ["日"]),
    ("well-known fact", 6, ["well-", "known ", "fact"]),
    ("a\tb", 4, ["a\t", "b"]),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦x", 4, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "x"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ("x\u{1B}\u{1B}y", 2, ["x\u{1B}", "\u{1B}y"]),
  ]

  @Test(
    "Lines break after blanks and hyphens and beside ideographs, else inside the word",
    arguments: cases)
  func lines(text: String, columns: Int, expected: [String]) {
    #expect(WrappedText(text, columns: columns).lines.map(\.text) == expected)
  }

  @Test(
    "Lines and line ends cover the whole text, and none is wider than asked but for blanks",
    arguments: 0..<300)
  func cover(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var text = ""
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      text +=
        (RandomGrid.characters + [" ", "\n", "\r\n", "-", "、", "word"]).randomElement(
          using: &random) ?? ""
    }
    let columns = Int.random(in: 2...12, using: &random)
    let wrapped = WrappedText(text, columns: columns)
    let scalars = Array(text.unicodeScalars)
    var offset = 0
    for line in wrapped.lines {
      while offset < line.start {
        try #require(["\r", "\n"].contains(scalars[offset]))
        offset += 1
      }
      try #require(line.start == offset)
      try #require(Array(line.text.unicodeScalars) == Array(scalars[line.start..<line.end]))
      let hanging = line.text.reversed().drop { $0 == " " || $0 == "\t" }
      let shown = String(hanging.reversed())
      try #require(textColumns(shown) <= max(columns, shown.count == 1 ? 4 : 0), "\(line)")
      offset = line.end
    }
    try #require(scalars[offset...].allSatisfy { ["\r", "\n"].contains($0) })
  }

  @Test("Every caret position leads to a cell and back", arguments: 0..<100)
  func carets(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var text = ""
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      text +=
        ["a", "b ", " ", "日", "é", "e\u{301}", "👨‍👩‍👧‍👦", "\n", "word", "-"].randomElement(using: &random)
        ?? ""
    }
    let wrapped = WrappedText(text, columns: 8)
    var offset = 0
    var positions: Set<Position> = []
    for character in text + "x" {
      let position = wrapped.position(ofOffset: offset)
      try #require((0...8).contains(position.column))
      if position.column < 8 {
        try #require(wrapped.offset(at: position) == offset, "\(wrapped.lines) \(offset)")
        try #require(positions.insert(position).inserted)
      }
      offset += character.unicodeScalars.count
    }
  }

  @Test("Carets keep to characters, and clamp to lines")
  func clamps() {
    let wrapped = WrappedText("日本 e\u{301}x\nlast", columns: 5)
    #expect(wrapped.lines.map(\.text) == ["日本 ", "e\u{301}x", "last"])
    #expect(wrapped.offset(at: Position(column: 1, row: 0)) == 0)
    #expect(wrapped.offset(at: Position(column: 9, row: 0)) == 2)
    #expect(wrapped.offset(at: Position(column: 9, row: 1)) == 6)
    #expect(wrapped.offset(at: Position(column: 9, row: 7)) == 11)
    #expect(wrapped.offset(at: Position(column: 0, row: -7)) == 0)
    #expect(wrapped.position(ofOffset: 4) == Position(column: 0, row: 1))
    #expect(wrapped.position(ofOffset: 3) == Position(column: 0, row: 1))
    #expect(wrapped.position(ofOffset: 99) == Position(column: 4, row: 2))
  }
}
