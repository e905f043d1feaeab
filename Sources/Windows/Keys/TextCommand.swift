import Screen

/// A command that a key gives in a text that is edited, be it a line or a body.
enum TextCommand: KeyCommand {
  case move(CaretMotion)
  case deleteBackward, deleteForward
  case deleteWordBackward, deleteWordForward
  case deleteToLineStart, deleteToLineEnd

  var name: String {
    switch self {
    case .move(let motion): "text.\(motion.rawValue)"
    case .deleteBackward: "text.delete-backward"
    case .deleteForward: "text.delete-forward"
    case .deleteWordBackward: "text.delete-word-backward"
    case .deleteWordForward: "text.delete-word-forward"
    case .deleteToLineStart: "text.delete-to-line-start"
    case .deleteToLineEnd: "text.delete-to-line-end"
    }
  }
}

extension Keymap where Command == TextCommand {
  static let text = Keymap([
    Binding([KeyChord(.left), .control("b")], .move(.left), "left"),
    Binding([KeyChord(.right), .control("f")], .move(.right), "right"),
    Binding([KeyChord(.up), .control("p")], .move(.up), "line up"),
    Binding([KeyChord(.down), .control("n")], .move(.down), "line down"),
    Binding(
      [KeyChord(.left, .control), KeyChord(.left, .alt), .alt("b")], .move(.wordLeft), "word left"),
    Binding(
      [KeyChord(.right, .control), KeyChord(.right, .alt), .alt("f")], .move(.wordRight),
      "word right"),
    Binding([KeyChord(.home), .control("a")], .move(.lineStart), "start of the line"),
    Binding([KeyChord(.end), .control("e")], .move(.lineEnd), "end of the line"),
    Binding([KeyChord(.pageUp)], .move(.pageUp), "page up"),
    Binding([KeyChord(.pageDown)], .move(.pageDown), "page down"),
    Binding([KeyChord(.home, .control)], .move(.textStart), "start of the text"),
    Binding([KeyChord(.end, .control)], .move(.textEnd), "end of the text"),
    Binding([KeyChord(.backspace), .control("h")], .deleteBackward, "delete to the left"),
    Binding([KeyChord(.delete), .control("d")], .deleteForward, "delete to the right"),
    Binding(
      [.control("w"), KeyChord(.backspace, .alt), KeyChord(.backspace, .control)],
      .deleteWordBackward, "delete the word left"),
    Binding(
      [.alt("d"), KeyChord(.delete, .control)], .deleteWordForward, "delete the word right"),
    Binding([.control("u")], .deleteToLineStart, "delete to the start of the line"),
    Binding([.control("k")], .deleteToLineEnd, "delete to the end of the line"),
  ])
}

/// A command that a key gives while a text of a card is typed, besides editing it, or while a
/// section has the keys.
enum CardCommand: String, KeyCommand {
  case close = "editor.close"
  case nextField = "editor.next-field"
  case previousField = "editor.previous-field"
  case editInEditor = "editor.edit-in-editor"
  case undo = "editor.undo"
  case redo = "editor.redo"
  case history = "editor.history"
}

extension Keymap where Command == CardCommand {
  static let card = Keymap([
    Binding([KeyChord(.escape), .control("c")], .close, "end typing: the card is read"),
    Binding(
      [KeyChord(.tab)], .nextField, "next field; past the last: read on"),
    Binding([KeyChord(.backtab)], .previousField, "previous field"),
    Binding([.control("o")], .editInEditor, "edit the body in $EDITOR"),
    Binding([.control("z")], .undo, "undo what was typed here"),
    Binding([.control("y"), .control("r")], .redo, "redo"),
    Binding([.control("t"), KeyChord(.function(2))], .history, "history of the card"),
  ])
}

/// A command that a key gives in a list: a menu, the boards, the archive, this help.
enum ListCommand: String, KeyCommand {
  case up = "list.up"
  case down = "list.down"
  case pageUp = "list.page-up"
  case pageDown = "list.page-down"
  case top = "list.top"
  case bottom = "list.bottom"
  case choose = "list.choose"
  case create = "list.create"
  case close = "list.close"
}

extension Keymap where Command == ListCommand {
  static let list = Keymap([
    Binding([KeyChord(.up), .character("k")], .up, "up"),
    Binding([KeyChord(.down), .character("j")], .down, "down"),
    Binding([KeyChord(.pageUp)], .pageUp, "page up"),
    Binding([KeyChord(.pageDown)], .pageDown, "page down"),
    Binding([KeyChord(.home), .character("g")], .top, "first"),
    Binding([KeyChord(.end), .character("G")], .bottom, "last"),
    Binding([KeyChord(.enter)], .choose, "choose; in the archive: restore"),
    Binding(
      [KeyChord(.escape), .character("q"), .control("c")], .close, "close"),
  ])
}
