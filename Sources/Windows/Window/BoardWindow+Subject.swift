import BoardModel
import Screen
import WindowSync

// This part does what only windows on one card, on favourites, or on a new column need.
extension BoardWindow {
  /// Adapts the window to its subject, after any event.
  mutating func settleSubject() {
    leaveGoneCard()
    settleForm()
    if let title = model.view.windowTitle, let effect = announced.name(title) {
      model.effects.append(effect)
    }
  }

  /// Leaves a card that the coordinator's board does not hold: it will not come any more.
  private mutating func leaveGoneCard() {
    guard let card = model.view.soleCard, model.board != nil, isCurrent, model.card(card) == nil
    else {
      return
    }
    if let editor = mode.openCard {
      restoring.postpone(editor.unsaved(counter: model.edits.nextCounter))
    }
    switch mode {
    // A prompt goes on, and so does an editor that has the terminal.
    case .prompt, .external: break
    case .browsing, .pressed, .dragging, .card, .history, .list, .columnForm, .reading:
      mode = .browsing
    }
    model.loseCard()
    let why = model.purge(of: card, as: "this card") ?? "This card is gone"
    model.report("\(why). Here is its board instead.", .loss)
  }

  // MARK: A card

  /// Handles a key while the card is read.
  mutating func onCard(_ chord: KeyChord) -> Mode {
    guard let command = Keymap.soleCard[chord] else {
      return Keymap.board[chord].map { Browsing.handle($0, &model) } ?? .browsing
    }
    let page = max(1, (model.viewport.detail.preview?.body.rows ?? 1) - 1)
    switch command {
    case .board(let command): return Browsing.handle(command, &model)
    case .up: model.viewport.detail.scroll(by: -1)
    case .down: model.viewport.detail.scroll(by: 1)
    case .pageUp: model.viewport.detail.scroll(by: -page)
    case .pageDown: model.viewport.detail.scroll(by: page)
    case .top: model.viewport.detail.scroll(by: -.max)
    case .bottom: model.viewport.detail.scroll(by: .max)
    case .firstSection, .lastSection:
      guard let card = model.view.focusedCard else { break }
      var editor = model.editor(on: card)
      if command == .firstSection, let kept = editor.stashedDraft {
        editor.enter(.section(kept.section), model.view, model.clock)
      } else {
        // The steps start at the body, which comes after the title.
        editor.goToField(command == .firstSection ? 1 : -2, &model)
      }
      return .card(editor)
    case .history:
      guard let card = model.view.focusedCard else { break }
      return .history(model.history(over: model.editor(on: card), isOverReading: true))
    case .restore:
      guard !model.standing.isFenced, let card = model.view.focusedCard, card.archived.value else {
        return Browsing.handle(.reconnect, &model)
      }
      model.restore(card.id)
    case .close: leaveCard(chord)
    }
    return .browsing
  }

  /// Goes back to the board, or closes a window on one card.
  private mutating func leaveCard(_ chord: KeyChord) {
    // As on the board, Esc first lets go of what is carried.
    if chord == KeyChord(.escape), model.carried.dragged != nil { return model.letGo() }
    guard model.view.soleCard != nil else { return model.closeCard() }
    if chord == KeyChord(.escape), model.notices.current != nil {
      model.notices.dismiss()
    } else {
      model.effects.append(.quit)
    }
  }

  // MARK: A new column

  /// The column after which the new one is to stand.
  var columnBefore: ColumnID? {
    if case .addColumn(let after) = model.view.subject { after } else { nil }
  }

  /// Shows the form as soon as there is a board, and closes the window once the coordinator has what
  /// was made: where there is no link yet, the column would come only when somebody opens the window
  /// again. Whoever presses a key meanwhile closes it, and is told that the column is kept here.
  private mutating func settleForm() {
    guard case .addColumn = model.view.subject, model.board != nil, restoring.isDone else { return }
    switch mode {
    case .browsing: mode = .columnForm(ColumnForm())
    case .columnForm(let form)
    where form.state == .made && !model.edits.isBehind
      && (model.status.isDelivered || model.edits.hasGivenUp):
      mode = .columnForm(ColumnForm())
      model.effects.append(.quit)
    default: break
    }
  }

  /// Handles input while another terminal has the window: nothing is typed here until it is taken
  /// back.
  mutating func fenced(_ input: Input, _ mode: Mode) -> Mode {
    guard case .key(let key, let modifiers) = input else { return mode }
    let chord = KeyChord(key, modifiers)
    switch Keymap.board[chord] {
    case .reconnect: _ = Browsing.handle(.reconnect, &model)
    case .quit, .clear: model.effects.append(.quit)
    default: model.effects.append(.bell)
    }
    return mode
  }
}

extension SyncStatus {
  /// Whether the coordinator has every edit.
  fileprivate var isDelivered: Bool {
    switch self {
    case .saved, .reconnecting, .stopped: true
    case .saving, .keeping, .notSaved: false
    }
  }
}
