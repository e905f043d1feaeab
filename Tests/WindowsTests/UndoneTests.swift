import BoardModel
import Screen
import Testing
import WindowSync

@testable import Windows

@Suite("What undo and redo say")
struct UndoneTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let intents: [Intent]
    let undone: String
    let redone: String

    /// The last of the intents is the one that is taken back.
    init(_ intents: Intent..., undone: String, redone: String) {
      (self.intents, self.undone, self.redone) = (intents, undone, redone)
    }

    var testDescription: String { undone }
  }

  private static let a = Bench.card(0, 0)
  private static let b = Bench.card(0, 1)
  private static let (todo, doing) = (Bench.column(0), Bench.column(1))
  private static let new = CardID(high: 5, low: 5)
  private static let label = LabelID(high: 5, low: 6)
  private static let item = ItemID(high: 5, low: 7)
  private static let comment = CommentID(high: 5, low: 8)
  private static let bug = Intent.labelCreate(label, name: "bug", colour: 1)
  private static let step = Intent.itemAdd(a, item, text: "step", at: Anchors())
  private static let remark = Intent.commentAdd(a, comment, text: "hm")

  private static func typed(_ text: String) -> Splice {
    Splice(deletions: [], insertions: [Splice.Insertion(after: nil, text: text)])
  }

  static let cases: [Case] = [
    Case(
      .boardRename(title: "House"), undone: "title of the board “House” is “Home” again",
      redone: "title of the board “Home” is “House” again"),
    Case(
      .columnCreate(ColumnID(high: 5, low: 9), title: "Later", at: Anchors()),
      undone: "the column “Later” is gone", redone: "the column “Later” is back"),
    Case(
      .columnRename(todo, title: "Next"), undone: "title of the column “Next” is “To do” again",
      redone: "title of the column “To do” is “Next” again"),
    Case(
      .columnMove(todo, at: Anchors(after: doing)),
      undone: "the column “To do” is the first place again",
      redone: "the column “To do” is right of “Doing” again"),
    Case(
      .columnDelete(doing, seen: [Bench.card(1, 0)], disposition: .move(to: todo)),
      undone: "the column “Doing” is back; “d” is in “Doing” again",
      redone: "“d” is in “To do” again; the column “Doing” is gone"),
    Case(
      .cardCreate(new, in: doing, title: "new", body: "", at: Anchors()),
      undone: "“new” is in the archive", redone: "“new” is back in “Doing”"),
    Case(
      .cardRetitle(a, title: "z"), undone: "title of “z” is “a” again",
      redone: "title of “a” is “z” again"),
    Case(
      .cardSplice(a, typed("words")), undone: "text of “a”: 5 characters out again",
      redone: "text of “a”: 5 characters back"),
    Case(
      .cardMove([a], to: doing, at: Anchors()), undone: "“a” is in “To do” again",
      redone: "“a” is in “Doing” again"),
    Case(
      .cardMove([a], to: todo, at: Anchors(after: b)),
      undone: "“a” is back at its place in “To do”", redone: "“a” is back at its place in “To do”"),
    Case(
      .cardMove([a, b], to: doing, at: Anchors()), undone: "2 cards are in “To do” again",
      redone: "2 cards are in “Doing” again"),
    Case(
      .cardArchive(a), undone: "“a” is back in “To do”", redone: "“a” is in the archive"),
    Case(
      .cardArchive(a), .cardRestore(a), undone: "“a” is in the archive",
      redone: "“a” is back in “To do”"),
    Case(
      .cardFavourite(a, marked: true), undone: "“a” is no favourite any longer",
      redone: "“a” is a favourite again"),
    Case(
      bug, undone: "the label “bug” is gone", redone: "the label “bug” is back"),
    Case(
      bug, .attach(a, .label(label)), undone: "“a” is without the label “bug” again",
      redone: "“a” has the label “bug” again"),
    Case(
      .attach(a, .assignee("bob")), undone: "“a” is not assigned to bob again",
      redone: "“a” is assigned to bob again"),
    Case(
      .set(.cardDue(a), .number(20_000)), undone: "the due date of “a” is none again",
      redone: "the due date of “a” is 2024-10-04 again"),
    Case(
      step, undone: "the item “step” of “a” is gone", redone: "the item “step” of “a” is back"),
    Case(
      step, .set(.itemDone(a, item), .flag(true)),
      undone: "the item “step” of “a” is not done again",
      redone: "the item “step” of “a” is done again"),
    Case(
      remark, undone: "a comment on “a” is gone", redone: "a comment on “a” is back"),
    Case(
      .batch([
        .cardRetitle(a, title: "z"), .cardArchive(b), .cardFavourite(b, marked: true),
        .cardFavourite(a, marked: true),
      ]),
      undone:
        "“a” is no favourite any longer; “b” is no favourite any longer; “b” is back in “To do”"
        + "; and 1 more",
      redone:
        "title of “a” is “z” again; “b” is in the archive; “b” is a favourite again; and 1 more"),
  ]

  private static func bench(columns: Int) -> Bench {
    // The first column is not on the screen of those that show one only.
    Bench(
      [("To do", ["a", "b"]), ("Doing", ["d"])] + (0..<9).map { ("More \($0)", []) },
      columns: columns)
  }

  @Test("Every edit that is taken back, and done again, is named", arguments: cases, [40, 120])
  func told(_ row: Case, columns: Int) {
    var bench = Self.bench(columns: columns)
    for intent in row.intents {
      bench.window.model.edit(intent)
      bench.send(.timer)
    }
    bench.keys("$")
    for (key, verb, words) in [("u", "Undone", row.undone), ("<c-r>", "Redone", row.redone)] {
      bench.keys(key)
      #expect(bench.notice == "\(verb): \(words).")
      let lines = bench.screen.suffix(bench.window.model.footerRows)
      #expect(
        lines.joined().filter { $0 != " " } == "\(verb): \(words).".filter { $0 != " " },
        "\(lines)")
    }
  }

  @Test("Where there is nothing to take back, or to do again, that is said")
  func nothing() {
    var bench = Self.bench(columns: 40)
    bench.keys("u")
    #expect(bench.notice == "There is nothing to undo.")
    bench.keys("<c-r>")
    #expect(bench.notice == "There is nothing to redo.")
  }

  @Test(
    "What waits for the disk is told once it is shown")
  func later() {
    var bench = Self.bench(columns: 80)
    bench.keys("d")
    bench.shows = false
    bench.keys("u")
    #expect(bench.notice == nil)
    bench.shows = true
    bench.showPending()
    #expect(bench.notice == "Undone: “a” is back in “To do”.")
  }

  @Test("An undo that others' edits stop is not told as done, and is once it is forced")
  func forced() {
    var bench = Self.bench(columns: 80)
    bench.keys("e<c-u>mine<enter>")
    bench.other(.cardRetitle(Self.a, title: "theirs"))
    bench.keys("u")
    #expect(bench.notice?.hasPrefix("Not undone: the title of “theirs” was changed since") == true)
    bench.keys("U")
    #expect(bench.notice == "Undone: title of “theirs” is “a” again.")
  }

  @Test("Without a coordinator too, an undo that others' edits stop says that it did nothing")
  func guarded() {
    var bench = Self.bench(columns: 80)
    bench.keys("e<c-u>mine<enter>")
    bench.other(.cardRetitle(Self.a, title: "theirs"))
    bench.shows = false
    bench.keys("u")
    // The board shows it, and no outcome came.
    bench.orderUnshown()
    bench.come()
    #expect(bench.notice == "Not undone or redone: it was changed since, or is too long ago.")
  }

  @Test("In an open card the keys that take typing back say so too")
  func card() {
    var bench = Self.bench(columns: 80)
    bench.keys("<enter><enter>words")
    bench.wait(5_000)
    bench.keys("<c-z>")
    #expect(bench.notice == "Undone: text of “a”: 5 characters out again.")
    bench.keys("<c-y>")
    #expect(bench.notice == "Redone: text of “a”: 5 characters back.")
  }
}
