import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("What a window shows")
struct ScreenTextTests {
  static let columns = [
    ("To do", ["Write the plan", "Call Ben"]), ("Doing", ["Paint the fence"]), ("Done", []),
  ]

  @Test("At 80 columns three columns stand side by side")
  func regular() {
    let bench = Bench(Self.columns, columns: 80, rows: 10)
    #expect(
      bench.screen == [
        " Home                                                                   ● saved",
        " To do                 2 │ Doing                  1 │ Done                    0",
        "▌ Write the plan         │  Paint the fence         │  no cards",
        "  Call Ben               │                          │",
        "                         │                          │",
        "                         │                          │",
        "                         │                          │",
        "                         │                          │",
        "                         │                          │",
        " ? help  n new  Enter open  e title  HJKL move  d archive  / search  c column",
      ])
  }
}
