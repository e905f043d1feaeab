import HashTreeCollections
import Randomness
import Testing

@testable import BoardModel

/// How much is hashed for a change, which does not depend on how much was there before.
@Suite("What a digest costs")
struct DigestCostTests {
  static let placesOfMove = BoardLimits.digestPlaces
  /// The card, and the record by which the edit can be undone.
  static let entitiesOfEdit = 2
  /// A piece into which something is typed, or of which something is deleted, is gone, and three
  /// have come.
  static let piecesOfCut = 4
  /// The leaves of a text that are read for a change in one of them.
  static let leavesOfEdit = 12

  @Test("A move hashes three places and its card", arguments: [100, 100_000])
  func move(cards: Int) throws {
    var bench = try Self.bench(cards: cards)
    for (intent, places) in [
      (.cardMove([card(40)], to: doing, at: Anchors(after: card(61))), Self.placesOfMove),
      (.cardMove([card(40)], to: todo, at: Anchors(after: card(20))), Self.placesOfMove),
      // Nothing is right of the end.
      (.cardMove([card(80)], to: doing, at: Anchors()), Self.placesOfMove - 1),
      (.cardRetitle(card(3), title: "Other"), 0), (.cardArchive(card(3)), 0),
    ] as [(Intent, Int)] {
      #expect(bench.commit(intent) == .applied)
      let cost = DigestCost(entities: Self.entitiesOfEdit, places: places, pieces: 0)
      #expect(bench.board.updateDigest() == cost, "\(intent)")
    }
    #expect(bench.board.updateDigest() == DigestCost())
  }

  @Test("A move of a column and of an item hashes three places")
  func otherLists() throws {
    var bench = Workbench()
    bench.addCard(card(1))
    let items = (1...5).map { ItemID(high: 1, low: $0) }
    for id in items { bench.commit(.itemAdd(card(1), id, text: "Item", at: Anchors())) }
    bench.commit(.columnCreate(nowhere, title: "Last", at: Anchors()))
    _ = bench.board.digest()
    bench.commit(.columnMove(nowhere, at: Anchors(after: todo)))
    #expect(bench.board.updateDigest().places == 2, "it left the end")
    bench.commit(.columnMove(todo, at: Anchors(after: nowhere)))
    #expect(bench.board.updateDigest().places == 3)
    let place = FieldValue.itemPlace(Anchors(after: items[3]))
    bench.commit(.set(.itemPlace(card(1), items[1]), place))
    #expect(bench.board.updateDigest().places == 3)
  }

  @Test("A mark and an element cost themselves, however many there are")
  func elements() {
    var bench = Workbench()
    for number in 1...70 as ClosedRange<UInt64> { bench.addCard(card(number)) }
    for number in 1...69 as ClosedRange<UInt64> {
      bench.commit(.cardFavourite(card(number), marked: true))
    }
    for number in 1...30 { bench.commit(.attach(card(1), .assignee("user\(number)"))) }
    _ = bench.board.digest()
    bench.commit(.cardFavourite(card(70), marked: true))
    #expect(bench.board.updateDigest() == DigestCost(entities: 2, places: 0, pieces: 0))
    bench.commit(.attach(card(1), .assignee("zoe")))
    #expect(bench.board.updateDigest() == DigestCost(entities: 2, places: 0, pieces: 0))
  }

