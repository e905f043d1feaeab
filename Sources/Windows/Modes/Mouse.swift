import BoardModel
import Screen

/// A button that went down on a card.
struct Press: Sendable {
  let card: CardID
  let position: Position
}

extension BoardWindow {
  /// Another window has the pointer: its release will not be told here. It may be told there, where
  /// the coordinator knows what hangs at the pointer.
  mutating func leftByPointer(_ mode: Mode) -> Mode {
    switch mode {
    case .pressed: return .browsing
    case .dragging(let drag):
      if let burden = desk.carried.burden, burden.isOwn, burden.isAtPointer, burden.isNamed {
        return mode
      }
      return drag.cancelled(&desk)
    case .browsing, .card, .history, .prompt, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion, .boards, .archive, .help, .receipts, .external, .columnForm:
      return mode
    }
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
      desk.lastClick = nil
      var drag = PointerDrag(press, desk)
      desk.liftAtPointer(drag.cards)
      drag.move(to: event, desk)
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
