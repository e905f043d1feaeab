public import BoardModel
public import Screen

/// A window on one board: what it shows and what its keys do. The shell passes events with the
/// time, and performs the effects that come back, in order.
public struct BoardWindow: Sendable {
  var model: WindowModel
  var mode = Mode.browsing
  /// Inputs that wait until the board shows the edits of earlier ones.
  private var held: [Input] = []
  /// The time from which inputs are no longer held back.
  private var heldUntil: UInt64?
  /// The saved state of the window, until the board is new enough to restore it.
  var restored: ViewState?
  /// Drafts on cards that the board does not hold yet.
  var unplaced: [ViewState.Draft] = []
  /// The input that needs a board of a higher level; it is handled once the person agrees.
  private var awaitingRaise: Input?
  /// The presence that was told last.
  var said: PresenceState?
  /// The title that the terminal's window was given last.
  var titled: String?
  var saving: ViewStateSaving
  /// Whether the person was told what leaving would lose, and has pressed no other key since.
  var isLossAccepted = false
  private var wakesAt: UInt64?
  /// The footer's rows in the frame before. `showedFocus` says whether the focus was visible above
  /// it.
  private var footerRows = 1
  private var showedFocus = false

  /// The most inputs that wait; a person who types faster than storage writes hears the bell.
  private static let maximumHeld = 4_096
  /// The milliseconds after which keys work again although storage has not answered.
  private static let holdMilliseconds: UInt64 = 2_000

  /// - Parameters:
  ///   - user: the user whose favourites are shown.
  ///   - subject: what the window is for.
  ///   - identifiers: a source seeded with random bits.
  ///   - restored: the state that was saved when the window ended.
  public init(
    session: SessionID, user: String, subject: Subject = .board, identifiers: IdentifierSource,
    size: TerminalSize, theme: Theme = Theme(), restored: ViewState? = nil
  ) {
    model = WindowModel(
      session: session, user: user, subject: subject, identifiers: identifiers, size: size)
    model.theme = theme
    self.restored = restored
    saving = ViewStateSaving(restored ?? ViewState())
  }

  public var sizeClass: SizeClass { model.sizeClass }

  /// Handles an event.
  /// - Parameter now: the milliseconds of a clock that never goes back.
  /// - Returns: what the shell must do, in order.
  public mutating func handle(_ event: WindowEvent, now: UInt64) -> [WindowEffect] {
    model.advance(to: now)
    take(event)
    if case .receipts = mode { model.recallIntents() }
    releaseHeld()
    settleSubject()
    settleCarried()
    settleLayout(event)
    sayPresence()
    askBeforeLoss(event)
    saveState()
    if changesScreen(event) { model.effects.append(.redraw) }
    wake()
    let effects = model.effects
    model.effects = []
    return effects
  }

