import BoardModel
import Screen

// This part of the editor applies keys and mouse events to the text of an open card.
extension CardEditor {
  mutating func edit(_ command: TextCommand, _ model: inout WindowModel) {
    switch (field, command) {
    case (.title, .move(.down)), (.title, .move(.pageDown)):
      leaveTitle(&model)
    case (.section, _): break
    case (.title, _):
      guard !changesText(command) || model.mayEdit() else { return }
      _ = title.handle(command)
    case (.body, .move(.up)) where wrapped.position(ofOffset: draft.caret).row == 0:
      flush(&model)
      move(.up)
      field = .title
    case (.body, .move(let motion)):
      flush(&model)
      move(motion)
    case (.body, _):
      guard model.mayEdit() else { return }
      delete(command)
      typed(at: model.now)
    }
  }

  private func changesText(_ command: TextCommand) -> Bool {
    if case .move = command { false } else { true }
  }

  mutating func type(_ text: String, _ model: inout WindowModel) {
    guard model.mayEdit() else { return }
    guard field == .body else {
      switch title.insert(text) {
      case .cut(.full): model.refuse("A title cannot be longer: \(title.limit) characters.")
      case .cut(.firstLineOnly):
        model.answer("Only the first line was pasted: a title is one line.", .refusal)
      case .text, .caret, .none: break
      }
      return
    }
    let scalars = TextRules.normalizedBody(text).unicodeScalars.filter(TextRules.allowsInBody)
    guard scalars.count <= draft.room else {
      return model.refuse("The body is full: \(BoardLimits.bodyScalars) characters at most.")
    }
    draft.replace(draft.caret..<draft.caret, with: Array(scalars))
    typed(at: model.now)
  }

  private mutating func typed(at now: UInt64) {
    goal = nil
    redoable = 0
    guard draft.isDirty else {
      (flushAt, dirtySince) = (nil, nil)
      return
    }
    let since = dirtySince ?? now
    dirtySince = since
    flushAt = min(now + CardEditor.pauseMilliseconds, since + CardEditor.longestMilliseconds)
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

  /// The start of the line as typed, not as wrapped; at the start already, the line break before
  /// it.
  private var lineStart: Int {
    let before = draft.scalars[..<draft.caret]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start == draft.caret ? max(0, start - 1) : start
  }

  private var lineEnd: Int {
    let end = draft.scalars[draft.caret...].firstIndex(of: "\n") ?? draft.scalars.count
    return end == draft.caret ? min(draft.scalars.count, end + 1) : end
  }

  private mutating func move(_ motion: CaretMotion) {
    let stops = CaretStops(scalars: draft.scalars)
    let caret = draft.caret
    let place = wrapped.position(ofOffset: caret)
    let oldGoal = goal ?? place.column
    goal = nil
    switch motion {
    case .left: draft.place(at: stops.before(caret))
    case .right: draft.place(at: stops.after(caret))
    case .wordLeft: draft.place(at: stops.wordBefore(caret))
    case .wordRight: draft.place(at: stops.wordAfter(caret))
    case .lineStart: draft.place(at: wrapped.line(place.row)?.start ?? 0)
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
      } else if row >= wrapped.rows {
        draft.place(at: draft.scalars.count)
      } else {
        draft.place(at: wrapped.offset(at: Position(column: oldGoal, row: row)))
      }
    }
  }

  mutating func wheel(_ direction: MouseEvent.WheelDirection, _ scene: Scene) {
    switch direction {
    case .up: top = max(0, top - 3)
    case .down:
      top = min(max(0, wrapped.rows - CardPanel(self, scene).body.rows), top + 3)
    case .left, .right: break
    }
  }

  mutating func mouse(_ event: MouseEvent, _ model: inout WindowModel) {
    let panel = CardPanel(self, model.scene)
    switch event.action {
    case .wheel(let direction): wheel(direction, model.scene)
    case .press(.left) where panel.body.contains(event.position):
      flush(&model)
      if field == .title { leaveTitle(&model) } else { enter(.body, model.view, model.clock) }
      goal = nil
      draft.place(
        at: wrapped.offset(
          at: Position(
            column: event.position.column - panel.body.column,
            row: event.position.row - panel.body.row + top)))
    case .press(.left) where panel.title.contains(event.position):
      flush(&model)
      enter(.title, model.view, model.clock)
      let lines = WrappedText(title.text, columns: panel.title.columns)
      title.place(
        at: lines.offset(
          at: Position(
            column: event.position.column - panel.title.column,
            row: event.position.row - panel.title.row)))
    case .press(.left):
      guard let block = panel.blocks.first(where: { $0.rect.contains(event.position) }) else {
        break
      }
      press(event.position, on: block, &model)
    default: break
    }
  }

  /// Goes to a section, or chooses the entry under the pointer.
  private mutating func press(
    _ position: Position, on block: CardPanel.Block, _ model: inout WindowModel
  ) {
    guard field == .section(block.section) else {
      flush(&model)
      if field == .title { leaveTitle(&model) }
      return enter(.section(block.section), model.view, model.clock)
    }
    guard state.entry == nil, let row = block.row(at: position.row) else { return }
    state.select(row, in: rows(block.section, model.view, model.clock))
  }
}
