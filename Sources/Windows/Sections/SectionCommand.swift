import Screen

/// A command that a key gives in a section of an open card, while nothing is typed there.
enum SectionCommand: String, KeyCommand {
  case up = "section.up"
  case down = "section.down"
  case pageUp = "section.page-up"
  case pageDown = "section.page-down"
  case top = "section.top"
  case bottom = "section.bottom"
  case moveUp = "section.move-up"
  case moveDown = "section.move-down"
  case choose = "section.choose"
  case add = "section.add"
  case edit = "section.edit"
  case remove = "section.remove"
  case removeEverywhere = "section.remove-everywhere"
  case nextColour = "section.next-colour"
  case previousColour = "section.previous-colour"
}

extension Keymap where Command == SectionCommand {
  static let section = Keymap([
    Binding([KeyChord(.up), .character("k")], .up, "up"),
    Binding([KeyChord(.down), .character("j")], .down, "down"),
    Binding([KeyChord(.pageUp)], .pageUp, "a long comment up"),
    Binding([KeyChord(.pageDown)], .pageDown, "a long comment down"),
    Binding([KeyChord(.home), .character("g")], .top, "first"),
    Binding([KeyChord(.end), .character("G")], .bottom, "last"),
    Binding(
      [KeyChord(.enter), .character(" ")], .choose,
      "on or off, tick, set, type a date, accept"),
    Binding([.character("n")], .add, "new label, assignee, blocker, item, comment"),
    Binding([.character("e")], .edit, "rename, reword, edit your comment"),
    Binding([.character("d")], .remove, "take away; dismiss a proposal"),
    Binding([.character("D")], .removeEverywhere, "remove a label from the board"),
    Binding([.character("c")], .nextColour, "another colour for a label"),
    Binding([.character("C")], .previousColour, "previous colour"),
    Binding([.character("K"), KeyChord(.up, .shift)], .moveUp, "move an item up"),
    Binding([.character("J"), KeyChord(.down, .shift)], .moveDown, "move an item down"),
  ])
}
