import HashTreeCollections
import Statements
import Testing

@testable import BoardModel

/// What one operation may change, at each bound and one beyond it.
@Suite("What one operation may change")
struct ChangeBoundTests {
  private static let most = BoardLimits.vacatedCards

  /// So many live cards in `doing`, of Ben's.
  private static func bench(cards count: Int, in column: ColumnID = doing) -> Workbench {
    var bench = Workbench()
    fill(&bench, column, count)
    return bench
  }

  private static func fill(_ bench: inout Workbench, _ column: ColumnID, _ count: Int) {
    let first = bench.board.cards.count
    for start in stride(from: 0, to: count, by: BoardLimits.batch) {
      let numbers = start..<min(count, start + BoardLimits.batch)
      bench.commit(
        .batch(
          numbers.map {
            .cardCreate(
              card(UInt64(first + $0)), in: column, title: "Card", body: "", at: Anchors())
          }), by: .ben)
    }
  }

  /// The leaves and entries that were looked at in all columns.
  private static func visits(_ bench: Workbench) -> Int {
    bench.board.columns.values.reduce(0) { $0 + $1.cards.visits }
  }

  @Test(
    "A column is deleted with so many live cards and no more", .holds("APL-030", "APL-144"))
  func column() {
    var bench = Self.bench(cards: Self.most)
    let delete = Intent.columnDelete(doing, seen: [], disposition: .move(to: done))
    let full = bench
    defer {
      // Each card leaves one list and enters another.
      bench = full
      let before = Self.visits(bench)
      bench.commit(delete)
      let visits = Self.visits(bench) - before
      #expect(visits > 0)
      #expect(visits <= CardListTests.bound(changes: 2 * Self.most, in: Self.most), "\(visits)")
    }
    guard case .applied = bench.commit(delete) else {
      Issue.record("\(String(describing: bench.log.last?.outcome))")
      return
    }
    #expect(bench.board.liveCount(in: done) == Self.most)
    bench = full
    bench.addCard(card(900_000), in: doing)
    #expect(bench.commit(delete) == .rejected(.limitReached(.vacatedCards)))
    #expect(bench.board.column(doing)?.deleted.value == false)
    // An archived one does not count.
    bench.commit(.cardArchive(card(900_000)))
    #expect(!bench.commit(delete).isRejected)
  }

