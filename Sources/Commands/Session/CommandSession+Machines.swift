import BoardModel
import WindowSync
import Wire
import Wording

// Driving the directory or the replica inside, and taking their effects.
extension CommandSession {
  /// Handles one event at a time: events that an effect causes wait until the effects before are
  /// done, so that bytes are sent in order.
  mutating func drive(_ event: DirectoryEvent) {
    directoryInbox.append(event)
    guard directoryInbox.count == 1 else { return }
    while let next = directoryInbox.first {
      for effect in handled(next) where !isOver { take(effect) }
      directoryInbox.removeFirst()
    }
  }

  private mutating func handled(_ event: DirectoryEvent) -> [DirectoryEffect] {
    var directory: BoardDirectory
    let wrap: (BoardDirectory) -> State
    switch state {
    case .directory(let inner): (directory, wrap) = (inner, State.directory)
    case .listed(let inner): (directory, wrap) = (inner, State.listed)
    case .awaiting(let inner, let awaited):
      (directory, wrap) = (inner, { State.awaiting($0, awaited) })
    case .editing(let inner, let edits): (directory, wrap) = (inner, { State.editing($0, edits) })
    case .leaving(.directory(let inner)):
      (directory, wrap) = (inner, { State.leaving(.directory($0)) })
    case .idle, .board, .leaving, .ended: return []
    }
    let results = directory.handle(event, now: now)
    state = wrap(directory)
    return results
  }

  mutating func take(_ effect: DirectoryEffect) {
    switch effect {
    case .connect: effects.append(.connect(.directory))
    case .send(let bytes): effects.append(.send(.directory, bytes))
    case .disconnect: effects.append(.disconnect(.directory))
    case .answered(let question, let answer): answered(question, answer)
    case .registered(let session): registered(session)
    case .membership: return
    case .interrupted(let reason, _):
      trouble = reason
      askAgain()
    case .refused(let refusal): take(refusal)
    case .wake(let at): machineWake = at
    case .left: end()
    }
  }

  /// The board that is attached to; nil where none is.
  private var boardID: BoardID? {
    switch state {
    case .board(let replica, _), .leaving(.board(let replica)): replica.identity.board
    case .idle, .directory, .listed, .awaiting, .editing, .leaving, .ended: nil
    }
  }

  /// The store of the coordinator that answers; nil where none does.
  var store: IncarnationID? {
    switch state {
    case .directory(let directory), .listed(let directory), .awaiting(let directory, _),
      .editing(let directory, _):
      directory.store
    case .board(let replica, _): replica.store
    case .idle, .leaving, .ended: nil
    }
  }

  private mutating func answered(_ question: Question, _ answer: Answer) {
    switch (state, answer) {
    case (.editing, _): made(question, answer)
    // It came after the command had gone on without it.
    case _ where question.isFarewell: return
    case (.awaiting, .success(.windows(let list))): awaited(list.windows)
    case (.awaiting, .failure(let failure)) where failure.code == .windowUnknown: shown(false)
    case (_, .failure(let failure)): fail(CommandFailure(failure, to: question))
    case (_, .success(let message)):
      if case .directory(let directory) = state { state = .listed(directory) }
      effects.append(.answered(message))
    }
  }

  /// Handles one event at a time: events that an effect causes wait until the effects before are
  /// done, so that bytes are sent in order.
  mutating func drive(_ event: ReplicaEvent) {
    inbox.append(event)
    guard inbox.count == 1 else { return }
    while let next = inbox.first {
      for effect in handled(next) where !isOver { take(effect) }
      inbox.removeFirst()
    }
  }

  mutating func handled(_ event: ReplicaEvent) -> [ReplicaEffect] {
    var replica: Replica
    var work: Work?
    switch state {
    case .board(let inner, let current): (replica, work) = (inner, current)
    case .leaving(.board(let inner)): replica = inner
    case .idle, .directory, .listed, .awaiting, .editing, .leaving, .ended: return []
    }
    // The replica has a single owner while it changes, so that no board is copied.
    state = .idle
    let results = replica.handle(event, now: now)
    state = work.map { .board(replica, $0) } ?? .leaving(.board(replica))
    return results
  }