  @Test("A splice hashes its pieces", arguments: [100, 100_000])
  func splice(scalars: Int) throws {
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: scalars))
    #expect(bench.board.updateDigest().pieces == (scalars + 255) / 256)
    let known = try #require(bench.board.card(card(1))?.body)

    let middle = scalars / 2
    bench.edit(card(1), middle..<middle, with: "y")
    let body = try #require(bench.board.card(card(1))?.body)
    #expect(body.leavesWithOtherPieces(than: known).count <= Self.leavesOfEdit)
    Self.expect(&bench, pieces: Self.piecesOfCut)
    let target = bench.lastID
    bench.edit(card(1), (middle - 20)..<(middle - 10), with: "")
    Self.expect(&bench, pieces: Self.piecesOfCut)
    bench.commit(.undo(target: target, force: false))
    // What was typed is deleted, so a piece is another; the piece right of it has the same neighbour.
    Self.expect(&bench, pieces: 2, entities: Self.entitiesOfEdit + 1)

    let end = try #require(bench.board.card(card(1))?.body.visibleCount)
    bench.edit(card(1), end..<end, with: "k")
    Self.expect(&bench, pieces: 1)
    bench.edit(card(1), (end + 1)..<(end + 1), with: "k")
    Self.expect(&bench, pieces: 2)

    // Compaction drops two pieces, and the two right of them become one.
    bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
    let cost = bench.board.updateDigest()
    #expect(cost.pieces == 2 + 2 + 1)
  }

  @Test("Each part of a splice costs a few pieces, wherever it is", arguments: 0..<4)
  func parts(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 300)
    let size = 6_000
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: size))
    let body = bench.lastID
    _ = bench.board.digest()
    for step in 0..<30 {
      var deletions: [TextRange] = []
      var insertions: [Splice.Insertion] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<size, using: &random)
        let start = TextIdentity(operation: body, offset: UInt32(place))
        let count = [1, 3, 20, 300, 700].randomElement(using: &random) ?? 1
        if Bool.random(using: &random) {
          insertions.append(.init(after: start, text: String(repeating: "y", count: count)))
        } else {
          deletions.append(TextRange(start: start, count: UInt32(min(size - place, count))))
        }
      }
      let before = try #require(bench.board.card(card(1))?.body)
      let splice = Splice(deletions: deletions, insertions: insertions)
      bench.commit(.cardSplice(card(1), splice))
      // What others typed into a range divides what is deleted of it.
      let stretches = before.stretches(of: deletions)
      let scalars = splice.typedCount + stretches.reduce(0, +)
      let bound =
        BoardLimits.digestPieces * (insertions.count + stretches.count)
        + 2 * scalars / BoardLimits.digestPiece
      let pieces = bench.board.updateDigest().pieces
      try #require(pieces <= bound, "step \(step)")
    }
  }

  @Test("Many edits between two digests cost their pieces once")
  func together() {
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: 100_000))
    _ = bench.board.digest()
    for index in 0..<60 { bench.edit(card(1), (1_000 + index)..<(1_000 + index), with: "y") }
    let pieces = bench.board.updateDigest().pieces
    // What was typed key by key is one piece, or two where a counter is a multiple of 256.
    #expect(pieces == Self.piecesOfCut)
  }

  private static func expect(
    _ bench: inout Workbench, pieces: Int, entities: Int = entitiesOfEdit,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let cost = DigestCost(entities: entities, places: 0, pieces: pieces)
    #expect(bench.board.updateDigest() == cost, sourceLocation: sourceLocation)
  }

  /// A board with so many cards, of which the first sixty are in `todo`, with a digest that is up to
  /// date as far as the changes to come see it: to hash all of the cards first takes a long time.
  private static func bench(cards: Int) throws -> Workbench {
    var bench = Workbench()
    let stamp = Stamp(
      operation: bench.lastID, sequence: bench.sequence, time: 1, author: Editor.ann.author)
    for number in 1...UInt64(cards) {
      let column = number <= 60 || number > 90 ? todo : doing
      let id = card(number)
      bench.board.cards[id] = Card(
        id: id, number: UInt32(number), created: stamp, title: Field("Card", stamp), body: Text(),
        bodyStamp: stamp,
        column: Field(column, stamp), archived: Field(false, stamp))
      bench.board.insertCard(id, into: column, at: Anchors(), isLive: true)
    }
    bench.board.digestCache = DigestCache()
    _ = bench.board.digest()
    return bench
  }
}

extension Text {
  /// The lengths of the longest stretches of `ranges` that are visible with nothing between them.
  fileprivate func stretches(of ranges: [TextRange]) -> [Int] {
    var lengths: [Int] = []
    var isOpen = false
    for run in runs {
      for index in run.scalars.indices {
        let identity = run.identity(at: index)
        let isIn = !run.deleted && ranges.contains { $0.contains(identity) }
        if isIn, isOpen { lengths[lengths.count - 1] += 1 }
        if isIn, !isOpen { lengths.append(1) }
        isOpen = isIn
      }
    }
    return lengths
  }
}
