import Screen

/// A command that a key gives while the board is looked at.
enum BoardCommand: Hashable, Sendable, CaseIterable {
  case left, right, up, down
  case top, bottom, firstColumn, lastColumn, pageUp, pageDown
  case moveLeft, moveRight, moveUp, moveDown
  case open, openBeside, openWindow, favouritesWindow, actions, invite, openInvitation
  case newCard, editTitle, editInEditor, labels, moveTo, duplicate, archive, favourite, mark,
    carry, copyTitle
  case newColumn, columnMenu, renameBoard
  case boards, archiveView, receipts, search, nextFound, previousFound, clear, help
  case undo, redo, forceUndo
  case detail, detailUp, detailDown, toggleMouse, reconnect, repaint, suspend, quit
}

extension Keymap where Command == BoardCommand {
  static let board = Keymap([
    Binding([KeyChord(.left), .character("h")], .left, "column to the left"),
    Binding([KeyChord(.right), .character("l")], .right, "column to the right"),
    Binding([KeyChord(.up), .character("k")], .up, "card above"),
    Binding([KeyChord(.down), .character("j")], .down, "card below"),
    Binding([KeyChord(.home), .character("g")], .top, "first card of the column"),
    Binding([KeyChord(.end), .character("G")], .bottom, "last card of the column"),
    Binding([.character("0")], .firstColumn, "first column"),
    Binding([.character("$")], .lastColumn, "last column"),
    Binding([KeyChord(.pageUp)], .pageUp, "a page up"),
    Binding([KeyChord(.pageDown)], .pageDown, "a page down"),
    Binding([.character("H"), KeyChord(.left, .shift)], .moveLeft, "move to the column left"),
    Binding([.character("L"), KeyChord(.right, .shift)], .moveRight, "move to the column right"),
    Binding([.character("K"), KeyChord(.up, .shift)], .moveUp, "move up"),
    Binding([.character("J"), KeyChord(.down, .shift)], .moveDown, "move down"),
    Binding([KeyChord(.enter)], .open, "open the card"),
    Binding([.character("w")], .openBeside, "open it in a split beside this window"),
    Binding([.character("W")], .openWindow, "open it in a new window"),
    Binding([.character("F")], .favouritesWindow, "your favourites in a window"),
    Binding([.character("I")], .invite, "ask another user to look at the card"),
    Binding([.character("o")], .openInvitation, "open what another user asked you to look at"),
    Binding([.character(".")], .actions, "a menu of what can be done with it"),
    Binding([.character("n")], .newCard, "new card"),
    Binding([.character("e")], .editTitle, "edit the title"),
    Binding([.character("E")], .editInEditor, "edit the body in $EDITOR"),
    Binding([.character("t")], .labels, "labels of the card"),
    Binding([.character("m")], .moveTo, "move to a column you choose"),
    Binding([.character("Y")], .duplicate, "make a copy below"),
    Binding([.character("d")], .archive, "archive"),
    Binding([.character("f")], .favourite, "favourite on or off"),
    Binding([.character("v")], .mark, "mark; keys then act on all marked"),
    Binding([.character(" ")], .carry, "take up; here or in another window put down"),
    Binding([.character("y")], .copyTitle, "copy the title, or what is carried as text"),
    Binding([.character("N")], .newColumn, "new column, with cards"),
    Binding([.character("c")], .columnMenu, "column: rename, move, limit, delete"),
    Binding([.character("R")], .renameBoard, "rename the board"),
    Binding([.character("b")], .boards, "switch to or create a board"),
    Binding([.character("a")], .archiveView, "archived cards"),
    Binding([.character("i")], .receipts, "your edits that were replaced or refused"),
    Binding([.character("/")], .search, "search and filter"),
    Binding([KeyChord(.tab)], .nextFound, "next card found, in any column"),
    Binding([KeyChord(.backtab)], .previousFound, "previous card found"),
    Binding([KeyChord(.escape)], .clear, "let go; clear notice, marks, search"),
    Binding([.character("u")], .undo, "undo"),
    Binding([.control("r")], .redo, "redo"),
    Binding([.character("U")], .forceUndo, "undo over later changes of others"),
    Binding([.character("p")], .detail, "card beside a wide board, on or off"),
    Binding([.character("]")], .detailDown, "scroll the card beside the board down"),
    Binding([.character("[")], .detailUp, "scroll the card beside the board up"),
    Binding([.character("%")], .toggleMouse, "mouse on or off"),
    Binding([.character("r")], .reconnect, "reconnect now"),
    Binding([.control("l")], .repaint, "paint the screen again"),
    Binding([.control("z")], .suspend, "suspend"),
    Binding([.character("?"), KeyChord(.function(1))], .help, "this help"),
    Binding([.character("q"), .control("c")], .quit, "quit"),
  ])
}
