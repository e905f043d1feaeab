@testable import BoardModel
import Testing

/// Which edits would cut a text into more runs than somebody wants to keep.
@Suite("The runs of a text")
struct TextRunCountTests {
  private static let limit = 40
  private static let comment = CommentID(high: 0xC0, low: 1)
  private static let text = FieldAddress.cardBody(card(1))

  /// A card with a text of a hundred scalars in one run, and a comment likewise.
  private static func bench() -> Workbench {
    var bench = Workbench()
    let words = String(repeating: "x", count: 100)
    bench.addCard(card(1), body: words)
    bench.commit(.commentAdd(card(1), comment, text: words))
    return bench
  }

  /// What every second of so many scalars of a text is deleted by.
  private static func holes(_ count: Int, in text: Text) -> Splice {
    Splice(
      deletions: (0..<count).flatMap { text.identities(in: (2 * $0 + 1)..<(2 * $0 + 2)) },
      insertions: [])
  }

  private static func beyond(_ bench: Workbench, _ intent: Intent) -> FieldAddress? {
    let operation = Operation(
      id: bench.nextID(of: .ann), base: bench.sequence, queued: false, intent: intent)
    return bench.board.text(beyond: limit, after: operation, by: Editor.ann.author)
  }

  @Test("Deletions and insertions cut a text, up to the limit and no further")
  func cuts() throws {
    let bench = Self.bench()
    let text = try #require(bench.board.text(of: Self.text))
    // Each hole makes two runs more.
    #expect(Self.beyond(bench, .cardSplice(card(1), Self.holes(19, in: text))) == nil)
    #expect(Self.beyond(bench, .cardSplice(card(1), Self.holes(20, in: text))) == Self.text)
    func words(_ count: Int) -> Splice {
      Splice(
        deletions: [],
        insertions: (0..<count).map { .init(after: text.identity(at: 2 * $0), text: "y") })
    }
    #expect(Self.beyond(bench, .cardSplice(card(1), words(19))) == nil)
    #expect(Self.beyond(bench, .cardSplice(card(1), words(20))) == Self.text)
    let comment = try #require(
      bench.board.text(of: .commentBody(card(1), Self.comment)))
    #expect(
      Self.beyond(bench, .commentSplice(card(1), Self.comment, Self.holes(20, in: comment)))
        == .commentBody(card(1), Self.comment))
  }

  @Test("The edits of a batch count together")
  func batches() throws {
    let bench = Self.bench()
    let text = try #require(bench.board.text(of: Self.text))
    func batch(_ counts: [Int]) -> Intent {
      .batch(counts.map { .cardSplice(card(1), Self.holes($0, in: text)) })
    }
    // The same holes twice are the same holes.
    #expect(Self.beyond(bench, batch([19, 19])) == nil)
    #expect(Self.beyond(bench, batch([10, 20])) == Self.text)
    // An edit without parts is rejected, and the batch with it.
    #expect(Self.beyond(bench, batch([20, 0])) == nil)
  }

  @Test("A text beyond the limit may be deleted, typed on, dropped from and written anew")
  func beyond() throws {
    var bench = Self.bench()
    let full = try #require(bench.board.text(of: Self.text))
    bench.commit(.cardSplice(card(1), Self.holes(30, in: full)))
    let text = try #require(bench.board.text(of: Self.text))
    #expect(text.runCount == 61)
    // Another hole is none to be had.
    let last = try #require(text.identity(at: text.visibleCount - 2))
    let hole = Splice(deletions: [TextRange(start: last, count: 1)], insertions: [])
    #expect(Self.beyond(bench, .cardSplice(card(1), hole)) == Self.text)
    // What is deleted as a whole becomes fewer.
    let all = Splice(
      deletions: text.identities(in: 0..<text.visibleCount),
      insertions: [.init(after: nil, text: "anew")])
    #expect(Self.beyond(bench, .cardSplice(card(1), all)) == nil)
    #expect(Self.beyond(bench, .textCompact(card(1), nil, horizon: bench.sequence)) == nil)
    bench.commit(.cardSplice(card(1), all))
    bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
    #expect(bench.board.text(of: Self.text)?.runCount == 1)
    let short = try #require(bench.board.text(of: Self.text))
    #expect(Self.beyond(bench, .cardSplice(card(1), Self.holes(2, in: short))) == nil)
  }

  @Test("An undo counts what it types again, in as many runs as that stands in now")
  func undos() throws {
    var bench = Self.bench()
    let text = try #require(bench.board.text(of: Self.text))
    let whole = Splice(deletions: text.identities(in: 0..<100), insertions: [])
    bench.commit(.cardSplice(card(1), whole))
    let target = bench.lastID
    #expect(Self.beyond(bench, .undo(target: target, force: false)) == nil)
    // Ben types in the midst of what Ann deleted.
    let words = Splice(
      deletions: [],
      insertions: (0..<15).map { .init(after: text.identity(at: 2 * $0), text: "y") })
    bench.commit(.cardSplice(card(1), words), by: .ben)
    #expect(bench.board.text(of: Self.text)?.runCount == 31)
    #expect(Self.beyond(bench, .undo(target: target, force: false)) == Self.text)
  }

  @Test("What somebody proposes counts as the text, and so does a proposal that is accepted")
  func proposals() throws {
    var page = Manuscript(String(repeating: "x", count: 100))
    let text = page.text
    let base = page.bench.sequence
    let first = try #require(text.identity(at: 50))
    page.bench.commit(
      .cardSplice(card(1), Splice(deletions: text.identities(in: 50..<51), insertions: [])))
    page.compact()
    page.type("y", after: first, by: .ann, base: base)
    let typed = page.last
    func late() -> FieldAddress? {
      let splice = Splice(deletions: [], insertions: [.init(after: typed, text: "z")])
      let operation = Operation(
        id: page.bench.nextID(of: .ann), base: base, queued: true,
        intent: .cardSplice(card(1), splice))
      return page.bench.board.text(
        beyond: Self.limit, after: operation, by: Editor.ann.author)
    }
    #expect(late() == nil)
    // Each stands left of the one before.
    for _ in 0..<39 { page.type("z", after: typed, by: .ann, base: base) }
    #expect(page.proposed?.count == 40)
    #expect(late() == Self.text)
    let proposal = try #require(page.proposal)
    #expect(
      Self.beyond(
        page.bench,
        .settle(
          Self.text, user: "ann", operation: proposal.stamp.operation, accept: true)) == nil)
  }
}
