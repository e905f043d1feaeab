import Screen

// This part handles the mouse on the board while the card beside it has the keys.
extension BoardWindow {
  /// Handles the mouse: a button gives the keys to the board, as Esc does; the wheel only scrolls.
  mutating func onBoard(_ event: MouseEvent, beside editor: CardEditor) -> Mode {
    switch event.action {
    case .wheel(let direction): model.scroll { $0.wheel(direction, at: event.position) }
    case .press:
      var editor = editor
      editor.close(&model)
      return Pointing.handle(event, &model)
    case .release, .drag, .move: break
    }
    return .card(editor)
  }

  mutating func onBoard(_ event: MouseEvent, beside view: HistoryView) -> Mode {
    let mode = onBoard(event, beside: view.editor)
    if case .card = mode { return .history(view) }
    return mode
  }
}

extension Mode {
  /// The editor of the card that has the keys; nil if none has.
  var openCard: CardEditor? {
    switch self {
    case .card(let editor): editor
    case .history(let view): view.editor
    case .browsing, .pressed, .dragging, .prompt, .list, .reading, .external, .columnForm:
      nil
    }
  }
}
