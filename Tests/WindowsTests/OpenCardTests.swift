import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

/// An open card is read until the person says that they write: no key goes into its texts before.
@Suite("An open card at rest")
struct OpenCardTests {
  static let card = Bench.card(0, 0)
  static let columns = [("To do", ["a", "b"]), ("Doing", ["d"])]
  static let lines = (0..<40).map { "line \($0)" }.joined(separator: "\n")

  /// How a card comes to be open, and in which window.
  enum Way: CaseIterable, Sendable {
    case enter, doubleClick, menu, noMultiplexer, invitation, favourites, restored, cardWindow
  }

  static func bench(_ way: Way = .enter, columns width: Int = 80) -> Bench {
    var bench = Bench(
      columns, columns: width, rows: 14,
      subject: way == .favourites ? .favourites : way == .cardWindow ? .card(card) : .board)
    bench.otherTypes(lines, at: 0)
    if way == .favourites { bench.other(.cardFavourite(card, marked: true), by: Bench.author) }
    bench.wait(10_000)
    switch way {
    case .enter, .favourites: bench.keys("<enter>")
    case .menu: bench.keys(".<enter>")
    case .doubleClick:
      for _ in 0..<2 {
        bench.mouse(.press(.left), 4, 2)
        bench.mouse(.release(.left), 4, 2)
      }
    case .noMultiplexer:
      bench.keys("w")
      bench.send(.openedWindow(.card(card), .failed(reason: "no multiplexer is there")))
    case .invitation:
      bench.send(.invited(by: Bench.otherAuthor, .card(card), title: "a"))
      bench.keys("o")
    case .restored:
      bench.keys("<enter>")
      bench.reopen(bench.window.viewState)
    case .cardWindow: break
    }
    return bench
  }

  /// Nothing is typed, and the card is shown.
  static func isAtRest(_ bench: Bench) -> Bool {
    guard case .browsing = bench.window.mode else { return false }
    return bench.window.model.view.readCard == card && bench.window.render().cursor == nil
      && bench.window.announced.presence?.focus == .card(card)
      && bench.screen.contains { $0.contains("line ") }
  }

  static func isTyping(_ bench: Bench) -> Bool {
    guard case .card(let editor) = bench.window.mode else { return false }
    return editor.card == card && editor.field == .body && bench.window.render().cursor != nil
  }

  @Test("Who looks through the sections never comes to write", arguments: ["<tab>", "<backtab>"])
  func sections(key: String) {
    var bench = Self.bench()
    var seen: Set<CardSection> = []
    for _ in 0..<20 {
      bench.keys(key)
      guard case .card(let editor) = bench.window.mode else {
        #expect(Self.isAtRest(bench))
        continue
      }
      guard case .section(let section) = editor.field else {
        Issue.record("\(editor.field) is written")
        return
      }
      seen.insert(section)
    }
    #expect(seen == Set(CardSection.allCases).subtracting([.proposals]))
  }

  @Test("However it was opened it is read, at 40, 120 and 200 columns", arguments: Way.allCases)
  func opened(way: Way) {
    for width in [40, 120, 200] {
      let bench = Self.bench(way, columns: width)
      #expect(Self.isAtRest(bench), "\(width): \(bench.screen)")
      #expect(bench.intents.isEmpty)
    }
  }

  /// All that a keyboard types without more than Shift, and the keys that delete.
  static let keys: [Input] =
    (0x20..<0x7F).compactMap { Unicode.Scalar($0) }.map { .key(.character($0), []) }
    + Bench.inputs("<bs><del><c-w><c-u><c-k><c-h><c-d><a-d><left><right>ä")

