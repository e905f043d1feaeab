import BoardModel
import LogRecords
import Wire

// How a window gets its session: the answer waits until the session's epoch is durable.
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
    guard let author = author(of: id) else { return }
    switch boards.place(of: body.board, for: author.user) {
    case nil:
      refuse(id, request, .unknown(body.board))
    case .damaged(let reason):
      refuse(id, request, .boardDamaged, "The board \(body.board) is damaged: \(reason)")
    case .stored, .loading, .reloading:
      waitForBoard(
        body.board, id, request, window.map(Message.attachWindow) ?? .attach(body))
    case .loaded:
      guard let board = boards.loaded(body.board) else { return }
      if let refusal = board.refusal(of: body, in: boards.incarnation) {
        return refuse(id, request, refusal)
      }
      decide(
        AttachRequest(
          connection: id, author: author, body: body, window: window,
          sequence: board.durable.sequence, creator: board.creation.operation.session,
          promise: promise(of: body.session),
          promised: window.flatMap { promised(for: $0, by: author) }), request)
    }
  }

  /// The session that was promised for what the window is for.
  private func promised(for window: AttachWindow, by author: Author) -> SessionID? {
    WindowKey(user: author.user, board: window.attach.board, window.activity).flatMap {
      promise(for: $0)?.session
    }
  }

  private mutating func decide(_ attach: AttachRequest, _ request: UInt64) {
    let (id, session) = (attach.connection, attach.body.session)
    let share = configuration.shares.sessions
    if sessions.isFull(for: attach, share) {
      for gone in sessions.makingRoom(for: attach.author, share, now: now) { forget(gone) }
    }
    let before = sessions.record(of: session)
    switch sessions.attach(attach, configuration.shares, now: now) {
    case .refused(let refusal): refuse(id, request, refusal)
    case .contested:
      guard let window = attach.window else { return }
      probe(
        session,
        for: Probe.Challenger(connection: id, request: request, message: .attachWindow(window)))
    case .admitted(let displaced):
      switch displaced {
      case .replaced(let old):
        releaseRoute(of: old)
        sayGoodbye(old, reason: 0, "This window has a newer connection.")
      case .fenced(let old): fence(old, off: session)
      case nil: break
      }
      noteTakeover(attach, from: before?.author, displaced)
      if let excess = sessions[session]?.excessOfInfo { noteInfoNotKept(of: id, excess) }
      connections[id]?.beginAttach(session)
      commits.readmit(session)
      commits.answer(.attached(id, request: request, session, attach.body))
    }
  }

  /// Notes for the audit that a window went to another device, or to another process while it was
  /// shown.
  private mutating func noteTakeover(
    _ attach: AttachRequest, from before: Author?, _ displaced: DisplacedRoute?
  ) {
    guard let before else { return }
    switch displaced {
    case .fenced: break
    case .replaced, nil: if before == attach.author { return }
    }
    access.note(
      AuditRecord(
        time: now.wall, kind: .takenOver, subject: DeviceName(before), author: attach.author,
        address: visitor(of: attach.connection)?.address ?? "",
        detail: "window \(attach.body.session) on board \(attach.body.board)"))
  }

  /// Answers ATTACH, now that the epoch is durable.
  mutating func completeAttach(
    _ id: ConnectionID, _ request: UInt64, _ sessionID: SessionID, _ body: Attach
  ) {
    guard case .ready(.attaching(sessionID)) = connections[id]?.phase,
      let session = sessions[sessionID],
      let durable = boards.durable(body.board)
    else { return }
    guard let user = author(of: id)?.user, boards.mayRead(body.board, user) else {
      releaseRoute(of: id)
      return refuse(id, request, .unknown(body.board))
    }
    guard body.level >= durable.level else {
      releaseRoute(of: id)
      return refuse(id, request, .levelTooOld, Coordinator.levelText(durable.level, body.level))
    }
    let missed = durable.sequence - body.sequence
    let replays =
      body.sequence > 0 && body.sequence >= durable.purges.last && missed <= Coordinator.replayLimit
    let subscription: AttachedWindow.Subscription =
      replays ? .replaying(next: body.sequence + 1, reading: nil) : .lagging
    connections[id]?.attach(
      AttachedWindow(
        session: sessionID, board: body.board, configuration: session.record.configuration,
        epoch: session.record.epoch, level: body.level, subscription: subscription,
        told: durable.sequence))
    boards.change(body.board) { $0.subscribe(id) }
    let attached = Attached(
      epoch: session.record.epoch, lastCounter: session.ledger.lastCounter,
      sequence: durable.sequence, level: durable.level,
      catchUp: replays ? .operations : .snapshot,
      outcomes: session.ledger.outcomes(from: body.firstPending))
    if body.wantsSnapshot, !replays {
      send(id, attached.frame(request: request, flags: [.response, .more]))
      sendSnapshot(of: body.board, to: id, answering: request, told: durable.sequence)
    } else {
      respond(id, request, attached)
      continueReplay(id)
    }
    continuePresence(id)
    if let excess = session.excessOfInfo { tellInfoNotKept(id, excess) }
    tellWatchers(of: sessionID, id)
    continueDrags(id)
  }

  static let unattachedText = "No window is attached to this connection. ATTACH first."

  static func levelText(_ needed: UInt16, _ known: UInt16) -> String {
    "The board has things on it that this program is too old for (it knows \(known), the board "
      + "needs \(needed)). Upgrade the program; `board unsent` prints what it has not sent."
  }

  /// The most missed operations that are replayed; beyond it a snapshot is cheaper.
  static let replayLimit: UInt64 = 4_096

  /// Tells those who wait for a window that it is shown, and the window which others have ended.
  mutating func tellWatchers(of session: SessionID, _ id: ConnectionID) {
    for watcher in openings.watchers.watchers(of: session) {
      send(watcher, WindowRegistered(session: session).frame())
    }
    tellEnds(to: session, id)
  }
}
