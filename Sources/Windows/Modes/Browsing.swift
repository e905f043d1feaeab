import BoardModel
import Screen

/// What keys do while the board is looked at. Each command ends in one mode.
enum Browsing {
  static func handle(_ command: BoardCommand, _ desk: inout Desk) -> Mode {
    if let refusal = desk.refusal(of: command) {
      desk.refuse(refusal)
      return .browsing
    }
    switch command {
    case .left, .right, .up, .down, .top, .bottom, .firstColumn, .lastColumn, .pageUp, .pageDown:
      moveFocus(command, &desk)
      return .browsing
    case .moveLeft, .moveRight, .moveUp, .moveDown:
      desk.moveCards(command)
      return .browsing
    case .open: return open(&desk)
    case .openBeside, .openWindow:
      openElsewhere(command == .openBeside ? .right : .window, &desk)
      return .browsing
    case .favouritesWindow:
      desk.openWindow(.favourites, .window)
      return .browsing
    case .actions: return actions(&desk)
    case .invite: return invite(&desk)
    case .openInvitation: return desk.openInvitation()
    case .newCard: return newCard("", &desk)
    case .editTitle: return editTitle(&desk)
    case .editInEditor: return editInEditor(&desk)
    case .labels: return labels(&desk)
    case .moveTo: return destination(&desk)
    case .archive:
      desk.archiveSelection()
      return .browsing
    case .favourite:
      desk.toggleFavourite()
      return .browsing
    case .duplicate:
      desk.copySelection()
      return .browsing
    case .mark:
      desk.toggleMark()
      return .browsing
    case .carry:
      desk.liftOrPutDown()
      return .browsing
    case .copyTitle:
      if desk.carried.burden == nil { copyTitle(&desk) } else { desk.copyCarriedText() }
      return .browsing
    case .newColumn:
      return desk.mayEdit()
        ? .prompt(Prompt(.newColumn(after: desk.focus.column))) : .browsing
    case .columnMenu: return columnMenu(&desk)
    case .renameBoard:
      guard desk.mayEdit(), let title = desk.board?.title?.value else { return .browsing }
      return .prompt(Prompt(.renameBoard, text: title))
    case .boards:
      desk.effects.append(.listBoards)
      return .boards(BoardSwitcher(current: desk.board?.id))
    case .receipts: return receipts(&desk)
    case .archiveView: return .archive(ArchiveList(desk))
    case .search:
      return .prompt(Prompt(.search(from: desk.focus), text: desk.filter?.text ?? ""))
    case .nextFound, .previousFound:
      moveAmongFound(command == .nextFound ? 1 : -1, &desk)
      return .browsing
    case .clear:
      clear(&desk)
      return .browsing
    case .help: return .help(HelpPage(desk))
    case .undo, .redo, .forceUndo:
      undo(command, &desk)
      return .browsing
    case .detail:
      desk.toggleDetail()
      return .browsing
    case .detailUp, .detailDown:
      desk.scrollDetail(down: command == .detailDown)
      return .browsing
    case .toggleMouse:
      desk.capturesMouse.toggle()
      desk.effects.append(.mouseCapture(desk.capturesMouse))
      desk.answer(
        desk.capturesMouse
          ? "The mouse works the board." : "The mouse selects text. % gives it back to the board.")
      return .browsing
    case .reconnect:
      reconnect(&desk)
      return .browsing
    case .repaint:
      desk.effects.append(.repaint)
      return .browsing
    case .suspend:
      desk.effects.append(.suspend)
      return .browsing
    case .quit:
      desk.effects.append(.quit)
      return .browsing
    }
  }

  private static func receipts(_ desk: inout Desk) -> Mode {
    let list = ReceiptList(desk)
    guard list.selected == nil else { return .receipts(list) }
    desk.edits.forgetRefused(but: [])
    desk.answer("Nothing new: no edit of yours was replaced or refused.")
    return .browsing
  }

  private static func moveFocus(_ command: BoardCommand, _ desk: inout Desk) {
    let focus = desk.focus
    let page = desk.pageCards
    var lane = focus.lane
    var index = focus.index
    switch command {
    case .left: lane -= 1
    case .right: lane += 1
    case .up: index -= 1
    case .down: index += 1
    case .top: index = 0
    case .bottom: index = Int.max
    case .firstColumn: lane = 0
    case .lastColumn: lane = Int.max
    case .pageUp: index -= page
    case .pageDown: index += page
    default: return
    }
    desk.focus.move(toLane: lane, index: index, in: desk.contents)
    desk.revealFocus()
  }

  /// Goes round through all that the search has found.
  private static func moveAmongFound(_ step: Int, _ desk: inout Desk) {
    guard desk.filter != nil else {
      return desk.refuse("Nothing is searched for: \(Keymap.board.key(of: .search)) searches.")
    }
    guard desk.contents.found > 0 else { return desk.refuse("There is no card here.") }
    desk.focus.move(byFound: step, in: desk.contents)
    desk.revealFocus()
  }

