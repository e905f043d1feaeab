import BoardModel
import DequeModule
import LogRecords
import Wire

// Who may act for a session: attaching, taking over, giving up.
extension Coordinator {
  /// - Parameter window: the message that `body` was part of, for a window that is listed.
  mutating func attach(
    _ id: ConnectionID, _ request: UInt64, _ body: Attach, as window: AttachWindow?
  ) {
    guard case .ready(.none) = connections[id]?.phase else {
      return refuse(
        id, request, .alreadyAttached, "A window is attached to this connection. DETACH it first.")
    }
    guard case .serving = life else {
      return refuse(id, request, .notNow, "This coordinator is stopping.", retryAfter: 1_000)
    }
    switch boards[body.board] {
    case nil:
      refuse(id, request, .boardUnknown, "There is no board \(body.board) here.")
    case .damaged(let reason):
      refuse(id, request, .boardDamaged, "The board \(body.board) is damaged: \(reason)")
    case .stored, .loading:
      waitForBoard(
        body.board, id, request, window.map(Message.attachWindow) ?? .attach(body))
    case .loaded(let board):
      guard let author = connections[id]?.author else { return }
      if let refusal = refusal(of: body, as: window, by: author, on: board) {
        return refuse(id, request, refusal.code, refusal.text)
      }
      if let window, isContested(window) {
        return probe(
          body.session,
          for: Probe.Challenger(
            connection: id, request: request, message: .attachWindow(window)))
      }
      admit(id, request, body, author, as: window)
    }
  }

  private func refusal(
    of body: Attach, as window: AttachWindow?, by author: Author, on board: LoadedBoard
  ) -> (code: ErrorCode, text: String)? {
    let fromHere = body.incarnation == IncarnationID(high: 0, low: 0)
    if !fromHere && body.incarnation != incarnation || body.sequence > board.durable.sequence {
      return (
        .incarnationChanged,
        "The coordinator's store was restored or made anew since this window was here. "
          + "Start a new window."
      )
    }
    if body.level < board.tip.level {
      return (.levelTooOld, Coordinator.levelText(board.tip.level, body.level))
    }
    if let window, let refusal = refusal(of: window, by: author) { return refusal }
    guard let session = sessions[body.session] else {
      if body.epoch > 0 || body.firstPending > 1
        || body.session == board.creation.operation.session
      {
        return (
          .sessionUnknown,
          "The window \(body.session) is not known here any longer. Start a new one."
        )
      }
      if sessions.count >= Limits.sessions {
        return (.limitReached, "This coordinator remembers \(Limits.sessions) windows and no more.")
      }
      return nil
    }
    if session.record.author.user != author.user {
      return (.notYourSession, "The window \(body.session) belongs to another user.")
    }
    if let end = session.record.window?.end {
      // If the log fails the window has not ended, and telling it now that it had would lose it.
      guard session.durable?.window?.end != nil else { return Coordinator.endsJustNow }
      let reason = end.reason.isEmpty ? "" : ": \(end.reason)"
      return (
        .sessionEnded,
        "This window was closed by \(end.author.user) on \(end.author.device)\(reason)."
      )
    }
    if session.record.board != body.board {
      return (.otherBoard, "The window \(body.session) is on the board \(session.record.board).")
    }
    if session.record.instance != body.instance, body.epoch > 0,
      body.epoch != session.record.epoch, window?.previous != session.record.instance
    {
      // Its counters may have been given to other operations since, so the log tells it what it
      // has.
      return (
        .fenced,
        "Another terminal took the window \(body.session) over while this one was away."
      )
    }
    if body.firstPending > session.ledger.lastCounter + 1 {
      return (
        .sessionUnknown,
        "The window's next edit is number \(body.firstPending), but the last known here is "
          + "\(session.ledger.lastCounter). Start a new window."
      )
    }
    return nil
  }

