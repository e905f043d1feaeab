import Randomness
import Testing

@testable import BoardModel

/// Deleted scalars that are taken out of a text, against runs in an array, and what that looks at.
@Suite("Dropping what is deleted")
struct TextDroppingTests {
  @Test("A text that drops a part is the one made of the rest", arguments: 0..<12)
  func random(seed: Int) throws {
    var authors = Authors(seed: seed &+ 500)
    var pair = Pair()
    var digest = TextDigest()
    for step in 0..<500 {
      switch authors.random(0...11) {
      case 0: try pair.retype(authors.ranges(in: pair.text), authors.operation())
      case 1: try pair.apply(authors.scattered(in: pair.text), authors.operation())
      case 2:
        let limit = [1, 7, 300, 5_000][authors.random(0...3)]
        let gone = min(limit, pair.text.totalCount - pair.text.visibleCount)
        try #require(pair.drop(limit) == gone)
      default: try pair.apply(authors.splice(of: pair.text), authors.operation())
      }
      guard step % 10 == 9 else { continue }
      try pair.expectSame(using: &authors.generator)
      _ = digest.follow(pair.text, at: .body(card(1)))
      var other = TextDigest()
      _ = other.follow(pair.text, at: .body(card(1)))
      try #require(digest.sum == other.sum, "step \(step)")
    }
    _ = pair.drop(.max)
    try pair.expectSame(using: &authors.generator)
    try pair.expectSameFromBytes()
    // Nothing but the first leaf is empty, however much went.
    for leaf in pair.text.leaves.dropFirst() {
      #expect(pair.text.read(leaf) { !$0.scalars.isEmpty })
    }
    let all = pair.text.identities(in: 0..<pair.text.visibleCount)
    try pair.apply(Splice(deletions: all, insertions: []), authors.operation())
    _ = pair.drop(.max)
    #expect(pair.text.leaves == [0])
    #expect(pair.text.totalCount == 0)
    #expect(pair.text.heights.leaves <= 1 && pair.text.heights.index <= 1)
    try pair.apply(
      Splice(deletions: [], insertions: [.init(after: nil, text: "again")]), authors.operation())
    try pair.expectSame(using: &authors.generator)
  }

  @Test(
    "A compaction looks at what it drops, and not at the rest of the text",
    arguments: DeletionCostTests.sizes)
  func compaction(size: Int) throws {
    var bench = Workbench()
    bench.addCard(card(1), body: String(repeating: "x", count: size))
    let start = TextIdentity(operation: bench.lastID, offset: 0)
    // One scalar at the end, which is far from the beginning, and what one compaction may drop.
    let few = [TextRange(start: start.advanced(by: size - 1), count: 1)]
    bench.commit(.cardSplice(card(1), Splice(deletions: few, insertions: [])))
    func drop(_ changes: Int) {
      let before = DeletionCostTests.visits(bench)
      bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
      let visits = DeletionCostTests.visits(bench) - before
      let bound = DeletionCostTests.bound(parts: 1, changes: changes, in: size)
      #expect(visits > 0)
      #expect(visits <= bound, "\(visits)")
    }
    drop(few.count)
    #expect(bench.board.card(card(1))?.body.totalCount == size - few.count)

    let many = stride(from: 3, to: size - 3, by: 7).map {
      TextRange(start: start.advanced(by: $0), count: 3)
    }
    let text = try #require(bench.board.card(card(1))?.body)
    let held = many.prefix(10_000).filter { text.holds([$0]) }
    bench.commit(.cardSplice(card(1), Splice(deletions: Array(held), insertions: [])))
    drop(3 * held.count)
    #expect(bench.board.card(card(1)).map { $0.body.totalCount == $0.body.visibleCount } == true)
  }

  @Test(
    "Accepting text looks at what it types, and at so much of the text as its words may stand in",
    arguments: DeletionCostTests.sizes, [false, true])
  func accept(size: Int, isGone: Bool) throws {
    var bench = Workbench()
    bench.addCard(card(1), body: "gone")
    let gone = TextIdentity(operation: bench.lastID, offset: 1)
    let base = bench.sequence
    bench.edit(card(1), 0..<4, with: "")
    bench.commit(.textCompact(card(1), nil, horizon: bench.sequence))
    bench.commit(
      .cardSplice(card(1), Splice(deletions: [], insertions: [.init(after: gone, text: "late")])),
      by: .ben, base: base,
      extensions: Extensions(
        leftOf: nil, context: TextContext(before: "nowhere", after: "")))
    let proposal = try #require(bench.board.proposalsInOrder.first)
    bench.edit(card(1), 0..<0, with: String(repeating: "x", count: size))
    if isGone { bench.edit(card(1), 0..<size, with: "live") }
    let before = DeletionCostTests.visits(bench)
    bench.commit(
      .settle(proposal.field, user: "ben", operation: proposal.stamp.operation, accept: true))
    #expect(bench.body(of: card(1)).hasSuffix("\nlate"))
    let visits = DeletionCostTests.visits(bench) - before
    var bound = DeletionCostTests.bound(parts: 1, changes: 5, in: size)
    if !isGone { bound += min(size, BoardLimits.contextScalars) / Text.scalarsAtOnce * 8 }
    #expect(visits <= bound, "\(visits)")
  }
}

extension Pair {
  /// - Returns: how many scalars the text dropped.
  fileprivate mutating func drop(_ limit: Int) -> Int {
    var rest = RunArray()
    var left = limit
    for run in array.canonical {
      let gone = run.deleted ? min(left, run.scalars.count) : 0
      left -= gone
      guard gone < run.scalars.count else { continue }
      let kept = gone > 0 ? run.dropping(gone) : run
      rest.append(
        RunArray.Run(
          start: kept.start, step: kept.step, scalars: kept.scalars, deleted: kept.deleted))
    }
    array = rest
    return text.dropDeleted(atMost: limit)
  }
}