  /// On the board a card is opened to be read; on a card that is read its text is typed.
  private static func open(_ desk: inout Desk) -> Mode {
    guard let card = desk.focusedCard else {
      desk.refuse(desk.noCard)
      return .browsing
    }
    guard desk.readCard == nil else {
      return desk.mayEdit() ? .card(desk.editor(on: card)) : .browsing
    }
    desk.read(card.id)
    return .browsing
  }

  private static func openElsewhere(_ placement: Placement, _ desk: inout Desk) {
    guard let card = desk.focusedCard else {
      return desk.refuse(desk.noCard)
    }
    desk.closeCard()
    desk.openWindow(.card(card.id), placement)
  }

  private static func actions(_ desk: inout Desk) -> Mode {
    guard !desk.selection.isEmpty else {
      desk.refuse(desk.noCard)
      return .browsing
    }
    return .actions(ActionMenu(desk))
  }

  private static func invite(_ desk: inout Desk) -> Mode {
    guard let card = desk.focusedCard else {
      desk.refuse(desk.noCard)
      return .browsing
    }
    return .prompt(Prompt(.invite(card.id)))
  }

  private static func labels(_ desk: inout Desk) -> Mode {
    guard desk.mayEdit() else { return .browsing }
    guard let card = desk.focusedCard else {
      desk.refuse("There is no card here.")
      return .browsing
    }
    var editor = desk.editor(on: card)
    editor.enter(.section(.labels), desk)
    return .card(editor)
  }

  private static func destination(_ desk: inout Desk) -> Mode {
    guard desk.mayEdit() else { return .browsing }
    guard !desk.selection.isEmpty else {
      desk.refuse("There is no card here.")
      return .browsing
    }
    guard desk.destinations.count > 1 else {
      desk.refuse("There is no other column.")
      return .browsing
    }
    return .destination(ColumnChoice(desk))
  }

  /// - Parameter text: what the title begins with.
  static func newCard(_ text: String, _ desk: inout Desk) -> Mode {
    guard desk.mayEdit() else { return .browsing }
    guard let column = desk.focus.column else {
      desk.refuse("There is no column here. N makes one.")
      return .browsing
    }
    var prompt = Prompt(.newCard(in: column, after: desk.focus.card))
    prompt.insert(text, &desk)
    return .prompt(prompt)
  }

  private static func editTitle(_ desk: inout Desk) -> Mode {
    guard desk.mayEdit() else { return .browsing }
    guard let card = desk.focusedCard else {
      desk.refuse("There is no card here.")
      return .browsing
    }
    return .prompt(
      Prompt(.retitle(card.id, from: card.title.value), text: card.title.value))
  }

  private static func editInEditor(_ desk: inout Desk) -> Mode {
    guard desk.mayEdit() else { return .browsing }
    guard let card = desk.focusedCard else {
      desk.refuse("There is no card here.")
      return .browsing
    }
    desk.effects.append(.openEditor(card.id, card.body))
    return .external(ExternalEdit(card.id, .board(card.body)))
  }

  private static func columnMenu(_ desk: inout Desk) -> Mode {
    guard let column = desk.focus.column else {
      desk.refuse("There is no column here. N makes one.")
      return .browsing
    }
    return .columnMenu(ColumnMenu(column: column))
  }

  /// The session itself, where another terminal has it; else the link.
  private static func reconnect(_ desk: inout Desk) {
    desk.effects.append(desk.isFenced ? .reclaim : .reconnect)
  }

  private static func copyTitle(_ desk: inout Desk) {
    guard let card = desk.focusedCard else { return desk.refuse("There is no card here.") }
    desk.effects.append(.copyToClipboard(card.title.value))
    desk.answer("The title is copied.")
  }

  /// One thing at a time, the nearest first.
  private static func clear(_ desk: inout Desk) {
    if desk.carried.burden != nil {
      desk.letGo()
    } else if desk.notices.current != nil {
      desk.notices.dismiss(now: desk.now)
    } else if !desk.marked.isEmpty {
      desk.marked = []
    } else {
      desk.setFilter(nil)
    }
  }

  private static func undo(_ command: BoardCommand, _ desk: inout Desk) {
    guard desk.mayEdit(nil) else { return }
    let canForce = desk.hasGuardedUndo
    desk.forgetGuardedUndo()
    switch command {
    case .forceUndo:
      guard canForce else { return desk.refuse("There is no undo to force: u undoes.") }
      desk.ask(.undo(force: true))
    case .redo: desk.ask(.redo(force: false))
    default: desk.ask(.undo(force: false))
    }
  }
}
