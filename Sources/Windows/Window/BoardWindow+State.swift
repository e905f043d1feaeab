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
    state.openCard = desk.opened
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
    case .browsing, .pressed, .dragging, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion, .boards, .archive, .receipts, .external:
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
    if let id = state.openCard, desk.card(id) != nil { desk.read(id) }
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
      begin(Prompt(.retitle(id, from: card.title.value), kept: text))
    case .newCard(let column, let text):
      begin(Prompt(.newCard(in: column, after: desk.focus.card), kept: text))
    case .newColumn(let text):
      begin(Prompt(.newColumn(after: desk.focus.column), kept: text))
    case .newColumnCards(let title, let text):
      begin(Prompt(.newColumnCard(after: desk.focus.column, title: title, cards: []), kept: text))
    case .columnTitle(let column, let text):
      begin(Prompt(.renameColumn(column), kept: text))
    case .boardTitle(let text): begin(Prompt(.renameBoard, kept: text))
    case .newBoard(let text): begin(Prompt(.newBoard, kept: text))
    case .comment(let id, _, _), .item(let id, _, _):
      guard let card = desk.card(id), desk.asides[id] == nil else { return unplaced.append(draft) }
      var editor = CardEditor(card)
      editor.restoreEntry(draft, desk)
      editor.putAside(&desk)
      desk.tellKept(on: card)
    case .columnForm(let title, let lines, let gathered):
      guard case .addColumn = desk.subject else {
        guard desk.subject == .board, gathered.isEmpty, let last = lines.last else {
          return unplaced.append(draft)
        }
        let purpose = Prompt.Purpose.newColumnCard(
          after: desk.focus.column, title: title, cards: lines.dropLast())
        return begin(Prompt(purpose, kept: last))
      }
      mode = .columnForm(ColumnForm(title: title, lines: lines, gathered: gathered))
    case .refused(let operation, let intent): desk.edits.keepRefused(operation, intent)
    }
  }

  /// What was typed in a line stands there again, and waits for the person to go on.
  private mutating func begin(_ prompt: Prompt) { mode = .prompt(prompt) }
}

extension Desk {
  /// Names what came back with the window, and the keys that go on with it.
  fileprivate mutating func tellKept(on card: Card) {
    guard let entry = asides[card.id] else { return }
    let what = entry.section == .comments ? "a comment" : "an item"
    let keys = "\(Keymap.soleCard.key(of: .firstSection)), then \(Keymap.section.key(of: .add))"
    report(
      "Kept on “\(short(card.title.value))”, not sent: \(what), “\(short(entry.field.text))”. "
        + "There \(keys) goes on with it.", .news)
  }
}
