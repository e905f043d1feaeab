import BoardModel
import Screen
import WindowSync

// What the person carries from window to window.
extension BoardWindow {
  mutating func take(_ report: DragReport) {
    for outcome in desk.carry(.report(report, session: desk.session)) {
      switch outcome {
      case .landed(.gather(let cards)): gather(cards)
      case .ended(let burden, let ended)
      where burden.isOwn && burden.isAtPointer && !desk.goesOn(burden, ended):
        if case .dragging(let drag) = mode, drag.guest == nil { mode = .browsing }
      case .request, .notLifted, .notDropped, .notFetched, .fetched, .landed, .ended: break
      }
    }
  }

  /// Cards of the board go into the column that is to be made.
  private mutating func gather(_ cards: [CardID]) {
    switch mode {
    case .columnForm(var form):
      form.gather(cards, &desk)
      mode = .columnForm(form)
    case .help(var page) where page.form != nil:
      page.form?.gather(cards, &desk)
      mode = .help(page)
    default: desk.refuse(ColumnForm.isOver)
    }
  }

  /// Another window of the person's has begun to show the card that hangs at the pointer here: the
  /// pointer is there now.
  mutating func leaveDrag(since before: [Onlooker]) {
    guard case .dragging(var drag) = mode, drag.guest == nil, let card = drag.pressed else {
      return
    }
    let known = Set(before.filter { $0.focus == .card(card) }.map(\.session))
    let isThere = desk.onlookers.contains {
      $0.isOwn && $0.focus == .card(card) && !known.contains($0.session)
    }
    guard isThere else { return }
    drag.leave()
    mode = .dragging(drag)
  }

  /// A pointer that left, or a mode that ended, ends what hangs at the pointer.
  mutating func settleCarried() {
    var drag: PointerDrag?
    if case .dragging(let shown) = mode { drag = shown }
    guard let burden = desk.carried.burden, burden.isAtPointer else {
      if drag?.guest != nil { mode = .browsing }
      return
    }
    if burden.isOwn {
      if drag == nil || drag?.guest != nil { desk.carry(.release) }
    } else if let guest = drag?.guest, guest.id != burden.id {
      mode = .browsing
    }
  }

  // MARK: A pointer whose button went down in another window

  /// What hangs at the pointer since another window, and can be put down here.
  private var guest: Burden? {
    guard let burden = desk.carried.held, burden.isAtPointer, !burden.isOwn else { return nil }
    return burden
  }

  /// Motion and release without a press.
  func guestDrag(_ event: MouseEvent) -> PointerDrag? {
    switch event.action {
    case .drag(.left), .release(.left):
      return guest.map { PointerDrag(guest: $0, at: event.position, desk) }
    case .press, .drag, .release, .move, .wheel: return nil
    }
  }

  /// A button that goes down was up: the release was lost, and nothing is dropped by accident.
  mutating func endLostDrag(_ input: Input) {
    guard case .mouse(let event) = input, case .press = event.action, guest != nil else { return }
    desk.letGo()
  }
}
