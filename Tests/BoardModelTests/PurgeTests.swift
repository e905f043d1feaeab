import HashTreeCollections
import Statements
import Testing

@testable import BoardModel

/// What an owner takes away for good, and what is left (SPEC.md PRG).
@Suite("Purges")
struct PurgeTests {
  private static let word = "hunter2"
  private static let comment = CommentID(high: 1, low: 1)

  /// A board on which a word stands everywhere on the first card, and stood there before.
  private static func told() -> Workbench {
    var bench = Workbench()
    let one = card(1)
    let item = ItemID(high: 1, low: 2)
    bench.addCard(one, "The word \(word)", body: "say \(word) twice")
    bench.addCard(card(2))
    bench.commit(.attach(card(2), .blocker(one)))
    bench.commit(.attach(one, .blocker(card(2))))
    bench.commit(.itemAdd(one, item, text: word, at: Anchors()))
    bench.commit(.commentAdd(one, comment, text: "is it \(word)?"))
    bench.commit(.set(.cardDue(one), .number(7)))
    bench.commit(.cardFavourite(one, marked: true))
    let seen = bench.board
    bench.commit(.set(.itemText(one, item), .text("other")))
    bench.commit(
      .set(.itemText(one, item), .text("late \(word)")), by: .ben, base: seen.sequence,
      queued: true)
    bench.commit(.cardRetitle(one, title: "\(word) again"))
    bench.commit(.cardRetitle(one, title: "\(word) more"), by: .ben, base: seen.sequence)
    bench.edit(one, 4..<11, with: "it", seeing: seen)
    return bench
  }

