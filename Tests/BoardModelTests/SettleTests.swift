import Testing

@testable import BoardModel

/// Proposals that are settled, and receipts for what was lost.
@Suite("Proposals and receipts")
struct SettleTests {
  /// Ann's title is superseded by Ben's: her proposal is open.
  private func bench() -> (Workbench, OperationID) {
    var bench = Workbench()
    bench.addCard(card(1), "Old")
    let base = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben)
    bench.commit(.cardRetitle(card(1), title: "Ann's"), by: .ann, base: base, queued: true)
    return (bench, bench.lastID)
  }

  private func settle(_ operation: OperationID, _ accept: Bool) -> Intent {
    .settle(.cardTitle(card(1)), user: "ann", operation: operation, accept: accept)
  }

  @Test("Of accepting and dismissing a proposal the first counts, and the second is told")
  func firstCounts() {
    for accepts in [true, false] {
      var (bench, operation) = bench()
      #expect(bench.board.proposals(on: card(1)).map(\.value) == [.text("Ann's")])
      let base = bench.sequence
      #expect(bench.commit(settle(operation, accepts), by: .ben, base: base) == .applied)
      let second = bench.commit(settle(operation, !accepts), by: .ann, base: base)
      #expect(second == .rejected(.proposalGone))
      #expect(bench.title(of: card(1)) == (accepts ? "Ann's" : "Ben's"))
      #expect(bench.board.proposals(on: card(1)).isEmpty)
      #expect(bench.board.card(card(1))?.title.stamp.author.user == "ben")
    }
  }

  @Test("Accepting is an edit that displaces others and is taken back like any other")
  func acceptedLive() {
    var (bench, operation) = bench()
    let base = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "Newer"), by: .ann)
    let newer = bench.lastID
    let outcome = bench.commit(settle(operation, true), by: .ben, base: base, queued: true)
    // A later edit of hers ended her proposal.
    #expect(outcome == .rejected(.proposalGone))
    let seen = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "Cid's"), by: .ben)
    bench.commit(.cardRetitle(card(1), title: "Away"), base: seen, queued: true)
    let away = bench.lastID
    bench.commit(.cardRetitle(card(1), title: "Last"), by: .annToo, base: base)
    #expect(newer != away)
    bench.commit(.cardRetitle(card(1), title: "Ben again"), by: .ben)
    let end = bench.sequence
    bench.commit(.cardRetitle(card(1), title: "Proposed"), base: seen, queued: true)
    let proposal = bench.lastID
    let accepted = bench.commit(settle(proposal, true), by: .annToo, base: end - 1)
    guard case .applied(let displaced, _) = accepted else { return #expect(Bool(false)) }
    #expect(displaced.count == 1)
    #expect(bench.title(of: card(1)) == "Proposed")
    #expect(bench.commit(.undo(target: bench.lastID, force: false), by: .annToo) == .applied)
    #expect(bench.title(of: card(1)) == "Ben again")
  }

  @Test("A place in a column that is gone is accepted into Unsorted")
  func acceptedIntoUnsorted() {
    var bench = Workbench()
    bench.addCard(card(1))
    let base = bench.sequence
    bench.commit(.cardMove([card(1)], to: done, at: Anchors()), by: .ben)
    bench.commit(.cardMove([card(1)], to: doing, at: Anchors()), base: base, queued: true)
    let operation = bench.lastID
    bench.commit(.columnDelete(doing, seen: [], disposition: .archive), by: .ben)
    let outcome = bench.commit(
      .settle(.cardPlace(card(1)), user: "ann", operation: operation, accept: true), by: .ben)
    #expect(outcome == .applied(displaced: [], notes: [.inUnsorted(card(1))]))
    #expect(bench.order(in: bench.board.unsortedID) == [card(1)])
  }

  @Test("Who is displaced gets a receipt with the value that was lost, in whichever order")
  func displaced() {
    for editors in [(Editor.ann, Editor.ben), (.ben, .ann)] {
      var bench = Workbench()
      bench.addCard(card(1))
      let base = bench.sequence
      bench.commit(.cardRetitle(card(1), title: "First"), by: editors.0, base: base)
      let mine = bench.lastID
      bench.commit(.cardRetitle(card(1), title: "Second"), by: editors.1, base: base)
      let receipts = bench.board.receipts(of: editors.0.author.user)
      #expect(receipts.map(\.kind) == [.displaced(.cardTitle(card(1)), value: .text("First"))])
      #expect(receipts.map(\.mine) == [mine])
      #expect(receipts.map(\.cause) == [bench.log.last?.stamp])
      #expect(bench.board.receipts(of: editors.1.author.user).isEmpty)
    }
  }

  @Test("A displaced move can be put back: the receipt says where the card was")
  func displacedMove() {
    var bench = Workbench()
    for number in 1...3 as ClosedRange<UInt64> { bench.addCard(card(number), in: doing) }
    bench.addCard(card(9))
    let base = bench.sequence
    bench.commit(
      .cardMove([card(9)], to: doing, at: Anchors(after: card(1))), by: .ben, base: base)
    bench.commit(.cardMove([card(9)], to: done, at: Anchors()), base: base)
    let place = Anchors<CardKind>(after: card(1), before: card(2))
    #expect(
      bench.board.receipts(of: "ben").map(\.kind)
        == [.displaced(.cardPlace(card(9)), value: .cardPlace(doing, place))])
  }

  @Test("What is superseded or refused is told to its author until they have seen it")
  func seen() throws {
    var (bench, operation) = bench()
    bench.commit(.cardRetitle(card(1), title: ""), by: .ann)
    bench.commit(.undo(target: operation, force: false), by: .ann)
    let receipts = bench.board.receipts(of: "ann")
    #expect(receipts.map(\.mine.counter).count == 2)
    guard case .superseded(.cardTitle(card(1)), _) = receipts[0].kind else {
      return #expect(Bool(false))
    }
    #expect(receipts[1].kind == .rejected(.emptyTitle))
    #expect(try bench.board.rebuilt().receipts(of: "ann") == receipts)
    bench.commit(.receiptsSeen(through: .max), by: .ben)
    #expect(bench.board.receipts(of: "ann") == receipts)
    // One that comes later, alone: of another user, or with another index, it is nobody's.
    let last = receipts[1].cause.sequence
    for (editor, index) in [(Editor.ben, receipts[1].index), (.ann, receipts[1].index + 1)] {
      #expect(bench.commit(.receiptSeen(cause: last, index: index), by: editor) == .applied)
      #expect(bench.board.receipts(of: "ann") == receipts)
    }
    var alone = bench
    alone.commit(.receiptSeen(cause: last, index: receipts[1].index), by: .annToo)
    #expect(alone.board.receipts(of: "ann") == [receipts[0]])
    #expect(try alone.board.rebuilt().snapshotBytes == alone.board.snapshotBytes)
    bench.commit(.receiptsSeen(through: receipts[0].cause.sequence), by: .annToo)
    #expect(bench.board.receipts(of: "ann") == [receipts[1]])
    bench.commit(.receiptsSeen(through: bench.sequence), by: .ann)
    #expect(bench.board.receipts(of: "ann").isEmpty)
  }

  @Test("Only the newest receipts of a user are kept")
  func bounded() {
    var bench = Workbench()
    for _ in 0..<(BoardLimits.receipts + 10) { bench.commit(.cardRetitle(card(9), title: "x")) }
    let receipts = bench.board.receipts(of: "ann")
    #expect(receipts.count == BoardLimits.receipts)
    #expect(receipts.last?.cause.sequence == bench.sequence)
  }
}
