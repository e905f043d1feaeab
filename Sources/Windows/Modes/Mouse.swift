import BoardModel
import Screen

/// A button that went down on a card.
struct Press: Sendable {
  let card: CardID
  let position: Position
}

/// Cards that hang at the pointer.
struct Drag: Sendable {
  struct Target: Hashable, Sendable {
    let lane: Int
    /// Among the cards of the column that are not dragged.
    let index: Int
  }

  let cards: [CardID]
  let title: String
  private(set) var pointer: Position
  /// Where the cards would go; nil where a release cancels.
  private(set) var target: Target?
  /// When the edge the pointer is at scrolls on.
  private(set) var scrollAt: UInt64?

  /// Milliseconds between steps at the upper and lower edge, and at the sides.
  private static let verticalPause: UInt64 = 120
  private static let horizontalPause: UInt64 = 450

  init(_ press: Press, _ desk: Desk) {
    cards = desk.marked.contains(press.card) ? desk.selection : [press.card]
    let title = desk.card(press.card)?.title.value ?? ""
    self.title = cards.count == 1 ? title : "\(cards.count) cards"
    pointer = press.position
  }

  mutating func move(to position: Position, _ desk: Desk) {
    pointer = position
    target = Drag.target(at: position, without: Set(cards), desk)
    let pause = edge(desk).map { $0.isVertical ? Drag.verticalPause : Drag.horizontalPause }
    scrollAt = pause.map { min(scrollAt ?? .max, desk.now + $0) }
  }

  /// Where what is dropped at a position goes; outside the columns nowhere.
  private static func target(
    at position: Position, without dragged: Set<CardID>, _ desk: Desk
  ) -> Target? {
    guard let lane = desk.layout().lane(at: position), let content = desk.contents.lane(lane.index)
    else { return nil }
    let view = desk.view(of: lane)
    var above = view.above
    for card in view.cards {
      // The upper half of a card means before it, its lower half and the gap mean after it; so does
      // the last row, where there is none below.
      let isEnd = view.below == 0 && position.row == lane.body.endRow - 1
      guard isEnd || position.row * 2 >= card.rect.row * 2 + card.rect.rows else { break }
      above = card.index + 1
    }
    if lane.header.contains(position) { above = 0 }
    return Target(
      lane: lane.index, index: content.cards[..<above].count { !dragged.contains($0) })
  }

  private func edge(_ desk: Desk) -> (isVertical: Bool, step: Int, lane: Int)? {
    let layout = desk.layout()
    guard let lane = layout.lane(at: pointer), let content = desk.contents.lane(lane.index) else {
      return nil
    }
    if pointer.column == 0, layout.hiddenLeft > 0 { return (false, -1, lane.index) }
    if pointer.column >= desk.size.columns - 1, layout.hiddenRight > 0 {
      return (false, 1, lane.index)
    }
    if pointer.row <= lane.body.row, desk.scroll.top(of: content.id) > 0 {
      return (true, -1, lane.index)
    }
    if pointer.row >= lane.body.endRow - 1, desk.view(of: lane).below > 0 {
      return (true, 1, lane.index)
    }
    return nil
  }

  mutating func advance(_ desk: inout Desk) {
    guard let scrollAt, scrollAt <= desk.now else { return }
    self.scrollAt = nil
    if let edge = edge(desk), let content = desk.contents.lane(edge.lane) {
      if edge.isVertical {
        desk.scroll.set(desk.scroll.top(of: content.id) + edge.step, of: content.id)
      } else {
        desk.scroll.firstLane += edge.step
      }
    }
    move(to: pointer, desk)
  }

  mutating func handle(_ input: Input, _ desk: inout Desk) -> Mode {
    guard case .mouse(let event) = input else {
      guard case .key = input else { return .dragging(self) }
      desk.answer("Nothing was moved.")
      return .browsing
    }
    switch event.action {
    case .drag(.left):
      move(to: event.position, desk)
      return .dragging(self)
    case .release(.left):
      pointer = event.position
      target = Drag.target(at: event.position, without: Set(cards), desk)
      drop(&desk)
      return .browsing
    case .wheel(let direction):
      desk.wheel(direction, at: event.position)
      move(to: pointer, desk)
      return .dragging(self)
    case .press, .release, .drag, .move:
      // The release was lost, or another button went down: nothing is dropped by accident.
      desk.answer("Nothing was moved.")
      return .browsing
    }
  }

  private func drop(_ desk: inout Desk) {
    guard let target, let lane = desk.contents.lane(target.lane) else {
      return desk.answer("Nothing was moved.")
    }
    let dragged = Set(cards)
    let stay = lane.cards.filter { !dragged.contains($0) }
    let index = min(target.index, stay.count)
    let after = Array(stay[..<index]) + cards + Array(stay[index...])
    guard after != lane.cards else { return }
    desk.move(cards, to: lane, at: index, among: stay)
  }
}

