@testable import BoardModel
import Testing

@Suite("Digest")
struct DigestTests {
  static let changes: [(String, Intent, Editor)] = [
    ("board title", .boardRename(title: "Other"), .ann),
    ("new column", .columnCreate(nowhere, title: "New", at: Anchors()), .ann),
    ("column title", .columnRename(todo, title: "Other"), .ann),
    ("column order", .columnMove(todo, at: Anchors()), .ann),
    ("column deleted", .columnDelete(done, seen: [], disposition: .archive), .ann),
    ("new card", .cardCreate(card(7), in: todo, title: "T", body: "", at: Anchors()), .ann),
    ("card title", .cardRetitle(card(1), title: "Other"), .ann),
    ("the same title by another", .cardRetitle(card(1), title: "Card"), .ben),
    ("card place", .cardMove([card(1)], to: todo, at: Anchors()), .ann),
    ("archived", .cardArchive(card(1)), .ann),
    ("favourite of one", .cardFavourite(card(1), marked: true), .ann),
    ("favourite of another", .cardFavourite(card(1), marked: true), .ben),
  ]

  @Test("Everything replicated is in it", arguments: changes)
  func everything(name: String, change: Intent, editor: Editor) {
    var bench = Self.bench()
    let before = bench.board.digest()
    #expect(!bench.commit(change, by: editor).isRejected)
    #expect(bench.board.digest() != before)
  }

  @Test("A tombstone, an identity, an open proposal and a receipt are in it; a rejection is not")
  func hidden() {
    var bench = Self.bench()
    var digests = [bench.board.digest()]
    let seen = bench.sequence
    bench.edit(card(1), 0..<2, with: "")
    digests.append(bench.board.digest())
    bench.edit(card(1), 0..<0, with: "bo")
    digests.append(bench.board.digest())
    bench.commit(.cardRetitle(card(1), title: "Ann's"))
    digests.append(bench.board.digest())
    bench.commit(.cardRetitle(card(1), title: "Ben's"), by: .ben, base: seen, queued: true)
    digests.append(bench.board.digest())
    bench.commit(.undo(target: bench.log[bench.log.count - 2].id, force: false))
    digests.append(bench.board.digest())
    for (index, digest) in digests.enumerated() {
      #expect(!digests[..<index].contains(digest))
    }
    bench.commit(.cardRetitle(card(8), title: "X"))
    #expect(bench.board.digest() != digests.last)
    bench.commit(.receiptSeen(cause: bench.sequence, index: 0))
    #expect(bench.board.digest() == digests.last)
  }

  @Test("It holds where a purge puts a record in front of one that has left the ledger since")
  func purgeBehindOldest() throws {
    var bench = Self.bench()
    bench.addCard(card(3))
    // Of this the purge leaves a mark alone, which then stands among the marks.
    bench.commit(
      .batch([.cardFavourite(card(1), marked: true), .cardRetitle(card(2), title: "Gone")]))
    for count in 0...BoardLimits.undoRecords {
      if count == BoardLimits.undoRecords { _ = bench.board.digest() }
      bench.commit(.cardFavourite(card(2 + UInt64(count % 2)), marked: count % 4 < 2))
    }
    bench.commit(.purge(.card(card(2))))
    var rebuilt = try bench.board.rebuilt()
    #expect(bench.board.digest() == rebuilt.digest())
  }

  @Test("It is the sum of the hashes of the entities, in four lanes")
  func sum() throws {
    var bench = Workbench(empty: Workbench.boardID)
    #expect(bench.board.digest() == .empty)
    bench.commit(.boardCreate(title: "Launch"))
    let entities = bench.board.entities()
    try #require(entities.count == 2)
    var sum = BoardDigest.empty
    for entity in entities {
      var writer = ByteWriter()
      writer.value(entity)
      sum.add(BoardDigest(bytes: SHA256.hash(writer.bytes)))
    }
    #expect(bench.board.digest() == sum)
  }

  @Test("A digest is 32 bytes and comes back from them")
  func bytes() {
    let bytes = (0..<32).map { UInt8($0 * 8 + 7) }
    #expect(BoardDigest(bytes: bytes).bytes == bytes)
    #expect(BoardDigest(bytes: []) == .empty)
  }

  private static func bench() -> Workbench {
    var bench = Workbench()
    bench.addCard(card(1), body: "body")
    bench.addCard(card(2))
    return bench
  }
}
