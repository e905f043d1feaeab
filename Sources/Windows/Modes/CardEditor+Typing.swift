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
      _ = title.line.handle(command)
    case (.body, .move(.up)) where body.isCaretInFirstLine:
      flush(&model)
      body.move(.up)
      field = .title
    case (.body, .move(let motion)):
      flush(&model)
      body.move(motion)
    case (.body, _):
      guard model.mayEdit() else { return }
      body.delete(command)
      typed(at: model.now)
    }
  }

  private func changesText(_ command: TextCommand) -> Bool {
    if case .move = command { false } else { true }
  }

  mutating func type(_ text: String, _ model: inout WindowModel) {
    guard model.mayEdit() else { return }
    guard field == .body else {
      switch title.line.insert(text) {
      case .cut(.full): model.refuse("A title cannot be longer: \(title.line.limit) characters.")
      case .cut(.firstLineOnly):
        model.answer("Only the first line was pasted: a title is one line.", .refusal)
      case .text, .caret, .none: break
      }
      return
    }
    let scalars = TextRules.normalizedBody(text).unicodeScalars.filter(TextRules.allowsInBody)
    guard scalars.count <= body.draft.room else {
      return model.refuse("The body is full: \(BoardLimits.bodyScalars) characters at most.")
    }
    body.insert(Array(scalars))
    typed(at: model.now)
  }

  private mutating func typed(at now: UInt64) {
    own.forgetRedo()
    if body.draft.isDirty { pause.typed(at: now) } else { pause.clear() }
  }

  mutating func wheel(_ direction: MouseEvent.WheelDirection, _ scene: Scene) {
    body.wheel(direction, room: CardPanel(self, scene).body.rows)
  }

  mutating func mouse(_ event: MouseEvent, _ model: inout WindowModel) {
    let panel = CardPanel(self, model.scene)
    switch event.action {
    case .wheel(let direction): wheel(direction, model.scene)
    case .press(.left) where panel.body.contains(event.position):
      flush(&model)
      if field == .title { leaveTitle(&model) } else { enter(.body, model.view, model.clock) }
      body.press(
        at: Position(
          column: event.position.column - panel.body.column,
          row: event.position.row - panel.body.row))
    case .press(.left) where panel.title.contains(event.position):
      flush(&model)
      enter(.title, model.view, model.clock)
      let lines = WrappedText(title.line.text, columns: panel.title.columns)
      title.line.place(
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
