import BoardModel
import Screen
import WindowSync

/// A button that went down on a card.
struct Press: Sendable {
  let card: CardID
  let position: Position
}

extension BoardWindow {
  /// Ends a press, or suspends a drag, because another window has the pointer: this window will not
  /// see its release. The other one may, if the coordinator knows the drag.
  mutating func leftByPointer(_ mode: Mode) -> Mode {
    switch mode {
    case .pressed: return .browsing
    case .dragging(var drag):
      if let dragged = model.carried.dragged, dragged.isOwn, dragged.isAtPointer, dragged.isNamed {
        drag.leave()
        return .dragging(drag)
      }
      return drag.cancelled(&model.notices)
    case .browsing, .card, .history, .prompt, .list, .reading, .external, .columnForm:
      return mode
    }
  }
}

/// The effects of the mouse while the board is looked at.
enum Pointing {
  static func handle(_ event: MouseEvent, _ model: inout WindowModel) -> Mode {
    switch event.action {
    case .wheel(let direction):
      model.scroll { $0.wheel(direction, at: event.position) }
      return .browsing
    case .press(.left): return pressed(at: event.position, &model)
    case .press(.right): return menu(at: event.position, &model)
    case .press, .release, .drag, .move: return .browsing
    }
  }

  static func handle(_ event: MouseEvent, _ press: Press, _ model: inout WindowModel) -> Mode {
    switch event.action {
    case .drag(.left):
      guard event.position != press.position else { return .pressed(press) }
      model.viewport.forgetClick()
      var drag = PointerDrag(press, model.view)
      model.liftAtPointer(drag.cards)
      drag.move(to: event, model.scene)
      return .dragging(drag)
    case .release: return .browsing
    case .press, .drag, .move, .wheel: return handle(event, &model)
    }
  }

  private static func pressed(at position: Position, _ model: inout WindowModel) -> Mode {
    let layout = model.scene.layoutWithCard()
    if let tabs = layout.tabs, tabs.contains(position) {
      let strip = TabStrip(model.view, first: model.viewport.scroll.firstLane, tabs)
      if let lane = strip.lane(at: position.column) { model.focusLane(lane) }
      return .browsing
    }
    if let panel = layout.panel, panel.contains(position) { return onCard(at: position, &model) }
    guard let lane = layout.lane(at: position) else {
      if layout.title.contains(position) || layout.footer.contains(position) {
        model.notices.dismiss()
      }
      return .browsing
    }
    model.closeCard()
    let hit = model.scene.laneView(of: lane).cards.first { $0.rect.contains(position) }
    guard let hit else {
      if lane.index != model.view.focus.lane { model.focusLane(lane.index) }
      return .browsing
    }
    model.view.moveFocus(toLane: lane.index, index: hit.index)
    if model.viewport.click(hit.id, now: model.now) {
      model.read(hit.id)
      return .browsing
    }
    return .pressed(Press(card: hit.id, position: position))
  }

  /// Opens the menu of what is at the position: of a card, with the marked ones if it is among
  /// them, or of a column.
  private static func menu(at position: Position, _ model: inout WindowModel) -> Mode {
    let layout = model.scene.layoutWithCard()
    if let panel = layout.panel, panel.contains(position), let card = model.view.focusedCard {
      if model.view.opened == nil, !model.view.marked.contains(card.id) {
        model.view.mark(only: [])
      }
      return .list(ActionMenu(model.scene, model.carried, at: position))
    }
    guard let lane = layout.lane(at: position) else { return .browsing }
    model.closeCard()
    guard
      let hit = model.scene.laneView(of: lane).cards.first(where: { $0.rect.contains(position) })
    else {
      model.focusLane(lane.index)
      return Browsing.handle(.columnMenu, &model)
    }
    model.view.moveFocus(toLane: lane.index, index: hit.index)
    // As everywhere, a card that is not marked is meant alone.
    if !model.view.marked.contains(hit.id) { model.view.mark(only: []) }
    return .list(ActionMenu(model.scene, model.carried, at: position))
  }

  /// Starts to edit a text that is clicked, at that place; elsewhere on a card only opens it.
  private static func onCard(at position: Position, _ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else { return .browsing }
    model.read(card.id)
    var editor = model.editor(on: card)
    let panel = CardPanel(editor, model.scene)
    let isText = panel.body.contains(position) || panel.title.contains(position)
    guard isText ? model.mayEdit() : panel.blocks.contains(where: { $0.rect.contains(position) })
    else {
      editor.putAside(&model.edits)
      return .browsing
    }
    editor.mouse(MouseEvent(.press(.left), at: position), &model)
    return .card(editor)
  }
}

extension WindowModel {
  mutating func focusLane(_ lane: Int) {
    let top = view.contents.lane(lane).map { viewport.scroll.top(of: $0.id) } ?? 0
    moveFocus(toLane: lane, index: top)
  }
}
