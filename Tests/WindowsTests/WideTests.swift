import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("A card beside the board")
struct WideTests {
  static let columns = [
    ("To do", ["Write the plan", "Call Ben"]), ("Doing", ["Paint the fence"]), ("Done", []),
  ]

  static func bench(_ width: Int = 200, rows: Int = 12) -> Bench {
    var bench = Bench(columns, columns: width, rows: rows)
    bench.otherTypes("what is to be done\nand by whom", at: 0)
    return bench
  }

  /// The part of each row that the card has at 200 columns.
  static func pane(_ bench: Bench) -> [String] { bench.screen.map { String($0.dropFirst(120)) } }

  @Test(
    "An open card takes the board's place below 140 columns and stands beside it from there on",
    arguments: [(40, false), (80, false), (139, false), (140, true), (200, true)])
  func classes(width: Int, isBeside: Bool) {
    var bench = Self.bench(width)
    #expect(bench.screen.contains { $0.contains("what is to be done") } == isBeside)
    bench.keys("<enter>")
    #expect(bench.screen.contains { $0.contains("what is to be done") })
    #expect(bench.screen.contains { $0.contains("Call Ben") } == isBeside)
    #expect(bench.screen.contains { $0.contains("Paint the fence") } == isBeside)
    if isBeside {
      let pane = width - width * 2 / 5
      #expect(bench.screen[1].dropFirst(pane).hasPrefix("│ Write the plan"))
      #expect(!bench.screen[1].dropFirst(pane + 1).contains("│"))
    }
    bench.keys("<esc>")
    #expect(bench.screen.contains { $0.contains("Call Ben") })
    guard case .browsing = bench.window.mode else {
      Issue.record("still open")
      return
    }
  }

  @Test("What the focus is on is shown, without a caret, also when others change it")
  func preview() {
    var bench = Self.bench()
    #expect(Self.pane(bench)[1] == "│ Write the plan")
    #expect(bench.window.render().cursor == nil)
    bench.keys("l")
    #expect(Self.pane(bench)[1] == "│ Paint the fence")
    #expect(Self.pane(bench).contains("│ No text yet."))
    bench.keys("h")
    #expect(Self.pane(bench).contains("│ and by whom"))
    bench.otherTypes("NEW ", at: 0)
    #expect(Self.pane(bench).contains("│ NEW what is to be done"))
    bench.other(.cardRetitle(Bench.card(0, 0), title: "Write it"))
    #expect(Self.pane(bench)[1] == "│ Write it")
    #expect(bench.notice == nil)
    #expect(bench.screen[2].hasPrefix("▌ #1 Write it  "))
    bench.keys("$")
    #expect(Self.pane(bench)[1...4] == ["│", "│", "│", "│"])
  }

  @Test("What is typed before Enter goes to the board, behind it to the card; Esc gives it back")
  func keys() {
    var bench = Self.bench()
    bench.keys("j")
    #expect(bench.focused == "Call Ben")
    bench.keys("<enter><enter>j")
    #expect(bench.focused == "Call Ben")
    #expect(Self.pane(bench).contains("│ j"))
    #expect(bench.window.render().cursor?.position == Position(column: 123, row: 4))
    bench.keys("<esc><esc>k")
    #expect(bench.focused == "Write the plan")
    #expect(bench.window.render().cursor == nil)
    #expect(bench.board.card(Bench.card(0, 1))?.body.string == "j")
  }

  @Test("p gives the board the whole width and the card its place again; Enter does too")
  func toggle() {
    var bench = Self.bench()
    bench.keys("p")
    #expect(!bench.screen.contains { $0.contains("what is to be done") })
    #expect(bench.screen[1].hasSuffix("   0"))
    #expect(bench.screen[1].count == 199)
    bench.keys("<enter>")
    #expect(Self.pane(bench)[1] == "│ Write the plan")
    bench.keys("<esc>")
    #expect(Self.pane(bench)[1] == "│ Write the plan")
    var narrow = Self.bench(139)
    narrow.keys("p")
    #expect(narrow.notice == "A card beside the board needs a terminal 140 wide.")
  }

