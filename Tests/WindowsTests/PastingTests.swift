import BoardModel
import Screen
import Testing

@testable import Windows

@Suite("Lines and files onto the board")
struct PastingTests {
  static let columns = [("To do", ["a", "b"]), ("Doing", ["c"])]

  static func bench(rows: Int = 20) -> Bench { Bench(columns, columns: 80, rows: rows) }

  static func offer(_ bench: Bench) -> CardOffer? {
    bench.list(CardOffer.self)
  }

  // MARK: Lines

  @Test("Several lines are offered with their number and titles, and made in one edit by Enter")
  func lines() {
    var bench = Self.bench()
    bench.paste("buy milk\n\n  call Ben \n- [ ] paint\n* the fence\n-\n")
    #expect(bench.intents.isEmpty)
    #expect(
      bench.screen[6...12] == [
        "    ╭─ 4 cards in “To do”? ────────────────────────────────────────────────╮",
        "    │ buy milk                                                             │",
        "    │ call Ben                                                             │",
        "    │ paint                                                                │",
        "    │ the fence                                                            │",
        "    │ Enter makes them, Esc nothing.                                       │",
        "    ╰──────────────────────────────────────────────────────────────────────╯",
      ])
    bench.keys("<enter>")
    #expect(bench.intents.count == 1)
    #expect(bench.titles(0) == ["a", "buy milk", "call Ben", "paint", "the fence", "b"])
    #expect(bench.focused == "buy milk")
    #expect(bench.notice == "Made 4 cards in “To do”. u undoes.")
    bench.keys("u")
    #expect(bench.titles(0) == ["a", "b"])
  }

  @Test("Esc, and a click beside the question, make nothing")
  func declined() {
    var bench = Self.bench()
    bench.keys("l")
    bench.paste("one\ntwo")
    #expect(Self.offer(bench)?.column == Bench.column(1))
    bench.keys("<esc>")
    #expect(Self.offer(bench) == nil)
    bench.paste("one\ntwo")
    bench.mouse(.press(.left), 0, 19)
    #expect(Self.offer(bench) == nil)
    #expect(bench.intents.isEmpty)
  }

  @Test("One line begins a card, as ever, and blank ones do nothing")
  func oneLine() {
    var bench = Self.bench()
    bench.paste(" \n\n")
    guard case .browsing = bench.window.mode else {
      Issue.record("something is asked")
      return
    }
    bench.paste("\n buy milk\n")
    guard case .prompt(let prompt) = bench.window.mode else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.field.text == "buy milk")
    #expect(bench.notice == nil)
  }

  @Test("500 lines are offered, one more is refused, and so is a paste that was cut")
  func bounds() {
    var bench = Self.bench(rows: 12)
    bench.paste((0..<500).map { "line \($0)" }.joined(separator: "\n"))
    #expect(Self.offer(bench)?.cards.count == 500)
    bench.keys("G")
    #expect(bench.screen.contains { $0.contains("line 499") })
    bench.keys("g")
    #expect(bench.screen.contains { $0.contains("│ line 0 ") })
    bench.keys("<enter>")
    #expect(bench.titles(0).count == 502)
    bench.paste((0..<501).map { "line \($0)" }.joined(separator: "\n"))
    #expect(Self.offer(bench) == nil)
    #expect(bench.notice == "No more than 500 cards at once; these are 501.")
    bench.send(.input(.paste(Paste("one\ntwo", .truncated))))
    #expect(Self.offer(bench) == nil)
    #expect(bench.notice == "Too long: nothing was taken of what was pasted.")
  }

  @Test("Of a line too long for a title nothing is lost")
  func long() {
    var bench = Self.bench()
    let line = String(repeating: "x", count: BoardLimits.titleScalars + 1)
    bench.paste("short\n\(line)\n\(line.dropLast())")
    #expect(bench.screen.contains { $0.contains("A long line: whole in the card's body.") })
    bench.keys("<enter>")
    let cards = bench.board.liveCards(in: Bench.column(0))
    #expect(cards[2].title.value == line.dropLast(2) + "…")
    #expect(cards[2].body.string == line)
    #expect(cards[3].title.value == line.dropLast())
    #expect(cards[3].body.string.isEmpty)
  }

  @Test("Control characters, byte order marks and tabs do not become titles")
  func controls() throws {
    let offer = try CardOffer(
      "\u{FEFF}a\u{1B}[2J\u{7}b\r\nc\td\r\u{9B}e", from: nil, in: Bench.column(0), after: nil)
    #expect(offer.cards.map(\.title) == ["a[2Jb", "c d", "e"])
    #expect(throws: CardOffer.Fault.noLines) {
      try CardOffer("\n - \n\t", from: nil, in: Bench.column(0), after: nil)
    }
  }

  @Test("Who may make no cards is told so and asked nothing")
  func viewer() {
    var bench = Bench(Self.columns, columns: 80, rows: 20)
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    for text in ["one\ntwo", "/tmp/list.txt"] {
      bench.forgetEffects()
      bench.paste(text)
      #expect(bench.notice == "Only an editor may do this; you are a viewer.")
      #expect(Self.offer(bench) == nil)
      #expect(!bench.effects.contains { if case .readFile = $0 { true } else { false } })
    }
    var empty = Bench([], columns: 80, rows: 20)
    empty.paste("one\ntwo")
    #expect(empty.notice == "There is no column here. N makes one.")
  }

  // MARK: Files

  @Test(
    "A path is found as terminals paste it",
    arguments: [
      ("/home/ann/list.txt", ["/home/ann/list.txt"]),
      ("  /home/ann/list.txt \n", ["/home/ann/list.txt"]),
      ("/home/ann/my list.txt", ["/home/ann/my list.txt"]),
      ("'/home/ann/my list.txt' ", ["/home/ann/my list.txt"]),
      ("\"/home/ann/my list.txt\"", ["/home/ann/my list.txt"]),
      (#"/home/ann/my\ list.txt"#, [#"/home/ann/my\ list.txt"#, "/home/ann/my list.txt"]),
      (#"'/home/ann/it'\''s.txt'"#, ["/home/ann/it's.txt"]),
      ("/home/ann/it's.txt", ["/home/ann/it's.txt"]),
      ("file:///home/ann/my%20list%C3%A4.txt", ["/home/ann/my listä.txt"]),
      ("file://localhost/tmp/a", ["/tmp/a"]), ("FILE:///tmp/a", ["/tmp/a"]),
      ("file://elsewhere/tmp/a", []), ("file:///tmp/%zz", []), ("file:///tmp/%4", []),
      ("file:///tmp/%FF", []), ("file:///tmp/a%0Ab", []), ("file:///tmp/%00", []),
      ("list.txt", []), ("/one\n/two", []), ("https://example.org/a", []), ("", []),
      (String(repeating: "/x", count: 3_000), []),
    ])
  func paths(text: String, paths: [String]) {
    #expect(DroppedPath.candidates(in: text) == paths)
  }

  @Test("A file's lines are offered as cards, under its name")
  func file() {
    var bench = Self.bench()
    bench.paste("'/tmp/my list.md' ")
    #expect(bench.effects.contains(.readFile("/tmp/my list.md")))
    #expect(bench.screen.last == " Esc cancel  reading my list.md …")
    bench.send(.file(path: "/tmp/other", .text("wrong")))
    #expect(Self.offer(bench) == nil)
    bench.send(.file(path: "/tmp/my list.md", .text("one\r\n")))
    #expect(bench.screen.contains { $0.contains("╭─ 1 card in “To do” from my list.md? ─") })
    bench.keys("<enter>")
    #expect(bench.titles(0) == ["a", "one", "b"])
  }

  @Test("What is no file is a title, whichever way it was quoted")
  func absent() {
    var bench = Self.bench()
    bench.paste(#"/tmp/my\ list.md"#)
    #expect(bench.effects.contains(.readFile(#"/tmp/my\ list.md"#)))
    bench.send(.file(path: #"/tmp/my\ list.md"#, .absent))
    #expect(bench.effects.contains(.readFile("/tmp/my list.md")))
    bench.send(.file(path: "/tmp/my list.md", .absent))
    guard case .prompt(let prompt) = bench.window.mode else {
      Issue.record("no prompt")
      return
    }
    #expect(prompt.field.text == #"/tmp/my\ list.md"#)
  }

  @Test("A file that cannot be read, or holds no lines, is told and nothing else happens")
  func refused() {
    var bench = Self.bench()
    bench.paste("/tmp/a.bin")
    bench.send(.file(path: "/tmp/a.bin", .refused("it is not a text in UTF-8")))
    #expect(bench.notice == "No cards of “a.bin”: it is not a text in UTF-8.")
    bench.paste("/tmp/empty")
    bench.send(.file(path: "/tmp/empty", .text("\n\n")))
    #expect(bench.notice == "There is no line that could be a card.")
    #expect(bench.intents.isEmpty)
    guard case .browsing = bench.window.mode else {
      Issue.record("something is asked")
      return
    }
  }

  @Test("Esc does not wait for a file, and its lines are then offered no more")
  func cancelled() {
    var bench = Self.bench()
    bench.paste("/net/slow")
    bench.keys("d")
    #expect(bench.effects.contains(.bell))
    #expect(bench.intents.isEmpty)
    bench.keys("<esc>j")
    #expect(bench.focused == "b")
    bench.send(.file(path: "/net/slow", .text("one\ntwo")))
    #expect(Self.offer(bench) == nil)
  }
}
