import Randomness
import Screen
import Testing

@testable import Windows

@Suite("Wrapping a body")
struct WrappedBodyTests {
  @Test("After any edits it is what wrapping the whole text gives", arguments: 0..<120)
  func edits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scalars: [Unicode.Scalar] = []
    var body = WrappedBody(columns: 10)
    for _ in 0..<40 {
      let place = random.below(scalars.count + 1)
      let end = min(scalars.count, place + random.below(random.below(5) == 0 ? 60 : 3))
      let typed = ["a", "\n", "word ", "日本", "e\u{301}", "\n\n", "", "a b\nc"][random.below(8)]
      scalars.replaceSubrange(place..<end, with: Array(typed.unicodeScalars))
      body.update(scalars, columns: random.below(9) == 0 ? 6 : 10)
      Self.compare(body, scalars)
    }
  }

  private static func compare(_ body: WrappedBody, _ scalars: [Unicode.Scalar]) {
    let text = String(String.UnicodeScalarView(scalars))
    let whole = WrappedText(text, columns: body.columns)
    #expect(body.rows == whole.lines.count)
    for (row, line) in whole.lines.enumerated() {
      #expect(body.line(row) == WrappedBody.Line(text: line.text, start: line.start, end: line.end))
      for column in [0, 3, 50] {
        let cell = Position(column: column, row: row)
        #expect(body.offset(at: cell) == whole.offset(at: cell))
      }
    }
    for offset in 0...scalars.count {
      #expect(body.position(ofOffset: offset) == whole.position(ofOffset: offset))
    }
  }
}
