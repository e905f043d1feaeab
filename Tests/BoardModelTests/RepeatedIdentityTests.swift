import Statements
import Testing

@testable import BoardModel

/// What would put an identity into a text that has it already.
@Suite("Repeated identities")
struct RepeatedIdentityTests {
  private static func operation(_ counter: UInt64) -> OperationID {
    OperationID(session: Editor.ann.session, epoch: 1, counter: counter)
  }

  /// "abc" of operation 9 from offset 5 on, deleted, then "xyz" of operations 20 to 22.
  ///
  /// - Parameter filling: so many scalars of another operation stand in front.
  private static func text(filling: Int) -> Text {
    var text = Text(String(repeating: "f", count: filling), by: operation(1))
    let offset = TextIdentity(operation: operation(9), offset: 5)
    text.append(TextRun(start: offset, step: .offset, scalars: ["a", "b", "c"], deleted: true))
    let keyed = TextIdentity(operation: operation(20), offset: 0)
    text.append(TextRun(start: keyed, step: .operation, scalars: ["x", "y", "z"], deleted: false))
    return text
  }

  @Test(
    "A text takes no scalar that it has, deleted or not, and does not change",
    arguments: [0, 5_000],
    [
      (UInt64(9), UInt32(3), 3, false), (9, 2, 3, true), (9, 5, 1, false), (9, 7, 3, false),
      (9, 8, 3, true), (9, 0, 20, false), (20, 0, 1, false), (21, 0, 5, false), (21, 1, 5, true),
      (23, 0, 1, true), (19, 0, 1, true), (10, 5, 1, true),
    ])
  func insertion(filling: Int, _ row: (counter: UInt64, offset: UInt32, count: Int, fits: Bool)) {
    let before = Self.text(filling: filling)
    #expect((before.leafCount > 1) == (filling > 0))
    let start = TextIdentity(operation: Self.operation(row.counter), offset: row.offset)
    let scalars = [Unicode.Scalar](repeating: "n", count: row.count)
    let left = TextIdentity(operation: Self.operation(20), offset: 0)

    var text = before
    var fits = text.insert(scalars, start: start, after: left)
    #expect(fits == row.fits)
    #expect((text == before) == !row.fits)
    text = before
    fits = text.insert(scalars, start: start, leftOf: left)
    #expect(fits == row.fits)
    #expect((text == before) == !row.fits)
    text = before
    let run = TextRun(start: start, step: .offset, scalars: scalars, deleted: true)
    fits = text.append(run)
    #expect(fits == row.fits)
    #expect((text == before) == !row.fits)

    text = before
    let gone = TextRange(start: TextIdentity(operation: Self.operation(9), offset: 5), count: 3)
    if row.count == 3 {
      let typed = text.retype([gone], start: start)
      #expect(typed == (row.fits ? 3 : nil))
      #expect((text == before) == !row.fits)
    }
  }

  @Test(
    "Runs of an operation for each scalar are compared with one another", arguments: [0, 5_000])
  func keyedRuns(filling: Int) {
    for (counter, fits) in [(17, true), (18, false), (21, false), (22, false), (23, true)] {
      var text = Self.text(filling: filling)
      let start = TextIdentity(operation: Self.operation(UInt64(counter)), offset: 0)
      let run = TextRun(
        start: start, step: .operation, scalars: ["1", "2", "3"], deleted: false)
      let isTaken = text.append(run)
      #expect(isTaken == fits, "from \(counter) on")
    }
  }

  @Test("A snapshot that repeats an identity is refused, in whichever text", .holds("SNP-012"))
  func snapshots() throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "abc")
    let comment = CommentID(high: 7, low: 7)
    bench.commit(.commentAdd(card(1), comment, text: "abc"))
    let late = bench.board.card(card(1))?.body.identity(at: 1)
    let base = bench.sequence
    bench.edit(card(1), 1..<2, with: "")
    bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
    bench.commit(
      .cardSplice(
        card(1), Splice(deletions: [], insertions: [.init(after: late, text: "late")])),
      by: .ben, base: base, queued: true)
    let entities = bench.board.entities()
    let again = try Board(id: bench.board.id, sequence: 1, entities: entities)
    #expect(again.entities() == entities)
    var texts = 0
    for (index, entity) in entities.enumerated() {
      switch entity {
      case .text, .commentText, .proposalText: texts += 1
      default: continue
      }
      var repeated = entities
      repeated.insert(entity, at: index)
      #expect(throws: SnapshotFault.repeatedScalar, "\(entity)") {
        try Board(id: bench.board.id, sequence: 1, entities: repeated)
      }
    }
    #expect(texts == 3)
  }

  @Test(
    "A batch that types what a text has is rejected whole, and takes nothing along",
    .holds("APL-043", "APL-050"))
  func batches() {
    var bench = Workbench()
    bench.addCard(card(1), "Old", body: "abc")
    let before = bench.board
    let splice = Splice(deletions: [], insertions: [.init(after: nil, text: "z")])
    let operation = Operation(
      id: bench.lastID, base: bench.sequence, queued: false,
      intent: .batch([.cardRetitle(card(1), title: "New"), .cardSplice(card(1), splice)]))
    let outcome = bench.board.apply(
      operation, sequence: bench.sequence + 1, time: 1, author: Editor.ann.author)
    #expect(outcome == .rejected(.batchItem(1, .identifierInUse)))
    #expect(bench.board.entitiesButReceipts == before.entitiesButReceipts)
  }
}
