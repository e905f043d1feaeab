import BoardModel
import Statements
import Testing
import WindowSync

@testable import Windows

@Suite("A window that is closed from elsewhere")
struct EndingTests {
  static let columns = [("To do", ["a", "b"]), ("Doing", ["d"])]
  static let card = Bench.card(0, 0)

  /// What is typed, and in which window.
  struct Typed: Sendable, CustomTestStringConvertible {
    let keys: String
    var subject = Subject.board
    let isMade: @Sendable (Bench) -> Bool

    var testDescription: String { "\(subject.type): \(keys)" }
  }

  static let typed: [Typed] = [
    Typed(keys: "nfresh") { $0.titles(0) == ["a", "fresh", "b"] },
    Typed(keys: "e<c-u>new") { $0.titles(0) == ["new", "b"] },
    Typed(keys: "Ncolumn") { $0.board.liveColumns.map(\.title.value).contains("column") },
    Typed(keys: "Ncolumn<enter>x, y") { bench in
      bench.board.liveColumns.contains { column in
        column.title.value == "column"
          && bench.board.liveCards(in: column.id).map(\.title.value) == ["x, y"]
      }
    },
    Typed(keys: "Ncolumn<enter>x<enter>y") { bench in
      bench.board.liveColumns.contains { column in
        column.title.value == "column"
          && bench.board.liveCards(in: column.id).map(\.title.value) == ["x", "y"]
      }
    },
    Typed(keys: "c<enter><c-u>other") { $0.board.liveColumns[0].title.value == "other" },
    Typed(keys: "R<c-u>Away") { $0.board.title?.value == "Away" },
    Typed(keys: "<enter><enter>body") { $0.body == "body" },
    Typed(keys: "<enter><enter><up><c-u>title") { $0.titles(0) == ["title", "b"] },
    Typed(keys: "<enter><enter><tab><tab><tab><tab><tab><tab>nitem") {
      $0.board.checklist(of: card).map(\.text.value) == ["item"]
    },
    Typed(keys: "<enter><enter><backtab><backtab>ncomment") {
      $0.board.comments(on: card).map(\.body.string) == ["comment"]
    },
    // Put aside on the open card, and on one that was closed.
    Typed(keys: "<enter><enter><backtab><backtab>ncomment<esc>") {
      $0.board.comments(on: card).map(\.body.string) == ["comment"]
    },
    Typed(keys: "<enter><enter><backtab><backtab>ncomment<esc><esc><esc>j") {
      $0.board.comments(on: card).map(\.body.string) == ["comment"]
    },
    Typed(keys: "<enter>body", subject: .card(card)) { $0.body == "body" },
    Typed(keys: "e<c-u>new", subject: .card(card)) { $0.titles(0) == ["new", "b"] },
    Typed(keys: "Made<enter>one<enter>two", subject: .addColumn(after: Bench.column(0))) {
      $0.board.liveColumns.map(\.title.value) == ["To do", "Made", "Doing"]
    },
    Typed(keys: "Made<f1>", subject: .addColumn(after: Bench.column(0))) {
      $0.board.liveColumns.map(\.title.value) == ["To do", "Made", "Doing"]
    },
  ]

  static func bench(_ typed: Typed) -> Bench {
    var bench = Bench(columns, subject: typed.subject)
    bench.keys(typed.keys)
    return bench
  }

  static func end(_ bench: inout Bench, _ fate: DraftFate) {
    bench.send(.replicaNotice(.ending(fate, reason: "tidying", by: Bench.otherAuthor)))
  }

  @Test(
    "Committed, whatever is typed becomes an edit, as its keys would make it", .holds("WIN-023"),
    arguments: typed)
  func committed(typed: Typed) {
    var bench = Self.bench(typed)
    #expect(!typed.isMade(bench))
    #expect(!bench.window.viewState.drafts.isEmpty)
    Self.end(&bench, .committed)
    #expect(typed.isMade(bench))
    #expect(bench.window.viewState.drafts.isEmpty)
    // It goes when they are delivered, which the replica knows.
    #expect(!bench.effects.contains(.quit))
  }

  @Test("Discarded, it is thrown away", .holds("WIN-023"), arguments: typed)
  func discarded(typed: Typed) {
    var bench = Self.bench(typed)
    let before = bench.intents.count
    Self.end(&bench, .discarded)
    bench.wait(1_000)
    #expect(!typed.isMade(bench))
    #expect(bench.intents.count == before)
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  @Test("Else it stays as drafts", arguments: typed)
  func kept(typed: Typed) {
    var bench = Self.bench(typed)
    let (drafts, before) = (bench.window.viewState.drafts, bench.intents.count)
    Self.end(&bench, .kept)
    #expect(bench.intents.count == before)
    #expect(bench.window.viewState.drafts == drafts)
    let told = bench.window.model.notices.reports.map(\.notice.text)
    #expect(told == ["bob closes this window from lap: tidying."])
  }

  @Test("Under a history, in the way of an earlier life, and kept while read-only, it counts too")
  func elsewhere() {
    var bench = Bench(Self.columns)
    bench.keys("<enter><enter><backtab><backtab>nsaid<esc><c-t>")
    Self.end(&bench, .committed)
    #expect(bench.board.comments(on: Self.card).map(\.body.string) == ["said"])

    var state = ViewState()
    state.drafts = [
      .comment(Self.card, nil, "one"), .item(Bench.card(0, 1), nil, "two", from: ""),
      .newCard(
        in: Bench.column(1), "three"),
    ]
    bench = Bench(Self.columns)
    bench = bench.restarted(with: state, isOnDisk: true)
    Self.end(&bench, .committed)
    #expect(bench.titles(1).contains("three"))
    #expect(bench.board.checklist(of: Bench.card(0, 1)).map(\.text.value) == ["two"])
    #expect(bench.board.comments(on: Self.card).map(\.body.string) == ["one"])
    #expect(bench.window.viewState.drafts.isEmpty)
  }

  @Test("What cannot become an edit stays a draft")
  func refused() {
    var bench = Bench(Self.columns)
    bench.keys("nfresh")
    bench.send(.standing(.fenced(.ended("Nothing can be edited now."))))
    Self.end(&bench, .committed)
    #expect(bench.intents.isEmpty)
    #expect(bench.window.viewState.drafts == [.newCard(in: Bench.column(0), "fresh")])
  }
}