  private mutating func take(_ event: WindowEvent) {
    switch event {
    case .input(let input): received(input)
    case .resized(let size):
      model.size = size
      model.revealFocus(hasPrompt: hasPrompt)
    case .board(let board, let change, let shown, let confirmed):
      show(board, change, shown, confirmed)
    case .clock(let time, let zone): model.wall.set(time, zone: zone, at: model.now)
    case .made(let id, let intent):
      model.edits.wasMade(id, intent)
      made(id, intent)
    case .refused(let intent, let refusal): refused(intent, refusal)
    case .settled(let operation, let outcome): model.settled(operation, outcome)
    case .committed(let operations, let time):
      model.committed(operations, at: time)
      tellHistory { $0.committed(operations, at: time, &$1) }
    case .cardHistory(let operations, let from, let sequence, let time):
      tellHistory { $0.take(operations, from: from, sequence: sequence, time: time, &$1) }
    case .cardHistoryUnavailable(let from, let reason):
      tellHistory { view, _ in view.unavailable(reason, from: from) }
    case .operation(let committed): model.inbox.took(committed)
    case .operationUnavailable: model.inbox.couldNotRecall()
    case .foundWindow(let session, let window): model.found(session, window)
    case .windowUnavailable: model.inbox.windows.couldNotFind()
    case .status(let status):
      model.status = status
      model.linkChanged()
      settleSubject()
      comeBack()
      tellHistory { $0.linkChanged(&$1) }
    case .standing(let standing): model.take(standing)
    case .replicaNotice(let notice):
      model.take(notice)
      settle(notice)
    case .viewStateSaved: keptViewState()
    case .viewStateNotSaved(let reason): couldNotKeepViewState(reason)
    case .notice(let notice): model.notices.add(notice, now: model.now)
    case .others(let others):
      let before = model.remoteWindows
      model.take(others)
      leaveDrag(since: before)
    case .session(let session): restart(as: session)
    case .boards(let boards): listed(.listed(boards))
    case .boardsUnavailable(let reason): listed(.unavailable(reason))
    case .file(let path, let reading): took(reading, of: path)
    case .openedWindow(let subject, let result): opened(subject, result)
    case .drag(let report): take(report)
    case .invited(let author, let subject, let title): invited(by: author, subject, title)
    case .inviteAnswered(let user, let subject, let answer):
      inviteAnswered(user, subject, answer)
    case .editorFinished(let card, let result): mode = finished(card, result)
    case .resumed: model.effects.append(.repaint)
    case .timer:
      wakesAt = nil
      tick()
    }
  }

  // MARK: Input

  private mutating func received(_ input: Input) {
    switch input {
    case .reply(.backgroundColor(let color)):
      model.theme.background = color.isLight ? .light : .dark
      return
    case .focus(let isActive):
      model.isActive = isActive
      if !isActive { mode = leftByPointer(mode) }
      return
    case .reply: return
    case .key, .mouse, .paste:
      // A terminal that does not report its focus has it when a key comes.
      model.isActive = true
      comeBack(atOnce: true)
    }
    guard held.isEmpty, !mustWait else {
      guard held.count < BoardWindow.maximumHeld else { return model.effects.append(.bell) }
      held.append(input)
      heldUntil = heldUntil ?? model.now + BoardWindow.holdMilliseconds
      return
    }
    mode = next(mode, input)
  }

  /// Whether inputs must wait: keys on the board apply to the board that shows the edits before
  /// them; a text that is typed only waits for the identifier of its last edit.
  private var mustWait: Bool {
    switch mode {
    case .prompt: false
    case .columnForm(let form): form.state == .made
    case .card(let editor):
      editor.chosenSection == nil ? model.edits.awaitsIdentifier : model.edits.isBehind
    case .browsing, .pressed, .dragging, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion, .boards, .archive, .help, .history, .receipts, .external:
      model.edits.isBehind
    }
  }

  private mutating func releaseHeld() {
    if let heldUntil, heldUntil <= model.now { model.edits.giveUpWaiting() }
    var count = 0
    while count < held.count, !mustWait {
      mode = next(mode, held[count])
      count += 1
    }
    held.removeFirst(count)
    if held.isEmpty {
      heldUntil = nil
    } else if count > 0 {
      heldUntil = model.now + BoardWindow.holdMilliseconds
    }
  }

  private mutating func next(_ mode: Mode, _ input: Input) -> Mode {
    if model.sizeClass == .tooSmall { return tooSmall(mode, input) }
    if let mode = takingBack(input, mode) { return mode }
    if model.raise == .asked { return answered(input, mode) }
    let next = taken(input, mode)
    if model.raise == .asked { awaitingRaise = input }
    return next
  }

  /// Takes the answer to whether the board may be raised, and handles the input that asked for it.
  private mutating func answered(_ input: Input, _ mode: Mode) -> Mode {
    guard case .key(let key, let modifiers) = input else { return mode }
    switch KeyChord(key, modifiers) {
    case .character("y"), .character("Y"):
      model.raise = .agreed
      defer { awaitingRaise = nil }
      return awaitingRaise.map { taken($0, mode) } ?? mode
    case .character("n"), .character("N"), KeyChord(.escape), .control("c"):
      (model.raise, awaitingRaise) = (.unneeded, nil)
      model.answer("The board stays as it is.")
    default: model.effects.append(.bell)
    }
    return mode
  }