/// What the mouse does while the board is looked at.
enum Pointing {
  /// Milliseconds within which a second click opens a card.
  private static let doubleClick: UInt64 = 400

  static func handle(_ event: MouseEvent, _ desk: inout Desk) -> Mode {
    switch event.action {
    case .wheel(let direction):
      desk.wheel(direction, at: event.position)
      return .browsing
    case .press(.left): return pressed(at: event.position, &desk)
    case .press(.right): return menu(at: event.position, &desk)
    case .press, .release, .drag, .move: return .browsing
    }
  }

  static func handle(_ event: MouseEvent, _ press: Press, _ desk: inout Desk) -> Mode {
    switch event.action {
    case .drag(.left):
      guard event.position != press.position else { return .pressed(press) }
      guard desk.mayEdit() else { return .browsing }
      desk.lastClick = nil
      var drag = Drag(press, desk)
      drag.move(to: event.position, desk)
      return .dragging(drag)
    case .release: return .browsing
    case .press, .drag, .move, .wheel: return handle(event, &desk)
    }
  }

  private static func pressed(at position: Position, _ desk: inout Desk) -> Mode {
    let layout = desk.layout()
    if let tabs = layout.tabs, tabs.contains(position) {
      if let lane = TabStrip(desk, tabs).lane(at: position.column) { desk.focusLane(lane) }
      return .browsing
    }
    if let panel = layout.panel, panel.contains(position) { return opened(at: position, &desk) }
    guard let lane = layout.lane(at: position) else {
      if layout.title.contains(position) || layout.footer.contains(position) {
        desk.notices.dismiss(now: desk.now)
      }
      return .browsing
    }
    let hit = desk.view(of: lane).cards.first { $0.rect.contains(position) }
    guard let hit else {
      if lane.index != desk.focus.lane { desk.focusLane(lane.index) }
      return .browsing
    }
    desk.focus.move(toLane: lane.index, index: hit.index, in: desk.contents)
    if let last = desk.lastClick, last.card == hit.id, desk.now - last.time <= doubleClick,
      let card = desk.card(hit.id)
    {
      desk.lastClick = nil
      return .card(desk.open(card))
    }
    desk.lastClick = Desk.Click(card: hit.id, time: desk.now)
    return .pressed(Press(card: hit.id, position: position))
  }

  /// What can be done with what is there: a card, and what is marked with it, or a column.
  private static func menu(at position: Position, _ desk: inout Desk) -> Mode {
    let layout = desk.layout()
    if let panel = layout.panel, panel.contains(position), let card = desk.focus.card {
      if !desk.marked.contains(card) { desk.marked = [] }
      return .actions(ActionMenu(desk, at: position))
    }
    guard let lane = layout.lane(at: position) else { return .browsing }
    guard let hit = desk.view(of: lane).cards.first(where: { $0.rect.contains(position) }) else {
      desk.focusLane(lane.index)
      return Browsing.handle(.columnMenu, &desk)
    }
    desk.focus.move(toLane: lane.index, index: hit.index, in: desk.contents)
    // As everywhere: what is not among the marked ones is meant alone.
    if !desk.marked.contains(hit.id) { desk.marked = [] }
    return .actions(ActionMenu(desk, at: position))
  }

  /// The card beside the board gets the keys, where it was clicked.
  private static func opened(at position: Position, _ desk: inout Desk) -> Mode {
    guard let card = desk.focusedCard else { return .browsing }
    var editor = desk.open(card)
    editor.mouse(MouseEvent(.press(.left), at: position), &desk)
    return .card(editor)
  }
}

extension Desk {
  mutating func focusLane(_ lane: Int) {
    let top = contents.lane(lane).map { scroll.top(of: $0.id) } ?? 0
    focus.move(toLane: lane, index: top, in: contents)
    revealFocus()
  }

  /// Scrolls the column under the pointer, or the columns; the focus stays where it is.
  mutating func wheel(_ direction: MouseEvent.WheelDirection, at position: Position) {
    let layout = layout()
    if let panel = layout.panel, panel.contains(position) {
      return scrollDetail(MouseEvent(.wheel(direction), at: position))
    }
    switch direction {
    case .left: scroll.firstLane = max(0, scroll.firstLane - 1)
    case .right: scroll.firstLane += layout.hiddenRight > 0 ? 1 : 0
    case .up, .down:
      guard let lane = layout.lane(at: position), let content = contents.lane(lane.index) else {
        return
      }
      let top = scroll.top(of: content.id)
      if direction == .up {
        scroll.set(max(0, top - 1), of: content.id)
      } else if view(of: lane).below > 0 {
        scroll.set(top + 1, of: content.id)
      }
    }
    clampScroll()
  }
}
