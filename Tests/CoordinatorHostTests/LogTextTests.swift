import Testing

@testable import CoordinatorHost

@Suite("What is written down of strangers")
struct LogTextTests {
  @Test(
    "Nothing that a stranger wrote begins a line, moves a cursor or turns what stands around it",
    arguments: [
      ("plain wörter 東", "plain wörter 東"), ("a\nb\rc", #"a\u{a}b\u{d}c"#),
      ("\u{1B}[2J\u{7}", #"\u{1b}[2J\u{7}"#), ("\u{9B}31m\u{7F}", #"\u{9b}31m\u{7f}"#),
      ("\u{202E}x\u{2028}\u{200B}", #"\u{202e}x\u{2028}\u{200b}"#),
      ("\r\n", #"\u{d}\u{a}"#), ("e\u{301}", #"e\u{301}"#),
    ])
  func visible(text: String, line: String) {
    #expect(LogText.line(text) == line)
  }

  @Test("A line has a bound")
  func longLine() {
    #expect(LogText.line(String(repeating: "a", count: 400)).count == 400)
    #expect(
      LogText.line(String(repeating: "a", count: 401)) == String(repeating: "a", count: 400) + "…")
  }
}