  @Test("No key at rest writes into its title or text", arguments: Way.allCases)
  func nothingWritten(way: Way) {
    let opened = Self.bench(way)
    for key in Self.keys {
      var bench = opened
      bench.send(.input(key))
      // Where a key opened a line or a list, that is left again.
      bench.keys("<esc>")
      bench.wait(1_000)
      #expect(bench.body == Self.lines, "\(key)")
      #expect(bench.board.card(Self.card)?.title.value == "a", "\(key)")
      #expect(!bench.said(.body(Self.card, caret: nil)), "\(key)")
    }
    var bench = opened
    bench.paste("pasted")
    #expect(bench.body == Self.lines)
    #expect(bench.notice == "Press Enter first, then paste.")
  }

  /// What a key does at rest in a board window, and while the text is typed.
  struct Row: Sendable, CustomTestStringConvertible {
    let keys: String
    let atRest: @Sendable (Bench) -> Bool
    let typing: @Sendable (Bench) -> Bool
    var testDescription: String { keys }
  }

  private static func types(_ text: String) -> @Sendable (Bench) -> Bool {
    { isTyping($0) && $0.body.hasPrefix(text) }
  }

  private static let isRest: @Sendable (Bench) -> Bool = { isAtRest($0) }
  private static let isOnBoard: @Sendable (Bench) -> Bool = {
    $0.window.model.view.opened == nil && $0.window.mode.openCard == nil
      && !$0.effects.contains(.quit)
  }
  private static func scrolled(_ line: Int) -> @Sendable (Bench) -> Bool {
    { isAtRest($0) && $0.screen[4] == " line \(line)" }
  }
  private static func says(_ notice: String) -> @Sendable (Bench) -> Bool {
    { isAtRest($0) && $0.notice == notice }
  }
  private static let boardOnly = "That is done on the board: q goes back to it."

  static let rows: [Row] = [
    Row(keys: "j", atRest: scrolled(1), typing: types("jline 0")),
    Row(keys: "k", atRest: scrolled(0), typing: types("kline 0")),
    Row(keys: "<pgdn>", atRest: scrolled(8), typing: { isTyping($0) }),
    Row(keys: "G", atRest: scrolled(31), typing: types("Gline")),
    Row(keys: "q", atRest: isOnBoard, typing: types("qline")),
    Row(keys: "<esc>", atRest: isOnBoard, typing: isRest),
    Row(keys: "<c-c>", atRest: isOnBoard, typing: isRest),
    Row(keys: "<enter>", atRest: { isTyping($0) }, typing: types("\nline")),
    Row(keys: "n", atRest: says(boardOnly), typing: types("nline")),
    Row(keys: "N", atRest: says(boardOnly), typing: types("Nline")),
    Row(keys: "H", atRest: says(boardOnly), typing: types("Hline")),
    Row(keys: "/", atRest: says(boardOnly), typing: types("/line")),
    Row(keys: "e", atRest: { $0.screen[12] == " Title: a" }, typing: types("eline")),
    Row(keys: "x", atRest: isRest, typing: types("xline")),
    Row(
      keys: "f", atRest: { isAtRest($0) && $0.board.isFavourite(card, of: "ann") },
      typing: types("fline")),
    Row(
      keys: "d",
      atRest: { isOnBoard($0) && $0.board.card(card)?.archived.value == true },
      typing: types("dline")),
    Row(
      keys: "?", atRest: { $0.screen.joined().contains("write; Esc ends") },
      typing: types("?line")),
    Row(
      keys: "<tab>",
      atRest: { bench in
        guard case .card(let editor) = bench.window.mode else { return false }
        return editor.field == .section(.labels)
      },
      typing: { bench in
        guard case .card(let editor) = bench.window.mode else { return false }
        return editor.field == .section(.labels)
      }),
  ]

  @Test("What a key does at rest, and while the text is written", arguments: rows)
  func table(row: Row) {
    var bench = Self.bench()
    bench.keys(row.keys)
    #expect(row.atRest(bench), "\(bench.screen)")
    bench = Self.bench()
    bench.keys("<enter>" + row.keys)
    bench.wait(1_000)
    #expect(row.typing(bench), "\(bench.screen)")
  }

