import BoardModel

/// The visible part of a board: its live columns and, in each, the live cards that the filter
/// accepts. It is kept between frames, so that the cost of a frame depends on what it shows and not
/// on what the board holds.
struct BoardContents: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    let id: ColumnID
    let title: String
    /// The visible cards, from top to bottom.
    var cards: [CardID]
    /// The number of live cards, with those that the filter hides.
    var total: Int
    /// The most live cards that the column should hold.
    var wipLimit: Int?

    var isOverWIPLimit: Bool { wipLimit.map { total > $0 } ?? false }

    /// The number of cards in words: with a filter, of those found and of all; else of all and of
    /// the limit. An exclamation mark says that they are too many.
    func count(isFiltered: Bool) -> String {
      let sign = isOverWIPLimit ? "!" : ""
      if isFiltered { return "\(cards.count)/\(total)" + sign }
      return "\(total)" + (wipLimit.map { "/\($0)" } ?? "") + sign
    }
  }

  private(set) var lanes: [Lane] = []

  init() {}

  init(_ board: Board, filter: Filter?) {
    for column in board.liveColumns {
      var lane = Lane(id: column.id, title: column.title.value, cards: [], total: 0)
      lane.wipLimit = board.wipLimit(of: column.id)
      lane.cards.reserveCapacity(column.cards.count)
      for id in column.cards {
        guard let card = board.card(id), !card.archived.value else { continue }
        lane.total += 1
        if filter?.accepts(card, on: board) ?? true { lane.cards.append(id) }
      }
      lanes.append(lane)
    }
  }

  /// Makes the contents of a window with this subject.
  init(_ board: Board, filter: Filter?, for subject: Subject, user: String) {
    self.init()
    switch subject {
    case .board: self = BoardContents(board, filter: filter)
    // The form takes the whole room.
    case .addColumn: return
    case .card(let id):
      guard let card = board.card(id) else { return }
      let column = card.column.value
      lanes = [
        Lane(id: column, title: board.column(column)?.title.value ?? "", cards: [id], total: 1)
      ]
    case .favourites:
      // This lane stands for no column.
      let id = board.id.rebound(to: ColumnKind.self, tweak: BoardContents.favouritesTweak)
      var lane = Lane(id: id, title: "Favourites", cards: [], total: 0)
      for card in BoardContents(board, filter: nil).lanes.flatMap(\.cards)
      where board.isFavourite(card, of: user) {
        lane.total += 1
        if filter.map({ filter in board.card(card).map { filter.accepts($0, on: board) } ?? false })
          ?? true
        {
          lane.cards.append(card)
        }
      }
      lanes = [lane]
    }
  }

  /// A number with which no column's identifier is made.
  private static let favouritesTweak: UInt64 = 0xFA70

  /// The number of cards that the filter accepts.
  var found: Int { lanes.reduce(0) { $0 + $1.cards.count } }

  func index(of column: ColumnID) -> Int? { lanes.firstIndex { $0.id == column } }

  func lane(_ index: Int) -> Lane? { lanes.indices.contains(index) ? lanes[index] : nil }

  /// The position of a card.
  func place(of card: CardID) -> (lane: Int, index: Int)? {
    for (lane, content) in lanes.enumerated() {
      if let index = content.cards.firstIndex(of: card) { return (lane, index) }
    }
    return nil
  }

  /// The cards in the order of the board: column by column, from top to bottom.
  func inOrder(_ cards: Set<CardID>) -> [CardID] {
    lanes.flatMap { lane in lane.cards.filter { cards.contains($0) } }
  }
}
