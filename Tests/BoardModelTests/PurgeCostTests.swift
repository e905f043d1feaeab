import HashTreeCollections
import Statements
import Testing

@testable import BoardModel

/// A purge looks at what is about its card, and once at each proposal and receipt, of which there
/// are only so many: at none of the other cards.
@Suite("What a purge of a card looks at")
struct PurgeCostTests {
  /// So many cards, each a favourite of Ann's and Ben's, and blocked by the next one.
  private static func bench(_ size: Int) -> Workbench {
    var bench = Workbench()
    for start in stride(from: 0, to: size, by: BoardLimits.batch) {
      let cards = (start..<min(size, start + BoardLimits.batch)).map { card(UInt64($0)) }
      bench.commit(
        .batch(
          cards.map { .cardCreate($0, in: doing, title: "Card", body: "", at: Anchors()) }))
      let marks = Intent.batch(cards.map { .cardFavourite($0, marked: true) })
      for user in [Editor.ann, .ben] { bench.commit(marks, by: user) }
      bench.commit(
        .batch(zip(cards, cards.dropFirst()).map { .attach($0, .blocker($1)) }))
    }
    return bench
  }

  /// What a purge of the card looks at.
  private static func looks(_ bench: inout Workbench, at id: CardID) -> Int {
    let purge = Operation(
      id: bench.nextID(of: .ann), base: bench.sequence, queued: false,
      intent: .purge(.card(id)))
    let stamp = Stamp(
      operation: purge.id, sequence: bench.sequence + 1, time: 1, author: Editor.ann.author)
    var application = Application(purge, stamp: stamp, exists: true)
    let rejection = bench.board.performPurge(.card(id), &application)
    #expect(rejection == nil)
    #expect(bench.board.card(id) == nil)
    return application.looks
  }

  @Test(
    "It looks at the users who have favourites and at the cards that it blocks, however many others",
    .holds("APL-144"), arguments: [100, 10_000])
  func favourites(size: Int) {
    var bench = Self.bench(size)
    for blocked in [10, 20, 30] as [UInt64] {
      bench.commit(.attach(card(blocked), .blocker(card(50))))
    }
    // Ann and Ben, and the cards 10, 20, 30 and 49.
    #expect(Self.looks(&bench, at: card(50)) == 6)
    #expect(bench.board.blockers(of: card(49)).isEmpty)
    #expect(bench.board.blockers(of: card(48)).count == 1)
    #expect(bench.board.favourites["ann"]?.count == size - 1)
  }

  @Test(
    "It looks once at each open proposal and at each receipt, of which there are only so many",
    .holds("APL-144"), arguments: [100, 10_000])
  func proposals(size: Int) {
    var bench = Self.bench(100)
    let stamp = Stamp(operation: bench.lastID, sequence: 1, time: 1, author: Editor.ben.author)
    let proposals = min(size, BoardLimits.proposals)
    for number in 0..<UInt64(proposals) {
      let proposal = Proposal(field: .cardTitle(card(number)), value: .text("late"), stamp: stamp)
      bench.board.proposals[proposal.key] = proposal
    }
    for number in 0..<size {
      let user = "user\(number / BoardLimits.receipts)"
      let receipt = Receipt(
        user: user, cause: stamp, index: UInt16(number % BoardLimits.receipts),
        mine: bench.lastID,
        kind: .displaced(.cardTitle(card(UInt64(number))), value: .text("early")))
      bench.board.receiptLists[user, default: []].append(receipt)
    }
    // Ann and Ben, and the card 49.
    #expect(Self.looks(&bench, at: card(50)) == 3 + proposals + size)
    #expect(bench.board.proposals.count == proposals - 1)
    #expect(bench.board.receiptLists.reduce(0) { $0 + $1.value.count } == size - 1)
  }
}
