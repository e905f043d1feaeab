import BoardModel
import Screen
import WindowSync

// This part saves or discards typed text when the window is closed from elsewhere.
extension BoardWindow {
  mutating func settle(_ notice: ReplicaNotice) {
    switch notice {
    case .ending(.committed, _, _): commitAll()
    case .ending(.discarded, _, _): discardAll()
    case .ended(let reason): model.effects.append(.ended(reason))
    case .ending(.kept, _, _), .resubmitted, .expired, .storeReplaced, .diverged,
      .storeUnavailable, .infoNotKept, .coordinatorFault:
      break
    }
  }

  // MARK: Made edits

  /// Makes edits of all typed text, as the keys that end each text would.
  private mutating func commitAll() {
    comeBack(atOnce: true)
    commitMode()
    var count = restoring.unplaced.count
    while let draft = restoring.takeDraft(on: model.board) {
      mode = .browsing
      restore(draft, shown: model.edits.shown)
      commitMode()
      // A draft that cannot be restored stays unplaced.
      guard restoring.unplaced.count < count else { break }
      count = restoring.unplaced.count
    }
    for (id, entry) in model.edits.stashed.sorted(by: { $0.key < $1.key }) {
      guard let card = model.card(id) else { continue }
      var editor = CardEditor(card)
      editor.stashedDraft = entry
      _ = model.edits.takeStashed(on: id)
      editor.commitAll(&model)
      editor.putAside(&model.edits)
    }
    model.retryStranded()
  }

  private mutating func commitMode() {
    switch mode {
    case .card(var editor):
      editor.commitAll(&model)
      mode = .card(editor)
    case .history(var view):
      view.editor.commitAll(&model)
      mode = .history(view)
    case .prompt(let prompt): mode = prompt.committed(&model)
    case .columnForm(let form): commit(form)
    case .list(_, let form):
      if let form { commit(form) }
    case .browsing, .pressed, .dragging, .reading, .external:
      break
    }
  }

  /// Makes the column of the form. The window may go when its edits are delivered, before they are
  /// shown.
  private mutating func commit(_ form: ColumnForm) {
    var form = form
    if !form.isEmpty { form.make(after: columnBefore, &model) }
    mode = .columnForm(form.state == .made ? ColumnForm() : form)
  }

  // MARK: Thrown away

  private mutating func discardAll() {
    comeBack(atOnce: true)
    restoring.discardDrafts()
    model.edits.dropDrafts()
    switch mode {
    case .card(let editor): mode = reopened(editor).map { .card($0) } ?? .browsing
    case .history(let view): mode = reopened(view.editor).map { .card($0) } ?? .browsing
    case .prompt(let prompt):
      guard prompt.draft != nil else { break }
      mode = .browsing
    case .columnForm, .list(_, over: .some): mode = .browsing
    case .browsing, .pressed, .dragging, .list, .reading, .external:
      break
    }
  }

  /// An editor of the card as the board has it, without what was typed.
  private func reopened(_ editor: CardEditor) -> CardEditor? {
    guard let card = model.card(editor.card) else { return nil }
    var fresh = CardEditor(card)
    fresh.body.scroll(to: editor.body.top)
    return fresh
  }
}

extension CardEditor {
  /// Makes edits of all that is typed on the card.
  mutating func commitAll(_ model: inout WindowModel) {
    flush(&model)
    commitTitle(&model)
    if let entry = state.entry { finish(entry, &model) }
    // An entry that is still there could not become an edit.
    guard state.entry.map({ $0.field.isBlank }) ?? true, let aside = stashedDraft else { return }
    (stashedDraft, state.entry) = (nil, aside)
    finish(aside, &model)
    keepEntry()
  }
}

extension Prompt {
  /// Ends the prompt as Enter does; a new column is made without cards, or with those typed so far.
  fileprivate func committed(_ model: inout WindowModel) -> Mode {
    guard draft != nil else { return .prompt(self) }
    var prompt = Prompt(purpose, text: field.text)
    let mode = prompt.handle(.key(.enter, []), &model)
    guard case .prompt(var next) = mode, next.purpose != purpose else { return mode }
    return next.handle(.key(.enter, []), &model)
  }
}
