import BoardModel
import Screen
import WindowSync
import Wording

/// The form for a new column with its cards: a title, and below it one card per line.
struct ColumnForm: Sendable {
  enum State: Hashable, Sendable {
    case typing
    /// The form asks whether to throw away what was typed.
    case asking
    /// The column is made: the board has yet to show it, then the window ends.
    case made
  }

  private(set) var title: LineField
  /// The lines of the cards; there is always at least one.
  private(set) var lines: [LineField]
  /// The index of the line that is typed; nil is the title.
  private(set) var line: Int?
  private(set) var state = State.typing
  /// Cards of the board that are to be moved in, below the others.
  private(set) var gathered: [CardID] = []

  /// The most scalars of a line. The part beyond a title's bound also goes into the card's body.
  static let lineScalars = 10_000

  init(title: String = "", lines: [String] = [], gathered: [CardID] = []) {
    self.title = LineField(title)
    self.gathered = gathered
    self.lines = (lines.isEmpty ? [""] : lines).map(ColumnForm.field)
    line = lines.isEmpty ? nil : self.lines.count - 1
  }

  private static func field(_ text: String) -> LineField {
    LineField(text, limit: ColumnForm.lineScalars)
  }

  var isEmpty: Bool {
    title.text.isEmpty && lines.allSatisfy { $0.text.isEmpty } && gathered.isEmpty
  }

  /// The field that has the caret.
  var field: LineField { line.map { lines[$0] } ?? title }

  /// The draft that would be lost if the window ended now.
  var draft: ViewState.Draft? {
    guard state != .made, !isEmpty else { return nil }
    return .columnForm(title: title.text, lines: lines.map(\.text), gathered: gathered)
  }

  // MARK: Keys

