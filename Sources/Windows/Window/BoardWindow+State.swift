import BoardModel
import WindowSync

// What outlives the window, and when it wakes.
extension BoardWindow {
  /// Where the window is now, and what is typed in it.
  public var viewState: ViewState {
    var state = ViewState()
    state.column = desk.focus.column
    state.card = desk.focus.card
    state.firstColumn = UInt32(desk.scroll.firstLane)
    for lane in desk.contents.lanes where state.scrolls.count < ViewState.maximumScrolls {
      let top = desk.scroll.top(of: lane.id)
      if top > 0 { state.scrolls.append(ViewState.Scroll(column: lane.id, cards: UInt32(top))) }
    }
    state.filter = desk.filter?.text ?? ""
    state.cardTop = UInt32(clamping: mode.openCard?.top ?? desk.cardTop)
    if !desk.isAlone { state.cardTop = 0 }
    state.marked = desk.marked.sorted()
    var drafts = unplaced + desk.edits.unsaved
    for (card, entry) in desk.asides.sorted(by: { $0.key < $1.key }) {
      if let draft = entry.draft(on: card) { drafts.append(draft) }
    }
    switch mode {
    case .card(let editor):
      state.openCard = editor.card
      drafts += editor.unsaved(counter: desk.edits.nextCounter)
    case .history(let view):
      state.openCard = view.editor.card
      drafts += view.editor.unsaved(counter: desk.edits.nextCounter)
    case .prompt(let prompt):
      if let draft = prompt.draft { drafts.append(draft) }
    case .columnForm(let form):
      if let draft = form.draft { drafts.append(draft) }
    case .help(let page):
      if let draft = page.form?.draft { drafts.append(draft) }
    case .external(let edit): state.openCard = edit.returnsToCard ? edit.card : nil
    case .browsing, .pressed, .dragging, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion, .boards, .archive, .receipts:
      break
    }
    state.drafts = Array(drafts.suffix(ViewState.maximumDrafts))
    return state
  }

  /// Goes back to where the window was, once the board is not older than the window was then.
  /// - Parameter atOnce: a person does something here: what there is must do.
  mutating func comeBack(atOnce: Bool = false) {
    guard desk.board != nil else { return }
    if let state = restored {
      guard atOnce || isCurrent || state.cards.allSatisfy({ desk.card($0) != nil }) else { return }
      restored = nil
      restore(state, shown: desk.edits.shown)
    }
    guard case .browsing = mode,
      let place = unplaced.firstIndex(where: { $0.card.map { desk.card($0) != nil } ?? true })
    else { return }
    restore(unplaced.remove(at: place), shown: desk.edits.shown)
  }

  /// The board is the coordinator's, and not only what was kept of it.
  var isCurrent: Bool {
    switch desk.status {
    case .saved, .saving: true
    case .reconnecting, .notSaved, .stopped: false
    }
  }

  private mutating func restore(_ state: ViewState, shown: UInt64) {
    desk.setFilter(Filter(state.filter))
    desk.focus = Focus(column: state.column, card: state.card)
    desk.scroll.firstLane = Int(state.firstColumn)
    for scroll in state.scrolls { desk.scroll.set(Int(scroll.cards), of: scroll.column) }
    desk.marked = Set(state.marked.filter { desk.card($0).map { !$0.archived.value } ?? false })
    desk.focus.resolve(in: desk.contents) { _ in true }
    desk.revealFocus()
    desk.restoreCardTop(Int(state.cardTop))
    if let id = state.openCard, let card = desk.card(id), desk.soleCard ?? id == id {
      mode = .card(desk.open(card))
    }
    for draft in state.drafts.prefix(ViewState.maximumDrafts) { restore(draft, shown: shown) }
  }

  mutating func restore(_ draft: ViewState.Draft, shown: UInt64) {
    switch draft {
    case .edit(let intent, let counter):
      if counter > shown, desk.edit(intent) {
        desk.report("What was typed before is saved now.", .news)
      }
    case .title(let id, let text):
      guard let card = desk.card(id) else { return unplaced.append(draft) }
      guard case .card(var editor) = mode, editor.card == id else {
        begin(Prompt(.retitle(id, from: card.title.value), text: text))
        return
      }
      editor.restoreTitle(text)
      mode = .card(editor)
    case .newCard(let column, let text):
      begin(Prompt(.newCard(in: column, after: desk.focus.card), text: text))
    case .newColumn(let text):
      begin(Prompt(.newColumn(after: desk.focus.column), text: text))
    case .newColumnCards(let title, let text):
      begin(Prompt(.newColumnCards(after: desk.focus.column, title: title), text: text))
    case .columnTitle(let column, let text):
      begin(Prompt(.renameColumn(column), text: text))
    case .boardTitle(let text): begin(Prompt(.renameBoard, text: text))
    case .newBoard(let text): begin(Prompt(.newBoard, text: text))
    case .comment(let id, _, _), .item(let id, _, _):
      guard let card = desk.card(id) else { return unplaced.append(draft) }
      var editor = CardEditor(card)
      var isOther = false
      if case .card(let open) = mode {
        isOther = open.card != id
        if !isOther { editor = open }
      }
      editor.restoreEntry(draft, desk)
      // One card is open; on others it waits for them to be.
      if isOther { editor.putAside(&desk) } else { mode = .card(editor) }
    case .columnForm(let title, let lines, let gathered):
      guard case .addColumn = desk.subject else { return unplaced.append(draft) }
      mode = .columnForm(ColumnForm(title: title, lines: lines, gathered: gathered))
    case .refused(let operation, let intent): desk.edits.keepRefused(operation, intent)
    }
  }

  /// What came back on a card waits for that to be opened.
  private mutating func begin(_ prompt: Prompt) {
    if case .card(var editor) = mode { editor.putAside(&desk) }
    mode = .prompt(prompt)
  }
}