  mutating func taken(_ input: Input, _ mode: Mode) -> Mode {
    switch mode.bearing(of: input) {
    case .none: break
    case .looks: model.notices.endRefusal(now: model.now)
    case .acts: model.notices.endAnswer(now: model.now)
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
      if case .mouse(let event) = input, model.isOnBoardBeside(event.position) {
        return onBoard(event, beside: editor)
      }
      var editor = editor
      return editor.handle(input, &model)
    case .history(let view):
      if case .mouse(let event) = input, model.isOnBoardBeside(event.position) {
        return onBoard(event, beside: view)
      }
      return history(view, input)
    case .prompt(var prompt): return prompt.handle(input, &model)
    case .actions(let menu): return actions(menu, input)
    case .reading(let pasted): return reading(pasted, input)
    case .destination, .offer, .columnMenu, .deletion, .boards, .archive, .help:
      return list(mode, input)
    case .receipts(let list): return receipts(list, input)
    case .columnForm(var form):
      if model.isFenced { return fenced(input, mode) }
      return form.handle(input, after: columnBefore, &model)
    case .external: return mode
    }
  }

  private mutating func browse(_ input: Input) -> Mode {
    switch input {
    case .key(let key, let modifiers):
      let chord = KeyChord(key, modifiers)
      if model.readCard != nil { return onCard(chord) }
      guard let command = Keymap.board[chord] else { return .browsing }
      return Browsing.handle(command, &model)
    case .mouse(let event):
      guard var drag = foreignPointerDrag(event) else { return Pointing.handle(event, &model) }
      return drag.handle(input, &model)
    case .paste(let paste):
      guard model.shownSubject == .board, model.opened == nil else {
        model.refuse(
          model.readCard == nil ? "Paste it on the board." : "Press Enter first, then paste.")
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

// This part does what follows from every event.
extension BoardWindow {
  var hasPrompt: Bool {
    if case .prompt = mode { true } else { false }
  }

  private var attention: NoticeQueue.Attention {
    if model.sizeClass == .tooSmall { return .away }
    switch mode {
    case .prompt: return .typing
    case .external: return .away
    case .browsing, .pressed, .dragging, .card, .actions, .destination, .offer, .reading,
      .columnMenu, .deletion, .boards, .archive, .help, .history, .receipts, .columnForm:
      return .watched
    }
  }

  private var isAtRest: Bool {
    switch mode {
    case .browsing, .pressed: true
    case .dragging, .card, .prompt, .actions, .destination, .offer, .reading, .columnMenu,
      .deletion,
      .boards, .archive, .help, .history, .receipts, .external, .columnForm:
      false
    }
  }

  private mutating func settleLayout(_ event: WindowEvent) {
    model.notices.attend(attention, now: model.now)
    model.isAtRest = isAtRest
    if hasPrompt {
      model.revealFocus(hasPrompt: true)
    } else if model.footerRows != footerRows, showedFocus {
      model.revealFocus()
    } else {
      model.clampScroll()
    }
    (footerRows, showedFocus) = (model.footerRows, model.isFocusVisible)
    tellHistory { $0.clampWhole($1) }
    if case .card(var editor) = mode {
      var followsCaret = true
      if case .input(.mouse(let mouse)) = event, case .wheel = mouse.action { followsCaret = false }
      editor.layOut(model, followsCaret: followsCaret)
      mode = .card(editor)
    }
    model.settleDetail(mode.openCard)
  }

  private func changesScreen(_ event: WindowEvent) -> Bool {
    switch event {
    case .input(.focus(true)), .clock, .viewStateSaved: return false
    default: return true
    }
  }

  private mutating func wake() {
    let next = [model.deadline, modeDeadline, saving.deadline, heldUntil].compactMap { $0 }.min()
    guard next != wakesAt else { return }
    wakesAt = next
    if let next { model.effects.append(.wake(at: next)) }
  }
}
