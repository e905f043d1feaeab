import BoardModel
import Screen
import WindowSync

/// An open card: its title and body, edited in place.
///
/// What is typed in the body shows at once and becomes one splice per pause; the title becomes an edit
/// when its field is left.
struct CardEditor: Sendable {
  enum Field: Hashable, Sendable {
    case title, body
  }

  let card: CardID
  private(set) var field = Field.body
  private(set) var title: LineField
  /// The board's title that the field started from.
  private(set) var titleBase: String
  private(set) var draft: BodyDraft
  /// The body as it is wrapped for the panel; kept between frames.
  private(set) var wrapped = WrappedText("", columns: 1)
  private var wrappedScalars: [Unicode.Scalar] = []
  /// The first line of `wrapped` that is shown.
  private(set) var top = 0
  private var rows = 1
  /// The column that up and down keep to.
  private var goal: Int?
  /// When what was typed becomes an operation.
  private(set) var flushAt: UInt64?
  /// Operations made here that undo may take back, and undos that redo may.
  private var undoable = 0
  private var redoable = 0
  /// A splice that was asked for and has no identifier yet.
  private(set) var asked: Splice?

  /// Milliseconds without a key after which typing becomes an operation.
  static let pauseMilliseconds: UInt64 = 150

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
    return drafts
  }

  // MARK: Keys

  mutating func handle(_ input: Input, _ desk: inout Desk) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if let command = Keymap.card[chord] { return perform(command, &desk) }
      if let command = Keymap.text[chord] {
        edit(command, &desk)
      } else if chord == KeyChord(.enter) {
        field == .title ? leaveTitle(&desk) : type("\n", &desk)
      } else if case .character(let scalar) = key, modifiers.isEmpty {
        type(String(Character(scalar)), &desk)
      }
    case .paste(let paste):
      // An operation of its own: two that were pasted may be too much for one.
      flush(&desk)
      type(paste.text, &desk)
    case .mouse(let event): mouse(event, &desk)
    case .focus, .reply: break
    }
    return .card(self)
  }

  private mutating func perform(_ command: CardCommand, _ desk: inout Desk) -> Mode {
    switch command {
    case .close:
      flush(&desk)
      if isTitleDirty {
        commitTitle(&desk)
        if isTitleDirty, !title.isBlank { return .card(self) }
      }
      return .browsing
    case .otherField:
      if field == .body { field = .title } else { leaveTitle(&desk) }
      return .card(self)
    case .editInEditor:
      guard desk.mayEdit() else { return .card(self) }
      flush(&desk)
      commitTitle(&desk)
      desk.effects.append(.openEditor(card, text: draft.text.string))
      return .external(ExternalEdit(card, .card(self)))
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

  private mutating func edit(_ command: TextCommand, _ desk: inout Desk) {
    switch (field, command) {
    case (.title, .move(.down)), (.title, .move(.pageDown)):
      leaveTitle(&desk)
    case (.title, _):
      guard !changesText(command) || desk.mayEdit() else { return }
      _ = title.handle(command)
    case (.body, .move(.up)) where wrapped.position(ofOffset: draft.caret).row == 0:
      move(.up, &desk)
      field = .title
    case (.body, .move(let motion)):
      move(motion, &desk)
    case (.body, _):
      guard desk.mayEdit() else { return }
      delete(command)
      typed(&desk)
    }
  }

  private func changesText(_ command: TextCommand) -> Bool {
    if case .move = command { false } else { true }
  }

  private mutating func type(_ text: String, _ desk: inout Desk) {
    guard desk.mayEdit() else { return }
    guard field == .body else {
      switch title.insert(text) {
      case .cut(.full): desk.refuse("A title cannot be longer: \(title.limit) characters.")
      case .cut(.firstLineOnly): desk.tell("Only the first line was pasted: a title is one line.")
      case .text, .caret, .none: break
      }
      return
    }
    let scalars = TextRules.normalizedBody(text).unicodeScalars.filter(TextRules.allowsInBody)
    guard scalars.count <= draft.room else {
      return desk.refuse("The body is full: \(BoardLimits.bodyScalars) characters at most.")
    }
    draft.replace(draft.caret..<draft.caret, with: Array(scalars))
    typed(&desk)
  }

  private mutating func typed(_ desk: inout Desk) {
    goal = nil
    redoable = 0
    flushAt = draft.isDirty ? desk.now + CardEditor.pauseMilliseconds : nil
  }

  private mutating func delete(_ command: TextCommand) {
    let stops = CaretStops(scalars: draft.scalars)
    let caret = draft.caret
    let range =
      switch command {
      case .deleteBackward: stops.before(caret)..<caret
      case .deleteForward: caret..<stops.after(caret)
      case .deleteWordBackward: stops.wordBefore(caret)..<caret
      case .deleteWordForward: caret..<stops.wordAfter(caret)
      case .deleteToLineStart: lineStart..<caret
      case .deleteToLineEnd: caret..<lineEnd
      case .move: caret..<caret
      }
    draft.replace(range, with: [])
  }

  /// Of the line as it was typed, not as it is wrapped; at its end, past the line break.
  private var lineStart: Int {
    let before = draft.scalars[..<draft.caret]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start == draft.caret ? max(0, start - 1) : start
  }

  private var lineEnd: Int {
    let end = draft.scalars[draft.caret...].firstIndex(of: "\n") ?? draft.scalars.count
    return end == draft.caret ? min(draft.scalars.count, end + 1) : end
  }

  private mutating func move(_ motion: CaretMotion, _ desk: inout Desk) {
    flush(&desk)
    let stops = CaretStops(scalars: draft.scalars)
    let caret = draft.caret
    let place = wrapped.position(ofOffset: caret)
    let line = wrapped.lines[place.row]
    let oldGoal = goal ?? place.column
    goal = nil
    switch motion {
    case .left: draft.place(at: stops.before(caret))
    case .right: draft.place(at: stops.after(caret))
    case .wordLeft: draft.place(at: stops.wordBefore(caret))
    case .wordRight: draft.place(at: stops.wordAfter(caret))
    case .lineStart: draft.place(at: line.start)
    case .lineEnd:
      draft.place(at: wrapped.offset(at: Position(column: Int.max / 2, row: place.row)))
    case .textStart: draft.place(at: 0)
    case .textEnd: draft.place(at: draft.scalars.count)
    case .up, .down, .pageUp, .pageDown:
      let steps: [CaretMotion: Int] = [.up: -1, .down: 1, .pageUp: -rows, .pageDown: rows]
      let row = place.row + (steps[motion] ?? 0)
      goal = oldGoal
      if row < 0 {
        draft.place(at: 0)
      } else if row >= wrapped.lines.count {
        draft.place(at: draft.scalars.count)
      } else {
        draft.place(at: wrapped.offset(at: Position(column: oldGoal, row: row)))
      }
    }
  }

  private mutating func mouse(_ event: MouseEvent, _ desk: inout Desk) {
    let panel = CardPanel(self, desk)
    switch event.action {
    case .wheel(.up): top = max(0, top - 3)
    case .wheel(.down): top = min(max(0, wrapped.lines.count - panel.body.rows), top + 3)
    case .press(.left) where panel.body.contains(event.position):
      flush(&desk)
      if field == .title { leaveTitle(&desk) }
      goal = nil
      draft.place(
        at: wrapped.offset(
          at: Position(
            column: event.position.column - panel.body.column,
            row: event.position.row - panel.body.row + top)))
    case .press(.left) where panel.title.contains(event.position):
      flush(&desk)
      field = .title
      let lines = WrappedText(title.text, columns: panel.title.columns)
      title.place(
        at: lines.offset(
          at: Position(
            column: event.position.column - panel.title.column,
            row: event.position.row - panel.title.row)))
    default: break
    }
  }

  // MARK: Becoming operations

  /// Makes an edit of what was typed in the body.
  mutating func flush(_ desk: inout Desk) {
    flushAt = nil
    guard asked == nil, let splice = draft.splice else { return }
    guard desk.edit(.cardSplice(card, splice)) else { return }
    asked = splice
    undoable += 1
  }

  private mutating func leaveTitle(_ desk: inout Desk) {
    commitTitle(&desk)
    if !title.isBlank { field = .body }
  }

  private mutating func commitTitle(_ desk: inout Desk) {
    guard isTitleDirty else { return }
    guard !title.isBlank else {
      return desk.refuse("A title cannot be empty.")
    }
    if desk.edit(.cardRetitle(card, title: title.text)) {
      titleBase = title.text
      undoable += 1
      redoable = 0
    }
  }

  /// The splice that was asked for became an operation, perhaps cut into other pieces.
  mutating func made(_ id: OperationID, _ intent: Intent) {
    guard asked != nil, case .cardSplice(card, let splice) = intent else { return }
    asked = nil
    draft.commit(splice, as: id)
  }

  /// It did not, or not for good: what was typed stays here.
  mutating func refused(_ refusal: EditRefusal) {
    asked = nil
    undoable = max(0, undoable - 1)
    if case .notStored = refusal { draft.reopen() }
  }

  mutating func renumbered() { draft.renumbered() }

  // MARK: What others do

  mutating func boardChanged(_ desk: inout Desk, previous: Card?) {
    guard let card = desk.card(card) else { return }
    draft.rebase(onto: card.body, shown: desk.edits.shown)
    let isRenamed = previous?.title.value != card.title.value
    if isRenamed, card.title.stamp.operation.session != desk.session {
      if isTitleDirty {
        desk.tell(
          "\(card.title.stamp.author.user) renamed this card to “\(card.title.value)” meanwhile.",
          .warning)
      } else {
        title = LineField(card.title.value)
      }
      titleBase = card.title.value
    } else if isRenamed, !isTitleDirty {
      title = LineField(card.title.value)
      titleBase = card.title.value
    }
    if card.archived.value, previous?.archived.value == false,
      card.archived.stamp.operation.session != desk.session
    {
      desk.tell(
        "\(card.archived.stamp.author.user) archived this card; what you write still lands on it.",
        .warning)
    }
  }

  /// A draft from an earlier life of the window goes where it was.
  mutating func restoreTitle(_ text: String) {
    title = LineField(text)
    field = .title
  }

  // MARK: Layout

  /// Wraps the body for the panel and scrolls to the caret if it moved.
  mutating func layOut(_ desk: Desk, followsCaret: Bool) {
    let panel = CardPanel(self, desk)
    rows = max(1, panel.body.rows)
    if wrapped.columns != panel.body.columns || wrappedScalars != draft.scalars {
      wrapped = WrappedText(draft.text.string, columns: panel.body.columns)
      wrappedScalars = draft.scalars
    }
    guard followsCaret else {
      top = min(top, max(0, wrapped.lines.count - 1))
      return
    }
    let row = wrapped.position(ofOffset: draft.caret).row
    top = min(top, row)
    top = max(top, row - rows + 1)
  }
}
