import BoardModel

/// What there is to show of a board: its live columns and, in each, the live cards that the filter
/// accepts. Kept between frames, so that a frame costs what it shows and not what the board holds.
struct BoardContents: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    let id: ColumnID
    let title: String
    /// From top to bottom.
    var cards: [CardID]
    /// Live cards, also those that the filter hides.
    var total: Int
    /// How many live cards it should hold at most.
    var limit: Int?

    var isOverLimit: Bool { limit.map { total > $0 } ?? false }

    /// How many cards it holds: of those that the filter accepts and in all, else of its limit. An
    /// exclamation mark says that they are too many.
    func count(isFiltered: Bool) -> String {
      let sign = isOverLimit ? "!" : ""
      if isFiltered { return "\(cards.count)/\(total)" + sign }
      return "\(total)" + (limit.map { "/\($0)" } ?? "") + sign
    }
  }

  private(set) var lanes: [Lane] = []

  init() {}

  init(_ board: Board, filter: Filter?) {
    for column in board.liveColumns {
      var lane = Lane(id: column.id, title: column.title.value, cards: [], total: 0)
      lane.limit = board.limit(of: column.id)
      lane.cards.reserveCapacity(column.cards.count)
      for id in column.cards {
        guard let card = board.card(id), !card.archived.value else { continue }
        lane.total += 1
        if filter?.accepts(card) ?? true { lane.cards.append(id) }
      }
      lanes.append(lane)
    }
  }

  /// Cards that the filter accepts.
  var found: Int { lanes.reduce(0) { $0 + $1.cards.count } }

  func index(of column: ColumnID) -> Int? { lanes.firstIndex { $0.id == column } }

  func lane(_ index: Int) -> Lane? { lanes.indices.contains(index) ? lanes[index] : nil }

  /// Where a card stands.
  func place(of card: CardID) -> (lane: Int, index: Int)? {
    for (lane, content) in lanes.enumerated() {
      if let index = content.cards.firstIndex(of: card) { return (lane, index) }
    }
    return nil
  }

  /// Some cards in the order in which they stand: column by column, from top to bottom.
  func inOrder(_ cards: Set<CardID>) -> [CardID] {
    lanes.flatMap { lane in lane.cards.filter { cards.contains($0) } }
  }
}
