import BoardModel
import WindowSync

// What the board's other windows are told of this one.
extension BoardWindow {
  /// Says where the person is, if that is not known.
  mutating func sayPresence() {
    guard model.board != nil else { return }
    let state = PresenceState(isActive: model.isActive, focus: presenceFocus ?? readFocus)
    guard state != said else { return }
    said = state
    model.effects.append(.presence(state))
  }

  private var presenceFocus: PresenceFocus? {
    switch mode {
    case .card(let editor): focus(in: editor)
    case .history(let view): .card(view.editor.card)
    case .prompt(let prompt):
      prompt.state == .typing ? prompt.purpose.field.map { .field($0) } : nil
    case .external(let edit): .field(.cardBody(edit.card))
    // The window that it was taken up in learns from that where the pointer is.
    case .dragging(let drag): drag.foreignDrag == nil ? nil : drag.pressed.map { .card($0) }
    case .browsing, .pressed, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion, .boards, .archive, .help, .receipts, .columnForm:
      nil
    }
  }

  /// Who reads a card looks at it, whatever stands over it.
  private var readFocus: PresenceFocus? {
    model.readCard.flatMap { model.card($0) }.map { .card($0.id) }
  }

  private func focus(in editor: CardEditor) -> PresenceFocus {
    let looks = PresenceFocus.card(editor.card)
    switch editor.field {
    case .title: return editor.isTitleDirty ? .field(.cardTitle(editor.card)) : looks
    case .section: return editor.state.entry?.field(on: editor.card).map { .field($0) } ?? looks
    case .body:
      // What became unwritable while it was typed is only looked at.
      guard model.access == .writable, model.allows(.editor) else { return looks }
      // What was typed last has no name yet: the caret is told with it.
      guard !editor.draft.isDirty else {
        return said?.focus?.card == editor.card ? said?.focus ?? looks : looks
      }
      return .body(editor.card, caret: editor.draft.caretIdentity)
    }
  }
}

extension Prompt.Purpose {
  /// The field that is typed.
  fileprivate var field: FieldAddress? {
    switch self {
    case .retitle(let card, _): .cardTitle(card)
    case .renameColumn(let column): .columnTitle(column)
    case .columnWIPLimit(let column): .columnWIPLimit(column)
    case .renameBoard: .boardTitle
    case .newCard, .newColumn, .newColumnCard, .newBoard, .invite, .search: nil
    }
  }
}

extension SectionEntry {
  /// The field of the card that is typed; nil for what the card does not have yet.
  fileprivate func field(on card: CardID) -> FieldAddress? {
    switch purpose {
    case .rewordItem(let item, _): .itemText(card, item)
    case .editComment(let comment, _): .commentBody(card, comment)
    case .due: .cardDue(card)
    case .renameLabel, .newLabel, .newAssignee, .newItem, .newComment: nil
    }
  }
}
