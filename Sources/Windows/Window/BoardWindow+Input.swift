import BoardModel
import Screen

// This part handles what the person does.
extension BoardWindow {
  mutating func received(_ input: Input) {
    switch input {
    case .reply(.backgroundColor(let color)):
      model.viewport.show(on: color.isLight ? .light : .dark)
      return
    case .focus(let isActive):
      model.viewport.activate(isActive)
      if !isActive { mode = leftByPointer(mode) }
      return
    case .reply: return
    case .key, .mouse, .paste:
      // A terminal that does not report its focus has it when a key comes.
      model.viewport.activate(true)
      comeBack(atOnce: true)
    }
    release(.received(input, mustWait: mustWait))
  }

  /// Whether inputs must wait: keys on the board apply to the board that shows the edits before
  /// them; a text that is typed only waits for the identifier of its last edit.
  private var mustWait: Bool {
    switch mode {
    case .prompt: false
    case .columnForm(let form): form.state == .made
    case .card(let editor):
      editor.chosenSection == nil ? model.edits.awaitsIdentifier : model.edits.isBehind
    case .browsing, .pressed, .dragging, .list, .reading, .history, .external:
      model.edits.isBehind
    }
  }

  /// Handles the inputs that need not wait any longer.
  mutating func releaseHeld() {
    if let deadline = heldInput.deadline, deadline <= model.now { model.edits.giveUpWaiting() }
    while release(.looked(mustWait: mustWait)) {}
  }

  /// - Returns: whether an input was handled.
  @discardableResult
  private mutating func release(_ event: HeldInput.Event) -> Bool {
    switch heldInput.handle(event, now: model.now) {
    case nil: return false
    case .refuse:
      model.effects.append(.bell)
      return false
    case .handle(let input):
      mode = next(mode, input)
      return true
    }
  }

  private mutating func next(_ mode: Mode, _ input: Input) -> Mode {
    if model.viewport.sizeClass == .tooSmall { return tooSmall(mode, input) }
    if let mode = takingBack(input, mode) { return mode }
    if model.raise.isAsking { return answered(input, mode) }
    let next = taken(input, mode)
    _ = model.raise.handle(.handled(input))
    return next
  }

  /// Takes the answer to whether the board may be raised, and handles the input that asked for it.
  private mutating func answered(_ input: Input, _ mode: Mode) -> Mode {
    guard case .key(let key, let modifiers) = input else { return mode }
    guard let isYes = KeyChord(key, modifiers).answer else {
      model.effects.append(.bell)
      return mode
    }
    let again = model.raise.handle(.answered(yes: isYes))
    if !isYes { model.answer("The board stays as it is.") }
    return again.map { taken($0, mode) } ?? mode
  }

  mutating func taken(_ input: Input, _ mode: Mode) -> Mode {
    switch mode.bearing(of: input) {
    case .none: break
    case .looks: model.notices.endRefusal()
    case .acts: model.notices.endAnswer()
    }
    endLostDrag(input)
    switch mode {
    case .browsing: return browse(input)
    case .pressed(let press):
      guard case .mouse(let event) = input else { return browse(input) }
      return Pointing.handle(event, press, &model)
    case .dragging(var drag):
      // Keys keep their meaning while items of another window hang at the pointer.
      if drag.foreignDrag != nil, case .key = input { return browse(input) }
      return drag.handle(input, &model)
    case .card(let editor):
      if case .mouse(let event) = input, model.scene.isOnBoardBeside(event.position) {
        return onBoard(event, beside: editor)
      }
      var editor = editor
      return editor.handle(input, &model)
    case .history(let view):
      if case .mouse(let event) = input, model.scene.isOnBoardBeside(event.position) {
        return onBoard(event, beside: view)
      }
      return history(view, input)
    case .prompt(var prompt): return prompt.handle(input, &model)
    case .reading(let pasted): return reading(pasted, input)
    case .list(var list, let form):
      switch list.handle(input, &model) {
      case .stays: return .list(list, over: form)
      case .closes:
        if list.showsReceipts { model.forgetReadReceipts() }
        return .under(form)
      case .opens(let mode): return mode
      }
    case .columnForm(var form):
      if model.standing.isFenced { return fenced(input, mode) }
      return form.handle(input, after: columnBefore, &model)
    case .external: return mode
    }
  }

  private mutating func browse(_ input: Input) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if model.view.readCard != nil { return onCard(chord) }
      guard let command = Keymap.board[chord] else { return .browsing }
      return Browsing.handle(command, &model)
    case .mouse(let event):
      guard var drag = foreignPointerDrag(event) else { return Pointing.handle(event, &model) }
      return drag.handle(input, &model)
    case .paste(let paste):
      guard model.view.shownSubject == .board, model.view.opened == nil else {
        model.refuse(
          model.view.readCard == nil ? "Paste it on the board." : "Press Enter first, then paste.")
        return .browsing
      }
      return Pasting.handle(paste, &model)
    case .focus, .reply: return .browsing
    }
  }

  /// Handles input while nothing can be seen: nothing is done, but a window can always be left.
  private mutating func tooSmall(_ mode: Mode, _ input: Input) -> Mode {
    guard case .key(let key, let modifiers) = input else { return mode }
    let chord = KeyChord(key, modifiers)
    var isBrowsing = false
    if case .browsing = mode { isBrowsing = true }
    // Where text is typed, a letter does not end the window; what is typed is restored with it.
    if chord == .control("c") || isBrowsing && Keymap.board[chord] == .quit {
      model.effects.append(.quit)
    }
    return mode
  }
}
