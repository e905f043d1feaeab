import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("An open card")
struct CardEditorTests {
  static let card = Bench.card(0, 0)

  static func bench(_ body: String = "", columns: Int = 80, rows: Int = 24) -> Bench {
    var bench = Bench([("To do", ["a", "b"])], columns: columns, rows: rows)
    if !body.isEmpty { bench.otherTypes(body, at: 0) }
    bench.keys("<enter><enter>")
    return bench
  }

  @Test("What is typed shows at once and becomes one splice per pause")
  func batches() {
    var bench = Self.bench()
    bench.keys("hello")
    #expect(bench.screen[4] == " hello")
    #expect(bench.intents.isEmpty)
    bench.wait(149)
    #expect(bench.intents.isEmpty)
    bench.wait(1)
    #expect(bench.intents.count == 1)
    bench.keys(" you")
    bench.wait(150)
    #expect(bench.intents.count == 2)
    #expect(bench.body == "hello you")
    #expect(bench.screen[4] == " hello you")
  }

  @Test("Moving the caret ends a batch, and nothing more happens without typing")
  func movement() {
    var bench = Self.bench()
    bench.keys("abc<left>")
    #expect(bench.intents.count == 1)
    bench.keys("<left><left><right>")
    #expect(bench.intents.count == 1)
    bench.keys("X<esc>")
    #expect(bench.body == "aXbc")
  }

  @Test(
    "Editing keys",
    arguments: [
      ("one two", "<home>X", "Xone two"), ("one two", "X", "Xone two"),
      ("one two", "<end>X", "one twoX"), ("one two", "<c-right>X", "oneX two"),
      ("one two", "<a-f><a-f>X", "one twoX"), ("one two", "<end><c-left>X", "one Xtwo"),
      ("one two", "<end><a-b>X", "one Xtwo"), ("one two", "<end><bs>", "one tw"),
      ("one two", "<del>", "ne two"), ("one two", "<end><c-w>", "one "),
      ("one two", "<a-d>", " two"), ("one two", "<a-f><c-u>", " two"),
      ("one two", "<a-f><c-k>", "one"), ("one\ntwo", "<down>X", "one\nXtwo"),
      ("one\ntwo", "<end><down>X", "one\ntwoX"), ("one\ntwo", "<down><end><up>X", "oneX\ntwo"),
      ("one\ntwo", "<down><bs>", "onetwo"), ("one\ntwo", "<end><c-k>", "onetwo"),
      ("one\ntwo", "<c-end>X", "one\ntwoX"), ("one\ntwo", "<c-end><c-home>X", "Xone\ntwo"),
      ("one", "<enter>", "\none"), ("e\u{301}x", "<right><bs>", "x"),
      ("👨‍👩‍👧x", "<right><bs>", "x"), ("日本語", "<end><left><bs>", "日語"),
      ("a\n\nlonger", "<down><down><end><up><down>X", "a\n\nlongerX"),
    ])
  func editing(body: String, keys: String, expected: String) {
    var bench = Self.bench(body)
    bench.keys(keys + "<esc>")
    #expect(bench.body == expected)
  }

  @Test("Up and down go by the lines as they are wrapped")
  func wrapped() {
    var bench = Self.bench("aaaa bbbb cccc dddd eeee ffff", columns: 22, rows: 10)
    #expect(bench.screen[4] == " aaaa bbbb cccc dddd")
    #expect(bench.screen[5] == " eeee ffff")
    bench.keys("<right><down>X<esc>")
    #expect(bench.body == "aaaa bbbb cccc dddd eXeee ffff")
  }

  @Test("Several lines are pasted as they are, controls left out")
  func paste() {
    var bench = Self.bench("xy")
    bench.keys("<right>")
    bench.paste("one\r\ntwo\tthree\u{1B}[31m")
    bench.keys("<esc>")
    #expect(bench.body == "xone\ntwo\tthree[31my")
  }

  @Test("What is pasted right behind what was typed is an edit of its own, and is kept")
  func pasteBehindTyping() {
    var bench = Self.bench("xy")
    bench.keys("<right>ab")
    bench.paste("one\ntwo")
    bench.paste("three")
    bench.keys("c")
    bench.wait(200)
    #expect(bench.body == "xabone\ntwothreecy")
    #expect(bench.intents.count == 3)
    bench.keys("<esc>u")
    #expect(bench.body == "xabone\ntwoy")
  }

