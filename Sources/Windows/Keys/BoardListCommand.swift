import Screen

/// A command that a key gives in the list of boards.
enum BoardListCommand: KeyCommand {
  case list(ListCommand)
  case archive, showArchived

  var name: String {
    switch self {
    case .list(let command): command.name
    case .archive: "boards.archive"
    case .showArchived: "boards.show-archived"
    }
  }
}

extension Keymap where Command == BoardListCommand {
  static let boardList = Keymap([
    Binding([KeyChord(.up), .character("k")], .list(.up), "up"),
    Binding([KeyChord(.down), .character("j")], .list(.down), "down"),
    Binding([KeyChord(.pageUp)], .list(.pageUp), "page up"),
    Binding([KeyChord(.pageDown)], .list(.pageDown), "page down"),
    Binding([KeyChord(.home), .character("g")], .list(.top), "first"),
    Binding([KeyChord(.end), .character("G")], .list(.bottom), "last"),
    Binding([KeyChord(.enter)], .list(.choose), "open"),
    Binding([.character("n")], .list(.create), "new board"),
    Binding([.character("d")], .archive, "archive or restore the open board"),
    Binding([.character("a")], .showArchived, "archived boards, too"),
    Binding(
      [KeyChord(.escape), .character("q"), .control("c")], .list(.close), "close"),
  ])
}
