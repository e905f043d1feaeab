import Statements
import Testing

@testable import BoardModel

/// What the next level will go by, with a level that only these tests know.
@Suite("Model levels")
struct LevelTests {
  /// Level 2 has due dates.
  static let later = ModelLevels(newest: 2) { intent in
    if case .set(.cardDue, _) = intent { 2 } else { 1 }
  }

  @Test(
    "A board begins at level 1 and refuses what needs a higher one until it is raised",
    .holds("APL-077"))
  func raise() {
    var bench = Workbench(levels: Self.later)
    #expect(bench.board.level == 1)
    bench.addCard(card(1))
    let due = Intent.set(.cardDue(card(1)), .number(1))
    #expect(bench.commit(due) == .rejected(.levelNeeded(2)))
    #expect(
      bench.commit(.batch([.cardRetitle(card(1), title: "x"), due]))
        == .rejected(.batchItem(1, .levelNeeded(2))))
    #expect(bench.commit(.boardRaise(level: 3)) == .rejected(.unknownLevel))
    #expect(bench.commit(.boardRaise(level: 2)) == .applied)
    #expect(bench.commit(due) == .applied)
    #expect(bench.commit(.boardRaise(level: 1)) == .applied)
    #expect(bench.board.level == 2)
    #expect(bench.board.due(of: card(1)) == 1)
  }

  @Test("A raise comes back with the snapshot")
  func snapshot() throws {
    var bench = Workbench(levels: Self.later)
    bench.commit(.boardRaise(level: 2))
    let board = try Board(
      id: bench.board.id, sequence: bench.sequence, entities: bench.board.entities())
    #expect(board.level == 2)
  }

  @Test("The released level takes every intent, and no raise above it")
  func released() {
    var bench = Workbench()
    bench.addCard(card(1))
    #expect(bench.commit(.set(.cardDue(card(1)), .number(1))) == .applied)
    #expect(bench.commit(.boardRaise(level: 1)) == .applied)
    #expect(bench.commit(.boardRaise(level: 2)) == .rejected(.unknownLevel))
  }
}
