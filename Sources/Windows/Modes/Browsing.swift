import BoardModel
import Screen

/// The effects of keys while the board is looked at. Each command ends in one mode.
enum Browsing {
  static func handle(_ command: BoardCommand, _ model: inout WindowModel) -> Mode {
    if let refusal = model.view.refusal(of: command) {
      model.refuse(refusal)
      return .browsing
    }
    let row = command.row
    if case .begins(let role) = row.edit, !model.mayEdit(role) { return .browsing }
    if model.carried.dragged != nil, model.useCarried(row.carried) { return .browsing }
    switch command {
    case .left, .right, .up, .down, .top, .bottom, .firstColumn, .lastColumn, .pageUp, .pageDown:
      moveFocus(command, &model)
      return .browsing
    case .moveLeft, .moveRight, .moveUp, .moveDown:
      model.moveCards(command)
      return .browsing
    case .open: return open(&model)
    case .openBeside, .openWindow:
      openElsewhere(command == .openBeside ? .right : .window, &model)
      return .browsing
    case .favouritesWindow:
      model.openWindow(.favourites, .window)
      return .browsing
    case .actions: return actions(&model)
    case .invite: return invite(&model)
    case .openInvitation: return model.openInvitation()
    case .newCard: return newCard("", &model)
    case .editTitle: return editTitle(&model)
    case .editInEditor: return editInEditor(&model)
    case .labels: return labels(&model)
    case .moveTo: return destination(&model)
    case .archive:
      model.archiveSelection()
      return .browsing
    case .favourite:
      model.toggleFavourite()
      return .browsing
    case .duplicate:
      model.copySelection()
      return .browsing
    case .mark:
      model.toggleMark()
      return .browsing
    case .carry:
      model.lift()
      return .browsing
    case .copyTitle:
      copyTitle(&model)
      return .browsing
    case .newColumn:
      return .prompt(Prompt(.newColumn(after: model.view.focus.column)))
    case .columnMenu: return columnMenu(&model)
    case .renameBoard:
      guard let title = model.board?.title?.value else { return .browsing }
      return .prompt(Prompt(.renameBoard, text: title))
    case .boards:
      model.effects.append(.listBoards)
      return .list(BoardSwitcher(current: model.board?.id))
    case .receipts: return receipts(&model)
    case .archiveView: return .list(ArchiveList(model.view))
    case .search:
      return .prompt(Prompt(.search(from: model.view.focus), text: model.view.filter?.text ?? ""))
    case .nextFound, .previousFound:
      moveAmongFound(command == .nextFound ? 1 : -1, &model)
      return .browsing
    case .clear:
      clear(&model)
      return .browsing
    case .help: return .list(HelpPage(model.view))
    case .undo, .redo, .forceUndo:
      undo(command, &model)
      return .browsing
    case .detail:
      model.toggleDetail()
      return .browsing
    case .detailUp, .detailDown:
      model.scrollDetail(down: command == .detailDown)
      return .browsing
    case .toggleMouse:
      model.viewport.toggleMouse()
      model.effects.append(.mouseCapture(model.viewport.capturesMouse))
      model.answer(
        model.viewport.capturesMouse
          ? "The mouse works the board." : "The mouse selects text. % gives it back to the board.")
      return .browsing
    case .reconnect:
      reconnect(&model)
      return .browsing
    case .repaint:
      model.effects.append(.repaint)
      return .browsing
    case .suspend:
      model.effects.append(.suspend)
      return .browsing
    case .quit:
      model.effects.append(.quit)
      return .browsing
    }
  }

  private static func receipts(_ model: inout WindowModel) -> Mode {
    let list = ReceiptList(model)
    guard list.selected == nil else { return .list(list) }
    model.edits.forgetRefused(but: [])
    model.answer("Nothing new: no edit of yours was replaced or refused.")
    return .browsing
  }

  private static func moveFocus(_ command: BoardCommand, _ model: inout WindowModel) {
    let focus = model.view.focus
    let page = model.pageCards
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
    model.view.moveFocus(toLane: lane, index: index)
    model.revealFocus()
  }

