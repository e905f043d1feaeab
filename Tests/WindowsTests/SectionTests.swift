import BoardModel
import Screen
import Testing
import WindowSync
import Wording

@testable import Windows

@Suite("The sections of a card")
struct SectionTests {
  static let card = Bench.card(0, 0)
  static let columns = [("To do", ["a", "b"]), ("Doing", ["d"])]

  static func opened(columns width: Int = 80, rows: Int = 20) -> Bench {
    var bench = Bench(columns, columns: width, rows: rows)
    bench.keys("<enter><enter>")
    return bench
  }

  @Test(
    "Tab goes through all fields, and from the sections back to reading",
    arguments: [
      ("", CardEditor.Field.body), ("<tab>", .section(.labels)),
      ("<tab><tab>", .section(.assignees)), ("<tab><tab><tab>", .section(.due)),
      ("<tab><tab><tab><tab>", .section(.priority)),
      ("<tab><tab><tab><tab><tab>", .section(.blockers)),
      ("<tab><tab><tab><tab><tab><tab>", .section(.checklist)),
      ("<tab><tab><tab><tab><tab><tab><tab>", .section(.comments)),
      ("<tab><tab><tab><tab><tab><tab><tab><tab>", nil), ("<backtab>", .title),
      ("<backtab><backtab>", .section(.comments)), ("<tab><backtab>", nil),
    ])
  func fields(keys: String, field: CardEditor.Field?) {
    var bench = Self.opened()
    bench.keys(keys)
    guard case .card(let editor) = bench.window.mode else {
      #expect(field == nil)
      return
    }
    #expect(editor.field == field)
  }

