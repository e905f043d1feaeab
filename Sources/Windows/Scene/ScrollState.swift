import BoardModel
import Screen

/// The numbers of columns scrolled away to the left, and of cards at the top of each column.
struct ScrollState: Hashable, Sendable {
  var firstLane = 0
  private var tops: [ColumnID: Int] = [:]

  func top(of column: ColumnID) -> Int { tops[column] ?? 0 }

  mutating func set(_ top: Int, of column: ColumnID) {
    tops[column] = top > 0 ? top : nil
  }

  /// Drops or clamps positions that the contents do not have.
  mutating func clamp(to contents: BoardContents) {
    firstLane = min(max(0, firstLane), max(0, contents.lanes.count - 1))
    var kept: [ColumnID: Int] = [:]
    for lane in contents.lanes {
      guard let top = tops[lane.id] else { continue }
      let clamped = min(top, lane.cards.count - 1)
      if clamped > 0 { kept[lane.id] = clamped }
    }
    tops = kept
  }
}

extension WindowModel {
  /// The rows between two cards: none where rows are scarce.
  var cardGap: Int { viewport.size.rows >= 16 ? 1 : 0 }

  /// Whether cards have a row for their chips.
  var showsChips: Bool { viewport.size.rows >= 12 || view.isFavourites }

  func shape(of card: CardID, columns: Int) -> CardShape? {
    self.card(card).map { CardShape($0, view, clock, hasChips: showsChips, columns: columns) }
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
    let tells = WindowModel.tellsHidden(rows: lane.body.rows)
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

  /// Scrolls so that the focus is visible, no further than needed.
  mutating func revealFocus(hasPrompt: Bool = false) {
    let count = layout(hasPrompt: hasPrompt).lanes.count
    if count > 0 {
      let last = max(0, view.contents.lanes.count - count)
      let first = min(viewport.scroll.firstLane, last, view.focus.lane)
      viewport.scroll(toLane: max(first, view.focus.lane - count + 1))
    }
    if let lane = layout(hasPrompt: hasPrompt).lane(of: view.focus.lane) { revealCard(in: lane) }
    clampScroll(hasPrompt: hasPrompt)
  }

  private mutating func revealCard(in lane: BoardLayout.Lane) {
    guard view.focus.card != nil, let content = view.contents.lane(lane.index) else { return }
    if view.focus.index < viewport.scroll.top(of: content.id) {
      return viewport.scroll(content.id, to: view.focus.index)
    }
    let tells = WindowModel.tellsHidden(rows: lane.body.rows)
    let isLast = view.focus.index + 1 == content.cards.count
    let first = top(
      of: content, endingWith: view.focus.index, in: lane.body,
      keepingFree: tells && !isLast ? 1 : 0)
    if viewport.scroll.top(of: content.id) < first { viewport.scroll(content.id, to: first) }
  }

  /// Limits scrolling to the contents: while cards are hidden above, no rows stay empty below that
  /// they would fill.
  mutating func clampScroll(hasPrompt: Bool = false) {
    viewport.clampScroll(to: view.contents)
    for lane in layout(hasPrompt: hasPrompt).lanes {
      guard let content = view.contents.lane(lane.index), viewport.scroll.top(of: content.id) > 0
      else {
        continue
      }
      let last = top(of: content, endingWith: content.cards.count - 1, in: lane.body)
      if viewport.scroll.top(of: content.id) > last { viewport.scroll(content.id, to: last) }
    }
  }

  /// The first card from which all cards down to `last` fit, below the line that says how many are
  /// hidden above.
  /// - Parameter free: the number of rows at the end that stay free.
  private func top(
    of content: BoardContents.Lane, endingWith last: Int, in body: Rect, keepingFree free: Int = 0
  ) -> Int {
    let tells = WindowModel.tellsHidden(rows: body.rows)
    var first = last
    var used = free + (shape(of: content.cards[last], columns: body.columns)?.rows ?? 1)
    while first > 0 {
      let rows = shape(of: content.cards[first - 1], columns: body.columns)?.rows ?? 1
      let hint = tells && first - 1 > 0 ? 1 : 0
      guard used + rows + cardGap + hint <= body.rows else { break }
      used += rows + cardGap
      first -= 1
    }
    return first
  }

  /// The position for a menu about the focused card, which does not cover the card.
  var positionBelowFocus: Position? {
    guard let lane = layoutWithCard().lane(of: view.focus.lane),
      let card = laneView(of: lane).cards.first(where: { $0.id == view.focus.card })
    else { return nil }
    return Position(column: card.rect.column + CardShape.gutter, row: card.rect.endRow)
  }

  var isFocusVisible: Bool {
    guard let lane = layout().lane(of: view.focus.lane) else { return false }
    return view.focus.card == nil || laneView(of: lane).cards.contains { $0.id == view.focus.card }
  }
}

extension WindowModel.LaneView {
  /// Takes the cards out of a row that something else needs; the first card is cut instead.
  fileprivate mutating func leaveRow(_ row: Int) {
    while let last = cards.last, last.rect.endRow > row {
      cards.removeLast()
      guard cards.isEmpty else { continue }
      let rect = Rect(
        column: last.rect.column, row: last.rect.row, columns: last.rect.columns,
        rows: row - last.rect.row)
      cards.append(
        WindowModel.PlacedCard(id: last.id, index: last.index, shape: last.shape, rect: rect))
      return
    }
  }
}