  @Test("A long paste arrives in order, in insertions that fit")
  func longPaste() {
    var bench = Self.bench("<>")
    let text = (0..<6_000).map { "line \($0)" }.joined(separator: "\n")
    bench.keys("<right>")
    bench.paste(text)
    bench.keys("!")
    bench.wait(200)
    #expect(bench.body == "<" + text + "!>")
    let longest = bench.intents.compactMap { intent -> Int? in
      guard case .cardSplice(_, let splice) = intent else { return nil }
      return splice.insertions.map(\.text.utf8.count).max()
    }
    #expect((longest.max() ?? 0) <= 65_535)
  }

  @Test("The caret keeps its place in the text while others write before and after it")
  func concurrent() {
    var bench = Self.bench("hello world")
    bench.keys("<a-f>")
    bench.otherTypes("Oh, ", at: 0)
    bench.keys("!")
    bench.otherTypes(" and more", at: "Oh, hello world".count)
    bench.wait(200)
    #expect(bench.body == "Oh, hello! world and more")
    #expect(bench.screen[4] == " Oh, hello! world and more")
    bench.otherDeletes(0..<4)
    bench.keys("?<esc>")
    #expect(bench.body == "hello!? world and more")
  }

  @Test("What others write at the caret stands right of it")
  func sameSpot() {
    var bench = Self.bench("ab")
    bench.keys("<right>X")
    bench.otherTypes("Y", at: 1)
    bench.keys("Z<esc>")
    #expect(bench.body == "aXZYb")
  }

  @Test("Who types backward goes on in front of the last key, also where others write there")
  func backward() {
    var bench = Self.bench("ab")
    bench.keys("<right>X<left>")
    bench.otherTypes("Y", at: 1)
    #expect(bench.body == "aYXb")
    bench.keys("W<left>V")
    bench.otherTypes("Z", at: 1)
    #expect(bench.screen[4] == " aZYVWXb")
    bench.keys("<esc>")
    #expect(bench.body == "aZYVWXb")
  }

  @Test("What is typed stays where it is when others delete around it and drop what was deleted")
  func compacted() {
    for typed in ["", "X"] {
      var bench = Bench([("To do", ["a"])])
      bench.otherTypes("abcdef", at: 0)
      bench.keys("<enter><enter><right><right><right>\(typed)")
      let body = bench.board.card(Bench.card(0, 0))?.body ?? Text()
      bench.other(
        .cardSplice(Bench.card(0, 0), body.splice(replacing: 1..<3, with: "")), shows: false)
      bench.other(.textCompact(Bench.card(0, 0), nil, horizon: bench.board.sequence))
      bench.keys("Y<esc>")
      #expect(bench.body == "a\(typed)Ydef")
    }
  }

  @Test("Typing inside what others delete survives")
  func insideDeleted() {
    var bench = Self.bench("one two three")
    bench.keys("<a-f>X")
    bench.otherDeletes(0..<13)
    #expect(bench.screen[4] == " X")
    bench.keys("Y<esc>")
    #expect(bench.body == "XY")
  }

  @Test("Keys typed while the disk is slow are neither lost nor doubled")
  func slowDisk() {
    var bench = Self.bench()
    bench.shows = false
    bench.keys("one")
    bench.wait(200)
    bench.keys(" two")
    #expect(bench.screen[4] == " one two")
    bench.wait(200)
    bench.otherTypes("zero ", at: 0)
    bench.keys(" three")
    #expect(bench.screen[4].contains("one two three"))
    bench.shows = true
    bench.showPending()
    bench.keys("<esc>")
    #expect(bench.body.contains("one two three"))
    #expect(bench.body.count == "zero one two three".count)
  }

  @Test("What the disk refused stays on the screen and is made again")
  func refusedByDisk() {
    var bench = Self.bench("x")
    bench.shows = false
    bench.keys("<end>one")
    bench.wait(200)
    let intent = bench.lastIntent
    bench.takeBackLast()
    bench.send(.refused(intent, .notStored("disk full")))
    #expect(bench.notice == "An edit could not be written to disk: disk full")
    #expect(bench.screen[4] == " xone")
    bench.shows = true
    bench.keys("!")
    bench.wait(200)
    #expect(bench.body == "xone!")
  }