  mutating func take(_ effect: ReplicaEffect) {
    switch effect {
    case .connect: effects.append(.connect(.board))
    case .send(let bytes): effects.append(.send(.board, bytes))
    case .disconnect: effects.append(.disconnect(.board))
    // A command keeps nothing on disk. If it is killed before the answer comes, its user does not
    // know the outcome.
    case .persist: drive(.stored)
    case .carryOver: drive(.carriedOver)
    case .needsFreshIdentity: effects.append(.needsFreshIdentity)
    case .settled(let operation, let outcome): settled(Decision(operation, outcome))
    case .forget(let session, let through): confirmed(session, through)
    case .refused(_, let reason): refused(reason)
    case .committed(let operations): if isFollowing { effects.append(.committed(operations)) }
    case .changed(let change):
      if change.reloaded, isFollowing { effects.append(.reloaded) }
    case .answered(let question, let answer):
      guard case .board(let replica, .reading) = state else { return }
      switch answer {
      case .success(let message):
        state = .board(replica, .ready)
        effects.append(.answered(message))
      case .failure(let failure) where question.isRefused(failure):
        fail(CommandFailure(failure, to: question))
      case .failure:
        state = .board(replica, .reading(question, asked: false))
      }
    case .status(let status): take(status)
    case .notice(let notice): take(notice)
    case .standing(let standing): if case .readOnly(let refusal) = standing { take(refusal) }
    case .wake(let at): machineWake = at
    case .left: end()
    case .saveSession, .saveBoard, .mayRead, .forgetBoard, .clearPurged, .clearJournal, .saveReport,
      .others,
      .moreOthers,
      .registered,
      .activated, .windowsGone, .invited, .membership, .users, .drag:
      return
    }
  }

  private mutating func refused(_ reason: EditRefusal) {
    guard case .leftOut = reason else { return fail(CommandFailure(reason)) }
    guard case .board(_, .deciding) = state else { return }
    // The session is in good order, and is closed as after an edit that was made.
    effects.append(.failed(CommandFailure(reason)))
    finish()
  }

  mutating func settled(_ decision: Decision) {
    guard case .board(let replica, .deciding(var deciding)) = state else { return }
    deciding.decisions.append(decision)
    state = .board(replica, .deciding(deciding))
    completeDecisions()
  }

  mutating func confirmed(_ session: SessionID, _ through: UInt64) {
    guard case .board(let replica, .deciding(var deciding)) = state else { return }
    deciding.confirmed = Deciding.Confirmed(session: session, through: through)
    state = .board(replica, .deciding(deciding))
    completeDecisions()
  }

  mutating func completeDecisions() {
    guard case .board(let replica, .deciding(let deciding)) = state, deciding.isComplete else {
      return
    }
    state = .board(replica, .ready)
    effects.append(.decided(deciding.decisions))
  }

  /// Whoever leaves a board by an edit has its outcome, and is never sent the edit itself.
  private mutating func readingLost() {
    // The replica let go of the edit with the board, which decided it in this turn.
    if effects.contains(where: \.isDecision) { return }
    guard case .board(let replica, .deciding(let deciding)) = state, deciding.isDecided else {
      return fail(CommandFailure(.refused, "you may not read this board any longer"))
    }
    state = .board(replica, .ready)
    effects.append(.decided(deciding.decisions))
  }

  mutating func take(_ status: SyncStatus) {
    guard case .board(let replica, let work) = state else { return }
    switch (work, status) {
    case (.opening(let toFollow), .saved):
      if toFollow { deadline = nil }
      state = .board(replica, toFollow ? .following(linked: true) : .ready)
      effects.append(.ready)
    case (.reading, .saved):
      readOn()
    case (.following(false), .saved):
      state = .board(replica, .following(linked: true))
      effects.append(.linkBack)
    case (.following(true), .reconnecting):
      state = .board(replica, .following(linked: false))
      effects.append(.linkLost)
    default: return
    }
  }

  mutating func take(_ notice: ReplicaNotice) {
    switch notice {
    case .storeUnavailable(let reason): fail(unwritten(reason))
    case .coordinatorFault(let reason): trouble = reason
    case .resubmitted, .expired, .storeReplaced, .diverged, .infoNotKept, .ending, .ended: return
    }
  }

  mutating func take(_ refusal: LinkRefusal) {
    switch refusal {
    case .identityRefused(let reason): fail(CommandFailure(.identity, reason))
    case .revoked(let reason):
      fail(CommandFailure(.identity, Wording.revoked(reason)))
    case .boardUnknown:
      let name = boardID.map { " \(Naming.quoted($0.description))" } ?? ""
      fail(CommandFailure(.notFound, "there is no board\(name)"))
    case .readingLost: readingLost()
    case .upgradeNeeded(let reason):
      fail(CommandFailure(.refused, "\(reason): upgrade this program"))
    case .refused(_, let reason): fail(CommandFailure(.refused, reason))
    }
  }
}

extension SessionEffect {
  fileprivate var isDecision: Bool { if case .decided = self { true } else { false } }
}

extension Question {
  /// Whether a failure is an answer: what is asked of the board is asked again behind a cut, and what
  /// concerns anything else is not, as the work of the command is done then.
  fileprivate func isRefused(_ failure: Unanswered) -> Bool {
    guard let code = failure.code else { return false }
    return !isOfBoard || code.retry == .never && code != .notAttached
  }
}
