import BoardModel
import Screen

// This part handles the history of a card: its keys and its answers.
extension BoardWindow {
  mutating func history(_ view: HistoryView, _ input: Input) -> Mode {
    var view = view
    switch input {
    case .key(let key, let modifiers):
      guard let command = Keymap.history[KeyChord(key, modifiers)] else { return .history(view) }
      return view.handle(command, &model)
    case .mouse(let event):
      switch event.action {
      case .wheel(.up): return view.handle(.list(.up), &model)
      case .wheel(.down): return view.handle(.list(.down), &model)
      case .press(.left):
        view.point(at: event.position, model.scene)
        return .history(view)
      case .press, .release, .drag, .move, .wheel: return .history(view)
      }
    case .paste, .focus, .reply: return .history(view)
    }
  }

  /// Passes an event to the history, if it is open; it may ask for more.
  mutating func tellHistory(_ body: (inout HistoryView) -> WindowEffect?) {
    guard case .history(var view) = mode else { return }
    if let request = body(&view) { model.effects.append(request) }
    mode = .history(view)
  }

  /// Changes the editor of the open card, also while its history stands over it.
  mutating func changeEditor(_ body: (inout CardEditor) -> Void) {
    switch mode {
    case .card(var editor):
      body(&editor)
      mode = .card(editor)
    case .history(var view):
      body(&view.editor)
      mode = .history(view)
    case .browsing, .pressed, .dragging, .prompt, .list, .reading, .external, .columnForm:
      break
    }
  }
}
