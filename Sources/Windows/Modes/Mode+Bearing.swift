import Screen

/// The meaning of an input for the answer that is shown to the input before it.
enum Bearing: Hashable, Sendable {
  case none
  /// The person looks elsewhere: an answer that something was done stays, a refusal goes.
  case looks
  /// The person does something else: the answer goes.
  case acts
}

extension Mode {
  func bearing(of input: Input) -> Bearing {
    switch input {
    case .key(let key, let modifiers): bearing(of: KeyChord(key, modifiers))
    case .mouse(let event): bearing(of: event.action)
    case .paste: takesText ? .acts : .none
    case .focus, .reply: .none
    }
  }

  private var takesText: Bool {
    switch self {
    case .browsing, .pressed, .card, .prompt, .columnForm: true
    case .dragging, .list, .reading, .history, .external:
      false
    }
  }

  private func bearing(of chord: KeyChord) -> Bearing {
    switch self {
    case .browsing, .pressed: Keymap.board[chord]?.row.bearing ?? .none
    case .dragging: .acts
    case .card: Keymap.card[chord] == nil ? Mode.typing(chord) : .acts
    case .prompt: chord == KeyChord(.escape) || chord == .control("c") ? .acts : Mode.typing(chord)
    case .columnForm: Keymap.columnForm[chord] == nil ? Mode.typing(chord) : .acts
    case .list(let list, _): list.has(chord) ? .acts : .none
    case .reading: Keymap.list[chord] == nil ? .none : .acts
    case .history: Keymap.history[chord] == nil ? .none : .acts
    case .external: .none
    }
  }

  /// In a text, a caret that moves changes nothing.
  private static func typing(_ chord: KeyChord) -> Bearing {
    if let command = Keymap.text[chord] {
      if case .move = command { return .none }
      return .acts
    }
    if chord == KeyChord(.enter) { return .acts }
    if case .character = chord.key, chord.modifiers.isEmpty { return .acts }
    return .none
  }

  private func bearing(of action: MouseEvent.Action) -> Bearing {
    switch (self, action) {
    case (.external, _), (.prompt, _), (.card, _), (.history, _), (.columnForm, _): .none
    case (_, .press), (.dragging, .release): .acts
    case (_, .release), (_, .drag), (_, .move), (_, .wheel): .none
    }
  }
}