  /// Removes the old route; the new one waits until its epoch is durable.
  private mutating func admit(
    _ id: ConnectionID, _ request: UInt64, _ body: Attach, _ author: Author,
    as window: AttachWindow?
  ) {
    if var session = sessions[body.session] {
      let sameInstance = session.record.instance == body.instance
      if let old = session.route { remove(route: old, of: body.session, replaced: sameInstance) }
      session.route = nil
      if !sameInstance {
        session.record.epoch += 1
        session.record.instance = body.instance
      }
      session.record.lastSeen = now.wall
      // The window has the outcomes it no longer asks about, though a crash may have lost its
      // ACKNOWLEDGE.
      session.acknowledge(
        counter: max(body.firstPending, 1) - 1, sequence: body.sequence,
        durable: durableBoard(body.board)?.sequence ?? 0)
      sessions[body.session] = session
      if let window { noteReturn(window, of: author) }
    } else {
      let record = SessionRecord(
        id: body.session, board: body.board, author: author, configuration: body.configuration,
        instance: body.instance, epoch: 1, acknowledgedCounter: 0, acknowledgedSequence: 0,
        lastSeen: now.wall, window: window.map { newRecord(of: $0) })
      remember(Session(record: record, durable: nil, route: nil, ledger: Session.Ledger()))
    }
    sessions[body.session]?.route = id
    connections[id]?.phase = .ready(.attaching(body.session))
    commits.gathering.removedSessions.removeAll { $0 == body.session }
    commits.gathering.add(body.session)
    commits.gathering.answers.append(.attached(id, request: request, body.session, body))
  }

  /// Takes a session away from a connection that is open.
  private mutating func remove(
    route old: ConnectionID, of session: SessionID, replaced: Bool
  ) {
    if replaced {
      releaseRoute(of: old)
      return sayGoodbye(old, reason: 0, "This window has a newer connection.")
    }
    fence(old, off: session)
  }

  /// Tells a connection that it does not speak for the session any longer.
  mutating func fence(_ old: ConnectionID, off session: SessionID) {
    let waiting = commits.withdrawAttach(of: old)
    releaseRoute(of: old)
    let text = "Another terminal took the window \(session) over."
    if let waiting {
      refuse(old, waiting, .fenced, text)
    } else {
      send(old, ErrorMessage(code: .fenced, text: text).frame())
    }
  }

  /// Takes a connection's session away without telling the peer.
  mutating func withdraw(_ id: ConnectionID) {
    let waiting = commits.withdrawAttach(of: id)
    releaseRoute(of: id)
    let (code, text) = Coordinator.endsJustNow
    if let waiting { refuse(id, waiting, code, text, retryAfter: 1_000) }
  }

  /// The answer about a session whose end is not durable yet: a later request learns of the end.
  private static let endsJustNow = (code: ErrorCode.notNow, text: "This window is being closed.")

  /// The session that a connection is attached to.
  func attachment(of id: ConnectionID) -> SessionID? {
    connections[id]?.window?.session
  }

  /// Ends what a connection may do for its session; the connection stays.
  mutating func releaseRoute(of id: ConnectionID) {
    guard case .ready(let attachment) = connections[id]?.phase else { return }
    connections[id]?.phase = .ready(.none)
    switch attachment {
    case .none: return
    case .attaching(let session):
      _ = commits.withdrawAttach(of: id)
      leave(session, id)
    case .attached(let window):
      endPresence(of: window.session, on: window.board)
      removeSubscriber(id, from: window.board)
      leave(window.session, id)
    }
  }

  private mutating func leave(_ session: SessionID, _ id: ConnectionID) {
    guard sessions[session]?.route == id else { return }
    sessions[session]?.route = nil
    sessions[session]?.record.lastSeen = now.wall
    sessions[session]?.record.window?.since = now.wall
    unsavedSessions.insert(session)
  }

  /// Takes a session into memory.
  mutating func remember(_ session: Session) {
    sessions[session.record.id] = session
    windowIndex.insert(session.record)
  }

  /// Takes a session out of memory.
  mutating func dropSession(_ id: SessionID) {
    guard let session = sessions.removeValue(forKey: id) else { return }
    windowIndex.remove(session.record)
    watchers.remove(id)
    endsToTell.remove(id)
  }

