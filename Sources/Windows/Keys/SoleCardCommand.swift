import BoardModel
import Screen

/// A command that a key gives on a card that is read, in a card window or open in another window.
enum SoleCardCommand: KeyCommand {
  case board(BoardCommand)
  case up, down, pageUp, pageDown, top, bottom
  case firstSection, lastSection, history
  /// Restores an archived card; on any other card, tries the link again.
  case restore
  case close

  var name: String {
    switch self {
    case .board(let command): command.name
    case .up: "reading.up"
    case .down: "reading.down"
    case .pageUp: "reading.page-up"
    case .pageDown: "reading.page-down"
    case .top: "reading.start"
    case .bottom: "reading.end"
    case .firstSection: "reading.first-section"
    case .lastSection: "reading.last-section"
    case .history: "reading.history"
    case .restore: "reading.restore"
    case .close: "reading.close"
    }
  }
}

extension Keymap where Command == SoleCardCommand {
  static let soleCard = Keymap(
    [
      Binding([KeyChord(.enter)], .board(.open), "write; Esc ends"),
      Binding([KeyChord(.tab)], .firstSection, "labels … comments, one by one"),
      Binding([KeyChord(.backtab)], .lastSection, "the last of them"),
      Binding([KeyChord(.up), .character("k")], .up, "a line up"),
      Binding([KeyChord(.down), .character("j")], .down, "a line down"),
      Binding([KeyChord(.pageUp)], .pageUp, "a page up"),
      Binding([KeyChord(.pageDown)], .pageDown, "a page down"),
      Binding([KeyChord(.home), .character("g")], .top, "to the start"),
      Binding([KeyChord(.end), .character("G")], .bottom, "to the end"),
      Binding([.control("t"), KeyChord(.function(2))], .history, "history of the card"),
      Binding([.character("E"), .control("o")], .board(.editInEditor), "edit the body in $EDITOR"),
      Binding([.character("r")], .restore, "restore an archived card; else reconnect"),
    ]
      + Keymap<BoardCommand>.board.bindings.compactMap { binding in
        switch binding.command {
        case .open, .editInEditor, .reconnect, .clear, .quit, .detailUp, .detailDown: nil
        default:
          binding.command.refusal(in: .card(CardID(high: 0, low: 0))) == nil
            ? Binding(binding.chords, .board(binding.command), binding.help) : nil
        }
      } + [
        Binding(
          [.character("q"), KeyChord(.escape), .control("c")], .close,
          "Esc: let go of what is carried; else close")
      ])
}
