import Testing

@testable import BoardModel

/// Every pair of kinds of edits has one outcome, in either order.
@Suite("Pairs of edits")
struct PairTests {
  @Test("Every pair of kinds has exactly one entry", arguments: PairKind.allCases)
  func complete(_ first: PairKind) {
    let listed = first.dependent.flatMap(\.seconds) + first.independent
    #expect(Set(listed) == Set(PairKind.allCases))
    #expect(listed.count == PairKind.allCases.count, "a pair has two entries")
  }

  @Test("Every kind is tried by an intent of that kind", arguments: PairKind.allCases)
  func kinds(_ kind: PairKind) {
    let bench = PairBench()
    #expect(PairKind(bench.intent(kind, second: false)) == kind)
    #expect(PairKind(bench.intent(kind, second: true)) == kind)
  }

  @Test(
    "Two edits made at the same time come to what their entry says", arguments: PairKind.allCases)
  func outcomes(_ first: PairKind) throws {
    for row in first.dependent {
      for second in row.seconds {
        #expect(try outcome(first, second, queued: false) == row.live, "\(second)")
        #expect(try outcome(first, second, queued: true) == row.queued, "\(second), queued")
      }
    }
    for second in first.independent {
      #expect(try outcome(first, second, queued: false) == "applied", "\(second)")
      #expect(try outcome(first, second, queued: true) == "applied", "\(second), queued")
    }
  }

  @Test("Every entry names a statement of the protocol")
  func statements() throws {
    let text = try specification()
    for row in PairKind.allCases.flatMap(\.dependent) {
      #expect(text.contains("**[\(row.statement)]**"), "\(row.statement)")
    }
  }

  /// What the second of two edits comes to that two windows of one user make at the same time.
  private func outcome(_ first: PairKind, _ second: PairKind, queued: Bool) throws -> String {
    var pair = PairBench()
    pair.bench.commit(pair.intent(first, second: false))
    let outcome = pair.bench.commit(
      pair.intent(second, second: true), by: .annToo, base: pair.base, queued: queued)
    // Whatever happened, another replica that begins here has the same board.
    var rebuilt = try pair.bench.board.rebuilt()
    #expect(rebuilt.digest() == pair.bench.board.digest(), "\(first), \(second)")
    #expect(
      pair.bench.board.columnOrder.flatMap { id in
        pair.bench.board.column(id).map { Array($0.cards) } ?? []
      }.count == pair.bench.board.cardCount, "\(first), \(second)")
    return outcome.words
  }
}
