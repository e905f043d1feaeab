import BoardModel
import WindowSync
import Wording

// This part takes in events from outside the window.
extension BoardWindow {
  mutating func show(
    _ board: Board, _ change: BoardChange, _ shown: UInt64, _ confirmed: UInt64
  ) {
    let isOther = model.board.map { $0.id != board.id } ?? false
    let previous = model.board
    model.show(board, change, shown: shown, confirmed: confirmed)
    if isOther { mode = .browsing }
    settleSubject()
    if change.own { model.retryStranded() }
    comeBack()
    leavePurged(since: previous)
    tellArchived(previous: previous)
    switch mode {
    case .card(var editor):
      show(in: &editor, previous: previous)
      mode = .card(editor)
    case .history(var view):
      show(in: &view.editor, previous: previous)
      if change.reloaded, let request = view.boardReloaded() { model.effects.append(request) }
      mode = .history(view)
    case .prompt(let prompt): tellRenamed(prompt.purpose, previous: previous)
    case .list(var list, let form):
      if let reason = list.boardChanged(model.view, model.inbox) {
        model.notices.add(reason)
        mode = .under(form)
      } else {
        mode = .list(list, over: form)
      }
    case .dragging(var drag):
      drag.settle(model.scene)
      mode = .dragging(drag)
    case .browsing, .pressed, .reading, .external, .columnForm:
      break
    }
  }

  private mutating func show(in editor: inout CardEditor, previous: Board?) {
    guard let card = model.card(editor.card) else { return }
    let notices = editor.boardChanged(
      card, previous: previous?.card(card.id), shown: model.edits.shown, user: model.user,
      session: model.session)
    for notice in notices { model.notices.add(notice) }
  }

  /// Reports to a person who reads a card that somebody else has archived it; the editor reports it
  /// to one who types.
  private mutating func tellArchived(previous: Board?) {
    guard mode.openCard == nil, let id = model.view.opened, let card = model.card(id),
      card.archived.value, previous?.card(id)?.archived.value == false,
      !model.isOwn(card.archived.stamp)
    else { return }
    let restore = Keymap.soleCard.key(of: .restore)
    model.report(
      "\(card.archived.stamp.author.user) archived this card; \(restore) restores it.", .loss)
  }

  /// Reports to a person who types a title that somebody else has changed it.
  private mutating func tellRenamed(_ purpose: Prompt.Purpose, previous: Board?) {
    guard case .retitle(let id, _) = purpose, let card = model.card(id),
      let old = previous?.card(id), old.title.value != card.title.value,
      !model.isOwn(card.title.stamp)
    else { return }
    model.report(
      "\(card.title.stamp.author.user) renamed this card to “\(card.title.value)” meanwhile.",
      .loss)
  }

  mutating func made(_ id: OperationID, _ intent: Intent) {
    if case .external(var edit) = mode {
      edit.made(id, intent)
      mode = .external(edit)
    } else {
      changeEditor { $0.made(id, intent) }
    }
  }

  mutating func refused(_ intent: Intent?, _ refusal: EditRefusal) {
    var isKept = false
    var isLeftOut = false
    if case .leftOut = refusal { isLeftOut = true }
    changeEditor { editor in
      // What was typed is on no board from now on, and is kept until the role allows it.
      if isLeftOut { return editor.renumbered() }
      guard case .cardSplice(editor.card, _) = intent else { return }
      editor.refused(refusal)
      isKept = true
    }
    if case .columnForm(var form) = mode, form.state == .made {
      form.reopen()
      mode = .columnForm(form)
      isKept = true
    }
    model.refused(intent, refusal, isKept: isKept)
  }

  mutating func restart(as session: SessionID) {
    model.restart(as: session)
    changeEditor { $0.renumbered() }
  }

  // MARK: Time

  mutating func tick() {
    switch mode {
    case .card(var editor):
      if let end = editor.pause.end, end <= model.now { editor.flush(&model) }
      mode = .card(editor)
    case .dragging(var drag):
      model.scroll { drag.advance(&$0) }
      mode = drag.isGone ? .browsing : .dragging(drag)
    case .browsing, .pressed, .history, .prompt, .list, .reading, .external, .columnForm:
      break
    }
  }

  var modeDeadline: UInt64? {
    switch mode {
    case .card(let editor): editor.pause.end
    case .dragging(let drag): drag.deadline
    case .browsing, .pressed, .history, .prompt, .list, .reading, .external, .columnForm:
      nil
    }
  }

  // MARK: $EDITOR

  mutating func finished(_ card: CardID, _ result: EditorResult) -> Mode {
    model.effects.append(.repaint)
    guard case .external(let edit) = mode, edit.card == card else {
      model.effects.append(.editorDone(card, .stays))
      return mode
    }
    let file: EditedFile
    switch result {
    case .failed(let reason, let leavesText):
      let key = Keymap.board.key(of: .editInEditor)
      model.refuse(
        reason
          + (leavesText
            ? " What was written is kept: \(key) on the card goes on." : " Nothing was changed."))
      file = leavesText ? .stays : .goes
    case .saved(let text, let opened):
      let isMerged = model.merge(text, into: card, openedAs: opened ?? edit.opened)
      file = isMerged ? .goesWithEdits : .stays
    }
    model.effects.append(.editorDone(card, file))
    return edit.loss.map { offerBoards(loss: $0) } ?? .browsing
  }
}

extension WindowModel {
  /// Makes edits of the changes in the editor, beside what others wrote meanwhile.
  /// - Returns: false if that is not possible; the reason has then been shown.
  mutating func merge(_ saved: String, into id: CardID, openedAs opened: Text) -> Bool {
    let text = EditorText(saved, opened: opened)
    guard let card = card(id) else {
      let why = purge(of: id, as: "the card") ?? "The card is gone"
      refuse("\(why); the text stays in its file.")
      return false
    }
    let splices = SpliceDiff.splices(from: opened, to: text.scalars)
    let typed = splices.reduce(0) { sum, splice in
      sum + splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
    }
    guard card.body.totalCount + typed <= BoardLimits.bodyScalars else {
      refuse("The body would be too long: \(BoardLimits.bodyScalars) characters at most.")
      return false
    }
    for splice in splices {
      guard edit(.cardSplice(id, splice)) else { return false }
    }
    if let refused = text.refusedDescription { answer(refused, .refusal) }
    if splices.isEmpty { answer("Nothing was changed in the editor.") }
    return true
  }
}