  @Test(
    "Resized through all classes an open card keeps its text, its caret and its unsaved edits",
    arguments: ["some text<left><left>x", "<up>now <left><left>", "<backtab>!<c-a>"])
  func resized(keys: String) {
    var bench = Self.bench()
    bench.keys("j<enter><enter>" + keys)
    guard case .card(let before) = bench.window.mode else {
      Issue.record("not open")
      return
    }
    for width in [80, 40, 139, 15, 140, 59, 200] {
      bench.send(.resized(TerminalSize(columns: width, rows: 12)))
      guard case .card(let editor) = bench.window.mode else {
        Issue.record("closed at \(width)")
        return
      }
      #expect(editor.card == Bench.card(0, 1))
      #expect(editor.field == before.field)
      #expect(editor.body.draft.scalars == before.body.draft.scalars)
      #expect(editor.body.draft.caret == before.body.draft.caret)
      #expect(editor.title.line == before.title.line)
      #expect(
        editor.unsaved(counter: 1) == before.unsaved(counter: 1)
          && !before.unsaved(counter: 1).isEmpty)
      #expect(bench.focused == "Call Ben")
      guard width >= SizeClass.minimumColumns else { continue }
      #expect(bench.window.render().cursor != nil)
      #expect(bench.screen.contains { $0.contains("Call Ben") })
    }
  }

  @Test("The focus stays in sight when the board gets narrower for the card")
  func focusSeen() {
    var bench = Bench(
      (0..<9).map { ("Column \($0)", ["card \($0)"]) }, columns: 80, rows: 10)
    bench.keys("$")
    for width in [200, 140, 139, 40, 150, 220] {
      bench.send(.resized(TerminalSize(columns: width, rows: 10)))
      #expect(bench.focused == "card 8")
      #expect(bench.screen.contains { $0.contains("▌ #9 card 8") }, "\(width)")
    }
    bench.keys("p")
    #expect(bench.screen[1].contains("Column 1"))
    bench.keys("p")
    #expect(bench.screen.contains { $0.contains("▌ #9 card 8") })
  }

  @Test("A click in the card gives it the keys there, a click on the board gives them back")
  func clicks() {
    var bench = Self.bench()
    bench.mouse(.press(.left), 122 + 4, 5)
    #expect(bench.window.render().cursor?.position == Position(column: 126, row: 5))
    bench.keys("!")
    #expect(Self.pane(bench)[5] == "│ and !by whom")
    bench.mouse(.press(.left), 50, 2)
    #expect(bench.focused == "Paint the fence")
    #expect(bench.board.card(Bench.card(0, 0))?.body.string == "what is to be done\nand !by whom")
    guard case .pressed = bench.window.mode else {
      Issue.record("the board does not have the keys")
      return
    }
    bench.mouse(.drag(.left), 10, 3)
    bench.mouse(.release(.left), 10, 3)
    #expect(bench.titles(0).contains("Paint the fence"))
    #expect(Self.pane(bench)[1] == "│ Paint the fence")
  }

  @Test("The wheel scrolls what it is over, and Enter goes on where the preview was")
  func wheel() {
    var bench = Self.bench(200, rows: 10)
    bench.otherTypes((0..<40).map { "line \($0)\n" }.joined(), at: 0)
    bench.mouse(.wheel(.down), 150, 5)
    #expect(Self.pane(bench)[4] == "│ line 3")
    bench.keys("<enter>")
    #expect(Self.pane(bench)[4] == "│ line 3")
    bench.mouse(.wheel(.down), 150, 5)
    bench.keys("<esc>")
    #expect(bench.focused == "Write the plan")
    let top = Self.pane(bench)[4]
    bench.otherTypes("more ", at: 0)
    #expect(Self.pane(bench)[4] == top)
  }

  @Test(
    "Brackets scroll the card beside the board by half of what is shown, no further than it goes")
  func brackets() {
    var bench = Self.bench(200, rows: 12)
    bench.otherTypes((0..<20).map { "line \($0)\n" }.joined(), at: 0)
    bench.keys("]")
    #expect(Self.pane(bench)[4] == "│ line 3")
    for _ in 0..<20 { bench.keys("]") }
    #expect(Self.pane(bench)[10] == "│ and by whom")
    for _ in 0..<20 { bench.keys("[") }
    #expect(Self.pane(bench)[4] == "│ line 0")
    #expect(bench.focused == "Write the plan")
  }

  @Test("A comment that is typed when the board is clicked is there when the card is opened again")
  func aside() {
    var bench = Bench(Self.columns, columns: 200, rows: 20)
    bench.keys("<enter><backtab>n" + "half a thought")
    bench.mouse(.press(.left), 10, 5)
    bench.mouse(.release(.left), 10, 5)
    bench.keys("j")
    #expect(bench.focused == "Call Ben")
    #expect(
      bench.window.viewState.drafts == [.comment(Bench.card(0, 0), nil, "half a thought")])
    bench.keys("g<enter><backtab>n")
    #expect(bench.screen.contains { $0.contains("half a thought") })
    bench.keys("<enter>")
    #expect(
      bench.lastIntent.map {
        if case .commentAdd(Bench.card(0, 0), _, "half a thought") = $0 { true } else { false }
      } == true)
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  @Test("A line that is typed stands below board and card")
  func prompt() {
    var bench = Self.bench()
    bench.keys("e")
    #expect(bench.screen[10] == " Title: Write the plan")
    #expect(Self.pane(bench)[1] == "│ Write the plan")
  }
}
