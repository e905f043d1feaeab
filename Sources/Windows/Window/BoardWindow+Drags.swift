import BoardModel
import Screen
import WindowSync

// This part handles what the person carries from window to window.
extension BoardWindow {
  mutating func take(_ report: DragReport) {
    for outcome in model.take(report) {
      if case .landed(.gather(let cards)) = outcome { gather(cards) }
    }
    if case .ended(let dragged, let ended) = report, dragged.isAtPointer,
      !model.goesOn(dragged, ended), case .dragging(let drag) = mode, drag.foreignDrag == nil
    {
      mode = .browsing
    }
  }

  /// Puts cards of the board into the column that is to be made.
  private mutating func gather(_ cards: [CardID]) {
    switch mode {
    case .columnForm(var form):
      form.gather(cards, &model)
      mode = .columnForm(form)
    case .list(let list, over: var form?):
      form.gather(cards, &model)
      mode = .list(list, over: form)
    default: model.refuse(ColumnForm.isOver)
    }
  }

  /// Suspends the drag when another of the person's windows begins to show the dragged card: the
  /// pointer is there now.
  mutating func leaveDrag(since before: [RemoteWindow]) {
    guard case .dragging(var drag) = mode, drag.foreignDrag == nil, let card = drag.pressed else {
      return
    }
    let known = Set(before.filter { $0.focus == .card(card) }.map(\.session))
    let isThere = model.others.windows.contains {
      $0.isOwn && $0.focus == .card(card) && !known.contains($0.session)
    }
    guard isThere else { return }
    drag.leave()
    mode = .dragging(drag)
  }

  /// Ends a drag of the pointer after the pointer left or the mode ended.
  mutating func settleCarried() {
    var drag: PointerDrag?
    if case .dragging(let shown) = mode { drag = shown }
    guard let dragged = model.carried.dragged, dragged.isAtPointer else {
      if drag?.foreignDrag != nil { mode = .browsing }
      return
    }
    if dragged.isOwn {
      if drag == nil || drag?.foreignDrag != nil { model.carry(.release) }
    } else if let foreignDrag = drag?.foreignDrag, foreignDrag.id != dragged.id {
      mode = .browsing
    }
  }

  // MARK: A pointer whose button went down in another window

  /// The items that hang at the pointer since another window, and can be put down here.
  private var foreignDrag: DraggedItems? {
    guard let dragged = model.carried.held, dragged.isAtPointer, !dragged.isOwn else { return nil }
    return dragged
  }

  /// A drag from another window, which shows as motion or release without a press; nil for other
  /// events.
  func foreignPointerDrag(_ event: MouseEvent) -> PointerDrag? {
    switch event.action {
    case .drag(.left), .release(.left):
      return foreignDrag.map { PointerDrag(foreignDrag: $0, at: event.position, model.view) }
    case .press, .drag, .release, .move, .wheel: return nil
    }
  }

  /// Ends a drag from another window when a button goes down: the release was lost, and nothing is
  /// dropped by accident.
  mutating func endLostDrag(_ input: Input) {
    guard case .mouse(let event) = input, case .press = event.action, foreignDrag != nil else {
      return
    }
    model.letGo()
  }
}
