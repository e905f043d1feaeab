import Testing

@testable import BoardModel

@Suite("An excerpt of a board")
struct ExcerptTests {
  private static let author = Author(user: "ann", device: "desk")

  /// A board that many random edits made.
  private func board(_ seed: UInt64) -> Board {
    var bench = Workbench()
    var edits = RandomEdits(seed: seed)
    for _ in 0..<400 { edits.step(&bench) }
    return bench.board
  }

  @Test("says of its cards, columns, labels and members what the board says", arguments: 1...12)
  func agrees(seed: UInt64) throws {
    let board = board(seed)
    let cards = board.cardIDs
    try #require(!cards.isEmpty)
    for card in cards {
      let entities = try #require(
        board.excerpt(naming: ["\(card)"], for: "ann", bytes: 1 << 20))
      let part = try Board(id: board.id, sequence: board.sequence, entities: entities)
      #expect(part.card(card) == board.card(card))
      #expect(part.number(of: card) == board.number(of: card))
      #expect(part.checklist(of: card) == board.checklist(of: card))
      #expect(part.removedItems(of: card) == board.removedItems(of: card))
      #expect(part.comments(on: card) == board.comments(on: card))
      #expect(part.removedComments(on: card) == board.removedComments(on: card))
      #expect(part.labels(on: card) == board.labels(on: card))
      #expect(part.assignees(of: card) == board.assignees(of: card))
      #expect(part.due(of: card) == board.due(of: card))
      #expect(part.priority(of: card) == board.priority(of: card))
      #expect(part.isBlocked(card) == board.isBlocked(card))
      #expect(part.blockers(of: card).map(\.id) == board.blockers(of: card).map(\.id))
      #expect(part.isFavourite(card, of: "ann") == board.isFavourite(card, of: "ann"))
      #expect(part.proposals(on: card) == board.proposals(on: card))
      #expect(part.liveColumns.map(\.id) == board.liveColumns.map(\.id))
      #expect(part.labels == board.labels && part.removedLabels == board.removedLabels)
      #expect(part.members.map(\.user) == board.members.map(\.user))
      #expect(part.title == board.title && part.isArchived == board.isArchived)
      #expect(part.lastPurge == board.lastPurge)
      #expect(part.cardCount <= 1 + board.blockers(of: card).count + Board.excerptRivals)
    }
  }

  @Test("is not made of texts that are larger than it may be, and is of as many scalars")
  func scalars() {
    var board = Board(id: BoardID(high: 1, low: 1))
    let column = ColumnID(high: 2, low: 2)
    let intent = Intent.batch([
      .boardCreate(title: "B"), .columnCreate(column, title: "C", at: Anchors()),
      .cardCreate(
        CardID(high: 3, low: 3), in: column, title: "T", body: String(repeating: "x", count: 5_000),
        at: Anchors()),
    ])
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1)
    _ = board.apply(
      Operation(id: id, base: 0, queued: false, intent: intent), sequence: 1, time: 1,
      author: Self.author)
    #expect(board.excerpt(naming: ["1"], for: "ann", bytes: 5_000) != nil)
    #expect(board.excerpt(naming: ["1"], for: "ann", bytes: 4_999) == nil)
    #expect(board.excerpt(naming: [], for: "ann", bytes: 4_999) != nil)
  }
}
