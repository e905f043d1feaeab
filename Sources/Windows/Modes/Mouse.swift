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
    case .dragging(var drag):
      if let burden = desk.carried.burden, burden.isOwn, burden.isAtPointer, burden.isNamed {
        drag.leave()
        return .dragging(drag)
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
    let layout = desk.layoutWithCard()
    if let tabs = layout.tabs, tabs.contains(position) {
      if let lane = TabStrip(desk, tabs).lane(at: position.column) { desk.focusLane(lane) }
      return .browsing
    }
    if let panel = layout.panel, panel.contains(position) { return onCard(at: position, &desk) }
    guard let lane = layout.lane(at: position) else {
      if layout.title.contains(position) || layout.footer.contains(position) {
        desk.notices.dismiss(now: desk.now)
      }
      return .browsing
    }
    desk.closeCard()
    let hit = desk.view(of: lane).cards.first { $0.rect.contains(position) }
    guard let hit else {
      if lane.index != desk.focus.lane { desk.focusLane(lane.index) }
      return .browsing
    }
    desk.focus.move(toLane: lane.index, index: hit.index, in: desk.contents)
    if let last = desk.lastClick, last.card == hit.id, desk.now - last.time <= doubleClick {
      desk.lastClick = nil
      desk.read(hit.id)
      return .browsing
    }
    desk.lastClick = Desk.Click(card: hit.id, time: desk.now)
    return .pressed(Press(card: hit.id, position: position))
  }

  /// What can be done with what is there: a card, and what is marked with it, or a column.
  private static func menu(at position: Position, _ desk: inout Desk) -> Mode {
    let layout = desk.layoutWithCard()
    if let panel = layout.panel, panel.contains(position), let card = desk.focusedCard {
      if desk.opened == nil, !desk.marked.contains(card.id) { desk.marked = [] }
      return .actions(ActionMenu(desk, at: position))
    }
    guard let lane = layout.lane(at: position) else { return .browsing }
    desk.closeCard()
    guard let hit = desk.view(of: lane).cards.first(where: { $0.rect.contains(position) }) else {
      desk.focusLane(lane.index)
      return Browsing.handle(.columnMenu, &desk)
    }
    desk.focus.move(toLane: lane.index, index: hit.index, in: desk.contents)
    // As everywhere: what is not among the marked ones is meant alone.
    if !desk.marked.contains(hit.id) { desk.marked = [] }
    return .actions(ActionMenu(desk, at: position))
  }

  /// A text that is clicked is typed from there on; beside its texts and sections a card is only opened.
  private static func onCard(at position: Position, _ desk: inout Desk) -> Mode {
    guard let card = desk.focusedCard else { return .browsing }
    desk.read(card.id)
    var editor = desk.editor(on: card)
    let panel = CardPanel(editor, desk)
    let isText = panel.body.contains(position) || panel.title.contains(position)
    guard isText ? desk.mayEdit() : panel.blocks.contains(where: { $0.rect.contains(position) })
    else {
      editor.putAside(&desk)
      return .browsing
    }
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
    let layout = layoutWithCard()
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
