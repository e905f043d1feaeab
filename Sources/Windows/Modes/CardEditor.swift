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
  var title: LineField
  /// The state of the section that has the keys.
  var state = SectionState()
  /// The entry that was typed in a section and left there; it comes back when it is taken up again.
  var stashedDraft: SectionEntry?
  /// The card's title on the board when the field was filled from it.
  var titleBase: String
  var draft: BodyDraft
  /// The body as it is wrapped for the panel, kept between frames.
  var wrapped = WrappedBody(columns: 1)
  /// The first line of `wrapped` that is shown.
  var top = 0
  var rows = 1
  /// The column to which up and down keep.
  var goal: Int?
  /// The time at which typed text becomes an operation; nil if there is none.
  var flushAt: UInt64?
  /// The time since which typed text has not become an operation; nil if there is none.
  var dirtySince: UInt64?
  /// The number of operations made here that undo can take back. `redoable` counts the undos that
  /// redo can.
  var undoable = 0
  var redoable = 0
  /// The splice that was asked for and has no identifier yet.
  var asked: Splice?

  /// The milliseconds without a key after which typed text becomes an operation.
  static let pauseMilliseconds: UInt64 = 150
  /// The milliseconds after which typed text becomes an operation without a pause, so that others
  /// see it while it is typed.
  static let longestMilliseconds: UInt64 = 500

  init(_ card: Card) {
    self.card = card.id
    title = LineField(card.title.value)
    titleBase = card.title.value
    draft = BodyDraft(card.body)
  }

  var isTitleDirty: Bool { title.text != titleBase }

  /// The drafts that would be lost if the window ended now, besides edits that were asked for.
  /// - Parameter counter: the counter of the operation that will be made next.
  func unsaved(counter: UInt64) -> [ViewState.Draft] {
    var drafts: [ViewState.Draft] = []
    if asked == nil, let splice = draft.splice {
      drafts.append(.edit(.cardSplice(card, splice), counter: counter))
    }
    if isTitleDirty { drafts.append(.title(card, title.text)) }
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
      model.effects.append(.openEditor(card, draft.text))
      return .external(ExternalEdit(card, .card(self)))
    case .history:
      flush(&model)
      commitTitle(&model)
      return .history(model.history(over: self))
    case .undo:
      undo(&model)
      return .card(self)
    case .redo:
      guard redoable > 0, !draft.isDirty else {
        model.refuse("There is nothing to redo here.")
        return .card(self)
      }
      (undoable, redoable) = (undoable + 1, redoable - 1)
      model.ask(.redo(force: false))
      return .card(self)
    }
  }

  private mutating func undo(_ model: inout WindowModel) {
    flush(&model)
    guard undoable > 0 else { return model.refuse("Nothing was typed here that can be undone.") }
    (undoable, redoable) = (undoable - 1, redoable + 1)
    model.ask(.undo(force: false))
  }

  // MARK: Layout

  /// Wraps the body for the panel and scrolls to the caret if it moved.
  mutating func layOut(_ scene: Scene, followsCaret: Bool) {
    if case .section(let section) = field {
      state.resolve(in: rows(section, scene.view, scene.clock))
    }
    let panel = CardPanel(self, scene)
    rows = max(1, panel.body.rows)
    wrapped.update(draft.scalars, columns: panel.body.columns)
    guard followsCaret else {
      top = min(top, max(0, wrapped.rows - 1))
      return
    }
    let row = wrapped.position(ofOffset: draft.caret).row
    top = min(top, row)
    top = max(top, row - rows + 1)
  }
}