  @Test("The title is edited in place and becomes an edit when it is left")
  func title() {
    var bench = Self.bench()
    bench.keys("<backtab>bc<tab>body<esc>")
    #expect(bench.intents.first == .cardRetitle(Self.card, title: "abc"))
    #expect(bench.body == "body")
    bench.keys("<enter><up><c-u><esc>")
    #expect(bench.notice == "A title cannot be empty.")
    #expect(bench.titles(0)[0] == "abc")
  }

  @Test("Somebody else's title appears unless one is being typed, then it is told")
  func othersTitle() {
    var bench = Self.bench()
    bench.other(.cardRetitle(Self.card, title: "theirs"))
    #expect(bench.screen[1] == " theirs")
    bench.keys("<backtab>!")
    bench.other(.cardRetitle(Self.card, title: "again"))
    #expect(bench.screen[1] == " theirs!")
    #expect(bench.notice == "bob renamed this card to “again” meanwhile.")
    bench.keys("<tab>")
    #expect(bench.titles(0)[0] == "theirs!")
  }

  @Test("ctrl-z takes back what was typed here and no more")
  func undo() {
    var bench = Self.bench("old ")
    bench.keys("<end>one")
    bench.wait(200)
    bench.keys("two<c-z>")
    #expect(bench.body == "old one")
    bench.keys("<c-y>")
    #expect(bench.body == "old onetwo")
    bench.keys("<c-z><c-z><c-z>")
    #expect(bench.body == "old ")
    #expect(bench.notice == "Nothing was typed here that can be undone.")
  }

  @Test("A read-only window refuses typing and keeps the text")
  func readOnly() {
    var bench = Self.bench("text")
    bench.send(.standing(.fenced(.ended("Look, do not touch."))))
    bench.keys("x<bs><del>")
    bench.wait(500)
    #expect(bench.screen[4] == " text")
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "Look, do not touch.")
  }

  @Test("What was typed when the window became read-only is kept, and made when it can be")
  func strandedTyping() {
    var bench = Self.bench("text")
    bench.keys("<backtab>!")
    bench.send(.standing(.fenced(.ended("Taken over."))))
    bench.keys("<esc><enter>")
    bench.send(.standing(.writable))
    #expect(bench.titles(0)[0] == "a!")
    bench.keys("<enter>x")
    bench.send(.standing(.fenced(.ended("Taken over."))))
    bench.keys("<esc>")
    #expect(bench.intents.count == 1)
    guard case .browsing = bench.window.mode else {
      Issue.record("a read-only card can be closed")
      return
    }
    #expect(!bench.window.viewState.drafts.isEmpty)
    bench.send(.standing(.writable))
    #expect(bench.body == "xtext")
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  @Test("The cursor stands where the next character goes")
  func cursor() {
    var bench = Self.bench("日本")
    #expect(bench.window.render().cursor?.position == Position(column: 1, row: 4))
    bench.keys("<right>")
    #expect(bench.window.render().cursor?.position == Position(column: 3, row: 4))
    bench.keys("<backtab>")
    #expect(bench.window.render().cursor?.position == Position(column: 2, row: 1))
    bench.keys("<tab>")
    bench.mouse(.press(.left), 40, 4)
    #expect(bench.window.render().cursor?.position == Position(column: 5, row: 4))
  }

  @Test("A long body scrolls with the caret")
  func scrolling() {
    let lines = (0..<100).map { "line \($0)" }
    var bench = Self.bench(lines.joined(separator: "\n"), rows: 10)
    bench.keys("<c-end>")
    #expect(bench.screen[8] == " line 99")
    bench.keys("<pgup><pgup>")
    #expect(bench.screen.contains(" line 91"))
    bench.keys("<c-home>")
    #expect(bench.screen[4] == " line 0")
    for _ in 0..<3 { bench.mouse(.wheel(.down), 10, 5) }
    #expect(bench.screen[4] == " line 9")
  }
}

extension Bench {
  var body: String { board.card(Bench.card(0, 0))?.body.string ?? "" }

  mutating func otherTypes(_ text: String, at place: Int) {
    guard let body = board.card(Bench.card(0, 0))?.body else { return }
    other(.cardSplice(Bench.card(0, 0), body.splice(replacing: place..<place, with: text)))
  }

  mutating func otherDeletes(_ range: Range<Int>) {
    guard let body = board.card(Bench.card(0, 0))?.body else { return }
    other(.cardSplice(Bench.card(0, 0), body.splice(replacing: range, with: "")))
  }
}
