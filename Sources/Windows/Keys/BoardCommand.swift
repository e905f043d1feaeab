import BoardModel
import Screen

/// A command that a key gives while the board is looked at, in the order of the help. A new one is a
/// case and a row here, and what `Browsing` does for it.
enum BoardCommand: String, KeyCommand, CaseIterable {
  case left = "focus.left"
  case right = "focus.right"
  case up = "focus.up"
  case down = "focus.down"
  case top = "focus.first-card"
  case bottom = "focus.last-card"
  case firstColumn = "focus.first-column"
  case lastColumn = "focus.last-column"
  case pageUp = "focus.page-up"
  case pageDown = "focus.page-down"
  case moveLeft = "card.move-left"
  case moveRight = "card.move-right"
  case moveUp = "card.move-up"
  case moveDown = "card.move-down"
  case open = "card.open"
  case openBeside = "card.open-beside"
  case openWindow = "card.open-window"
  case favouritesWindow = "favourites.open-window"
  case invite = "card.invite"
  case openInvitation = "invitation.open"
  case actions = "card.actions"
  case newCard = "card.new"
  case firstCard = "card.new-at-top"
  case editTitle = "card.edit-title"
  case editInEditor = "card.edit-body"
  case labels = "card.labels"
  case priority = "card.priority"
  case blockers = "card.blockers"
  case moveTo = "card.move-to"
  case duplicate = "card.duplicate"
  case archive = "card.archive"
  case favourite = "card.favourite"
  case mark = "card.mark"
  case carry = "card.carry"
  case copyTitle = "card.copy-title"
  case newColumn = "column.new"
  case columnMenu = "column.menu"
  case renameBoard = "board.rename"
  case boards = "board.switch"
  case archiveView = "board.archive"
  case receipts = "board.receipts"
  case search = "search.start"
  case nextFound = "search.next"
  case previousFound = "search.previous"
  case clear = "window.clear"
  case undo = "edit.undo"
  case redo = "edit.redo"
  case forceUndo = "edit.force-undo"
  case detail = "detail.toggle"
  case detailDown = "detail.scroll-down"
  case detailUp = "detail.scroll-up"
  case toggleMouse = "window.toggle-mouse"
  case reconnect = "window.reconnect"
  case repaint = "window.repaint"
  case suspend = "window.suspend"
  case help = "window.help"
  case quit = "window.quit"