  @Test("Labels are made, put on, taken off, renamed, recoloured and removed in place")
  func labels() {
    var bench = Self.opened()
    bench.keys("<tab>nbug<enter>")
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug"])
    bench.keys("nui<enter>")
    #expect(bench.board.labels.map(\.name.value) == ["bug", "ui"])
    #expect(bench.board.labels.map(\.colour) == [1, 2])
    #expect(
      bench.screen[15...18] == [
        " ──────────────────────────────────────────────────────────────────────────────",
        " Labels     [bug] [ui]",
        "  [x]  bug  red",
        " ▌[x]  ui  green",
      ])
    bench.keys("<enter>")
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug"])
    bench.keys("<space>ke!<enter>c")
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug!", "ui"])
    #expect(bench.board.labels.first?.colour == 2)
    bench.keys("C")
    #expect(bench.board.labels.first?.colour == 1)
    bench.keys("nUI<enter>")
    #expect(bench.board.labels.count == 2)
    bench.keys("D")
    #expect(bench.board.labels.map(\.name.value) == ["bug!"])
    #expect(bench.notice == "Removed “ui” from the board. ctrl-z undoes.")
    bench.keys("<c-z>")
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug!", "ui"])
  }

  @Test("Assignees are typed, completed from who is known, and taken off")
  func assignees() {
    var bench = Self.opened()
    bench.keys("<tab><tab>nbo")
    #expect(bench.screen.contains { $0.contains("User: bo  Tab: bob") })
    bench.keys("<tab><enter>")
    #expect(bench.board.assignees(of: Self.card) == ["bob"])
    bench.keys("nNew.One<enter>")
    #expect(bench.board.assignees(of: Self.card) == ["bob", "new.one"])
    bench.keys("nno way<enter>")
    #expect(
      bench.notice == "No user is named so: letters, digits and . _ - only, and not everyone.")
    bench.keys("<esc>d")
    #expect(bench.board.assignees(of: Self.card) == ["bob"])
    bench.keys("g<enter>")
    #expect(bench.board.assignees(of: Self.card).isEmpty)
  }

  @Test(
    "A due date is typed in several ways",
    arguments: [
      ("2026-12-01", "2026-12-01"), ("+3d", "1970-01-04"), ("+2w", "1970-01-15"),
      ("today", "1970-01-01"), ("tomorrow", "1970-01-02"), ("none", nil), ("", nil),
      ("2028-02-29", "2028-02-29"),
    ])
  func due(typed: String, day: String?) {
    var bench = Self.opened()
    bench.send(.clock(Bench.time, zone: LocalZone(ahead: 0)))
    bench.keys("<tab><tab><tab>n\(typed)<enter>")
    let due = bench.board.due(of: Self.card).flatMap { CalendarDay(Int($0)) }
    #expect(due?.text == day)
  }

  @Test("What is no day is refused and stays", arguments: ["2026-02-30", "soon", "+x", "26-1-1"])
  func noDay(typed: String) {
    var bench = Self.opened()
    bench.send(.clock(Bench.time, zone: LocalZone(ahead: 0)))
    bench.keys("<tab><tab><tab>n\(typed)<enter>")
    #expect(bench.intents.isEmpty)
    #expect(bench.notice == "A day is 2026-12-01, +3d, +2w, today, tomorrow, a weekday, or none.")
    #expect(bench.screen.contains { $0.contains("Due: \(typed)") })
  }

  @Test("A day that is past is marked as overdue, here and on the board")
  func overdue() {
    var bench = Self.opened()
    bench.coordinatorTime = 86_400_000 * 20_000
    bench.send(.clock(bench.coordinatorTime, zone: LocalZone(ahead: 3_600)))
    bench.keys("<tab><tab><tab>n2024-10-01<enter><tab>")
    #expect(bench.screen.contains { $0.hasPrefix(" Due        2024-10-01, overdue for 3 days") })
    bench.keys("<esc><esc>")
    #expect(bench.screen[3].hasPrefix("▌ !10-01"))
  }

  @Test("A checklist is written, ticked, reworded, moved and cleared by keys")
  func checklist() {
    var bench = Self.opened()
    bench.keys("<tab><tab><tab><tab><tab><tab>none<enter>two<enter>three<enter><esc>")
    #expect(Self.items(bench) == ["one", "two", "three"])
    bench.keys("<enter>")
    #expect(bench.lastIntent == .set(.itemDone(Self.card, Self.id(bench, 2)), .flag(true)))
    bench.keys("<enter>")
    #expect(bench.lastIntent == .set(.itemDone(Self.card, Self.id(bench, 2)), .flag(false)))
    bench.keys("K")
    #expect(Self.items(bench) == ["one", "three", "two"])
    bench.keys("KK")
    #expect(Self.items(bench) == ["three", "one", "two"])
    #expect(bench.notice == "It is at the top already.")
    bench.keys("Jje<c-u>zwei<enter>")
    #expect(Self.items(bench) == ["one", "three", "zwei"])
    bench.keys("d")
    #expect(Self.items(bench) == ["one", "three"])
    bench.keys("<c-z>")
    #expect(Self.items(bench) == ["one", "three", "zwei"])
  }

  private static func items(_ bench: Bench) -> [String] {
    bench.board.checklist(of: card).map(\.text.value)
  }

  private static func id(_ bench: Bench, _ place: Int) -> ItemID {
    bench.board.checklist(of: card)[place].id
  }

  @Test("Comments are written in several lines; only one's own are edited")
  func comments() {
    var bench = Self.opened()
    bench.other(.commentAdd(Self.card, CommentID(high: 1, low: 1), text: "theirs"))
    bench.keys("<backtab><backtab>nfirst<a-enter>second<enter>")
    #expect(bench.board.comments(on: Self.card).map(\.body.string) == ["theirs", "first\nsecond"])
    bench.keys("e!<enter>")
    #expect(bench.board.comments(on: Self.card).last?.body.string == "first\nsecond!")
    bench.keys("ke")
    #expect(bench.notice == "bob wrote it: only they can edit it.")
    bench.keys("jd")
    #expect(bench.board.comments(on: Self.card).map(\.body.string) == ["theirs"])
    bench.keys("<c-z>")
    #expect(bench.board.comments(on: Self.card).count == 2)
  }

  @Test("What is typed in a section comes back with the window, named, and no key goes into it")
  func drafts() {
    for (keys, text, name) in [
      ("<backtab><backtab>nhalf a comment", "half a comment", "a comment"),
      ("<tab><tab><tab><tab><tab><tab>nhalf", "half", "an item"),
    ] {
      var bench = Self.opened()
      bench.keys(keys)
      let drafts = bench.window.viewState.drafts
      bench.reopen(bench.window.viewState)
      #expect(
        bench.notice
          == "Kept on “a”, not sent: \(name), “\(text)”. There Tab, then n goes on with it.")
      bench.keys("jkx!")
      #expect(bench.window.viewState.drafts == drafts)
      #expect(bench.intents.isEmpty)
      bench.keys("<tab>n")
      guard case .card(let editor) = bench.window.mode else {
        Issue.record("not open")
        return
      }
      #expect(editor.state.entry?.field.text == text)
    }
  }

  @Test("Proposals are marked, shown whole, and accepted or dismissed by one key")
  func proposals() {
    for (key, title) in [("<enter>", "theirs"), ("d", "a2")] {
      var bench = Bench(Self.columns, rows: 20)
      let base = bench.board.sequence
      bench.keys("e2<enter>")
      bench.otherQueues(.cardRetitle(Self.card, title: "theirs"), base: base)
      #expect(
        bench.screen[2].hasPrefix("▌ #1 a2                 ◇│") || bench.screen[2].contains("◇"))
      bench.keys("<enter><enter><backtab><backtab>")
      #expect(bench.screen.contains { $0.hasPrefix(" Proposals  1 to accept or dismiss") })
      #expect(bench.screen.contains { $0.contains("the title of “a2”: theirs  bob, just now") })
      bench.keys(key)
      #expect(bench.board.card(Self.card)?.title.value == title)
      #expect(bench.window.model.view.proposals.isEmpty)
    }
  }

  @Test("What was typed where the words are gone is shown, and put back by the same key")
  func proposedText() throws {
    for (key, text) in [("<enter>", "ac\nlate words"), ("d", "ac")] {
      var bench = Bench(Self.columns, rows: 20)
      let first = Splice(deletions: [], insertions: [.init(after: nil, text: "abc")])
      bench.other(.cardSplice(Self.card, first))
      let body = try #require(bench.board.card(Self.card)?.body)
      let base = bench.board.sequence
      bench.other(.cardSplice(Self.card, body.splice(replacing: 1..<2, with: "")))
      bench.other(.textCompact(Self.card, nil, horizon: bench.board.sequence))
      bench.otherQueues(
        .cardSplice(Self.card, body.splice(replacing: 2..<2, with: "late words")), base: base)
      #expect(bench.board.card(Self.card)?.body.string == "ac")
      bench.keys("<enter><enter><backtab><backtab>")
      #expect(bench.screen.contains { $0.hasPrefix(" Proposals  1 to accept or dismiss") })
      #expect(
        bench.screen.contains { $0.contains("the body of “a”: late words  bob, just now") },
        "\(bench.screen)")
      bench.keys(key)
      #expect(bench.board.card(Self.card)?.body.string == text)
      #expect(bench.window.model.view.proposals.isEmpty)
    }
  }

  @Test("Who settles a proposal second is told")
  func race() {
    var bench = Bench(Self.columns, rows: 20)
    let base = bench.board.sequence
    bench.keys("e2<enter>")
    bench.otherQueues(.cardRetitle(Self.card, title: "theirs"), base: base)
    guard let proposal = bench.board.proposalsInOrder.first else {
      Issue.record("no proposal")
      return
    }
    bench.keys("<enter><enter><backtab><backtab>")
    bench.other(
      .settle(
        proposal.field, user: "bob", operation: proposal.stamp.operation, accept: false),
      shows: false)
    bench.keys("<enter>")
    #expect(
      bench.notice
        == "Accepting the proposal for the title of “a2” was refused: "
        + "it was accepted, dismissed or replaced meanwhile.")
  }

  @Test("On a board of the level before, the first use asks, and raises it with the edit")
  func raise() {
    let later = ModelLevels(newest: 2) { if case .labelCreate = $0 { 2 } else { 1 } }
    var bench = Bench(Self.columns, columns: 80, rows: 20, levels: later)
    bench.keys("<enter><enter>")
    bench.keys("<tab>nbug<enter>")
    #expect(bench.intents.isEmpty)
    #expect(
      bench.screen.suffix(2) == [
        " An older program made this board. Upgrade it? Older programs cannot open it",
        " then. y/n",
      ])
    bench.keys("n")
    #expect(bench.notice == "The board stays as it is.")
    #expect(bench.screen.contains { $0.contains("New label: bug") })
    bench.keys("<enter><enter>xy")
    guard case .batch(let items) = bench.lastIntent else {
      Issue.record("no batch")
      return
    }
    #expect(items.first == .boardRaise(level: 2))
    #expect(bench.board.level == 2)
    #expect(bench.board.labels(on: Self.card).map(\.name.value) == ["bug"])
    bench.keys("nui<enter>")
    #expect(bench.board.labels(on: Self.card).count == 2)
  }

  @Test("What a role forbids is refused in words, and nothing is sent")
  func roles() {
    var bench = Self.opened()
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.commenter)))
    let count = bench.intents.count
    for keys in ["x", "<tab>n", "<tab>n", "<tab>n", "<tab>n", "<tab>n", "<tab>n"] {
      bench.keys(keys)
      #expect(bench.notice == "Only an editor may do this; you are a commenter.")
    }
    #expect(bench.intents.count == count)
    bench.keys("<tab>nfine<enter>")
    #expect(bench.board.comments(on: Self.card).count == 1)
    bench.keys("<esc>d")
    #expect(bench.notice == "Only an editor may do this; you are a commenter.")
    bench.keys("f")
    #expect(bench.window.model.view.isFavourite(Self.card))
  }

  @Test("What was typed when the role was lost stays, and is said")
  func lostRole() {
    var bench = Bench(Self.columns)
    bench.other(.set(.memberRole("bob"), .role(.owner)))
    bench.other(.set(.memberRole("ann"), .role(.editor)))
    bench.other(.set(.memberRole("ann"), .role(.viewer)), shows: false)
    bench.keys("e<c-u>my words<enter>")
    #expect(
      bench.window.model.notices.reports.contains {
        $0.notice.text
          == "The title “my words” was refused just now: only an editor may do this."
      })
    bench.reopen(bench.window.viewState)
    bench.keys("i<enter>")
    #expect(bench.screen.contains { $0.contains("my words") })
    bench.keys("y")
    #expect(bench.effects.contains(.copyToClipboard("my words")))
    bench.keys("<esc><esc>")
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  @Test(
    "Everything fits every width, with wide and combining characters",
    arguments: [20, 40, 80, 200], [6, 9, 16, 40])
  func sizes(columns: Int, rows: Int) {
    var bench = Self.filled(columns: columns, rows: rows)
    bench.keys("<enter><enter>")
    for _ in 0..<8 {
      bench.keys("<tab>j")
      #expect(bench.window.render().size == bench.window.model.viewport.size)
      bench.keys("n日本e\u{301}")
      #expect(bench.window.render().size == bench.window.model.viewport.size)
      bench.keys("<esc>")
      if case .browsing = bench.window.mode { bench.keys("<enter><enter>") }
    }
  }

  static func filled(columns width: Int, rows: Int) -> Bench {
    var bench = Bench(columns, columns: width, rows: rows)
    bench.coordinatorTime = 86_400_000 * 20_000
    bench.send(.clock(bench.coordinatorTime, zone: LocalZone(ahead: 0)))
    let names = ["bug", "日本語ラベル", "e\u{301}tude", "a very long label that goes on"]
    for (place, name) in names.enumerated() {
      let id = LabelID(high: 3, low: UInt64(place))
      bench.other(.labelCreate(id, name: name, colour: UInt8(place * 3)))
      bench.other(.attach(card, .label(id)))
    }
    bench.other(.attach(card, .assignee("ada.lovelace")))
    bench.other(.set(.cardDue(card), .number(19_990)))
    for place in 0..<5 {
      let id = ItemID(high: 4, low: UInt64(place))
      bench.other(.itemAdd(card, id, text: "item \(place) 日本", at: Anchors()))
    }
    bench.other(.set(.itemDone(card, ItemID(high: 4, low: 1)), .flag(true)))
    bench.other(
      .commentAdd(
        card, CommentID(high: 5, low: 1),
        text: "one\ntwo \u{202E}evil\nlong " + String(repeating: "word ", count: 60)))
    bench.other(.set(.columnWIPLimit(Bench.column(0)), .number(1)))
    return bench
  }

  @Test("On the board a card shows labels, due date, checklist, comments and assignees")
  func chips() {
    var bench = Self.filled(columns: 80, rows: 12)
    bench.keys("j")
    #expect(
      bench.screen[1...4] == [
        " To do                            2/1! │ Doing                                1",
        "  #1 a                                 │  #3 d",
        "  [a very long…] +3 !09-24 1/5 “1” @AL │",
        "▌ #2 b                                 │",
      ])
  }

  @Test("A column's limit is set in its menu, and shown with the count")
  func limit() {
    var bench = Bench(Self.columns)
    bench.keys("cjjj<enter>1<enter>")
    #expect(bench.lastIntent == .set(.columnWIPLimit(Bench.column(0)), .number(1)))
    #expect(bench.screen[1].contains(" 2/1! "))
    bench.keys("cjjj<enter><c-u>0<enter>")
    #expect(bench.notice == "A limit is a number from 1 to 10000, or none.")
    bench.keys("<c-u>none<enter>")
    #expect(bench.board.wipLimit(of: Bench.column(0)) == nil)
  }
}