  private mutating func removeSubscriber(_ id: ConnectionID, from board: BoardID) {
    changeLoaded(board) { [now] loaded in
      loaded.subscribers.removeAll { $0 == id }
      if loaded.subscribers.isEmpty { loaded.idleSince = now.monotonic }
    }
  }

  mutating func detach(_ id: ConnectionID, _ request: UInt64, _ body: Detach) {
    guard let session = connections[id]?.window?.session else {
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    releaseRoute(of: id)
    if body.close {
      forget(session)
    } else {
      commits.gathering.add(session)
    }
    commits.gathering.answers.append(.detached(id, request: request))
  }

  /// Removes a session from memory, and from the log with the next group.
  mutating func forget(_ session: SessionID) {
    guard sessions[session] != nil else { return }
    dropSession(session)
    unsavedSessions.remove(session)
    commits.gathering.sessions.removeAll { $0 == session }
    commits.gathering.removedSessions.append(session)
  }

  /// Answers ATTACH, now that the epoch is durable.
  mutating func completeAttach(
    _ id: ConnectionID, _ request: UInt64, _ sessionID: SessionID, _ body: Attach
  ) {
    guard case .ready(.attaching(sessionID)) = connections[id]?.phase,
      let session = sessions[sessionID],
      let durable = durableBoard(body.board)
    else { return }
    guard body.level >= durable.level else {
      releaseRoute(of: id)
      return refuse(id, request, .levelTooOld, Coordinator.levelText(durable.level, body.level))
    }
    let missed = durable.sequence - body.sequence
    let replays = body.sequence > 0 && missed <= Coordinator.replayLimit
    let subscription: AttachedWindow.Subscription =
      replays ? .replaying(next: body.sequence + 1, reading: nil) : .lagging
    connections[id]?.phase = .ready(
      .attached(
        AttachedWindow(
          session: sessionID, board: body.board, epoch: session.record.epoch, level: body.level,
          subscription: subscription, told: durable.sequence)))
    connections[id]?.isOutgrown = false
    changeLoaded(body.board) { $0.subscribers.append(id) }
    respond(
      id, request,
      Attached(
        epoch: session.record.epoch, lastCounter: session.ledger.lastCounter,
        sequence: durable.sequence, level: durable.level,
        catchUp: replays ? .operations : .snapshot,
        outcomes: outcomes(of: session, from: body.firstPending)))
    continueReplay(id)
    continuePresence(id)
    windowAttached(sessionID, id)
    continueDrags(id)
  }

  static let unattachedText = "No window is attached to this connection. ATTACH first."

  static func levelText(_ needed: UInt16, _ known: UInt16) -> String {
    "The board has things on it that this program is too old for (it knows \(known), the board "
      + "needs \(needed)). Upgrade the program; `board unsent` prints what it has not sent."
  }

  /// The most missed operations that are replayed; beyond it a snapshot is cheaper.
  static let replayLimit: UInt64 = 4_096

  private func outcomes(of session: Session, from counter: UInt64) -> [StoredOutcome] {
    var result: [StoredOutcome] = []
    var size = 0
    for entry in session.ledger.entries where entry.stored.counter >= counter {
      var writer = ByteWriter()
      writer.storedOutcome(entry.stored)
      size += writer.bytes.count
      if size > Limits.chunkBytes / 2 { break }
      result.append(entry.stored)
    }
    return result
  }
}

extension CommitQueue {
  /// Forgets that a connection waits for ATTACHED.
  /// - Returns: the request that ATTACHED would have answered.
  mutating func withdrawAttach(of id: ConnectionID) -> UInt64? {
    if let request = gathering.withdrawAttach(of: id) { return request }
    return inFlight?.withdrawAttach(of: id)
  }
}

extension CommitQueue.Group {
  fileprivate mutating func withdrawAttach(of id: ConnectionID) -> UInt64? {
    let index = answers.firstIndex { answer in
      if case .attached(id, _, _, _) = answer { true } else { false }
    }
    guard let index else { return nil }
    return answers.remove(at: index).address.request
  }
}
