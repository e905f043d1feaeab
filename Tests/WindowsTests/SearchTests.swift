import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Searching")
struct SearchTests {
  static let columns = [
    ("To do", ["Milk", "Bread", "Eggs", "Salt"]), ("Doing", ["Bake"]),
    ("Done", ["Tidy", "Start the oven"]),
  ]

  @Test("On one column the tabs tell where cards were found, and the nearest is shown")
  func compact() {
    var bench = Bench(Self.columns, columns: 40, rows: 20)
    bench.keys("/Start<enter>")
    #expect(bench.focused == "Start the oven")
    #expect(bench.screen[1...2] == [" To do 0  Doing 0  Done 1/2", "▌ #7 Start the oven"])
    #expect(!bench.screen.contains { $0.contains("nothing found") })
    bench.keys("h")
    #expect(bench.screen[1...2] == [" To do 0  Doing 0/1  Done 1", "  no match here"])
  }

  @Test("Where counts do not fit, the tabs of columns without a match go without")
  func narrow() {
    var bench = Bench(Self.columns, columns: 24, rows: 20)
    bench.keys("/Start")
    #expect(bench.screen[1] == " To do  Doing  Done 1/2")
  }

  @Test("At 80 columns the focus goes to the first card found in the nearest column")
  func regular() {
    var bench = Bench(Self.columns, columns: 80, rows: 20)
    bench.keys("G/b")
    #expect(bench.focused == "Bread")
    bench.keys("a")
    #expect(bench.focused == "Bake")
    #expect(bench.screen[1].contains("To do               0/4 │ Doing                1/1"))
    #expect(bench.screen[2].hasPrefix("  no match here "))
  }

  @Test("A card that matches keeps the focus; of two columns as near, the right one has it")
  func nearest() {
    var bench = Bench([("A", ["x1"]), ("B", ["y"]), ("C", ["x2", "x3"])])
    bench.keys("l/x")
    #expect(bench.focused == "x2")
    bench.keys("<esc>ljjj/x")
    #expect(bench.focused == "x3")
    bench.keys("1")
    #expect(bench.focused == "x1")
  }

  @Test("Esc in the line goes back to the card from which the search began")
  func cancelled() {
    var bench = Bench(Self.columns)
    bench.keys("jj/Start<esc>")
    #expect(bench.focused == "Eggs")
    #expect(bench.window.model.view.filter == nil)
  }

  @Test("Only where no card on the board matches, nothing was found")
  func nothing() {
    var bench = Bench(Self.columns + [("Empty", [])], columns: 120)
    bench.keys("/Milk")
    #expect(bench.screen[2].contains("no match here"))
    #expect(bench.screen[2].contains("no cards"))
    #expect(!bench.screen[2].contains("nothing found"))
    bench.keys("x")
    #expect(bench.screen[2].hasPrefix("  nothing found"))
  }

  @Test("Tab goes round through all that was found, Shift-Tab back")
  func round() {
    var bench = Bench(Self.columns)
    bench.keys("<tab>")
    #expect(bench.notice == "Nothing is searched for: / searches.")
    bench.keys("/a<enter>")
    var seen: [String?] = [bench.focused]
    for _ in 0..<5 {
      bench.keys("<tab>")
      seen.append(bench.focused)
    }
    #expect(seen == ["Bread", "Salt", "Bake", "Start the oven", "Bread", "Salt"])
    bench.keys("<backtab><backtab>")
    #expect(bench.focused == "Start the oven")
  }

  @Test("From a column without a match, Tab goes to what stands behind it, Shift-Tab before it")
  func fromNothing() {
    var bench = Bench(Self.columns)
    bench.keys("/t<enter>l")
    #expect(bench.focused == nil)
    bench.keys("<tab>")
    #expect(bench.focused == "Tidy")
    bench.keys("h<backtab>")
    #expect(bench.focused == "Salt")
  }

  @Test("What others do does not take the focus out of its column")
  func others() {
    var bench = Bench(Self.columns)
    bench.keys("/Bread<enter>")
    bench.other(.cardRetitle(Bench.card(0, 1), title: "Rolls"))
    #expect(bench.window.model.view.focus.column == Bench.column(0))
  }
}
