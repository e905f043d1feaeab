import BoardModel
import Screen
import WindowSync

/// The texts of an open card, edited in place: there is one only while something is typed, or a section
/// has the keys.
///
/// What is typed in the body shows at once and becomes one splice per pause; the title becomes an edit
/// when its field is left.
struct CardEditor: Sendable {
  enum Field: Hashable, Sendable {
    case title, body
    case section(CardSection)
  }

  let card: CardID
  var field = Field.body
  var title: LineField
  /// Of the section that has the keys.
  var state = SectionState()
  /// Typed in a section and left there: it comes back where it is gone on with.
  var setAside: SectionEntry?
  /// The board's title that the field started from.
  var titleBase: String
  var draft: BodyDraft
  /// The body as it is wrapped for the panel; kept between frames.
  var wrapped = WrappedBody(columns: 1)
  /// The first line of `wrapped` that is shown.
  var top = 0
  var rows = 1
  /// The column that up and down keep to.
  var goal: Int?
  /// When what was typed becomes an operation.
  var flushAt: UInt64?
  /// Since when something was typed that did not.
  var dirtySince: UInt64?
  /// Operations made here that undo may take back, and undos that redo may.
  var undoable = 0
  var redoable = 0
  /// A splice that was asked for and has no identifier yet.
  var asked: Splice?

  /// Milliseconds without a key after which typing becomes an operation.
  static let pauseMilliseconds: UInt64 = 150
  /// Milliseconds after which it does without a pause: others see it while it is typed.
  static let longestMilliseconds: UInt64 = 500

  init(_ card: Card) {
    self.card = card.id
    title = LineField(card.title.value)
    titleBase = card.title.value
    draft = BodyDraft(card.body)
  }

  var isTitleDirty: Bool { title.text != titleBase }

  /// What would be lost if the window ended now, beside edits that were asked for.
  /// - Parameter counter: of the operation that will be made next.
  func unsaved(counter: UInt64) -> [ViewState.Draft] {
    var drafts: [ViewState.Draft] = []
    if asked == nil, let splice = draft.splice {
      drafts.append(.edit(.cardSplice(card, splice), counter: counter))
    }
    if isTitleDirty { drafts.append(.title(card, title.text)) }
    if let draft = setAside?.draft(on: card) { drafts.append(draft) }
    if let draft = state.entry?.draft(on: card) { drafts.append(draft) }
    return drafts
  }

  // MARK: Keys

  mutating func handle(_ input: Input, _ desk: inout Desk) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if state.entry != nil, Keymap.card[chord] == .close {
        leaveEntry(&desk)
        return .card(self)
      }
      let isTyped = state.entry != nil && chord.key == .tab
      if !isTyped, let command = Keymap.card[chord] { return perform(command, &desk) }
      if case .section(let section) = field {
        handle(chord, in: section, &desk)
      } else if let command = Keymap.text[chord] {
        edit(command, &desk)
      } else if chord == KeyChord(.enter) {
        field == .title ? leaveTitle(&desk) : type("\n", &desk)
      } else if case .character(let scalar) = key, modifiers.isEmpty {
        type(String(Character(scalar)), &desk)
      }
    case .paste(let paste):
      // An operation of its own: two that were pasted may be too much for one.
      flush(&desk)
      if case .section = field {
        pasteInSection(paste.text, &desk)
      } else {
        type(paste.text, &desk)
      }
    case .mouse(let event): mouse(event, &desk)
    case .focus, .reply: break
    }
    return .card(self)
  }

  private mutating func perform(_ command: CardCommand, _ desk: inout Desk) -> Mode {
    switch command {
    case .close:
      close(&desk)
      return .browsing
    case .nextField, .previousField:
      if goToField(command == .nextField ? 1 : -1, &desk) { return .card(self) }
      close(&desk)
      return .browsing
    case .editInEditor:
      if case .section = field { enter(.body, desk) }
      guard desk.mayEdit() else { return .card(self) }
      flush(&desk)
      commitTitle(&desk)
      putAside(&desk)
      desk.effects.append(.openEditor(card, draft.text))
      return .external(ExternalEdit(card, .card(self)))
    case .history:
      flush(&desk)
      commitTitle(&desk)
      return .history(HistoryView(self, &desk))
    case .undo:
      undo(&desk)
      return .card(self)
    case .redo:
      guard redoable > 0, !draft.isDirty else {
        desk.refuse("There is nothing to redo here.")
        return .card(self)
      }
      (undoable, redoable) = (undoable + 1, redoable - 1)
      desk.ask(.redo(force: false))
      return .card(self)
    }
  }

  private mutating func undo(_ desk: inout Desk) {
    flush(&desk)
    guard undoable > 0 else { return desk.refuse("Nothing was typed here that can be undone.") }
    (undoable, redoable) = (undoable - 1, redoable + 1)
    desk.ask(.undo(force: false))
  }

  // MARK: Layout

  /// Wraps the body for the panel and scrolls to the caret if it moved.
  mutating func layOut(_ desk: Desk, followsCaret: Bool) {
    if case .section(let section) = field { state.resolve(in: self.rows(section, desk)) }
    let panel = CardPanel(self, desk)
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
