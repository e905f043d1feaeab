import BoardModel
public import WindowSync
import Wording

// This part saves and restores the state that outlives the window.
extension BoardWindow {
  /// The state to save: where the window is, and what is typed in it.
  public var viewState: ViewState {
    // What is not restored yet is the state as it was.
    if let state = restoring.state { return state }
    var state = ViewState()
    state.column = model.view.focus.column
    state.card = model.view.focus.card
    state.firstColumn = UInt32(model.viewport.scroll.firstLane)
    for lane in model.view.contents.lanes where state.scrolls.count < ViewState.maximumScrolls {
      let top = model.viewport.scroll.top(of: lane.id)
      if top > 0 { state.scrolls.append(ViewState.Scroll(column: lane.id, cards: UInt32(top))) }
    }
    state.filter = model.view.filter?.text ?? ""
    state.cardTop = UInt32(clamping: mode.openCard?.body.top ?? model.cardTop)
    if !model.view.isAlone { state.cardTop = 0 }
    state.openCard = model.view.opened
    state.marked = model.view.marked.sorted()
    var drafts = restoring.unplaced + model.edits.orphans + model.edits.unsaved
    drafts += model.edits.stashedDrafts
    switch mode {
    case .card(let editor):
      state.openCard = editor.card
      drafts += editor.unsaved(counter: model.edits.nextCounter)
    case .history(let view):
      state.openCard = view.editor.card
      drafts += view.editor.unsaved(counter: model.edits.nextCounter)
    case .prompt(let prompt):
      if let draft = prompt.draft { drafts.append(draft) }
    case .columnForm(let form):
      if let draft = form.draft { drafts.append(draft) }
    case .list(_, let form):
      if let draft = form?.draft { drafts.append(draft) }
    case .browsing, .pressed, .dragging, .reading, .external:
      break
    }
    state.drafts = Array(drafts.suffix(ViewState.maximumDrafts))
    return state
  }

  /// Restores the saved state once the board is as new as it was when the state was saved.
  /// - Parameter atOnce: whether to restore to the board there is, because a person does something.
  mutating func comeBack(atOnce: Bool = false) {
    guard let board = model.board else { return }
    let isReady = atOnce || isCurrent
    let state = restoring.takeState { state in
      isReady || state.cards.allSatisfy { board.card($0) != nil }
    }
    if let state { restore(state, shown: model.edits.shown) }
    model.keepOrphans(restoring.takePurged(on: board))
    guard restoring.isDone, case .browsing = mode,
      let draft = restoring.takeDraft(on: board)
    else { return }
    restore(draft, shown: model.edits.shown)
  }

  /// Whether the board came from the coordinator, and not only from this machine's disk.
  var isCurrent: Bool {
    switch model.status {
    case .saved, .saving: true
    case .reconnecting, .keeping, .notSaved, .stopped: false
    }
  }

  private mutating func restore(_ state: ViewState, shown: UInt64) {
    model.setFilter(Filter(state.filter))
    model.viewport.scroll(toLane: Int(state.firstColumn))
    for scroll in state.scrolls { model.viewport.scroll(scroll.column, to: Int(scroll.cards)) }
    model.view.mark(only: state.marked)
    model.view.refocus(Focus(column: state.column, card: state.card))
    model.revealFocus()
    model.restoreCardTop(Int(state.cardTop))
    if let id = state.openCard, model.card(id) != nil { model.read(id) }
    for draft in state.drafts.prefix(ViewState.maximumDrafts) {
      restore(model.board.map { draft.reduced(on: $0) } ?? draft, shown: shown)
    }
  }

  mutating func restore(_ draft: ViewState.Draft, shown: UInt64) {
    switch draft {
    case .edit(let intent, let counter):
      if counter > shown, model.edit(intent) {
        model.report("What was typed before is saved now.", .news)
      }
    case .title(let id, let text, _):
      guard let card = model.card(id) else { return restoring.postpone([draft]) }
      begin(Prompt(.retitle(id, from: card.title.value), kept: text))
    case .newCard(let column, let text):
      begin(Prompt(.newCard(in: column, after: model.view.focus.card), kept: text))
    case .firstCard(let column, let text):
      begin(Prompt(.firstCard(in: column), kept: text))
    case .newColumn(let text):
      begin(Prompt(.newColumn(after: model.view.focus.column), kept: text))
    case .newColumnCards(let title, let text):
      begin(
        Prompt(.newColumnCard(after: model.view.focus.column, title: title, cards: []), kept: text))
    case .columnTitle(let column, let text):
      begin(Prompt(.renameColumn(column), kept: text))
    case .boardTitle(let text): begin(Prompt(.renameBoard, kept: text))
    case .newBoard(let text): begin(Prompt(.newBoard, kept: text))
    case .comment(let id, _, _), .item(let id, _, _, _):
      guard let card = model.card(id), model.edits.stashed[id] == nil else {
        return restoring.postpone([draft])
      }
      var editor = CardEditor(card)
      editor.restoreEntry(draft, model.view, model.clock)
      editor.putAside(&model.edits)
      model.tellKept(on: card)
    case .columnForm(let title, let lines, let gathered):
      guard case .addColumn = model.view.subject else {
        guard model.view.subject == .board, gathered.isEmpty, let last = lines.last else {
          return restoring.postpone([draft])
        }
        let purpose = Prompt.Purpose.newColumnCard(
          after: model.view.focus.column, title: title, cards: lines.dropLast())
        return begin(Prompt(purpose, kept: last))
      }
      mode = .columnForm(ColumnForm(title: title, lines: lines, gathered: gathered))
    case .refused(let operation, let intent): model.edits.keepRefused(operation, intent)
    }
  }

  /// Shows the restored text in a prompt, which waits for the person to go on.
  private mutating func begin(_ prompt: Prompt) { mode = .prompt(prompt) }
}

extension WindowModel {
  /// Reports an entry that was restored with the window, and the keys that go on with it.
  fileprivate mutating func tellKept(on card: Card) {
    guard let entry = edits.stashed[card.id] else { return }
    let what = entry.section == .comments ? "a comment" : "an item"
    let keys = "\(Keymap.soleCard.key(of: .firstSection)), then \(Keymap.section.key(of: .add))"
    report(
      "Kept on \(words.quoted(card.title.value)), not sent: \(what), "
        + "\(words.quoted(entry.field.text)). "
        + "There \(keys) goes on with it.", .news)
  }
}
