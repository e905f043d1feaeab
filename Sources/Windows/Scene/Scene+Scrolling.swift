import BoardModel
import Screen

// This part keeps what is scrolled within what there is, and the focus visible.
extension Scene {
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
    let tells = Scene.tellsHidden(rows: lane.body.rows)
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
    let tells = Scene.tellsHidden(rows: body.rows)
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

  /// Scrolls the card or the column under the pointer, or the columns; the focus stays where it is.
  mutating func wheel(_ direction: MouseEvent.WheelDirection, at position: Position) {
    let layout = layoutWithCard()
    if let panel = layout.panel, panel.contains(position) {
      return viewport.detail.wheel(direction, self)
    }
    switch direction {
    case .left: viewport.scroll(toLane: max(0, viewport.scroll.firstLane - 1))
    case .right:
      if layout.hiddenRight > 0 { viewport.scroll(toLane: viewport.scroll.firstLane + 1) }
    case .up, .down:
      guard let lane = layout.lane(at: position), let content = view.contents.lane(lane.index)
      else {
        return
      }
      let top = viewport.scroll.top(of: content.id)
      if direction == .up {
        viewport.scroll(content.id, to: max(0, top - 1))
      } else if laneView(of: lane).below > 0 {
        viewport.scroll(content.id, to: top + 1)
      }
    }
    clampScroll()
  }
}