  private func holdsWord(_ board: Board) -> Bool {
    let (bytes, word) = (board.snapshotBytes, Array(Self.word.utf8))
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  @Test("Nothing of a purged card is left on the board", .holds("PRG-004"))
  func wholeCard() throws {
    var bench = Self.told()
    #expect(holdsWord(bench.board))
    let number = bench.board.number(of: card(1))
    #expect(bench.commit(.purge(.card(card(1)))) == .applied)
    #expect(!holdsWord(bench.board))
    #expect(bench.board.blockedCards[card(1)] == nil)
    #expect(bench.board.blockedCards[card(2)]?.isEmpty ?? true)
    #expect(bench.board.receipts(of: "ann").isEmpty)
    #expect(bench.board.proposalsInOrder.isEmpty)
    #expect(bench.board.purge(of: card(1))?.operation == bench.lastID)
    #expect(bench.board.cards(named: .number(number ?? 0)).isEmpty)
    bench.addCard(card(3))
    #expect(bench.board.number(of: card(3)) == 3)
    try expectSame(bench)
  }

  @Test("What a field held before is gone, and nothing brings it back", .holds("PRG-009"))
  func past() throws {
    var bench = Self.told()
    let edits = bench.log.map(\.id)
    for field in [
      FieldAddress.cardTitle(card(1)), .cardBody(card(1)),
      .itemText(card(1), ItemID(high: 1, low: 2)), .commentBody(card(1), Self.comment),
    ] {
      #expect(bench.commit(.purge(.past(field))) == .applied)
    }
    bench.commit(.cardRetitle(card(1), title: "clean"))
    bench.commit(.purge(.past(.cardTitle(card(1)))))
    bench.edit(card(1), 0..<0, with: "now ")
    bench.commit(.purge(.comment(card(1), Self.comment)))
    #expect(!holdsWord(bench.board))
    #expect(bench.body(of: card(1)) == "now say it twice")
    for edit in edits { bench.commit(.undo(target: edit, force: true)) }
    #expect(!holdsWord(bench.board))
    try expectSame(bench)
  }

  @Test("A purge finds the word nowhere in the story of the card either")
  func history() {
    var bench = Self.told()
    bench.commit(.cardRetitle(card(1), title: "clean"))
    for field in [FieldAddress.cardTitle(card(1)), .cardBody(card(1))] {
      bench.commit(.purge(.past(field)))
    }
    let history = bench.cardHistory(of: card(1))
    for change in history.entries.flatMap(\.changes) {
      guard change.field == .cardTitle(card(1)) || change.field == .cardBody(card(1)) else {
        continue
      }
      #expect(change.rules == [.purged] && change.effect == .purged)
      #expect(change.before == nil)
    }
    #expect(history.value(of: .cardTitle(card(1))) == .text("clean"))
  }

  @Test(
    "A board that was purged is as nobody made it, but for its sequence number",
    .holds("PRG-011"))
  func board() {
    var bench = Self.told()
    bench.commit(.purge(.board))
    #expect(!bench.board.exists)
    #expect(bench.board.entities().isEmpty)
    #expect(bench.board.digest() == .empty)
    #expect(bench.board.members.isEmpty)
    #expect(bench.board.sequence == UInt64(bench.log.count))
    #expect(bench.commit(.boardRename(title: "Back")) == .rejected(.noBoard))
  }

  @Test("Purged cards count among the cards of a board", .holds("PRG-008"), arguments: [0, 1])
  func limit(more: Int) {
    var board = Workbench().board
    let stamp = board.title?.stamp
    for number in 0..<(BoardLimits.cards - 1 + more) {
      if let stamp { board.purges.keep(card(UInt64(number) + 100), nil, stamp) }
    }
    var bench = Workbench()
    bench.board = board
    let outcome = bench.addCard(card(1))
    #expect(outcome == (more == 0 ? .applied : .rejected(.limitReached(.cards))))
    #expect(bench.addCard(card(2)) == .rejected(.limitReached(.cards)))
  }

  @Test("Purged comments count among the comments of a card", .holds("PRG-008"), arguments: [0, 1])
  func commentLimit(more: UInt64) {
    var bench = Workbench()
    bench.addCard(card(1))
    for number in 1...(UInt64(BoardLimits.comments) - 1 + more) {
      bench.commit(.commentAdd(card(1), CommentID(high: 1, low: number), text: ""))
    }
    for number in [1, 5, 9] as [UInt64] {
      #expect(bench.commit(.purge(.comment(card(1), CommentID(high: 1, low: number)))) == .applied)
    }
    let outcome = bench.commit(.commentAdd(card(1), CommentID(high: 2, low: 1), text: ""))
    #expect(outcome == (more == 0 ? .applied : .rejected(.limitReached(.comments))))
  }

  @Test(
    "A card that blocks many is purged, and one that blocks more is not", .holds("PRG-003"),
    arguments: [0, 1])
  func blockers(more: Int) {
    var bench = Workbench()
    bench.addCard(card(1))
    for number in 0..<(BoardLimits.vacatedCards + more) {
      if let stamp = bench.board.title?.stamp {
        bench.board.write(.blocker(card(1)), of: card(UInt64(number) + 100), stamp)
      }
    }
    let outcome = bench.commit(.purge(.card(card(1))))
    #expect(outcome == (more == 0 ? .applied : .rejected(.limitReached(.vacatedCards))))
  }

  @Test("The digest of a purge costs what is taken away, and no text of it")
  func cost() {
    var bench = Workbench()
    for number in 1...200 as ClosedRange<UInt64> {
      bench.addCard(card(number), body: String(repeating: "x", count: 2_000))
    }
    _ = bench.board.digest()
    bench.commit(.purge(.card(card(100))))
    // That there was a purge, the card's mark, and the place of the card right of it.
    let cost = bench.board.updateDigest()
    #expect(cost == DigestCost(entities: 2, places: 1, pieces: 0))
  }

  /// Whoever begins with a snapshot has the same board, and the same digest.
  private func expectSame(_ bench: Workbench) throws {
    var (board, rebuilt) = (bench.board, try bench.board.rebuilt())
    #expect(board.digest() == rebuilt.digest())
    var plain = PlainDigest()
    #expect(board.digest() == plain.digest(of: board))
  }
}
