import BoardModel
import LogRecords
import Wire

// What happens when time passes, and the orderly stop.
extension Coordinator {
  /// Handles the timer. Whatever depends on `now` alone is looked at in every turn anyway.
  mutating func wake() {
    guard clock.wake() else { return }
    for id in connections.keys.sorted() { checkDeadlines(id) }
    // Changes of sessions are written within a tick, also where nobody edits.
    commits.save(sessions.takeUnsaved())
    if access.owesRevocations || access.owesUses { commits.saveAccess() }
    if clock.takeSweep() {
      forgetOldSessions()
      access.sweep(now: now)
      noteUses()
      for board in boards.places.keys.sorted() { endWindowsWithoutCard(on: board) }
      unloadIdleBoards()
    }
    if case .serving(let idleSince?) = life, let limit = configuration.idleExitMilliseconds,
      now.monotonic - idleSince >= limit
    {
      startDraining()
    }
  }

  private mutating func checkDeadlines(_ id: ConnectionID) {
    let keepalive = configuration.keepaliveMilliseconds
    switch connections.read(id, { $0.demand(now: now, keepalive: keepalive) }) {
    case nil, .nothing: return
    case .failure(let refusal): fail(id, refusal.code, refusal.text)
    case .finish: output.append(.finish(id))
    case .ping:
      guard let number = connections[id]?.ping() else { return }
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

  mutating func startDraining() {
    switch life {
    case .opening: life = .stopped
    case .serving:
      life = .draining(
        deadline: now.monotonic + Coordinator.goodbyeMilliseconds, goodbye: false)
    case .draining, .stopped: return
    }
    if life == .stopped { output.append(.stopped) }
  }

  /// Commits, then says goodbye, then stops: each step begins when the one before is done.
  mutating func advanceDrain() {
    guard case .draining(let deadline, let goodbye) = life else { return }
    if !goodbye {
      guard commits.inFlight == nil else { return }
      for id in connections.keys.sorted() {
        sayGoodbye(id, reason: ErrorCode.draining.rawValue, "This coordinator is stopping.")
      }
      tellAllRefusals()
      if access.owesUses { commits.saveAccess() }
      life = .draining(deadline: deadline, goodbye: true)
      flushOutboxes()
      cutGroup()
    }
    guard commits.inFlight == nil, connections.isEmpty || now.monotonic >= deadline else { return }
    life = .stopped
    output.append(.stopped)
  }

  mutating func scheduleWake() {
    let deadlines = [
      presence.next(now: now), openings.deadline, drags.loads.deadline, drags.deadline,
      refusals.deadline,
    ]
    if let moment = clock.schedule(ticks: needsTimer, deadlines: deadlines) {
      output.append(.wake(at: moment))
    }
  }

  private var needsTimer: Bool {
    switch life {
    case .opening, .stopped: false
    case .draining: true
    case .serving:
      !connections.isEmpty || sessions.count > 0 || access.owesRevocations || access.owesUses
        || configuration.idleExitMilliseconds != nil
    }
  }
}
