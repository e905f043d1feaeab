import BoardModel
import Screen
import WindowSync

/// The editor of an open card's texts, which exists only while something is typed or a section has
/// the keys.
///
/// What is typed in the body shows at once and becomes one splice per pause; the title becomes an
/// edit when its field is left.
struct CardEditor: Sendable {
  enum Field: Hashable, Sendable {
    case title, body
    case section(CardSection)
  }

  let card: CardID
  var field = Field.body
  var title: TitleDraft
  var body: BodyEditor
  /// The state of the section that has the keys.
  var state = SectionState()
  /// The entry that was typed in a section and left there; it comes back when it is taken up again.
  var stashedDraft: SectionEntry?
  var pause = TypingPause()
  /// The operations made here that undo can take back.
  var own = UndoCount()
  /// The splice that was asked for and has no identifier yet.
  var asked: Splice?

  init(_ card: Card) {
    self.card = card.id
    title = TitleDraft(card.title.value)
    body = BodyEditor(BodyDraft(card.body))
  }

  /// The drafts that would be lost if the window ended now, besides edits that were asked for.
  /// - Parameter counter: the counter of the operation that will be made next.
  func unsaved(counter: UInt64) -> [ViewState.Draft] {
    var drafts: [ViewState.Draft] = []
    if asked == nil, let splice = body.draft.splice {
      drafts.append(.edit(.cardSplice(card, splice), counter: counter))
    }
    if title.isDirty { drafts.append(.title(card, title.line.text, from: title.base)) }
    if let draft = stashedDraft?.draft(on: card) { drafts.append(draft) }
    if let draft = state.entry?.draft(on: card) { drafts.append(draft) }
    return drafts
  }

  // MARK: Keys

  mutating func handle(_ input: Input, _ model: inout WindowModel) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if state.entry != nil, Keymap.card[chord] == .close {
        if let answer = leaveEntry() { model.answer(answer) }
        return .card(self)
      }
      let isTyped = state.entry != nil && chord.key == .tab
      if !isTyped, let command = Keymap.card[chord] { return perform(command, &model) }
      if case .section(let section) = field {
        handle(chord, in: section, &model)
      } else if let command = Keymap.text[chord] {
        edit(command, &model)
      } else if chord == KeyChord(.enter) {
        field == .title ? leaveTitle(&model) : type("\n", &model)
      } else if case .character(let scalar) = key, modifiers.isEmpty {
        type(String(Character(scalar)), &model)
      }
    case .paste(let paste):
      // A paste becomes an operation of its own: two pastes may be too much for one operation.
      flush(&model)
      if case .section = field {
        pasteInSection(paste.text, &model)
      } else {
        type(paste.text, &model)
      }
    case .mouse(let event): mouse(event, &model)
    case .focus, .reply: break
    }
    return .card(self)
  }

  private mutating func perform(_ command: CardCommand, _ model: inout WindowModel) -> Mode {
    switch command {
    case .close:
      close(&model)
      return .browsing
    case .nextField, .previousField:
      if goToField(command == .nextField ? 1 : -1, &model) { return .card(self) }
      close(&model)
      return .browsing
    case .editInEditor:
      if case .section = field { enter(.body, model.view, model.clock) }
      guard model.mayEdit() else { return .card(self) }
      flush(&model)
      commitTitle(&model)
      putAside(&model.edits)
      model.effects.append(.openEditor(card, body.draft.text))
      return .external(ExternalEdit(card, .card(self)))
    case .history:
      flush(&model)
      commitTitle(&model)
      return .history(model.history(over: self))
    case .undo:
      undo(&model)
      return .card(self)
    case .redo:
      guard !body.draft.isDirty, own.redo() else {
        model.refuse("There is nothing to redo here.")
        return .card(self)
      }
      model.ask(.redo(force: false))
      return .card(self)
    }
  }

  private mutating func undo(_ model: inout WindowModel) {
    flush(&model)
    guard own.undo() else { return model.refuse("Nothing was typed here that can be undone.") }
    model.ask(.undo(force: false))
  }

  // MARK: Layout

  /// Wraps the body for the panel and scrolls to the caret if it moved.
  mutating func layOut(_ scene: Scene, followsCaret: Bool) {
    if case .section(let section) = field {
      state.resolve(in: rows(section, scene.view, scene.clock))
    }
    let panel = CardPanel(self, scene).body
    body.layOut(rows: panel.rows, columns: panel.columns, followsCaret: followsCaret)
  }
}
