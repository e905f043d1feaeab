public import BoardModel
public import Screen
public import WindowSync

/// A window on one board: what it shows and what its keys do. The shell passes events with the
/// time, and performs the effects that come back, in order.
public struct BoardWindow: Sendable {
  var model: WindowModel
  var mode = Mode.browsing
  var heldInput = HeldInput()
  var restoring: Restoring
  var announced = Announced()

  /// - Parameters:
  ///   - user: the user whose favourites are shown.
  ///   - subject: what the window is for.
  ///   - identifiers: a source seeded with random bits.
  ///   - team: what the team is called on this device; nil where the device knows no other.
  ///   - restored: the state that was saved when the window ended.
  public init(
    session: SessionID, user: String, subject: Subject = .board, identifiers: IdentifierSource,
    size: TerminalSize, theme: Theme = Theme(), team: String? = nil, restored: ViewState? = nil
  ) {
    model = WindowModel(
      session: session, user: user, subject: subject, identifiers: identifiers, size: size,
      theme: theme, team: team, restored: restored ?? ViewState())
    restoring = Restoring(restored)
  }

  public var sizeClass: SizeClass { model.viewport.sizeClass }

  /// Handles an event.
  /// - Parameter now: the milliseconds of a clock that never goes back.
  /// - Returns: what the shell must do, in order.
  public mutating func handle(_ event: WindowEvent, now: UInt64) -> [WindowEffect] {
    model.advance(to: now)
    take(event)
    if case .list(let list, _) = mode, list.showsReceipts { model.recallIntents() }
    releaseHeld()
    settleSubject()
    settleCarried()
    settleLayout(event)
    model.askForNames(after: event)
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
      model.viewport.resize(size)
      model.revealFocus(hasPrompt: hasPrompt)
    case .board(let board, let change, let shown, let confirmed):
      show(board, change, shown, confirmed)
    case .clock(let time, let zone): model.set(time, zone: zone)
    case .made(let id, let intent):
      model.edits.wasMade(id, intent)
      made(id, intent)
    case .refused(let intent, let refusal): refused(intent, refusal)
    case .settled(let operation, let outcome): model.settled(operation, outcome)
    case .committed(let operations, let time):
      model.committed(operations, at: time)
      tellHistory { $0.committed(operations, at: time) }
    case .cardHistory(let operations, let from, let sequence, let time):
      tellHistory { $0.take(operations, from: from, sequence: sequence, time: time) }
    case .cardHistoryUnavailable(let from, let reason):
      tellHistory {
        $0.unavailable(reason, from: from)
        return nil
      }
    case .operation(let committed): model.inbox.took(committed)
    case .operationUnavailable: model.inbox.couldNotRecall()
    case .foundWindow(let session, let window): model.found(session, window)
    case .windowUnavailable: model.inbox.couldNotFind()
    case .status(let status):
      model.take(status)
      settleSubject()
      comeBack()
      tellHistory { $0.linkChanged(status) }
    case .standing(let standing): model.take(standing)
    case .replicaNotice(let notice):
      if let told = notice.words { model.notices.add(told) }
      settle(notice)
    case .viewStateSaved: savedViewState()
    case .viewStateNotSaved(let reason): failedToSaveViewState(reason)
    case .notice(let notice): model.notices.add(notice)
    case .certificateWarning(let warning):
      if let warning {
        model.report(warning, .loss, about: .certificate)
      } else {
        model.notices.withdraw(.certificate)
      }
    case .others(let others):
      let before = model.others.windows
      model.others.take(others, but: model.session, user: model.user, on: model.board)
      leaveDrag(since: before)
    case .moreOthers(let count): model.others.more = count
    case .session(let session): restart(as: session)
    case .boards(let boards):
      model.know(boards)
      listed(.listed(boards))
    case .boardsUnavailable(let reason): listed(.unavailable(reason))
    case .boardLost(let board, let holds): lost(board, holdsUnsentWork: holds)
    case .membership(let board, let role, let title):
      model.tellMembership(of: board, role, titled: title)
      if case .list(let list, _) = mode, list is BoardSwitcher { model.effects.append(.listBoards) }
    case .displayNames(let names): model.view.names.take(names)
    case .file(let path, let reading): took(reading, of: path)
    case .openedWindow(let subject, let result): opened(subject, result)
    case .drag(let report): take(report)
    case .invited(let author, let subject, let title): invited(by: author, subject, title)
    case .inviteAnswered(let user, let subject, let answer):
      inviteAnswered(user, subject, answer)
    case .editorFinished(let card, let result): mode = finished(card, result)
    case .resumed: model.effects.append(.repaint)
    case .timer:
      announced.timerFired()
      tick()
    }
  }
}
