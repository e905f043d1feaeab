import BoardModel
import Screen
import Testing
import WindowSync
import Wording

@testable import Windows

@Suite("The history of an open card")
struct HistoryViewTests {
  static let card = Bench.card(0, 0)

  /// A card that Bob made, that Ann and Bob renamed, that Ann moved and Bob wrote on.
  static func bench(columns: Int = 80, rows: Int = 24) -> Bench {
    var bench = Bench([("To do", ["First"]), ("Done", [])], columns: columns, rows: rows)
    let base = bench.board.sequence
    bench.keys("e<c-u>Ann's<enter>")
    bench.other(.cardRetitle(card, title: "Bob's"), base: base)
    bench.keys("L")
    bench.otherTypes("hello", at: 0)
    bench.keys("<enter><enter>")
    return bench
  }

  @Test("Keys that came late to what is gone are one line, with all that was typed")
  func proposedText() throws {
    var bench = Bench([("To do", ["First"])])
    bench.otherTypes("abc", at: 0)
    var body = try #require(bench.board.card(Self.card)?.body)
    let base = bench.board.sequence
    bench.otherDeletes(1..<2)
    bench.other(.textCompact(Self.card, nil, horizon: bench.board.sequence))
    for (place, letter) in ["l", "a", "t", "e"].enumerated() {
      let at = 2 + place
      let splice = body.splice(replacing: at..<at, with: letter)
      bench.otherQueues(.cardSplice(Self.card, splice), base: base)
      body.apply(splice, by: try #require(bench.log.last?.id))
    }
    bench.keys("<enter><c-t>")
    #expect(
      bench.screen.filter { $0.contains("proposed body: “late”") }.count == 1,
      "\(Self.shown(bench))")
  }

  private static func shown(_ bench: Bench) -> String { bench.screen.joined(separator: "\n") }