  /// Moves the focus round through all cards that the search has found.
  private static func moveAmongFound(_ step: Int, _ model: inout WindowModel) {
    guard model.view.filter != nil else {
      return model.refuse("Nothing is searched for: \(Keymap.board.key(of: .search)) searches.")
    }
    guard model.view.contents.found > 0 else { return model.refuse("There is no card here.") }
    model.view.moveFocus(byFound: step)
    model.revealFocus()
  }

  /// Opens a card of the board to be read, or, on a card that is read, starts to edit its text.
  private static func open(_ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else {
      model.refuse(model.view.noCard)
      return .browsing
    }
    guard model.view.readCard == nil else {
      return model.mayEdit() ? .card(model.editor(on: card)) : .browsing
    }
    model.read(card.id)
    return .browsing
  }

  private static func openElsewhere(_ placement: Placement, _ model: inout WindowModel) {
    guard let card = model.view.focusedCard else {
      return model.refuse(model.view.noCard)
    }
    model.closeCard()
    model.openWindow(.card(card.id), placement)
  }

  private static func actions(_ model: inout WindowModel) -> Mode {
    guard !model.view.selection.isEmpty else {
      model.refuse(model.view.noCard)
      return .browsing
    }
    return .list(ActionMenu(model))
  }

  private static func invite(_ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else {
      model.refuse(model.view.noCard)
      return .browsing
    }
    return .prompt(Prompt(.invite(card.id)))
  }

  private static func labels(_ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else {
      model.refuse("There is no card here.")
      return .browsing
    }
    var editor = model.editor(on: card)
    editor.enter(.section(.labels), model)
    return .card(editor)
  }

  private static func destination(_ model: inout WindowModel) -> Mode {
    guard !model.view.selection.isEmpty else {
      model.refuse("There is no card here.")
      return .browsing
    }
    guard model.view.destinations.count > 1 else {
      model.refuse("There is no other column.")
      return .browsing
    }
    return .list(ColumnChoice(model.view))
  }

  /// - Parameter text: the beginning of the new title.
  static func newCard(_ text: String, _ model: inout WindowModel) -> Mode {
    guard model.mayEdit() else { return .browsing }
    guard let column = model.view.focus.column else {
      model.refuse("There is no column here. N makes one.")
      return .browsing
    }
    var prompt = Prompt(.newCard(in: column, after: model.view.focus.card))
    prompt.insert(text, &model)
    return .prompt(prompt)
  }

  private static func editTitle(_ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else {
      model.refuse("There is no card here.")
      return .browsing
    }
    return .prompt(
      Prompt(.retitle(card.id, from: card.title.value), text: card.title.value))
  }

  private static func editInEditor(_ model: inout WindowModel) -> Mode {
    guard let card = model.view.focusedCard else {
      model.refuse("There is no card here.")
      return .browsing
    }
    model.effects.append(.openEditor(card.id, card.body))
    return .external(ExternalEdit(card.id, .board(card.body)))
  }

  private static func columnMenu(_ model: inout WindowModel) -> Mode {
    guard let column = model.view.focus.column else {
      model.refuse("There is no column here. N makes one.")
      return .browsing
    }
    return .list(ColumnMenu(column: column))
  }

  /// Takes the session back if another terminal has it; else tries the link again.
  private static func reconnect(_ model: inout WindowModel) {
    model.effects.append(model.isFenced ? .reclaim : .reconnect)
  }

  private static func copyTitle(_ model: inout WindowModel) {
    guard let card = model.view.focusedCard else { return model.refuse("There is no card here.") }
    model.effects.append(.copyToClipboard(card.title.value))
    model.answer("The title is copied.")
  }

  /// Clears one thing at a time, in this order: the notice, the marks, the filter.
  private static func clear(_ model: inout WindowModel) {
    if model.notices.current != nil {
      model.notices.dismiss(now: model.now)
    } else if !model.view.marked.isEmpty {
      model.view.mark(only: [])
    } else {
      model.setFilter(nil)
    }
  }

  private static func undo(_ command: BoardCommand, _ model: inout WindowModel) {
    let canForce = model.edits.hasGuardedUndo
    model.forgetGuardedUndo()
    switch command {
    case .forceUndo:
      guard canForce else { return model.refuse("There is no undo to force: u undoes.") }
      model.ask(.undo(force: true))
    case .redo: model.ask(.redo(force: false))
    default: model.ask(.undo(force: false))
    }
  }
}
