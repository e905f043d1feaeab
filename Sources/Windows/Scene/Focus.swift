import BoardModel

/// What keys act on: a card, else an empty column, else nothing. It remembers where that stood, so
/// that its neighbour takes over when it goes away.
struct Focus: Hashable, Sendable {
  private(set) var column: ColumnID?
  private(set) var card: CardID?
  /// Of the column among the live ones, and of the card in it.
  private(set) var lane = 0
  private(set) var index = 0

  init() {}

  /// The focus restored from an earlier life of the window; places are found by `resolve`.
  init(column: ColumnID?, card: CardID?) {
    self.column = column
    self.card = card
  }

  /// To a place, clamped to what there is.
  mutating func move(toLane lane: Int, index: Int, in contents: BoardContents) {
    self.lane = min(max(0, lane), max(0, contents.lanes.count - 1))
    let content = contents.lane(self.lane)
    column = content?.id
    let cards = content?.cards ?? []
    self.index = min(max(0, index), max(0, cards.count - 1))
    card = cards.indices.contains(self.index) ? cards[self.index] : nil
  }

  /// - Returns: false, and nothing happened, if the card is not to be seen.
  @discardableResult
  mutating func move(to card: CardID, in contents: BoardContents) -> Bool {
    guard let place = contents.place(of: card) else { return false }
    move(toLane: place.lane, index: place.index, in: contents)
    return true
  }

  /// To the first card of the nearest column that has one, of two the right one; else it stays.
  mutating func moveToNearestCard(in contents: BoardContents) {
    let filled = contents.lanes.indices.filter { !contents.lanes[$0].cards.isEmpty }
    let nearest = filled.min { left, right in
      (abs(left - lane), right) < (abs(right - lane), left)
    }
    if let nearest { move(toLane: nearest, index: 0, in: contents) }
  }

  /// To a card so many further, column by column and round at the end.
  mutating func move(byFound step: Int, in contents: BoardContents) {
    let cards = contents.lanes.flatMap(\.cards)
    guard !cards.isEmpty else { return }
    let place = card.flatMap { cards.firstIndex(of: $0) }
    // From a column without cards, to what comes after it or before it.
    let before = contents.lanes.prefix(lane).reduce(0) { $0 + $1.cards.count }
    let target = place.map { $0 + step } ?? (step > 0 ? before + step - 1 : before + step)
    let count = cards.count
    move(to: cards[(target % count + count) % count], in: contents)
  }

  /// Finds its place again after the contents changed.
  ///
  /// A card that left its column takes the focus along only if `follows` says so: what others carry
  /// away goes without it.
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
