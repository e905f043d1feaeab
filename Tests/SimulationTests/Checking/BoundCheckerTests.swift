import HashTreeCollections
import Testing

@testable import BoardModel

/// No simulated board has so many cards: the checker of bounds is shown one that has.
@Suite("The checker of bounds")
struct BoundCheckerTests {
  private static let column = ColumnID(high: 0xC0, low: 1)

  /// The board's next operation, as if it had been applied.
  private static func entry(_ intent: Intent, on board: Board) -> Entry {
    let sequence = board.sequence + 1
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: sequence),
      base: board.sequence, queued: false, intent: intent)
    let author = Names.author(0)
    return Entry(
      committed: CommittedOperation(
        sequence: sequence, time: 1, author: author, operation: operation, outcome: .applied),
      made: operation, author: author)
  }

  private static func board(cards: Int) -> Board {
    var board = Board(id: Names.board)
    func commit(_ intent: Intent) {
      let outcome = board.apply(entry(intent, on: board).committed)
      #expect(outcome == .applied)
    }
    commit(
      .batch([.boardCreate(title: "Full"), .columnCreate(column, title: "Full", at: Anchors())]))
    for start in stride(from: 0, to: cards, by: 1_000) {
      commit(
        .batch(
          (start..<min(cards, start + 1_000)).map {
            .cardCreate(
              CardID(high: 0xCA, low: UInt64($0)), in: column, title: "Card", body: "",
              at: Anchors())
          }))
    }
    return board
  }

  @Test("A column's deletion, and an undo that deletes it", arguments: [10_000, 10_001])
  func deletion(cards: Int) throws {
    let board = Self.board(cards: cards)
    let undone = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1)
    for intent in [
      .columnDelete(Self.column, seen: [], disposition: .archive),
      .undo(target: undone, force: true),
    ] as [Intent] {
      let entry = Self.entry(intent, on: board)
      var checker = BoundChecker()
      try checker.willApply(entry, to: board)
      var left = board
      left.columns[Self.column]?.deleted = Field(true, entry.committed.stamp)
      if cards == 10_000 {
        try checker.didApply(entry, to: left)
      } else {
        #expect(throws: Violation.self) { try checker.didApply(entry, to: left) }
      }
    }
    // What is held against the checker here, no board comes to.
    var (after, checker) = (board, BoundChecker())
    let entry = Self.entry(.columnDelete(Self.column, seen: [], disposition: .archive), on: board)
    try checker.willApply(entry, to: board)
    let outcome = after.apply(entry.committed)
    #expect(outcome?.isRejected == (cards > 10_000))
    try checker.didApply(entry, to: after)
  }
}
