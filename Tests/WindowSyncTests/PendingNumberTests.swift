import BoardModel
import Statements
import Testing
import Wire

@testable import WindowSync

@Suite("Numbers of cards that are on their way")
struct PendingNumberTests {
  private static let created = [2, 3].map { number in
    Operation(
      id: OperationID(
        session: BoardCopyTableTests.session.identity.session, epoch: 1,
        counter: UInt64(number) - 1),
      base: 3, queued: false, intent: Fixture.create(number))
  }

  /// A window that shows the creations of cards 2 and 3 on a board with card 1.
  private static func copy(_ pending: PendingQueue) -> BoardCopy {
    let board = BoardCopyTableTests.board
    var copy = BoardCopy(
      board.id,
      saved: SavedBoard(
        board: board.id, sequence: board.sequence, entities: board.entities(), ownThrough: 0),
      forgotten: 0, levels: .released)
    copy.replay(pending, BoardCopyTableTests.prediction)
    _ = copy.takeChange()
    return copy
  }

  private func numbers(_ copy: BoardCopy) -> [UInt32?] {
    (1...3).map { copy.visible?.number(of: Fixture.card($0)) }
  }

  @Test("A pending card shows no number, though the window shows the card", .holds("APL-136"))
  func pending() {
    let pending = PendingQueue([Self.created[0]])
    var copy = Self.copy(pending)
    #expect(copy.visible?.card(Fixture.card(2)) != nil)
    #expect(numbers(copy) == [1, nil, nil])
    #expect(copy.visible?.cards(named: .number(2)) == [])
    copy.show(Self.created[1], BoardCopyTableTests.prediction)
    #expect(copy.visible?.card(Fixture.card(3)) != nil)
    #expect(numbers(copy) == [1, nil, nil])
  }

  @Test("Nor does one that is created while missed operations come")
  func missed() {
    var copy = Self.copy(PendingQueue())
    copy.holdShown()
    copy.show(Self.created[0], BoardCopyTableTests.prediction)
    #expect(copy.visible?.card(Fixture.card(2)) != nil)
    #expect(numbers(copy) == [1, nil, nil])
  }

  @Test("A card shows its number once the creation is confirmed, and the window is told to draw it")
  func confirmed() {
    let pending = PendingQueue(Self.created)
    var copy = Self.copy(pending)
    let first = BoardCopyTableTests.committed(4, Self.created[0])
    _ = copy.take([first], of: BoardCopyTableTests.session, pending: pending)
    copy.refresh(pending, BoardCopyTableTests.prediction)
    #expect(numbers(copy) == [1, 2, nil])
    #expect(copy.takeChange() != nil)
  }

  @Test("The number that was predicted goes to whoever was first")
  func overtaken() {
    let pending = PendingQueue([Self.created[0]])
    var copy = Self.copy(pending)
    let theirs = BoardCopyTableTests.committed(
      4, Fixture.foreign(4, base: 3, Fixture.create(3)), by: BoardCopyTableTests.other)
    _ = copy.take([theirs], of: BoardCopyTableTests.session, pending: pending)
    copy.refresh(pending, BoardCopyTableTests.prediction)
    #expect(numbers(copy) == [1, nil, 2])
  }
}
