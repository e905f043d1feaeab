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
    let bench = Bench(Self.columns, columns: 80, rows: 8)
    #expect(
      bench.screen == [
        " Home                                                                   ● saved",
        " To do                 2 │ Doing                  1 │ Done                    0",
        "▌ #1 Write the plan      │  #3 Paint the fence      │  no cards",
        "  #2 Call Ben            │                          │",
        "                         │                          │",
        "                         │                          │",
        "                         │                          │",
        " ? help  n new  Enter open  e title  HJKL move  d archive  / search  c column",
      ])
  }

  @Test("Below 60 columns there is one column and a tab strip")
  func compact() {
    var bench = Bench(Self.columns, columns: 40, rows: 8)
    #expect(
      bench.screen == [
        " Home                           ● saved", " To do 2  Doing  Done", "▌ #1 Write the plan",
        "  #2 Call Ben", "", "", "", " ? help  n new  Enter open  e title",
      ])
    bench.keys("l")
    #expect(bench.screen[1...3] == [" To do  Doing 1  Done", "▌ #3 Paint the fence", ""])
  }

  @Test("At 200 columns an open card stands beside the board")
  func wide() {
    var bench = Bench(Self.columns, columns: 200, rows: 6)
    #expect(bench.screen[2].hasPrefix("▌ #1 Write the plan      "))
    bench.keys("<enter><enter>note")
    let right = bench.screen.map { String($0.dropFirst(120)) }
    #expect(right[1...4] == ["│ Write the plan", "│ note", "│", "│"])
    #expect(bench.screen[2].hasPrefix("▌ #1 Write the plan  "))
    #expect(bench.screen[2].contains("│  #3 Paint the fence"))
  }

  @Test("Marks, favourites and bodies have signs; a line that is typed stands below the board")
  func signs() {
    var bench = Bench(Self.columns, columns: 80, rows: 8)
    bench.keys("fvn" + "a title that is typed")
    #expect(bench.screen[0].hasPrefix(" Home  1 marked  "))
    #expect(bench.screen[2] == "▌✓#1 Write the plan     ★│  #3 Paint the fence      │  no cards")
    #expect(bench.screen[6] == " New card in To do: a title that is typed")
    #expect(bench.screen[7] == " Enter done  Esc cancel")
    #expect(bench.window.render().cursor?.position == Position(column: 41, row: 6))
  }

  @Test("Wide and combining characters keep to their cells, long titles to three lines")
  func wideCharacters() {
    let columns = [
      (
        "日本語の列",
        [
          "日本語のとても長いタイトルで折り返す必要があります", "e\u{301}clair", "👨‍👩‍👧 family",
          "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
        ]
      ), ("B", ["x"]), ("C", ["y"]),
    ]
    var bench = Bench(columns, columns: 60, rows: 16)
    #expect(
      bench.screen[1...11] == [
        " 日本語の列                4 │ B                1 · 1 more ›",
        "▌ #1 日本語のとても長いタイ  │  #5 x", "▌ トルで折り返す必要がありま │",
        "▌ す                         │", "                             │",
        "  #2 e\u{301}clair                  │", "                             │",
        "  #3 👨‍👩‍👧 family               │", "                             │",
        "  #4 one two three four five │", "  six seven eight nine ten   │",
      ])
    bench.keys("$")
    #expect(bench.screen[1].hasPrefix("‹ 1 more · B  "))
    #expect(bench.screen[2] == "  #5 x                       │▌ #6 y")
  }

  @Test("What is scrolled away is counted, and the focus is always in sight")
  func scrolled() {
    var bench = Bench([("Long", (0..<20).map { "card \($0)" })], columns: 30, rows: 10)
    #expect(bench.screen[8] == "          ↓ 14 more")
    bench.keys("jjjjjjj")
    #expect(
      bench.screen[1...8] == [
        " Long 20", "           ↑ 3 more", "  #4 card 3", "  #5 card 4", "  #6 card 5",
        "  #7 card 6",
        "▌ #8 card 7", "          ↓ 12 more",
      ])
    bench.keys("/1")
    #expect(bench.screen[1] == " Long 12/20")
    #expect(bench.screen[8] == " Search: 1")
    bench.keys("<enter>")
    for key in ["G", "g", "<pgdn>", "<pgup>", "jjjjjj", "kk", "<esc>", "G", "kkkkkk"] {
      bench.keys(key)
      #expect(bench.screen.contains { $0.hasPrefix("▌") }, "\(key)")
    }
  }

  @Test("At 20x6 everything is there, below only the size that is needed")
  func smallest() {
    var bench = Bench(Self.columns, columns: 20, rows: 6)
    #expect(
      bench.screen == [
        " Home       ● saved", " To do 2  Doing  Do›", "▌ #1 Write the plan", "  #2 Call Ben", "",
        " ? help  n new",
      ])
    bench.keys("n")
    bench.paste("long title that scrolls")
    #expect(bench.screen[4] == " New car…: scrolls")
    for size in [(19, 6), (20, 5), (3, 1), (1, 1), (0, 0), (200, 2)] {
      bench.send(.resized(TerminalSize(columns: size.0, rows: size.1)))
      #expect(bench.window.sizeClass == .tooSmall)
      #expect(bench.window.render().size == TerminalSize(columns: size.0, rows: size.1))
      bench.keys("x")
    }
    bench.send(.resized(TerminalSize(columns: 40, rows: 5)))
    #expect(bench.screen[2].contains("Too small: Board needs 20x6"))
    bench.send(.resized(TerminalSize(columns: 80, rows: 24)))
    #expect(bench.screen[22] == " New card in To do: long title that scrolls")
    bench.keys("<esc>")
    bench.send(.resized(TerminalSize(columns: 10, rows: 3)))
    bench.keys("dq")
    #expect(bench.effects.contains(.quit))
    #expect(bench.intents.isEmpty)
  }

  @Test("The choice before a column is deleted names its cards")
  func deletion() {
    var bench = Bench(Self.columns, columns: 70, rows: 14)
    bench.keys("cG<enter>")
    #expect(
      bench.screen[3...10] == [
        "╭─ Delete “To do” ───────────────────────────────────────────────────╮",
        "│ ▌Archive its 2 cards                                               │",
        "│  Move its 2 cards to Doing                                         │",
        "│  Move its 2 cards to Done                                          │",
        "│ Cards in it:                                                       │",
        "│   Write the plan                                                   │",
        "│   Call Ben                                                         │",
        "╰────────────────────────────────────────────────────────────────────╯",
      ])
  }

  @Test("An empty board says how to begin")
  func empty() {
    let bench = Bench([], columns: 60, rows: 8)
    #expect(bench.screen[4] == "                No columns yet. N makes one.")
  }

  @Test("Light and dark, and without colours, the focus and what changed differ from the rest")
  func themes() {
    for background in [Theme.Background.light, .dark] {
      let theme = Theme(background: background)
      let attributes = [theme.focused, theme.changed, theme.marked, theme.warning, theme.bad]
      #expect(attributes.allSatisfy { !$0.attributes.isEmpty })
      #expect(theme.focused.attributes != theme.changed.attributes)
    }
    var bench = Bench(Self.columns)
    bench.send(.input(.reply(.backgroundColor(RGB(250, 250, 250)))))
    #expect(bench.window.model.viewport.theme.background == .light)
    bench.send(.input(.reply(.backgroundColor(RGB(10, 10, 10)))))
    #expect(bench.window.model.viewport.theme.background == .dark)
  }
}
