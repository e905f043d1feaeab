import Screen

/// A command that a key gives in the form for a new column, besides editing a line.
enum ColumnFormCommand: String, KeyCommand {
  case enter = "form.enter"
  case make = "form.make"
  case leave = "form.leave"
  case next = "form.next"
  case previous = "form.previous"
  case close = "form.close"
  case help = "form.help"
  case repaint = "form.repaint"
  case suspend = "form.suspend"
}

extension Keymap where Command == ColumnFormCommand {
  static let columnForm = Keymap([
    Binding([KeyChord(.enter)], .enter, "next line; in an empty last one: make it"),
    Binding([.control("s")], .make, "make the column and its cards"),
    Binding([.control("x")], .leave, "leave the moved-in cards where they are"),
    Binding([KeyChord(.down), KeyChord(.tab), .control("n")], .next, "the line below"),
    Binding([KeyChord(.up), KeyChord(.backtab), .control("p")], .previous, "the line above"),
    Binding([KeyChord(.function(1))], .help, "this help"),
    Binding([.control("l")], .repaint, "paint the screen again"),
    Binding([.control("z")], .suspend, "suspend"),
    Binding(
      [KeyChord(.escape), .control("c")], .close,
      "let go of what is carried; close, asks"),
  ])
}
