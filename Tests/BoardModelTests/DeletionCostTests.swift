import Statements
import Testing

@testable import BoardModel

/// An edit looks at what it changes, and at a few nodes on the way: never at what is gone.
@Suite("What an edit looks at among deleted scalars")
struct DeletionCostTests {
  static let sizes = [100, 100_000, 768_000]

  /// A card whose body has so many deleted scalars, and "live" behind them.
  private static func bench(_ gone: Int) -> (Workbench, TextRange) {
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: gone))
    let range = TextRange(
      start: TextIdentity(operation: bench.lastID, offset: 0), count: UInt32(gone))
    bench.commit(.cardSplice(card(1), Splice(deletions: [range], insertions: [])))
    let end = TextIdentity(operation: range.start.operation, offset: range.count - 1)
    bench.commit(
      .cardSplice(card(1), Splice(deletions: [], insertions: [.init(after: end, text: "live")])))
    return (bench, range)
  }

  /// The visits that an edit may make in a text of so many scalars.
  static func bound(parts: Int, changes: Int, in scalars: Int) -> Int {
    let logarithm = Int.bitWidth - (scalars - 1).leadingZeroBitCount
    return BoardLimits.textVisits * (parts + changes) * logarithm
  }

  static func visits(_ bench: Workbench) -> Int {
    bench.board.card(card(1))?.body.visits ?? 0
  }

  @Test("A batch of deletions of what is gone", arguments: sizes)
  func batch(size: Int) {
    var (bench, range) = Self.bench(size)
    let before = Self.visits(bench)
    let again = Intent.cardSplice(card(1), Splice(deletions: [range], insertions: []))
    let outcome = bench.commit(.batch([Intent](repeating: again, count: 1_000)))
    #expect(outcome == .applied)
    let visits = Self.visits(bench) - before
    #expect(visits <= Self.bound(parts: 1_000, changes: 0, in: size), "\(visits)")
  }

  @Test("A splice of many ranges of what is gone, and of what is not", arguments: sizes)
  func ranges(size: Int) {
    var (bench, range) = Self.bench(size)
    let before = Self.visits(bench)
    let count = min(5_000, size / 2)
    var deletions = (0..<count).map { part in
      TextRange(start: range.start.advanced(by: part * (size / count)), count: 1)
    }
    deletions.append(range)
    let live = TextIdentity(operation: bench.lastID, offset: 1)
    deletions.append(TextRange(start: live, count: 2))
    bench.commit(.cardSplice(card(1), Splice(deletions: deletions, insertions: [])))
    #expect(bench.body(of: card(1)) == "le")
    let visits = Self.visits(bench) - before
    #expect(visits <= Self.bound(parts: count + 2, changes: 2, in: size), "\(visits)")
  }

  @Test("An undo, and its undo, between what is gone", arguments: sizes)
  func undo(size: Int) {
    var (bench, _) = Self.bench(size)
    let live = TextIdentity(operation: bench.lastID, offset: 0)
    bench.commit(
      .cardSplice(
        card(1),
        Splice(
          deletions: [TextRange(start: live, count: 4)],
          insertions: [.init(after: live, text: "new")])))
    let before = Self.visits(bench)
    bench.commit(.undo(target: bench.lastID, force: false))
    #expect(bench.body(of: card(1)) == "live")
    bench.commit(.undo(target: bench.lastID, force: false))
    #expect(bench.body(of: card(1)) == "new")
    let visits = Self.visits(bench) - before
    #expect(visits <= Self.bound(parts: 2, changes: 14, in: size), "\(visits)")
  }

  @Test("Deleting here and there among what is gone costs what it deletes", arguments: sizes)
  func scattered(size: Int) {
    let typist = OperationID(session: Editor.ann.session, epoch: 1, counter: 1)
    var text = Text(String(repeating: "x", count: size), by: typist)
    let start = TextIdentity(operation: typist, offset: 0)
    // All is gone but every hundredth scalar.
    let gone = stride(from: 0, to: size, by: 100).map {
      TextRange(start: start.advanced(by: $0 + 1), count: UInt32(min(99, size - $0 - 1)))
    }
    let ranges = text.deleteHeld(gone)
    #expect(ranges == gone)
    let left = text.visibleCount
    let before = text.visits
    let half = TextRange(start: start, count: UInt32(size / 2))
    let deleted = text.deleteHeld([half])
    let count = deleted.reduce(0) { $0 + Int($1.count) }
    #expect(count == left - text.visibleCount)
    #expect(count == (size / 2 + 99) / 100)
    let visits = text.visits - before
    #expect(visits <= Self.bound(parts: 1, changes: count, in: size), "\(visits)")
  }

  @Test("A late edit of what was dropped, and its proposal, among what is gone", arguments: sizes)
  func proposals(size: Int) {
    var bench = Workbench()
    bench.addCard(card(1), body: "gone")
    let gone = TextIdentity(operation: bench.lastID, offset: 0)
    let base = bench.sequence
    bench.edit(card(1), 0..<4, with: "")
    bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
    func late(_ splice: Splice) { bench.commit(.cardSplice(card(1), splice), by: .ben, base: base) }
    late(
      Splice(
        deletions: [], insertions: [.init(after: gone, text: String(repeating: "x", count: size))]))
    let range = TextRange(
      start: TextIdentity(operation: bench.lastID, offset: 0), count: UInt32(size))
    late(Splice(deletions: [range], insertions: []))
    func visits() -> Int {
      guard case .fragment(let fragment)? = bench.board.proposalsInOrder.first?.value else {
        return 0
      }
      return fragment.text.visits
    }
    let before = visits()
    for _ in 0..<10 {
      late(Splice(deletions: [range], insertions: [.init(after: range.start, text: "late")]))
    }
    let made = visits() - before
    #expect(made > 0)
    #expect(made <= Self.bound(parts: 20, changes: 40, in: size), "\(made)")
  }
}