  @Test("The columns of a batch count together", .holds("APL-030"))
  func columns() {
    var bench = Self.bench(cards: Self.most)
    bench.addCard(card(900_000), in: todo)
    let deletes = [todo, doing].map { Intent.columnDelete($0, seen: [], disposition: .archive) }
    #expect(
      bench.commit(.batch(deletes)) == .rejected(.batchItem(1, .limitReached(.vacatedCards))))
    #expect(bench.board.column(todo)?.deleted.value == false)
    bench.commit(.cardArchive(card(900_000)))
    #expect(!bench.commit(.batch(deletes)).isRejected)
  }

  @Test(
    "An undo by force deletes columns with so many live cards and no more", .holds("APL-141"),
    arguments: [0, 1])
  func undo(more: Int) {
    var bench = Workbench()
    bench.commit(.columnCreate(nowhere, title: "New", at: Anchors()))
    let target = bench.lastID
    Self.fill(&bench, nowhere, Self.most + more)
    let free = bench.commit(.undo(target: target, force: false))
    #expect(free == .rejected(.undoGuarded([.columnDeleted(nowhere)])))
    let before = Self.visits(bench)
    let outcome = bench.commit(.undo(target: target, force: true))
    let visits = Self.visits(bench) - before
    #expect(visits <= CardListTests.bound(changes: 2 * Self.most, in: Self.most), "\(visits)")
    #expect(outcome.isRejected == (more == 1))
    #expect(bench.board.column(nowhere)?.deleted.value == (more == 0))
    if more == 1 { #expect(outcome == .rejected(.limitReached(.vacatedCards))) }
  }

  @Test(
    "A batch types and deletes so many scalars and no more", .holds("APL-142"), arguments: [0, 1])
  func batch(more: Int) {
    let half = BoardLimits.batchScalars / 2
    var bench = Workbench()
    var parts: [Intent] = []
    for number in 1...2 as ClosedRange<UInt64> {
      bench.addCard(card(number), body: String(repeating: "x", count: half))
      let range = TextRange(
        start: TextIdentity(operation: bench.lastID, offset: 0), count: UInt32(half))
      parts.append(.cardSplice(card(number), Splice(deletions: [range], insertions: [])))
    }
    // What is gone already counts for nothing.
    parts += parts
    let text = String(repeating: "y", count: more)
    parts.append(
      .cardSplice(
        card(1), Splice(deletions: [], insertions: [.init(after: nil, text: text)])))
    let outcome = bench.commit(.batch(parts))
    #expect(outcome == (more == 0 ? .applied : .rejected(.batchItem(4, .limitReached(.scalars)))))
    #expect(bench.body(of: card(1)).isEmpty == (more == 0))
    #expect(bench.body(of: card(2)).isEmpty == (more == 0))
  }

  @Test(
    "What compactions take out of texts counts with that", .holds("APL-142"), arguments: [0, 1])
  func compactions(more: Int) {
    let parts = BoardLimits.batchScalars / BoardLimits.compactedScalars
    let rest = BoardLimits.batchScalars - parts * BoardLimits.compactedScalars
    let size = parts * BoardLimits.compactedScalars
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: size))
    bench.addCard(card(2), body: String(repeating: "y", count: rest + more))
    bench.edit(card(1), 0..<size, with: "")
    bench.edit(card(2), 0..<(rest + more), with: "")
    let compaction = Intent.textCompact(card(1), nil, horizon: bench.sequence)
    let last = Intent.textCompact(card(2), nil, horizon: bench.sequence)
    let all = [Intent](repeating: compaction, count: parts) + [last]
    let outcome = bench.commit(.batch(all))
    if more == 0 {
      #expect(outcome == .applied(displaced: [], notes: [.deletedLeft(.cardBody(card(1)))]))
      #expect(bench.board.card(card(1))?.body.totalCount == 0)
    } else {
      #expect(outcome == .rejected(.batchItem(UInt32(parts), .limitReached(.scalars))))
      #expect(bench.board.card(card(1))?.body.totalCount == size)
    }
  }

  @Test("A purge of a card looks at a few of the cards beside it", .holds("APL-144"))
  func purge() {
    var bench = Self.bench(cards: Self.most)
    let before = Self.visits(bench)
    bench.commit(.purge(.card(card(5_000))))
    #expect(bench.board.card(card(5_000)) == nil)
    #expect(Self.visits(bench) > before)
    #expect(Self.visits(bench) - before <= CardListTests.bound(changes: 1, in: Self.most))
  }

  @Test(
    "An undo of one field looks at a few of the records, however full the ledger is",
    .holds("APL-144"), arguments: [0, 1])
  func undoneAndRedone(more: Int) throws {
    var bench = Workbench()
    for number in UInt64(1)...1_000 { bench.addCard(card(number)) }
    let long = (UInt64(1)...1_000).map { Intent.cardRetitle(card($0), title: "\($0)") }
    for _ in 0..<(BoardLimits.undoRecords - 2 * BoardLimits.undoLinks - 3) {
      bench.commit(.batch(long))
    }
    bench.commit(.cardRetitle(card(1), title: "first"))
    let first = bench.lastID
    var last = first
    for _ in 0..<(2 * (BoardLimits.undoLinks + more)) {
      bench.commit(.undo(target: last, force: false))
      last = bench.lastID
    }
    #expect(bench.title(of: card(1)) == "first")
    let record = try #require(bench.board.undo.record(of: first))
    let title = try #require(bench.board.card(card(1))?.title)
    var undo = UndoGuard(of: record, force: false, in: bench.board.undo)
    let shows = undo.showsTarget(in: .cardTitle(card(1)), by: title.stamp)
    #expect(shows == (more == 0))
    let depth = Int.bitWidth - bench.board.undo.inOrder.count.leadingZeroBitCount
    #expect(undo.visits >= BoardLimits.undoLinks)
    #expect(undo.visits <= BoardLimits.undoVisits * depth, "\(undo.visits)")
  }

  @Test(
    "Accepted text finds its words among the first scalars of a long text, and not beyond",
    .holds("APL-123"), arguments: [0, 1])
  func context(more: Int) {
    let typist = OperationID(session: Editor.ann.session, epoch: 1, counter: 1)
    let space = String(repeating: "x", count: BoardLimits.contextScalars - 5 + more)
    let body = Text(space + "words" + "tail", by: typist)
    let fragment = TextFragment(
      text: Text("late", by: OperationID(session: Editor.ben.session, epoch: 1, counter: 1)),
      context: TextContext(before: "words", after: ""))
    var (text, visits) = (body, 0)
    let splice = text.splice(accepting: fragment, &visits)
    text.apply(splice, by: OperationID(session: Editor.ann.session, epoch: 1, counter: 2))
    #expect(text.string == space + (more == 0 ? "wordslatetail" : "wordstail\nlate"))
  }
}
