import BoardModel
import WindowSync

// This part tells the board's other windows where the person is in this one.
extension BoardWindow {
  /// Tells where the person is, if that has changed.
  mutating func sayPresence() {
    guard model.board != nil else { return }
    let state = PresenceState(isActive: model.viewport.isActive, focus: presenceFocus ?? readFocus)
    if let effect = announced.tell(state) { model.effects.append(effect) }
  }

  private var presenceFocus: PresenceFocus? {
    switch mode {
    case .card(let editor): focus(in: editor)
    case .history(let view): .card(view.editor.card)
    case .prompt(let prompt):
      prompt.state == .typing ? prompt.purpose.field.map { .field($0) } : nil
    case .external(let edit): .field(.cardBody(edit.card))
    // The window in which a foreign drag began learns from this that the pointer is here.
    case .dragging(let drag): drag.foreignDrag == nil ? nil : drag.pressed.map { .card($0) }
    case .browsing, .pressed, .list, .reading, .columnForm:
      nil
    }
  }

  /// The focus of a person who reads a card, whatever stands over it.
  private var readFocus: PresenceFocus? {
    model.view.readCard.flatMap { model.card($0) }.map { .card($0.id) }
  }

  private func focus(in editor: CardEditor) -> PresenceFocus {
    let looks = PresenceFocus.card(editor.card)
    switch editor.field {
    case .title: return editor.title.isDirty ? .field(.cardTitle(editor.card)) : looks
    case .section: return editor.state.entry?.field(on: editor.card).map { .field($0) } ?? looks
    case .body:
      // A text that became read-only while it was typed is only looked at.
      guard model.standing == .writable, model.view.allows(.editor) else { return looks }
      // Newly typed scalars have no identity yet: the caret is told once they have.
      guard !editor.body.draft.isDirty else {
        let told = announced.presence?.focus
        return told?.card == editor.card ? told ?? looks : looks
      }
      return .body(editor.card, caret: editor.body.draft.caretIdentity)
    }
  }
}

extension Prompt.Purpose {
  /// The address of the field that is typed; nil for one that does not exist yet.
  fileprivate var field: FieldAddress? {
    switch self {
    case .retitle(let card, _): .cardTitle(card)
    case .renameColumn(let column): .columnTitle(column)
    case .columnWIPLimit(let column): .columnWIPLimit(column)
    case .renameBoard: .boardTitle
    case .newCard, .firstCard, .newColumn, .newColumnCard, .newBoard, .invite, .search: nil
    }
  }
}

extension SectionEntry {
  /// The field of the card that is typed; nil for one that the card does not have yet.
  fileprivate func field(on card: CardID) -> FieldAddress? {
    switch purpose {
    case .rewordItem(let item, _): .itemText(card, item)
    case .editComment(let comment, _): .commentBody(card, comment)
    case .due: .cardDue(card)
    case .renameLabel, .newLabel, .newAssignee, .newBlocker, .newItem, .newComment: nil
    }
  }
}
