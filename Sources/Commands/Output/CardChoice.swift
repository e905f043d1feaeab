import BoardModel

/// Which cards of a board are listed.
struct CardChoice: Sendable {
  static let all = CardChoice()

  /// Cards of one of these priorities, nil being none; all cards where it is empty.
  var priorities: [Priority?] = []
  /// Only cards that others block.
  var isBlocked = false

  /// Whether every card is chosen.
  var isAll: Bool { priorities.isEmpty && !isBlocked }

  func holds(_ card: Card, on board: Board) -> Bool {
    (priorities.isEmpty || priorities.contains(board.priority(of: card.id)))
      && (!isBlocked || board.isBlocked(card.id))
  }

  /// The chosen cards of a column that are not archived, from top to bottom.
  func cards(in column: ColumnID, of board: Board) -> [Card] {
    board.liveCards(in: column).filter { holds($0, on: board) }
  }
}
