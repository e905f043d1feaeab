import Screen

/// A command that a key gives in the list of the person's replaced or refused edits.
enum ReceiptCommand: KeyCommand {
  case list(ListCommand)
  case putBack, copy, dismiss, dismissAll

  var name: String {
    switch self {
    case .list(let command): command.name
    case .putBack: "receipts.put-back"
    case .copy: "receipts.copy"
    case .dismiss: "receipts.dismiss"
    case .dismissAll: "receipts.dismiss-all"
    }
  }
}

extension Keymap where Command == ReceiptCommand {
  static let receipts = Keymap([
    Binding([KeyChord(.up), .character("k")], .list(.up), "up"),
    Binding([KeyChord(.down), .character("j")], .list(.down), "down"),
    Binding([KeyChord(.pageUp)], .list(.pageUp), "page up"),
    Binding([KeyChord(.pageDown)], .list(.pageDown), "page down"),
    Binding([KeyChord(.home), .character("g")], .list(.top), "first"),
    Binding([KeyChord(.end), .character("G")], .list(.bottom), "last"),
    Binding([KeyChord(.enter)], .list(.choose), "both values, whole"),
    Binding([.character("p")], .putBack, "put your value back; accept a proposal"),
    Binding([.character("y")], .copy, "copy what you wrote"),
    Binding([.character("d")], .dismiss, "take it off the list; dismiss a proposal"),
    Binding([.character("D")], .dismissAll, "take all off the list"),
    Binding(
      [KeyChord(.escape), .character("q"), .control("c")], .list(.close), "close"),
  ])
}
