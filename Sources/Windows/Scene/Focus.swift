import BoardModel

/// The target of keys: a card, else an empty column, else nothing. It remembers its position, so
/// that a neighbour takes over when the card goes away.
struct Focus: Hashable, Sendable {
  private(set) var column: ColumnID?
  private(set) var card: CardID?
  /// The index of the column among the live ones. `index` is that of the card in the column.
  private(set) var lane = 0
  private(set) var index = 0

  init() {}

  /// The focus that was saved when the window ended; `resolve` finds its position.
  init(column: ColumnID?, card: CardID?) {
    self.column = column
    self.card = card
  }

  /// Moves to a position, clamped to the contents.
  mutating func move(toLane lane: Int, index: Int, in contents: BoardContents) {
    self.lane = min(max(0, lane), max(0, contents.lanes.count - 1))
    let content = contents.lane(self.lane)
    column = content?.id
    let cards = content?.cards ?? []
    self.index = min(max(0, index), max(0, cards.count - 1))
    card = cards.indices.contains(self.index) ? cards[self.index] : nil
  }

  /// - Returns: false, without a change, if the card is not visible.
  @discardableResult
  mutating func move(to card: CardID, in contents: BoardContents) -> Bool {
    guard let place = contents.place(of: card) else { return false }
    move(toLane: place.lane, index: place.index, in: contents)
    return true
  }

  /// Moves to the first card of the nearest column that has one, of two the right one; without any
  /// card the focus stays.
  mutating func moveToNearestCard(in contents: BoardContents) {
    let filled = contents.lanes.indices.filter { !contents.lanes[$0].cards.isEmpty }
    let nearest = filled.min { left, right in
      (abs(left - lane), right) < (abs(right - lane), left)
    }
    if let nearest { move(toLane: nearest, index: 0, in: contents) }
  }

  /// Moves by so many cards, column by column, and round at the end.
  mutating func move(byFound step: Int, in contents: BoardContents) {
    let cards = contents.lanes.flatMap(\.cards)
    guard !cards.isEmpty else { return }
    let place = card.flatMap { cards.firstIndex(of: $0) }
    // From a column without cards, the step leads to the cards before it or after it.
    let before = contents.lanes.prefix(lane).reduce(0) { $0 + $1.cards.count }
    let target = place.map { $0 + step } ?? (step > 0 ? before + step - 1 : before + step)
    let count = cards.count
    move(to: cards[(target % count + count) % count], in: contents)
  }

  /// Finds the position again after the contents changed.
  ///
  /// A card that left its column takes the focus along only if `follows` says so; a card that
  /// others move away goes without it.
  mutating func resolve(in contents: BoardContents, follows: (CardID) -> Bool) {
    if let card, let place = contents.place(of: card) {
      let stays = contents.lanes[place.lane].id == column
      if stays || column == nil || follows(card) {
        return move(toLane: place.lane, index: place.index, in: contents)
      }
    }
    let lane = column.flatMap { contents.index(of: $0) } ?? self.lane
    move(toLane: lane, index: index, in: contents)
  }
}