  @Test("The hint line and the help say how to write", arguments: [40, 120, 200])
  func words(width: Int) {
    for way in Way.allCases where way != .invitation {
      var bench = Self.bench(way, columns: width)
      bench.wait(20_000)
      #expect(
        bench.screen.last?.hasPrefix(" Enter write  q close  ? help") == true, "\(bench.screen)")
      bench.keys("?")
      #expect(bench.screen.joined().contains("write; Esc ends"), "\(bench.screen)")
      bench.keys("<esc>")
      #expect(Self.isAtRest(bench))
      bench.keys("<enter>")
      #expect(bench.screen.last?.hasPrefix(" Esc read") == true, "\(bench.screen)")
    }
  }

  @Test("A click into the text writes there, one beside it only opens", arguments: [40, 120, 200])
  func clicks(width: Int) {
    for way in Way.allCases {
      var bench = Self.bench(way, columns: width)
      let left = width == 200 && way != .cardWindow ? 120 : 0
      bench.mouse(.press(.left), left + 6, 2)
      #expect(Self.isAtRest(bench), "\(bench.screen)")
      bench.mouse(.press(.left), left + 1 + (left > 0 ? 5 : 4), 5)
      #expect(Self.isTyping(bench), "\(way) \(bench.screen)")
      bench.keys("X<esc>")
      #expect(bench.body.hasPrefix("line 0\nlineX 1"), "\(way) \(bench.body.prefix(20))")
      #expect(Self.isAtRest(bench))
    }
  }

  @Test("What follows a key that stands over the card leads back to it")
  func overIt() {
    for keys in ["e<esc>", "e!<enter>", ".<esc>", "m<esc>", "I<esc>", "?<esc>", "<c-t><esc>", "E"] {
      var bench = Self.bench()
      bench.keys(keys)
      if keys == "E" {
        bench.send(.editorFinished(Self.card, .saved(Self.lines, openedAs: nil)))
      }
      #expect(Self.isAtRest(bench), "\(keys): \(bench.screen)")
    }
  }

  @Test("Marks of other cards do not matter while a card is open, and others may move it")
  func actsOnIt() {
    var bench = Bench(Self.columns, rows: 14)
    bench.otherTypes("line 0", at: 0)
    bench.keys("jvk<enter>")
    bench.other(.cardMove([Self.card], to: Bench.column(1), at: Anchors()), touches: [Self.card])
    #expect(Self.isAtRest(bench))
    bench.keys("f")
    #expect(bench.lastIntent == .cardFavourite(Self.card, marked: true))
    bench.other(.cardArchive(Self.card), touches: [Self.card])
    #expect(bench.notice == "bob archived this card; r restores it.")
    bench.keys("r")
    #expect(bench.lastIntent == .cardRestore(Self.card))
    bench.keys("q")
    #expect(bench.focused == "a")
    #expect(bench.window.model.view.marked == [Bench.card(0, 1)])
  }

  @Test("Who may not write is told why, and reads on", arguments: [40, 120])
  func mayNot(width: Int) {
    var bench = Self.bench(columns: width)
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    bench.keys("<enter>")
    #expect(bench.notice == "Only an editor may do this; you are a viewer.")
    bench.mouse(.press(.left), 6, 5)
    #expect(Self.isAtRest(bench))
  }

  @Test("An open card takes no cards in, and is not put down on itself")
  func carried() {
    var bench = Self.bench()
    bench.carries([Bench.card(0, 1)])
    bench.keys("<space>")
    #expect(bench.notice == "Put it down on the board: q goes back.")
    #expect(bench.intents.isEmpty)
    bench.keys("<esc>")
    #expect(bench.window.model.carried.dragged == nil)
    #expect(Self.isAtRest(bench))
  }
}

extension Bench {
  fileprivate func said(_ focus: PresenceFocus) -> Bool {
    effects.contains {
      guard case .presence(let state) = $0 else { return false }
      return state.focus == focus
    }
  }
}
