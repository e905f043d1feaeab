import BoardModel
import Screen
import Statements
import Testing
import WindowSync

@testable import Windows

/// Where the person is, as the others are told.
@Suite("What a window says of its person")
struct PublishedPresenceTests {
  private let card = Bench.card(0, 0)

  @Test("An open card is looked at until its text is written, and again when that ends")
  func looks() {
    var bench = Bench([("To do", ["plan"])])
    #expect(bench.said == PresenceState(isActive: true, focus: nil))
    bench.keys("<enter>")
    #expect(bench.said?.focus == .card(card))
    bench.keys("jkG")
    #expect(bench.said?.focus == .card(card))
    bench.keys("<enter>")
    #expect(bench.said?.focus == .body(card, caret: nil))
    bench.keys("<esc>")
    #expect(bench.said?.focus == .card(card))
    bench.keys("<esc>")
    #expect(bench.said?.focus == nil)
  }

  @Test("A caret is told with the text it stands behind, and never in what has no name yet")
  func typing() {
    var bench = Bench([("To do", ["plan"])])
    bench.keys("<enter><enter>ab")
    #expect(bench.said?.focus == .body(card, caret: nil))
    bench.wait(150)
    guard case .body(card, let caret?) = bench.said?.focus else {
      Issue.record("\(String(describing: bench.said))")
      return
    }
    #expect(bench.board.card(card)?.body.position(rightOf: caret) == 2)
    bench.keys("c")
    #expect(bench.said?.focus == .body(card, caret: caret))
    bench.keys("<left>")
    #expect(bench.said?.focus == .body(card, caret: caret))
    bench.keys("<left><left>")
    #expect(bench.said?.focus == .body(card, caret: nil))
  }

  @Test("Who types without a pause is followed all the same")
  func withoutPause() {
    var bench = Bench([("To do", ["plan"])])
    bench.keys("<enter><enter>")
    for number in 0..<10 {
      bench.keys("x")
      bench.wait(100)
      #expect((bench.bodyCount(card) > 0) == (number >= 4), "\(number)")
    }
  }

  @Test("A title, a column, an item or a text in an editor is told as the field that it is")
  func fields() {
    var bench = Bench([("To do", ["plan"])])
    bench.keys("e")
    #expect(bench.said?.focus == .field(.cardTitle(card)))
    bench.keys("<esc>R")
    #expect(bench.said?.focus == .field(.boardTitle))
    bench.keys("<esc>")
    #expect(bench.said?.focus == nil)
    bench.other(.itemAdd(card, ItemID(high: 0, low: 1), text: "one", at: Anchors()))
    bench.keys("<enter><enter><up>")
    #expect(bench.said?.focus == .card(card))
    bench.keys("s")
    #expect(bench.said?.focus == .field(.cardTitle(card)))
  }

  @Test("The focus of the terminal is told, and a key shows that it is there")
  func active() {
    var bench = Bench([("To do", ["plan"])])
    bench.send(.input(.focus(false)))
    #expect(bench.said == PresenceState(isActive: false, focus: nil))
    bench.send(.input(.focus(true)))
    #expect(bench.said == PresenceState(isActive: true, focus: nil))
    bench.send(.input(.focus(false)))
    bench.keys("<enter>")
    #expect(bench.said == PresenceState(isActive: true, focus: .card(card)))
  }

  @Test("Who may only read is never said to type")
  func viewer() {
    var bench = Bench([("To do", ["plan"])])
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)))
    bench.keys("<enter><enter><down><right>x")
    #expect(bench.said?.focus == .card(card))
  }

  @Test("Nothing is said twice")
  func once() {
    var bench = Bench([("To do", ["a", "b", "c"])])
    bench.forgetEffects()
    bench.keys("jkj")
    bench.other(.cardRetitle(Bench.card(0, 1), title: "other"))
    bench.wait(10_000)
    #expect(bench.saidAnew.isEmpty)
    bench.keys("<enter>")
    #expect(bench.saidAnew.count == 1)
  }
}

/// Where others are, as they are shown.
@Suite("Where others are")
struct ShowingPresenceTests {
  private let card = Bench.card(0, 0)

  private func bench(_ body: String, columns: Int = 80, rows: Int = 12) -> Bench {
    var bench = Bench([("To do", ["Write the plan", "Call Ben"])], columns: columns, rows: rows)
    bench.other(
      .cardSplice(
        card,
        Splice(deletions: [], insertions: [Splice.Insertion(after: nil, text: body)])))
    bench.send(.committed([], time: Bench.time))
    return bench
  }

  /// The identity of the scalar at a place of the body.
  private func scalar(_ place: Int, _ bench: Bench) throws -> TextIdentity {
    try #require(bench.board.card(card)?.body.identity(at: place))
  }

