import BoardModel
import LogRecords
import Wire

// What happens when time passes, and the orderly stop.
extension Coordinator {
  /// How often deadlines are looked at while there is any. A shorter interval would wake the
  /// machine for nothing: no deadline is shorter than five of these.
  static let tickMilliseconds: UInt64 = 1_000

  /// How often sessions and boards are looked through for those that may go.
  static let sweepMilliseconds: UInt64 = 60_000

  /// Handles the timer. Whatever depends on `now` alone is looked at in every turn anyway.
  mutating func wake() {
    nextWake = nil
    if now.monotonic >= nextTick ?? 0 { tick() }
  }

  private mutating func tick() {
    nextTick = nil
    for id in connections.keys.sorted() { checkDeadlines(id) }
    // Changes of sessions are written within a tick, also where nobody edits.
    commits.save(sessions.takeUnsaved())
    if now.monotonic - lastSweep >= Coordinator.sweepMilliseconds {
      lastSweep = now.monotonic
      forgetOldSessions()
      for board in boards.keys.sorted() { endWindowsWithoutCard(on: board) }
      unloadIdleBoards()
    }
    if case .serving(let idleSince?) = life, let limit = configuration.idleExitMilliseconds,
      now.monotonic - idleSince >= limit
    {
      startDraining()
    }
  }

  private mutating func checkDeadlines(_ id: ConnectionID) {
    guard let connection = connections[id] else { return }
    switch connection.phase {
    case .greeting(let deadline):
      guard now.monotonic >= deadline else { return }
      fail(
        id, .helloTimeout, "No complete HELLO within \(Limits.helloMilliseconds) milliseconds.")
    case .leaving(let deadline):
      // The shell closes when all is sent; a peer that does not read is not waited for.
      if now.monotonic >= deadline { effects.append(.finish(id)) }
    case .ready:
      checkLiveness(id, connection)
    }
  }

  private mutating func checkLiveness(_ id: ConnectionID, _ connection: Connection) {
    let interval = UInt64(configuration.keepaliveMilliseconds)
    if connection.outbox.unsent > 0,
      now.monotonic - connection.outbox.lastProgress >= Limits.stalledMilliseconds
    {
      return fail(id, .stalled, "Nothing was read here for too long.")
    }
    // A peer that is not read from cannot be heard.
    if connection.outbox.paused { return }
    let silence = now.monotonic - connection.lastHeard
    if silence >= interval * Limits.silenceTenths / 10 {
      fail(id, .keepaliveTimeout, "Nothing was heard for \(silence) milliseconds.")
    } else if silence >= interval, !connection.pinged {
      connections[id]?.pinged = true
      guard let number = connections[id]?.nextOwnRequest() else { return }
      send(id, Ping(nonce: now.monotonic).frame(request: number))
    }
  }

  private mutating func forgetOldSessions() {
    for expiry in sessions.expired(now: now) {
      switch expiry {
      case .ends(let id, let author):
        end(id, .standard, "it was away for \(Limits.sessionDays) days", by: author)
      case .isForgotten(let id): forget(id)
      }
    }
  }

  /// How long a board that nobody looks at stays in memory; the log has it.
  static let idleBoardMilliseconds: UInt64 = 600_000

  private mutating func unloadIdleBoards() {
    for (id, place) in boards {
      guard case .loaded(let board) = place, board.subscribers.isEmpty,
        now.monotonic - board.idleSince >= Coordinator.idleBoardMilliseconds,
        board.tip.sequence == board.durable.sequence, !commits.holds(id)
      else { continue }
      boards[id] = .stored
    }
  }

  mutating func startDraining() {
    switch life {
    case .opening: life = .stopped
    case .serving:
      life = .draining(
        deadline: now.monotonic + Coordinator.goodbyeMilliseconds, goodbye: false)
    case .draining, .stopped: return
    }
    if life == .stopped { effects.append(.stopped) }
  }

  /// Commits, then says goodbye, then stops: each step begins when the one before is done.
  mutating func advanceDrain() {
    guard case .draining(let deadline, let goodbye) = life else { return }
    if !goodbye {
      guard commits.inFlight == nil else { return }
      for id in connections.keys.sorted() {
        sayGoodbye(id, reason: ErrorCode.draining.rawValue, "This coordinator is stopping.")
      }
      life = .draining(deadline: deadline, goodbye: true)
      flushOutboxes()
      cutGroup()
    }
    guard commits.inFlight == nil, connections.isEmpty || now.monotonic >= deadline else { return }
    life = .stopped
    effects.append(.stopped)
  }

  mutating func scheduleWake() {
    if nextTick == nil, needsTimer { nextTick = now.monotonic + Coordinator.tickMilliseconds }
    guard
      let moment = [nextTick, nextPresence, nextProbe, nextLoad, drags.deadline].compactMap(\.self)
        .min(),
      moment < nextWake ?? .max
    else { return }
    nextWake = moment
    effects.append(.wake(at: moment))
  }

  private var needsTimer: Bool {
    switch life {
    case .opening, .stopped: false
    case .draining: true
    case .serving:
      !connections.isEmpty || sessions.count > 0 || configuration.idleExitMilliseconds != nil
    }
  }
}
