@testable import BoardModel
import Randomness
import Testing

/// The digest against its reference, and what finds the mistakes that either might make.
@Suite("Digest against a reference")
struct DigestReferenceTests {
  @Test("A digest that is kept up to date is the one from scratch", arguments: 0..<16)
  func random(seed: Int) throws {
    var edits = RandomEdits(seed: UInt64(seed) &+ 7_000)
    var bench = Workbench()
    for step in 0..<200 {
      edits.step(&bench)
      guard step % 5 == 0 else { continue }
      var plain = PlainDigest()
      try #require(bench.board.digest() == plain.digest(of: bench.board), "step \(step)")
    }
  }

  @Test("So it is for long texts, whatever their leaves are", arguments: 0..<8)
  func longTexts(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 9_000)
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "long ", count: 400))
    for step in 0..<160 {
      let editor = [Editor.ann, .ben].randomElement(using: &random) ?? .ann
      let count = bench.board.card(card(1))?.body.visibleCount ?? 0
      let start = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let end = min(count, start + Int.random(in: 0..<700, using: &random))
        bench.edit(card(1), start..<end, with: "", by: editor)
      case 1:
        let typed = String(repeating: "p", count: Int.random(in: 1..<900, using: &random))
        bench.edit(card(1), start..<start, with: typed, by: editor)
      case 2:
        let target = bench.log.randomElement(using: &random)?.id ?? bench.lastID
        bench.commit(.undo(target: target, force: true), by: editor)
      case 3 where step % 3 == 0:
        bench.commit(.textCompact(card(1), nil, horizon: bench.sequence), by: editor)
      case 4..<7:
        for index in 0..<12 where start + index <= count {
          bench.edit(card(1), (start + index)..<(start + index), with: "k", by: editor)
        }
      default:
        let end = min(count, start + Int.random(in: 0..<4, using: &random))
        bench.edit(card(1), start..<end, with: "x", by: editor)
      }
      var plain = PlainDigest()
      try #require(bench.board.digest() == plain.digest(of: bench.board), "step \(step)")
    }
    #expect(bench.board.card(card(1)).map { $0.body.leafCount > 2 } == true)
  }

  @Test("Two comments of one operation are told apart by their order alone")
  func commentsOfOneOperation() throws {
    var bench = Workbench()
    bench.addCard(card(1))
    let ids = [CommentID(high: 1, low: 1), CommentID(high: 1, low: 2)]
    bench.commit(.batch(ids.map { .commentAdd(card(1), $0, text: "") }))
    var entities = bench.board.entities()
    let places = entities.indices.filter { if case .comment = entities[$0] { true } else { false } }
    try #require(places.count == 2)
    entities.swapAt(places[0], places[1])
    var swapped = try Board(id: bench.board.id, sequence: bench.sequence, entities: entities)
    #expect(swapped.digest() != bench.board.digest())
  }

  /// What finds a mistake of a digest.
  enum Checker: CaseIterable {
    /// Boards that differ have other digests.
    case differences
    /// Boards that are the same have one digest, however they came about.
    case replicas
    /// A digest that is kept along a log is the one from scratch.
    case freshness
  }

  @Test("Every mistake is found by the checker that is there for it, and none without a mistake")
  func planted() throws {
    #expect(try caught(nil) == [])
    #expect(try caught(.unorderedCards) == [.differences])
    #expect(try caught(.piecesAsKept) == [.replicas])
    #expect(try caught(.staleAfterUndo) == [.freshness])
    #expect(try caught(.staleAfterCompaction) == [.freshness])
    #expect(PlainDigest.Fault.allCases.count == 4)
  }

  private func caught(_ fault: PlainDigest.Fault?) throws -> [Checker] {
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "body ", count: 300))
    bench.addCard(card(2))
    var kept = PlainDigest(fault: fault)
    _ = kept.digest(of: bench.board)
    var found: Set<Checker> = []
    func step(_ intent: Intent) {
      #expect(!bench.commit(intent).isRejected)
      var scratch = PlainDigest(fault: fault)
      if kept.digest(of: bench.board, after: intent) != scratch.digest(of: bench.board) {
        found.insert(.freshness)
      }
    }
    let body = try #require(bench.board.card(card(1))?.body)
    step(.cardSplice(card(1), body.splice(replacing: 300..<320, with: "typed")))
    step(.undo(target: bench.lastID, force: false))
    var (grown, rebuilt) = (PlainDigest(fault: fault), PlainDigest(fault: fault))
    if try grown.digest(of: bench.board) != rebuilt.digest(of: bench.board.rebuilt()) {
      found.insert(.replicas)
    }
    step(.textCompact(card(1), nil, horizon: bench.sequence))
    var entities = bench.board.entities()
    let cards = entities.indices.filter { if case .card = entities[$0] { true } else { false } }
    entities.insert(entities.remove(at: cards[1]), at: cards[0])
    let swapped = try Board(id: bench.board.id, sequence: bench.sequence, entities: entities)
    if grown.digest(of: bench.board) == rebuilt.digest(of: swapped) { found.insert(.differences) }
    return Checker.allCases.filter(found.contains)
  }
}
