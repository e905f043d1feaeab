import Screen

/// A command that a key gives in the history of a card.
enum HistoryCommand: KeyCommand {
  case list(ListCommand)
  case restore

  var name: String {
    switch self {
    case .list(let command): command.name
    case .restore: "history.restore"
    }
  }
}

extension Keymap where Command == HistoryCommand {
  static let history = Keymap(
    Keymap<ListCommand>.list.bindings.compactMap { binding in
      switch binding.command {
      case .choose: Binding(binding.chords, .list(.choose), "show the whole change, or the list")
      // Nothing can be created in a history.
      case .create: nil
      case .up, .down, .pageUp, .pageDown, .top, .bottom, .close:
        Binding(binding.chords, .list(binding.command), binding.help)
      }
    } + [Binding([.character("r")], .restore, "write this value again")])
}