  @Test("An open card says who is there and shows the cells of their carets, at 80 columns")
  func regular() throws {
    var bench = bench("sow peas\n\nwater")
    bench.keys("<enter><enter>")
    let before = bench.screen
    bench.there([
      ("ben", true, .body(card, caret: try scalar(2, bench))),
      ("cleo", true, .card(card)), ("dan", false, .field(.cardTitle(card))),
    ])
    #expect(bench.screen[3].hasPrefix(" ben types here · cleo looks · dan edits the title (away)"))
    // Nothing else moved.
    for row in bench.screen.indices where row != 0 && row != 3 {
      #expect(bench.screen[row] == before[row])
    }
    #expect(bench.reversed == [Position(column: 4, row: 4)])
    #expect(bench.window.render().cursor?.position == Position(column: 1, row: 4))
  }

  @Test("At 40 columns the line says as much as it has room for")
  func compact() throws {
    var bench = bench("sow peas", columns: 40)
    bench.keys("<enter>")
    bench.there([
      ("ben", true, .body(card, caret: try scalar(7, bench))),
      ("cleo", true, .card(card)), ("dan", true, .card(card)), ("eve", true, .card(card)),
    ])
    #expect(bench.screen[3].hasPrefix(" ben types here · cleo looks · +2 ─"))
    #expect(bench.reversed == [Position(column: 9, row: 4)])
  }

  @Test("At 200 columns the card beside the board shows them, and the board who has it open")
  func wide() throws {
    var bench = bench("sow peas", columns: 200)
    bench.keys("<enter>")
    bench.there([("ben", true, .body(card, caret: nil))])
    #expect(bench.screen[3].contains("│ ben types here ─"))
    #expect(bench.screen[2].hasPrefix("▌ #1 Write the plan"))
    #expect(bench.screen[2].prefix { $0 != "│" }.hasSuffix(" Be ≡"))
  }

  @Test("A caret at the end of a line, on an empty line and in an empty text has a cell too")
  func ends() throws {
    var bench = bench("ab\n\nc")
    bench.keys("<enter>")
    let places: [(caret: TextIdentity?, cell: Position)] = [
      (try scalar(1, bench), Position(column: 3, row: 4)),
      (try scalar(2, bench), Position(column: 1, row: 5)),
      (try scalar(4, bench), Position(column: 2, row: 6)),
      (nil, Position(column: 1, row: 4)),
    ]
    for place in places {
      bench.there([("ben", true, .body(card, caret: place.caret))])
      #expect(bench.reversed == [place.cell])
    }
    var empty = Bench([("To do", ["x"])], rows: 12)
    empty.keys("<enter>")
    empty.there([("ben", true, .body(Bench.card(0, 0), caret: nil))])
    #expect(empty.reversed == [Position(column: 1, row: 4)])
  }

  @Test(
    "A caret moves with its text, and stays right of what was left of it when that is deleted",
    .holds("PRS-014"))
  func moves() throws {
    var bench = bench("abcdef")
    bench.keys("<enter><enter>")
    let caret = try scalar(3, bench)
    bench.there([("ben", true, .body(card, caret: caret))])
    #expect(bench.reversed == [Position(column: 5, row: 4)])
    // Typed here and not yet an operation.
    bench.keys("12")
    #expect(bench.reversed == [Position(column: 7, row: 4)])
    bench.wait(1_000)
    #expect(bench.reversed == [Position(column: 7, row: 4)])
    #expect(bench.window.render().cursor?.position == Position(column: 3, row: 4))
    let deleted = try #require(bench.board.card(card)?.body.identities(in: 4..<6))
    bench.other(.cardSplice(card, Splice(deletions: deleted, insertions: [])))
    #expect(bench.screen[4] == " 12abef")
    #expect(bench.reversed == [Position(column: 5, row: 4)])
  }

  @Test("A caret behind what has not arrived is drawn once it has", .holds("PRS-016"))
  func early() throws {
    var bench = bench("abc")
    bench.keys("<enter>")
    let before = try scalar(2, bench)
    bench.there([("ben", true, .body(card, caret: before))])
    #expect(bench.reversed == [Position(column: 4, row: 4)])
    let next = bench.apply(
      .cardSplice(
        card, Splice(deletions: [], insertions: [Splice.Insertion(after: before, text: "xyz")])),
      by: Bench.otherAuthor)
    let caret = TextIdentity(operation: next.id, offset: 2)
    bench.there([("ben", true, .body(card, caret: caret))])
    // Where it stood before, until what was typed there is here.
    #expect(bench.reversed == [Position(column: 4, row: 4)])
    bench.there([
      ("ben", true, .body(card, caret: caret)), ("cleo", true, .body(card, caret: caret)),
    ])
    #expect(bench.reversed == [Position(column: 4, row: 4)])
    bench.other(.cardRetitle(Bench.card(0, 1), title: "Call Ben soon"))
    #expect(bench.screen[4] == " abcxyz")
    #expect(bench.reversed == [Position(column: 7, row: 4)])
  }

