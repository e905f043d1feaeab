import Screen
import WindowSync

// While another terminal has the window, one key takes it back, whatever is on the screen.
extension BoardWindow {
  /// - Returns: the mode after the input; nil if the input has its usual meaning.
  mutating func takingBack(_ input: Input, _ mode: Mode) -> Mode? {
    guard model.standing.isFenced || model.standing == .reclaiming, let typed = Typed(input) else {
      return nil
    }
    let isKey = typed.means(.reconnect)
    switch mode {
    case .prompt(let prompt):
      if case .search = prompt.purpose {
        // A search is possible in a read-only window too, and may contain any letter.
        guard isKey, model.standing.isFenced else { return nil }
        let next = taken(input, mode)
        model.answer("Press Enter first, then r takes this window back.")
        return next
      }
      guard !isKey else { break }
      refuseTyping()
      return mode
    case .card(let editor) where editor.state.entry != nil:
      guard !isKey else { break }
      refuseTyping()
      return mode
    case .external: return nil
    case .browsing, .pressed, .dragging, .card, .list, .columnForm, .reading, .history:
      guard isKey else { return nil }
    }
    model.notices.endAnswer()
    _ = Browsing.handle(.reconnect, &model)
    return mode
  }

  /// Refuses typed text while the window is not taken back: a letter of a text must not take it
  /// back.
  private mutating func refuseTyping() {
    if let reason = model.standing.readOnlyReason { model.refuse(reason) }
  }
}

/// An input that would be text where text is typed.
private enum Typed: Hashable {
  case character(Unicode.Scalar)
  case paste

  init?(_ input: Input) {
    switch input {
    case .key(.character(let scalar), let modifiers) where modifiers.isEmpty:
      self = .character(scalar)
    case .paste: self = .paste
    case .key, .mouse, .focus, .reply: return nil
    }
  }

  func means(_ command: BoardCommand) -> Bool {
    switch self {
    case .character(let scalar): Keymap.board[.character(scalar)] == command
    case .paste: false
    }
  }
}
