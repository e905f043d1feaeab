import BoardModel
import Testing

@testable import Windows

@Suite("The sign of a card that has text")
struct BodySignTests {
  private func bench() -> Bench { Bench([("To do", ["Card"])], columns: 40, rows: 8) }

  private func replace(
    _ range: Range<Int>, with text: String, _ bench: inout Bench
  ) throws {
    let body = try #require(bench.board.card(Bench.card(0, 0))).body
    bench.other(.cardSplice(Bench.card(0, 0), body.splice(replacing: range, with: text)))
  }

  private func isShown(_ bench: Bench) -> Bool { bench.screen.contains { $0.contains("≡") } }

  @Test("It goes with the last of the text, though what was typed is remembered")
  func deleted() throws {
    var bench = bench()
    #expect(!isShown(bench))
    try replace(0..<0, with: "text", &bench)
    #expect(isShown(bench))
    try replace(0..<3, with: "", &bench)
    #expect(isShown(bench))
    try replace(0..<1, with: "", &bench)
    #expect(bench.board.card(Bench.card(0, 0))?.body.totalCount == 4)
    #expect(!isShown(bench))
    try replace(0..<0, with: "again", &bench)
    #expect(isShown(bench))
  }
}