  /// The row of the command in the table.
  var row: CommandRow {
    switch self {
    case .left:
      CommandRow([KeyChord(.left), "h"], "column to the left", bearing: .looks)
    case .right:
      CommandRow([KeyChord(.right), "l"], "column to the right", bearing: .looks)
    case .up:
      CommandRow([KeyChord(.up), "k"], "card above", in: .favourites, bearing: .looks)
    case .down:
      CommandRow([KeyChord(.down), "j"], "card below", in: .favourites, bearing: .looks)
    case .top:
      CommandRow(
        [KeyChord(.home), "g"], "first card of the column", in: .favourites, bearing: .looks)
    case .bottom:
      CommandRow(
        [KeyChord(.end), "G"], "last card of the column", in: .favourites, bearing: .looks)
    case .firstColumn: CommandRow(["0"], "first column", bearing: .looks)
    case .lastColumn: CommandRow(["$"], "last column", bearing: .looks)
    case .pageUp: CommandRow([KeyChord(.pageUp)], "a page up", in: .favourites, bearing: .looks)
    case .pageDown:
      CommandRow([KeyChord(.pageDown)], "a page down", in: .favourites, bearing: .looks)

    case .moveLeft:
      CommandRow(
        ["H", KeyChord(.left, .shift)], "move to the column left", hint: "move",
        edit: .makes(.editor))
    case .moveRight:
      CommandRow(
        ["L", KeyChord(.right, .shift)], "move to the column right", edit: .makes(.editor))
    case .moveUp: CommandRow(["K", KeyChord(.up, .shift)], "move up", edit: .makes(.editor))
    case .moveDown: CommandRow(["J", KeyChord(.down, .shift)], "move down", edit: .makes(.editor))

    case .open:
      CommandRow([KeyChord(.enter)], "open the card", hint: "open", in: .cards) {
        $0.areMany ? nil : $0.isRead ? "Write" : "Open"
      }
    case .openBeside:
      CommandRow(["w"], "open it in a split beside this window", hint: "split", in: .favourites) {
        $0.areMany ? nil : "Open in a split beside this window"
      }
    case .openWindow:
      CommandRow(["W"], "open it in a new window", hint: "window", in: .favourites) {
        $0.areMany ? nil : "Open in a new window"
      }
    case .favouritesWindow: CommandRow(["F"], "your favourites in a window")
    case .invite:
      CommandRow(["I"], "ask another user to look at the card", in: .cards) {
        $0.areMany ? nil : "Invite a user to it …"
      }
    case .openInvitation:
      CommandRow(["o"], "open what another user asked you to look at", in: .favourites)
    case .actions:
      CommandRow(["."], "a menu of what can be done with it", hint: "actions", in: .cards)

    case .newCard: CommandRow(["n"], "new card", hint: "new", edit: .begins(.editor))
    case .firstCard:
      CommandRow(["T"], "new card at the top of the column", edit: .begins(.editor))
    case .editTitle:
      CommandRow(["e"], "edit the title", hint: "title", in: .cards, edit: .begins(.editor)) {
        $0.areMany ? nil : "Edit the title"
      }
    case .editInEditor:
      CommandRow(["E"], "edit the body in $EDITOR", in: .cards, edit: .begins(.editor)) {
        $0.areMany ? nil : "Edit the body in $EDITOR"
      }
    case .labels:
      CommandRow(["t"], "labels of the card", in: .cards, edit: .begins(.editor)) {
        $0.areMany ? nil : "Labels …"
      }
    case .priority:
      CommandRow(["P"], "priority of the card", in: .cards, edit: .begins(.editor)) {
        $0.areMany ? nil : "Priority …"
      }
    case .blockers:
      CommandRow(["B"], "cards that block it", in: .cards, edit: .begins(.editor)) {
        $0.areMany ? nil : "Blocked by …"
      }
    case .moveTo:
      CommandRow(["m"], "move to a column you choose", in: .cards, edit: .begins(.editor)) {
        "Move\($0.all) to a column …"
      }
    case .duplicate:
      CommandRow(["Y"], "make a copy below", edit: .makes(.editor)) {
        $0.areMany ? "Make copies of all" : "Make a copy"
      }
    case .archive:
      CommandRow(["d"], "archive", hint: "archive", in: .cards, edit: .makes(.editor)) {
        "Archive\($0.all)"
      }
    case .favourite:
      CommandRow(
        ["f"], "favourite on or off", hint: "off the list", in: .cards, edit: .makes(nil)
      ) {
        $0.areFavourites ? "No favourite\($0.areMany ? "s" : "") any longer" : "Favourite\($0.all)"
      }
    case .mark:
      CommandRow(["v"], "mark; keys then act on all marked", in: .favourites) {
        $0.areMany ? nil : $0.isMarked ? "Mark no longer" : "Mark"
      }
    case .carry:
      CommandRow(
        [" "], "take up; here or in another window put down", in: .cards, carried: .putDown
      ) { $0.isCarrying ? nil : "Take\($0.all) up, to put down in any window" }
    case .copyTitle:
      CommandRow(["y"], "copy the title, or what is carried as text", in: .cards, carried: .copied)
      { $0.areMany ? nil : $0.isCarrying ? "Copy what is carried as text" : "Copy the title" }

    case .newColumn:
      CommandRow(["N"], "new column, with cards", hint: "new column", edit: .begins(.editor))
    case .columnMenu: CommandRow(["c"], "column: rename, move, limit, delete", hint: "column")
    case .renameBoard: CommandRow(["R"], "rename the board", edit: .begins(.owner))
    case .boards: CommandRow(["b"], "switch to, create or archive a board", hint: "boards")
    case .archiveView: CommandRow(["a"], "archived cards")
    case .receipts: CommandRow(["i"], "your edits that were replaced or refused", in: .cards)
    case .search:
      CommandRow(
        ["/"], "search: words, #7, is:urgent, is:blocked", hint: "search", in: .favourites)
    case .nextFound:
      CommandRow(
        [KeyChord(.tab)], "next card found, in any column", in: .favourites, bearing: .looks)
    case .previousFound:
      CommandRow([KeyChord(.backtab)], "previous card found", in: .favourites, bearing: .looks)
    case .clear:
      // Clearing removes one thing at a time, notices first.
      CommandRow(
        [KeyChord(.escape)], "let go; clear notice, marks, search", in: .cards, bearing: .none,
        carried: .letGo)

    case .undo: CommandRow(["u"], "undo", hint: "undo", in: .cards, edit: .begins(nil))
    case .redo: CommandRow([.control("r")], "redo", in: .cards, edit: .begins(nil))
    case .forceUndo:
      CommandRow(["U"], "undo over later changes of others", in: .cards, edit: .begins(nil))

    case .detail: CommandRow(["p"], "card beside a wide board, on or off", in: .favourites)
    case .detailDown: CommandRow(["]"], "scroll the card beside the board down", in: .cards)
    case .detailUp: CommandRow(["["], "scroll the card beside the board up", in: .cards)
    case .toggleMouse: CommandRow(["%"], "mouse on or off", in: .everywhere)
    case .reconnect: CommandRow(["r"], "reconnect now", in: .everywhere)
    case .repaint:
      CommandRow([.control("l")], "paint the screen again", in: .everywhere, bearing: .none)
    case .suspend: CommandRow([.control("z")], "suspend", in: .everywhere, bearing: .none)
    case .help:
      CommandRow(["?", KeyChord(.function(1))], "this help", hint: "help", in: .everywhere)
    case .quit: CommandRow(["q", .control("c")], "quit", hint: "quit", in: .everywhere)
    }
  }

  /// The order of the menu of a card: what takes it off the board comes last.
  static let menu: [BoardCommand] = [
    .open, .openBeside, .openWindow, .editTitle, .editInEditor, .labels, .priority, .blockers,
    .moveTo,
    .duplicate, .favourite, .carry, .mark, .copyTitle, .invite, .archive,
  ]

  /// The commands that the last line names, as far as it has room: over a board, and among
  /// favourites.
  static let footer: [BoardCommand] = [
    .help, .newCard, .open, .editTitle, .moveLeft, .archive, .search, .columnMenu, .boards, .undo,
    .quit,
  ]
  static let footerOfFavourites: [BoardCommand] = [
    .open, .openBeside, .openWindow, .favourite, .search, .help, .quit,
  ]
}

extension Keymap where Command == BoardCommand {
  static let board = Keymap(
    BoardCommand.allCases.map { Binding($0.row.keys, $0, $0.row.words) })

  static let favourites = Keymap(
    Keymap.board.bindings.filter { $0.command.refusal(in: .favourites) == nil })
}
