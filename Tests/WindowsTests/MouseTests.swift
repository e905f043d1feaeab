import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("The mouse")
struct MouseTests {
  static let columns = [
    ("To do", ["a", "b", "c"]), ("Doing", ["d"]), ("Done", [String]()),
  ]

  /// At 80x10 cards stand in rows 2, 3, 4; columns begin at 0, 26 and 53.
  static func bench() -> Bench { Bench(columns, columns: 80, rows: 10) }

  @Test("A click focuses, a second one soon after opens, a later one does not")
  func click() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 3)
    bench.mouse(.release(.left), 5, 3)
    #expect(bench.focused == "b")
    bench.now += 300
    bench.mouse(.press(.left), 6, 3)
    #expect(bench.window.model.view.opened == Bench.card(0, 1))
    #expect(bench.window.mode.openCard == nil)
    bench = Self.bench()
    bench.mouse(.press(.left), 5, 3)
    bench.mouse(.release(.left), 5, 3)
    bench.now += 500
    bench.mouse(.press(.left), 5, 3)
    guard case .pressed = bench.window.mode else {
      Issue.record("open")
      return
    }
  }

  @Test("A drag moves the card between those it is dropped at, with a ghost and a line")
  func drag() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 6, 5)
    #expect(bench.screen[5].hasPrefix("━━━━━━━━━━━━━━━━━━━━━━━━━│"))
    #expect(bench.screen[6].hasPrefix("        a"))
    bench.mouse(.drag(.left), 30, 3)
    #expect(bench.screen[3].contains("│━━━━━━━━"))
    #expect(!bench.screen[5].contains("━"))
    bench.mouse(.release(.left), 30, 3)
    #expect(
      bench.lastIntent
        == .cardMove(
          [Bench.card(0, 0)], to: Bench.column(1), at: Anchors(after: Bench.card(1, 0))))
    #expect(bench.titles(1) == ["d", "a"])
    #expect(bench.focused == "a")
    bench.mouse(.press(.left), 5, 3)
    bench.mouse(.drag(.left), 60, 6)
    bench.mouse(.release(.left), 60, 6)
    #expect(bench.titles(2) == ["c"])
  }

  @Test("Dropped where it was a card does not move")
  func inPlace() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 3)
    for row in [4, 2, 3] { bench.mouse(.drag(.left), 5, row) }
    bench.mouse(.release(.left), 5, 3)
    #expect(bench.intents.isEmpty)
    guard case .browsing = bench.window.mode else {
      Issue.record("still dragging")
      return
    }
  }

  @Test("A marked card takes the other marked ones along")
  func markedDrag() {
    var bench = Self.bench()
    bench.keys("vjv")
    bench.mouse(.press(.left), 5, 3)
    bench.mouse(.drag(.left), 60, 5)
    #expect(bench.screen.contains { $0.contains(" 2 cards") })
    bench.mouse(.release(.left), 60, 5)
    #expect(
      bench.lastIntent
        == .cardMove([Bench.card(0, 0), Bench.card(0, 1)], to: Bench.column(2), at: Anchors()))
  }

  @Test(
    "A drag ends without a move",
    arguments: ["esc", "outside", "footer", "lost release", "other button"])
  func cancelled(how: String) {
    var bench = Self.bench()
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 30, 4)
    switch how {
    case "esc": bench.keys("<esc>")
    case "outside": bench.mouse(.release(.left), 300, 400)
    case "footer": bench.mouse(.release(.left), 30, 9)
    case "lost release": bench.mouse(.move, 30, 4)
    default: bench.mouse(.press(.right), 30, 4)
    }
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "Nothing was moved.")
    guard case .browsing = bench.window.mode else {
      Issue.record("still dragging")
      return
    }
  }

  @Test("At the lower edge a drag scrolls on by itself until the end")
  func autoscroll() {
    var bench = Bench([("Long", (0..<30).map { "card \($0)" })], columns: 40, rows: 10)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 5, 8)
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(0)) == 0)
    bench.wait(1_000)
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(0)) > 3)
    bench.wait(20_000)
    bench.mouse(.release(.left), 5, 8)
    #expect(bench.titles(0).last == "card 0")
  }

  @Test("At the right edge a drag brings in the next columns")
  func sideways() {
    var bench = Bench((0..<6).map { ("Column \($0)", ["card \($0)"]) }, columns: 60, rows: 10)
    bench.mouse(.press(.left), 5, 2)
    bench.mouse(.drag(.left), 59, 4)
    bench.wait(10_000)
    #expect(bench.window.model.viewport.scroll.firstLane == 4)
    bench.mouse(.drag(.left), 50, 4)
    bench.mouse(.release(.left), 50, 4)
    #expect(bench.titles(5) == ["card 5", "card 0"])
  }

  @Test("The wheel scrolls the column under the pointer and leaves the focus")
  func wheel() {
    var bench = Bench(
      [("A", (0..<30).map { "a\($0)" }), ("B", (0..<30).map { "b\($0)" })], rows: 10)
    for _ in 0..<5 { bench.mouse(.wheel(.down), 60, 4) }
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(1)) == 5)
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(0)) == 0)
    #expect(bench.focused == "a0")
    for _ in 0..<90 { bench.mouse(.wheel(.down), 60, 4) }
    #expect(bench.screen.contains { $0.contains("b29") })
    for _ in 0..<90 { bench.mouse(.wheel(.up), 60, 4) }
    #expect(bench.window.model.viewport.scroll.top(of: Bench.column(1)) == 0)
  }

  @Test("A click on a tab shows its column")
  func tabs() {
    var bench = Bench(Self.columns, columns: 40, rows: 10)
    bench.mouse(.press(.left), 10, 1)
    #expect(bench.window.model.view.focus.column == Bench.column(1))
    #expect(bench.screen[1] == " To do  Doing 1  Done")
  }

  @Test("A click chooses in a list, a click beside it closes it")
  func lists() {
    var bench = Self.bench()
    bench.keys("c")
    let row = bench.screen.firstIndex { $0.contains("Move right") } ?? 0
    bench.mouse(.press(.left), 20, row)
    #expect(bench.window.model.view.contents.lanes.map(\.title) == ["Doing", "To do", "Done"])
    bench.mouse(.press(.left), 0, 9)
    guard case .browsing = bench.window.mode else {
      Issue.record("still open")
      return
    }
  }
}
