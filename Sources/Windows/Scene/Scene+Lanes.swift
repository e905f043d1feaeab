import BoardModel
import Screen

// This part says which cards are visible, and where.
extension Scene {
  /// The rows between two cards: none where rows are scarce.
  var cardGap: Int { viewport.size.rows >= 16 ? 1 : 0 }

  /// Whether cards have a row for their chips.
  var showsChips: Bool { viewport.size.rows >= 12 || view.isFavourites }

  func shape(of card: CardID, columns: Int) -> CardShape? {
    view.card(card).map { CardShape($0, view, clock, hasChips: showsChips, columns: columns) }
  }

  /// A card that is shown, whole or cut at the bottom.
  struct PlacedCard: Equatable {
    let id: CardID
    let index: Int
    let shape: CardShape
    let rect: Rect
  }

  /// The visible cards of a column, from top to bottom.
  struct LaneView: Equatable {
    var cards: [PlacedCard] = []
    /// The numbers of hidden cards above and below; each has a line that says so, where rows allow
    /// it.
    var above = 0
    var below = 0
  }

  /// Whether a column is high enough to say how many cards are hidden.
  static func tellsHidden(rows: Int) -> Bool { rows > 3 }

  func laneView(of lane: BoardLayout.Lane) -> LaneView {
    guard let content = view.contents.lane(lane.index) else { return LaneView() }
    var view = LaneView(above: viewport.scroll.top(of: content.id))
    let tells = Scene.tellsHidden(rows: lane.body.rows)
    var row = lane.body.row + (tells && view.above > 0 ? 1 : 0)
    var index = view.above
    while row < lane.body.endRow, index < content.cards.count {
      let id = content.cards[index]
      if let shape = shape(of: id, columns: lane.body.columns) {
        let rect = Rect(
          column: lane.body.column, row: row, columns: lane.body.columns,
          rows: min(shape.rows, lane.body.endRow - row))
        view.cards.append(PlacedCard(id: id, index: index, shape: shape, rect: rect))
        row += shape.rows + cardGap
      }
      index += 1
    }
    let isCut = view.cards.last.map { $0.rect.rows < $0.shape.rows } ?? false
    if tells, isCut || index < content.cards.count {
      view.leaveRow(lane.body.endRow - 1)
    }
    view.below = content.cards.count - view.above - view.cards.count
    return view
  }

  /// The position for a menu about the focused card, which does not cover the card.
  var positionBelowFocus: Position? {
    guard let lane = layoutWithCard().lane(of: view.focus.lane),
      let card = laneView(of: lane).cards.first(where: { $0.id == view.focus.card })
    else { return nil }
    return Position(column: card.rect.column + CardShape.gutter, row: card.rect.endRow)
  }

  /// The number of cards by which a page moves in the focused column.
  var pageCards: Int {
    guard let lane = layout().lane(of: view.focus.lane) else { return 1 }
    return max(1, laneView(of: lane).cards.count - 1)
  }

  var isFocusVisible: Bool {
    guard let lane = layout().lane(of: view.focus.lane) else { return false }
    return view.focus.card == nil || laneView(of: lane).cards.contains { $0.id == view.focus.card }
  }
}

extension Scene.LaneView {
  /// Takes the cards out of a row that something else needs; the first card is cut instead.
  fileprivate mutating func leaveRow(_ row: Int) {
    while let last = cards.last, last.rect.endRow > row {
      cards.removeLast()
      guard cards.isEmpty else { continue }
      let rect = Rect(
        column: last.rect.column, row: last.rect.row, columns: last.rect.columns,
        rows: row - last.rect.row)
      cards.append(
        Scene.PlacedCard(id: last.id, index: last.index, shape: last.shape, rect: rect))
      return
    }
  }
}