  mutating func handle(_ input: Input, after column: ColumnID?, _ model: inout WindowModel) -> Mode
  {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if state == .asking {
        if let effect = answered(chord) { model.effects.append(effect) }
        return .columnForm(self)
      }
      if let command = Keymap.columnForm[chord] { return perform(command, after: column, &model) }
      if takesDrop(chord), model.carried.dragged != nil {
        model.liftOrPutDown()
      } else if case .character(let scalar) = key, modifiers.isEmpty {
        if let refusal = type(String(Character(scalar))) { model.refuse(refusal) }
      } else if let command = Keymap.text[chord] {
        edit(command)
      }
    case .paste(let paste):
      guard state == .typing else { break }
      for refusal in take(paste) { model.refuse(refusal) }
    case .mouse(let event):
      switch event.action {
      case .wheel(.up): move(by: -1)
      case .wheel(.down): move(by: 1)
      case .release(.left): dropAtPointer(&model)
      default: break
      }
    case .focus, .reply: break
    }
    return .columnForm(self)
  }

  private mutating func perform(
    _ command: ColumnFormCommand, after column: ColumnID?, _ model: inout WindowModel
  ) -> Mode {
    switch command {
    case .enter:
      let isLast = line == lines.count - 1
      if isLast, field.isBlank { return made(after: column, &model) }
      guard line != nil || !title.isBlank else {
        model.refuse("A title cannot be empty.")
        break
      }
      if let refusal = enter() { model.refuse(refusal) }
    case .make: return made(after: column, &model)
    case .next: move(by: 1)
    case .previous: move(by: -1)
    case .help: return .list(HelpPage(model.view), over: self)
    case .repaint: model.effects.append(.repaint)
    case .suspend: model.effects.append(.suspend)
    case .leave:
      guard !gathered.isEmpty else {
        model.refuse("No card of the board is to be moved in.")
        break
      }
      gathered = []
      model.answer("The cards stay where they are.")
    case .close:
      if model.carried.dragged != nil {
        model.letGo()
      } else if isEmpty {
        model.effects.append(.quit)
      } else {
        state = .asking
      }
    }
    return .columnForm(self)
  }

  static let question = "Throw away what is typed? y/n"

  private mutating func answered(_ chord: KeyChord) -> WindowEffect? {
    switch chord.answer {
    case true?:
      self = ColumnForm()
      return .quit
    case false?:
      state = .typing
      return nil
    case nil: return .bell
    }
  }

  // MARK: Cards that are put down

  /// Whether Space puts down what is carried: no text begins with a blank, so it does in an empty
  /// field.
  var takesDrop: Bool { state == .typing && field.text.isEmpty }

  private func takesDrop(_ chord: KeyChord) -> Bool { takesDrop && chord == .character(" ") }

  static let isOver = "There is no form to put it in any longer; nothing was moved."

  /// Puts down, or lets go of, what hangs at the pointer since it was taken up in another window.
  private func dropAtPointer(_ model: inout WindowModel) {
    guard let dragged = model.carried.held, dragged.isAtPointer else { return }
    let proposal = model.scene.proposal(of: dragged)
    model.putDown(proposal)
    if case .forbidden = proposal { model.carry(.release) }
  }

  mutating func gather(_ cards: [CardID], _ model: inout WindowModel) {
    guard state != .made else { return model.refuse(ColumnForm.isOver) }
    let new = cards.filter { !gathered.contains($0) }
    guard gathered.count + new.count <= DragContent.maximumItems else {
      return model.refuse("No more than \(DragContent.maximumItems) cards at once.")
    }
    gathered += new
    let what = model.words.cards(new)
    model.answer("\(what) will be moved in. \(Keymap.columnForm.key(of: .leave)) leaves all there.")
  }

  // MARK: Text

  private mutating func change(_ body: (inout LineField) -> Void) {
    if let line { body(&lines[line]) } else { body(&title) }
  }

  private mutating func move(by step: Int) {
    let place = (line ?? -1) + step
    line = place < 0 ? nil : min(place, lines.count - 1)
  }

  /// Goes to the next line, which is made unless there is an empty one.
  /// - Returns: the sentence that says why there is none; nil if there is.
  private mutating func enter() -> String? {
    let next = (line ?? -1) + 1
    if line != nil, !lines.indices.contains(next) || !lines[next].isBlank {
      guard lines.count < CardOffer.maximumCards else { return ColumnForm.tooMany }
      lines.insert(ColumnForm.field(""), at: next)
    }
    line = next
    return nil
  }

  private static let tooMany = "No more than \(CardOffer.maximumCards) cards at once."

  /// - Returns: the sentence that says why not all of the text was taken; nil if it was.
  private mutating func type(_ text: String) -> String? {
    var cut: LineField.Change?
    change { cut = $0.insert(text) }
    return cut == .cut(.full) ? "It cannot be longer: \(field.limit) characters." : nil
  }

  private mutating func edit(_ command: TextCommand) {
    if command == .deleteBackward, let line, field.caret == 0 { return join(line) }
    change { _ = $0.handle(command) }
  }

  /// Joins a line to the end of the one above; only an empty first line is joined to the title.
  private mutating func join(_ place: Int) {
    guard place > 0 else {
      if lines[0].text.isEmpty { line = nil }
      return
    }
    let above = lines[place - 1].scalars.count
    lines[place - 1] = ColumnForm.field(lines[place - 1].text + lines[place].text)
    lines[place - 1].place(at: above)
    lines.remove(at: place)
    line = place - 1
  }

  /// Inserts the first pasted line at the caret, and each other one as a line below.
  /// - Returns: the sentences that say what was not taken.
  private mutating func take(_ paste: Paste) -> [String] {
    guard paste.ending != .truncated else {
      return ["Too long: nothing was taken of what was pasted."]
    }
    let texts = paste.text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !TextRules.isBlank($0) }
    guard let first = texts.first else { return [] }
    guard lines.count + texts.count <= CardOffer.maximumCards else { return [ColumnForm.tooMany] }
    var refusals = [type(first)]
    for text in texts.dropFirst() { refusals += [enter(), type(text)] }
    return refusals.compactMap(\.self)
  }

  // MARK: How it ends

  private mutating func made(after column: ColumnID?, _ model: inout WindowModel) -> Mode {
    if case .dropping(_, .gather, _) = model.carried.state {
      model.refuse("It is being put down: try again in a moment.")
    } else {
      make(after: column, &model)
    }
    return .columnForm(self)
  }

  /// Makes the column and its cards as one edit.
  mutating func make(after column: ColumnID?, _ model: inout WindowModel) {
    guard state != .made else { return }
    guard !title.isBlank else {
      line = nil
      return model.refuse("A title cannot be empty.")
    }
    let cards = lines.compactMap { CardOffer.card(of: $0.text) }
    guard model.makeColumn(title.text, cards, moving: gathered, after: column) else { return }
    state = .made
  }

  /// Reopens the form, with all that was typed, because the edit was refused.
  mutating func reopen() { state = .typing }
}