  @Test(
    "Ctrl-T lists the changes over the body, the newest first, at every width",
    arguments: [40, 80, 200])
  func list(columns: Int) throws {
    var bench = Self.bench(columns: columns)
    bench.keys("<c-t>")
    let screen = bench.screen
    let rows = ["bob  body: ", "ann  place: ", "bob  title: ", "ann  title: ", "bob  place: "]
    let places = try rows.map { row in
      try #require(screen.firstIndex { $0.contains(row) }, "\(row)\n\(Self.shown(bench))")
    }
    #expect(places == places.sorted())
    #expect(screen[places[0]].contains("body: +“hello”"))
    #expect(screen.contains { $0.contains("History 1 of 6") }, "\(Self.shown(bench))")
    if columns >= 80 { #expect(screen[places[3]].contains("title: “Ann's”")) }
    #expect(screen.allSatisfy { textColumns($0) <= columns })
    bench.keys("<esc>")
    #expect(bench.screen.contains { $0.contains("hello") && !$0.contains("body") })
  }

  @Test("Enter shows a change whole, with its reason; Enter and Esc go back to the list")
  func whole() {
    var bench = Self.bench(columns: 100, rows: 30)
    bench.keys("<c-t><down><down><enter>")
    let text = Self.shown(bench)
    #expect(text.contains("bob on lap, window 00000000"), "\(text)")
    #expect(text.contains("The title was written."), "\(text)")
    #expect(text.contains("Because bob") || text.contains("Because ann changed"), "\(text)")
    #expect(!text.contains("APL-"), "\(text)")
    #expect(text.contains("Bob's") && text.contains("Before:") && text.contains("Ann's"), "\(text)")
    bench.keys("<esc>")
    #expect(Self.shown(bench).contains("History 3 of 6"))
    bench.keys("<down><enter>")
    #expect(Self.shown(bench).contains("Replaced later by bob."))
    bench.keys("<enter><esc>")
    #expect(!Self.shown(bench).contains("History"))
  }

  @Test("A change is told with its time where the window is, as the clock there was then")
  func localTime() {
    var bench = Self.bench()
    let time = bench.log.last?.time ?? 0
    // The clock was changed since.
    let zone = LocalZone(from: 0, to: time + 86_400_000) { $0 <= time ? 19_800 : 23_400 }
    bench.send(.clock(time + 86_400_000, zone: zone))
    bench.keys("<c-t><enter>")
    let text = Timestamp.local(time, ahead: 19_800)
    #expect(text.hasSuffix(" +0530"))
    #expect(bench.screen.contains { $0.contains("\(text), edit") }, "\(Self.shown(bench))")
  }

  @Test("r writes a value again: a displaced title, a place, a text")
  func restores() throws {
    var bench = Self.bench(columns: 100)
    bench.keys("<c-t><down><down><down>r")
    #expect(bench.lastIntent == .cardRetitle(Self.card, title: "Ann's"))
    #expect(bench.notice?.contains("Restored: title") == true, "\(bench.notice ?? "")")
    // The list grew by the restoration, and the selection stayed on its change.
    #expect(Self.shown(bench).contains("History 5 of 7"), "\(Self.shown(bench))")
    bench.keys("<end>r")
    let count = bench.intents.count
    #expect(bench.lastIntent == .cardRetitle(Self.card, title: "First"))
    bench.keys("r")
    #expect(bench.intents.count == count)
    #expect(bench.notice?.contains("that is what it is now") == true)
    bench.keys("<up>r")
    guard case .cardMove([Self.card], Bench.column(0), _)? = bench.lastIntent else {
      Issue.record("\(String(describing: bench.lastIntent))")
      return
    }
    bench.other(
      .cardSplice(
        Self.card,
        Splice(
          deletions: bench.board.card(Self.card)?.body.identities(in: 0..<5) ?? [],
          insertions: [])))
    bench.keys("<home><down>")
    while let row = Self.selected(bench), row.change.field != .cardBody(Self.card) {
      let before = bench.window.historyIndex
      bench.keys("<down>")
      guard bench.window.historyIndex != before else { break }
    }
    bench.keys("r<esc>")
    #expect(bench.board.card(Self.card)?.body.string == "hello")
    #expect(bench.board.card(Self.card)?.title.value == "First")
  }

  private static func selected(_ bench: Bench) -> HistoryRow? {
    if case .history(let view) = bench.window.mode { view.selected } else { nil }
  }

  @Test("Without a link it says that it needs the coordinator, and reads on when that is back")
  func offline() {
    var bench = Self.bench()
    bench.answersHistory = false
    bench.keys("<c-t>")
    #expect(Self.shown(bench).contains("The history needs the coordinator:"))
    bench.keys("<enter>r")
    #expect(bench.notice == "There is no change to restore.")
    bench.answersHistory = true
    bench.send(.status(.reconnecting))
    bench.send(.status(.saved))
    #expect(Self.shown(bench).contains("History 1 of 6"), "\(Self.shown(bench))")
  }

  @Test("What happens meanwhile comes on top, and the selection stays on its change")
  func live() {
    var bench = Self.bench(columns: 100)
    bench.keys("<c-t><down>")
    bench.other(.cardArchive(Self.card))
    #expect(Self.shown(bench).contains("bob  archive: “archived”"), "\(Self.shown(bench))")
    #expect(Self.shown(bench).contains("History 3 of 7"))
    bench.other(.cardRetitle(Bench.card(0, 9), title: "nobody's"))
    #expect(Self.shown(bench).contains("History 3 of 7"))
  }

  @Test("What is typed in one go is one change")
  func joined() {
    var bench = Bench([("To do", ["First"])], columns: 100)
    bench.keys("<enter><enter>abc")
    bench.wait(200)
    bench.keys("def")
    bench.wait(200)
    bench.keys("<c-t>")
    #expect(Self.shown(bench).contains("ann  body: +“abcdef”"), "\(Self.shown(bench))")
    bench.keys("<esc>ghi<esc>")
    #expect(bench.board.card(Self.card)?.body.string == "abcdefghi")
  }

  @Test("A proposal stands there with what it wanted, and of a refused edit nothing does")
  func notDone() {
    var bench = Self.bench(columns: 100)
    bench.otherQueues(.cardRetitle(Self.card, title: "Stale"), base: 1)
    bench.other(.cardRetitle(Self.card, title: " "))
    bench.keys("<c-t>")
    let text = Self.shown(bench)
    #expect(!text.contains("refused"), "\(text)")
    #expect(text.contains("proposed title: “Stale”"), "\(text)")
    bench.keys("r")
    #expect(bench.lastIntent == .cardRetitle(Self.card, title: "Stale"))
  }

  @Test("Changes of labels, items and due dates are told by their names, as days and in words")
  func details() {
    var bench = Bench([("To do", ["First"])])
    let (label, item) = (LabelID(high: 0, low: 1), ItemID(high: 0, low: 2))
    bench.other(.labelCreate(label, name: "bug", colour: 3))
    bench.other(.attach(Self.card, .label(label)))
    bench.other(.itemAdd(Self.card, item, text: "step", at: Anchors()))
    bench.other(.set(.itemDone(Self.card, item), .flag(true)))
    bench.other(.set(.cardDue(Self.card), .number(20_779)))
    bench.keys("<enter><c-t>")
    for row in ["due: “2026-11-22”", "item “step”: “done”", "label “bug”: “on the card”"] {
      #expect(bench.screen.contains { $0.contains("bob  \(row)") }, "\(row)\n\(Self.shown(bench))")
    }
    bench.keys("<enter>")
    #expect(bench.screen.contains { $0.contains("2026-11-22") }, "\(Self.shown(bench))")
  }

  @Test("The keys stand in the help, and the history in the footer of an open card")
  func help() {
    var bench = Bench([("To do", ["First"])], columns: 80)
    bench.keys("<enter>")
    #expect(bench.screen.last?.contains("ctrl-t history") == true, "\(bench.screen.last ?? "")")
    bench.keys("<enter>")
    #expect(bench.screen.last?.contains("ctrl-t history") == true, "\(bench.screen.last ?? "")")
    bench.keys("<c-t>")
    #expect(bench.screen.last?.contains("r restore") == true, "\(bench.screen.last ?? "")")
    #expect(HelpPage.lines.contains { $0.text == "history of the card" })
    #expect(HelpPage.lines.contains { $0.text == "write this value again" })
  }
}

extension BoardWindow {
  fileprivate var historyIndex: Int? {
    if case .history(let view) = mode { view.cursor.index } else { nil }
  }
}