  @Test("What is wrapped and what is scrolled away is minded")
  func wrapped() throws {
    var bench = bench("one two three four five six seven eight nine ten\n\n\n\n\nlast", columns: 20)
    bench.keys("<enter>")
    let row = try #require(bench.screen.firstIndex { $0.contains("one two") })
    let text = "one two three four five"
    let wraps = try #require(bench.screen[row + 1].first.map { _ in bench.screen[row] })
    bench.there([("ben", true, .body(card, caret: try scalar(text.count - 1, bench)))])
    let cell = try #require(bench.reversed.first)
    #expect(cell.row > row, "\(wraps)")
    #expect(bench.reversed.count == 1)
    bench.there([("ben", true, .body(card, caret: try scalar(52, bench)))])
    #expect(bench.reversed.isEmpty)
    bench.keys("<c-end>")
  }

  @Test("A person's colour is reversed where a caret is, and dim who is away")
  func styles() throws {
    let theme = Theme()
    #expect(theme.person(in: 3, isActive: true) != theme.person(in: 4, isActive: true))
    #expect(theme.caret(in: 3, isActive: true).attributes == [.reverse])
    #expect(theme.caret(in: 3, isActive: false).attributes == [.reverse, .dim])
    #expect(theme.person(in: 3, isActive: false).attributes == [.dim])
  }

  @Test("The same person's other windows count too, each thing once")
  func own() throws {
    var bench = bench("abc")
    bench.keys("<enter>")
    bench.there([
      ("ann", true, .card(card)), ("ben", true, .card(card)), ("ben", true, .card(card)),
      ("ann", true, .body(card, caret: nil)),
    ])
    #expect(bench.screen[3].hasPrefix(" you type elsewhere · you look elsewhere · ben looks ─"))
    #expect(bench.reversed == [Position(column: 1, row: 4)])
  }

  @Test("On the board a card shows the initials of who has it open, where its title leaves room")
  func chips() {
    var bench = Bench(
      [("To do", ["Write the plan", "A title that goes on until the column ends now"])],
      columns: 40,
      rows: 8)
    let before = bench.screen
    bench.there([
      ("ben", true, .card(card)), ("cleo.smith", true, .body(card, caret: nil)),
      ("dan", true, .card(Bench.card(0, 1))),
    ])
    #expect(bench.screen[2] == "▌ #1 Write the plan               CS Be")
    #expect(bench.screen[3] == before[3])
    #expect(bench.screen[4] == "  column ends now                    Da")
    #expect(bench.screen[0] == " Home             with CS Be Da ● saved")
    // Of a crowd only the number is known.
    bench.send(.moreOthers(7))
    #expect(bench.screen[0] == " Home          with CS Be Da +7 ● saved")
    bench.send(.moreOthers(0))
    #expect(bench.screen[0] == " Home             with CS Be Da ● saved")
    var narrow = Bench(
      [("To do", ["This title takes the whole of the line"])], columns: 40, rows: 8)
    let plain = narrow.screen
    narrow.there([("ben", true, .card(card))])
    #expect(narrow.screen[2] == plain[2])
  }

  @Test("Who is gone is shown no longer")
  func gone() {
    var bench = bench("abc")
    let before = bench.screen
    bench.there([("ben", true, .card(card))])
    #expect(bench.screen != before)
    bench.there([])
    #expect(bench.screen == before)
  }

  @Test("Nothing that others are called or do can break the screen", arguments: [10, 20, 40, 200])
  func hostile(_ columns: Int) {
    var bench = bench("abc", columns: columns)
    bench.keys("<enter>")
    bench.there([
      (String(repeating: "x", count: 60_000), true, .body(card, caret: nil)),
      ("\u{202E}ben\u{1B}[2J", true, .comment(card, CommentID(high: 0, low: 0), caret: nil)),
      ("", false, .field(.memberRole("\u{1B}"))), ("世界世界", true, .card(card)),
    ])
    let text = bench.window.render().text
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    bench.keys("<esc>")
    #expect(bench.window.render().size.columns == columns)
  }
}

extension Bench {
  fileprivate typealias There = (user: String, isActive: Bool, focus: PresenceFocus?)

  /// The replica tells of other windows.
  fileprivate mutating func there(_ others: [There]) {
    let windows = others.enumerated().map { number, other in
      OtherWindow(
        session: SessionID(high: 0xAA, low: UInt64(number)),
        author: Author(user: other.user, device: "lap"),
        state: PresenceState(isActive: other.isActive, focus: other.focus))
    }
    send(.others(windows))
  }

  fileprivate var said: PresenceState? { window.announced.presence }

  /// Since effects were forgotten.
  fileprivate var saidAnew: [PresenceState] {
    effects.compactMap { if case .presence(let state) = $0 { state } else { nil } }
  }

  fileprivate func bodyCount(_ card: CardID) -> Int { board.card(card)?.body.visibleCount ?? 0 }

  /// The cells of the card's body that are reversed.
  fileprivate var reversed: [Position] {
    let grid = window.render()
    return (4..<grid.size.rows - 1).flatMap { row in
      (0..<grid.size.columns).map { Position(column: $0, row: row) }
    }
    .filter { grid[$0]?.style.attributes.contains(.reverse) == true }
  }
}
