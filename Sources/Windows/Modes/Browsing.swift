import BoardModel
import Screen

/// The effects of keys while the board is looked at. Each command ends in one mode.
enum Browsing {
  /// The sentence that says why a command has nothing to act on.
  private struct Fault: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  static func handle(_ command: BoardCommand, _ model: inout WindowModel) -> Mode {
    do throws(Fault) {
      return try perform(command, &model)
    } catch {
      model.refuse(error.text)
      return .browsing
    }
  }

  private static func perform(
    _ command: BoardCommand, _ model: inout WindowModel
  ) throws(Fault) -> Mode {
    if let refusal = model.view.refusal(of: command) { throw Fault(refusal) }
    let row = command.row
    if case .begins(let role) = row.edit, !model.mayEdit(role) { return .browsing }
    if model.carried.dragged != nil, model.useCarried(row.carried) { return .browsing }
    switch command {
    case .left, .right, .up, .down, .top, .bottom, .firstColumn, .lastColumn, .pageUp, .pageDown:
      let place = place(command, from: model.view.focus, page: model.scene.pageCards)
      model.moveFocus(toLane: place.lane, index: place.index)
      return .browsing
    case .moveLeft, .moveRight, .moveUp, .moveDown:
      model.moveCards(command)
      return .browsing
    case .open: return try open(&model)
    case .openBeside, .openWindow:
      let card = try focused(model.view)
      model.closeCard()
      model.openWindow(.card(card.id), command == .openBeside ? .right : .window)
      return .browsing
    case .favouritesWindow:
      model.openWindow(.favourites, .window)
      return .browsing
    case .actions:
      guard !model.view.selection.isEmpty else { throw Fault(model.view.noCard) }
      return .list(ActionMenu(model.scene, model.carried))
    case .invite: return .prompt(Prompt(.invite(try focused(model.view).id)))
    case .openInvitation: return model.openInvitation()
    case .newCard: return newCard("", &model)
    case .firstCard:
      guard let column = model.view.focus.column else { throw Fault(noColumn) }
      return .prompt(Prompt(.firstCard(in: column)))
    case .editTitle:
      let card = try card(model.view)
      return .prompt(Prompt(.retitle(card.id, from: card.title.value), text: card.title.value))
    case .editInEditor:
      let card = try card(model.view)
      model.effects.append(.openEditor(card.id, card.body))
      return .external(ExternalEdit(card.id, .board(card.body)))
    case .labels: return .card(try editor(at: .labels, &model))
    case .priority: return .card(try editor(at: .priority, &model))
    case .blockers: return .card(try editor(at: .blockers, &model))
    case .moveTo: return .list(try destination(model.view))
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
      model.effects.append(.copyToClipboard(try card(model.view).title.value))
      model.answer("The title is copied.")
      return .browsing
    case .newColumn:
      return .prompt(Prompt(.newColumn(after: model.view.focus.column)))
    case .columnMenu:
      guard let column = model.view.focus.column else { throw Fault(noColumn) }
      return .list(ColumnMenu(column: column))
    case .renameBoard:
      guard let title = model.board?.title?.value else { return .browsing }
      // Whether another board has the new title is known from the list of them.
      model.effects.append(.listBoards)
      return .prompt(Prompt(.renameBoard, text: title))
    case .boards:
      model.effects.append(.listBoards)
      return .list(BoardSwitcher(current: model.board?.id))
    case .receipts: return receipts(&model)
    case .archiveView: return .list(ArchiveList(model.view))
    case .search:
      return .prompt(Prompt(.search(from: model.view.focus), text: model.view.filter?.text ?? ""))
    case .nextFound, .previousFound:
      guard model.view.filter != nil else {
        throw Fault("Nothing is searched for: \(Keymap.board.key(of: .search)) searches.")
      }
      guard model.view.contents.found > 0 else { throw Fault("There is no card here.") }
      model.view.moveFocus(byFound: command == .nextFound ? 1 : -1)
      model.revealFocus()
      return .browsing
    case .clear:
      clear(&model)
      return .browsing
    case .help: return .list(HelpPage(model.view))
    case .undo, .redo, .forceUndo:
      try undo(command, &model)
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
      // A session that another terminal has is taken back.
      model.effects.append(model.standing.isFenced ? .reclaim : .reconnect)
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
    let list = ReceiptList(model.receipts)
    guard list.selected == nil else { return .list(list) }
    model.edits.forgetRefused(but: [])
    model.answer("Nothing new: no edit of yours was replaced or refused.")
    return .browsing
  }

  /// The position to which a command moves the focus; it may lie outside the board.
  private static func place(
    _ command: BoardCommand, from focus: Focus, page: Int
  ) -> (lane: Int, index: Int) {
    switch command {
    case .left: (focus.lane - 1, focus.index)
    case .right: (focus.lane + 1, focus.index)
    case .up: (focus.lane, focus.index - 1)
    case .down: (focus.lane, focus.index + 1)
    case .top: (focus.lane, 0)
    case .bottom: (focus.lane, Int.max)
    case .firstColumn: (0, focus.index)
    case .lastColumn: (Int.max, focus.index)
    case .pageUp: (focus.lane, focus.index - page)
    case .pageDown: (focus.lane, focus.index + page)
    default: (focus.lane, focus.index)
    }
  }

  /// The card to look at.
  private static func focused(_ view: BoardView) throws(Fault) -> Card {
    guard let card = view.focusedCard else { throw Fault(view.noCard) }
    return card
  }

  /// The card to edit.
  private static func card(_ view: BoardView) throws(Fault) -> Card {
    guard let card = view.focusedCard else { throw Fault("There is no card here.") }
    return card
  }

  private static func editor(
    at section: CardSection, _ model: inout WindowModel
  ) throws(Fault) -> CardEditor {
    var editor = model.editor(on: try card(model.view))
    editor.enter(.section(section), model.view, model.clock)
    return editor
  }

  /// Opens a card of the board to be read, or, on a card that is read, starts to edit its text.
  private static func open(_ model: inout WindowModel) throws(Fault) -> Mode {
    let card = try focused(model.view)
    guard model.view.readCard == nil else {
      return model.mayEdit() ? .card(model.editor(on: card)) : .browsing
    }
    model.read(card.id)
    return .browsing
  }

  private static func destination(_ view: BoardView) throws(Fault) -> ColumnChoice {
    guard !view.selection.isEmpty else { throw Fault("There is no card here.") }
    guard view.destinations.count > 1 else { throw Fault("There is no other column.") }
    return ColumnChoice(view)
  }

  /// - Parameter text: the beginning of the new title.
  static func newCard(_ text: String, _ model: inout WindowModel) -> Mode {
    guard model.mayEdit() else { return .browsing }
    guard let column = model.view.focus.column else {
      model.refuse(noColumn)
      return .browsing
    }
    var prompt = Prompt(.newCard(in: column, after: model.view.focus.card))
    prompt.insert(text, &model)
    return .prompt(prompt)
  }

  static let noColumn = "There is no column here. N makes one."

  /// Clears one thing at a time, in this order: the notice, the marks, the filter.
  private static func clear(_ model: inout WindowModel) {
    if model.notices.current != nil {
      model.notices.dismiss()
    } else if !model.view.marked.isEmpty {
      model.view.mark(only: [])
    } else {
      model.setFilter(nil)
    }
  }

  private static func undo(
    _ command: BoardCommand, _ model: inout WindowModel
  ) throws(Fault) {
    let canForce = model.edits.hasGuardedUndo
    model.forgetGuardedUndo()
    switch command {
    case .forceUndo:
      guard canForce else { throw Fault("There is no undo to force: u undoes.") }
      model.ask(.undo(force: true))
    case .redo: model.ask(.redo(force: false))
    default: model.ask(.undo(force: false))
    }
  }
}
