import HashTreeCollections
import Randomness
import Testing

@testable import BoardModel

/// The parts in which a board is encoded, and what is noted of those that change.
@Suite("The parts of a board")
struct BoardPartTests {
  /// The bytes of each part that has some.
  private func parts(of board: Board) -> [BoardPart: [UInt8]] {
    var found: [BoardPart: [UInt8]] = [:]
    board.forEachPart { part in
      var writer = ByteWriter()
      for entity in board.entities(of: part) { writer.value(entity) }
      found[part] = writer.bytes
    }
    return found.filter { !$0.value.isEmpty }
  }

  @Test("Whatever an operation changes is noted, and comes in its part", arguments: 0..<20)
  func changes(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 5_000)
    var bench = Workbench()
    _ = bench.board.takeChangedParts()
    var before = parts(of: bench.board)
    for step in 0..<250 {
      edits.step(&bench)
      let after = parts(of: bench.board)
      let noted = bench.board.takeChangedParts()
      let changed = try #require(noted)
      for part in Set(before.keys).union(after.keys) where before[part] != after[part] {
        try #require(changed.contains(part), "step \(step): \(bench.log.last as Any)")
      }
      before = after
    }
  }

  @Test("An edit changes its card and its undo record, however many cards there are")
  func few() throws {
    var bench = Workbench()
    for number in 1...600 as ClosedRange<UInt64> { bench.addCard(card(number)) }
    _ = bench.board.takeChangedParts()
    let oldest = try #require(bench.board.undo.inOrder.first).stamp.sequence
    bench.commit(.cardRetitle(card(7), title: "Other"))
    let changed = bench.board.takeChangedParts()
    #expect(
      changed
        == [
          .card(card(7)), .undo(UndoBlock(of: bench.sequence)), .undo(UndoBlock(of: oldest)),
        ], "the oldest record is gone")
    let none = bench.board.takeChangedParts()
    #expect(none == [])
  }

  @Test("Nothing is noted of a board that nobody encodes, and all of it may have changed")
  func untracked() {
    var bench = Workbench()
    bench.addCard(card(1))
    let changed = bench.board.takeChangedParts()
    #expect(changed == nil)
  }
}

/// A digest for which another thread hashes.
@Suite("Digests that are hashed elsewhere")
struct UnhashedBoardTests {
  @Test(
    "Whatever comes between, the digest is that of the board as it is", arguments: 0..<20)
  func handedOut(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 6_000)
    var bench = Workbench()
    var away: UnhashedBoard?
    for step in 0..<250 {
      edits.step(&bench)
      switch (edits.random.below(6), away) {
      case (0, nil): away = bench.board.takeUnhashed()
      case (1, let unhashed?):
        bench.board.take(unhashed.hashed())
        away = nil
      case (2, _):
        var fresh = bench.board.withoutDigests
        fresh = try fresh.rebuilt()
        let (digest, expected) = (bench.board.digest(), fresh.digest())
        try #require(digest == expected, "step \(step)")
        #expect(bench.board.unhashedCount == 0)
      default: break
      }
    }
  }

  @Test("What was handed out does not have to be hashed once it is back")
  func paid() throws {
    var bench = Workbench()
    for number in 1...100 as ClosedRange<UInt64> { bench.addCard(card(number)) }
    let unhashed = bench.board.takeUnhashed()
    bench.commit(.cardRetitle(card(7), title: "Other"))
    #expect(bench.board.unhashedCount > 200)
    bench.board.take(unhashed.hashed())
    let cost = bench.board.updateDigest()
    #expect(cost == DigestCost(entities: 2, places: 0, pieces: 0))
  }
}
