import BoardModel
import Wire

// The way to the coordinator: dialing, greeting, losing it, leaving it.
extension Replica {
  mutating func start() {
    guard case .idle = link else { return }
    dial(attempt: 0)
  }

  private mutating func dial(attempt: Int) {
    link = .dialing(attempt: attempt)
    effects.append(.connect)
  }

  mutating func greet() {
    guard case .dialing(let attempt) = link else { return }
    let grease = UInt8(truncatingIfNeeded: identity.instance.low)
    link = .linked(
      Conversation(agent: Replica.agent, grease: grease, now: now), .greeting, attempt: attempt)
  }

  mutating func receive(_ bytes: [UInt8]) {
    converse { $0.feed(bytes, now: $1) }
    do throws(LinkFault) {
      while let incoming = try nextIncoming() { try take(incoming) }
    } catch {
      notice(.coordinatorFault(error.text))
      trouble = error.text
      converse { conversation, _ in
        conversation.event(
          ErrorMessage(code: error.code, text: error.text, offset: error.offset))
      }
      closeLink(
        retryAfter: Backoff.faultPause, goodbye: Goodbye(reason: error.code.rawValue, text: ""))
    }
  }

  private mutating func nextIncoming() throws(LinkFault) -> Incoming<ReplicaRequest>? {
    guard case .linked(var conversation, let phase, let attempt) = link else { return nil }
    link = .idle  // `conversation` is the sole owner while it changes: nothing is copied.
    defer { link = .linked(conversation, phase, attempt: attempt) }
    return try conversation.next()
  }

  /// Lets `work` change the conversation, if there is one.
  mutating func converse(_ work: (inout Conversation<ReplicaRequest>, UInt64) -> Void) {
    guard case .linked(var conversation, let phase, let attempt) = link else { return }
    link = .idle  // `conversation` is the sole owner while it changes: nothing is copied.
    work(&conversation, now)
    link = .linked(conversation, phase, attempt: attempt)
  }

  var conversation: Conversation<ReplicaRequest>? {
    if case .linked(let conversation, _, _) = link { conversation } else { nil }
  }

  var phase: Phase? {
    if case .linked(_, let phase, _) = link { phase } else { nil }
  }

  mutating func setPhase(_ phase: Phase) {
    guard case .linked(let conversation, _, let attempt) = link else { return }
    link = .linked(conversation, phase, attempt: phase == .live ? 0 : attempt)
  }

  /// Closes the connection with a GOODBYE, and dials again after at least `retryAfter`
  /// milliseconds.
  mutating func closeLink(retryAfter: UInt64, goodbye: Goodbye = Goodbye(reason: 0, text: "")) {
    guard case .linked(_, _, let attempt) = link else { return }
    closeLink(
      .retry(pause: min(retryAfter, Backoff.longestRetryAfter), attempt: attempt),
      goodbye: goodbye)
  }

  /// Closes the connection with a GOODBYE.
  mutating func closeLink(
    _ aftermath: Aftermath, goodbye: Goodbye = Goodbye(reason: 0, text: "")
  ) {
    guard case .linked(var conversation, let phase, _) = link else { return }
    conversation.event(goodbye)
    effects.append(.send(conversation.takeOutput(now: now)))
    effects.append(.disconnect)
    abandon(conversation)
    link = .closing(phase.isDeparture ? departure(from: phase, aftermath) : aftermath)
  }

  /// What follows the connection; a window that was leaving does not come back because it failed.
  private func departure(from phase: Phase, _ aftermath: Aftermath) -> Aftermath {
    switch (phase, aftermath) {
    case (.detaching(.surrender, _), _): .rest(over)
    case (_, .leave): aftermath
    case (_, .retry), (_, .rest): .leave(kept: true)
    }
  }

  /// Fails the requests that this connection will not answer any more; sent edits are sent again
  /// later.
  private mutating func abandon(_ conversation: Conversation<ReplicaRequest>) {
    for request in conversation.unanswered {
      if case .history(let token) = request {
        effects.append(.historyUnavailable(token: token, reason: "the connection ended"))
      }
      if case .open(let session) = request {
        effects.append(.notOpened(session, reason: "the connection ended"))
      }
      if case .invite(let invite) = request {
        effects.append(.inviteAnswered(invite, .failed(reason: "the connection ended")))
      }
      if case .drop = request { failDrag(request, "the connection ended") }
    }
    queue.markAllUnsent()
    acknowledging.detached()
  }

  mutating func disconnected(_ reason: String, _ retry: DisconnectRetry, _ jitter: UInt64) {
    switch link {
    case .idle, .waiting, .stopped, .left:
      return
    case .dialing(let attempt):
      lost(reason, retry, attempt, jitter)
    case .linked(let conversation, let phase, let attempt):
      // A window that is opened on this machine has only the saved board for a while.
      if phase == .live { saveBoard(atOnce: true) }
      abandon(conversation)
      switch phase {
      case .leaving, .detaching(.leave, _): finishLeaving(kept: true)
      case .detaching(.surrender, _): rest(over)
      default: lost(reason, retry, attempt, jitter)
      }
    case .closing(.retry(let pause, let attempt)):
      wait(attempt, jitter, pause: pause)
    case .closing(.rest(let rest)):
      self.rest(rest)
    case .closing(.leave(let kept)):
      finishLeaving(kept: kept)
    }
  }

  private mutating func lost(
    _ reason: String, _ retry: DisconnectRetry, _ attempt: Int, _ jitter: UInt64
  ) {
    trouble = reason
    switch retry {
    case .automatic:
      wait(attempt, jitter, pause: 0)
    case .identityRefused:
      notice(.identityRefused(reason))
      link = .stopped(.refused(.identityRefused(reason), reason: reason))
    }
  }

  private mutating func wait(_ attempt: Int, _ jitter: UInt64, pause: UInt64) {
    let delay = max(Backoff.delay(attempt: attempt, jitter: jitter), pause)
    earliestDial = now + pause
    link = .waiting(until: now + delay, attempt: attempt + 1)
  }

  private mutating func rest(_ rest: StopReason) {
    // A person has decided by now to take the session over.
    if case .inUse = rest, manner == .takeOver { return dial(attempt: 0) }
    link = .stopped(rest)
    if rest.isOver { surrender() }
  }

  mutating func timer() {
    scheduled = nil
    switch link {
    case .waiting(let until, let attempt):
      if now >= until { dial(attempt: attempt) }
    case .linked(_, let phase, _):
      if let deadline = phase.deadline, now >= deadline {
        expire(phase)
      } else {
        keepAlive()
      }
    case .idle, .dialing, .closing, .stopped, .left:
      return
    }
  }

  private mutating func keepAlive() {
    var alive = true
    converse { alive = $0.keepAlive(now: $1) }
    guard !alive else { return }
    trouble = "the coordinator does not answer"
    closeLink(
      retryAfter: 0, goodbye: Goodbye(reason: ErrorCode.keepaliveTimeout.rawValue, text: ""))
  }

  private mutating func expire(_ phase: Phase) {
    switch phase {
    case .leaving, .detaching(.leave, _): closeLink(.leave(kept: true))
    case .detaching(.surrender, _): closeLink(.rest(over))
    default: return
    }
  }

  mutating func resumeNow() {
    switch link {
    case .waiting(_, let attempt) where now < earliestDial:
      link = .waiting(until: earliestDial, attempt: attempt)
    case .waiting(_, let attempt): dial(attempt: attempt)
    case .stopped(.refused), .stopped(.upgrade), .stopped(.inUse): dial(attempt: 0)
    case .idle, .dialing, .linked, .closing, .stopped(.fenced), .stopped(.ended), .left: return
    }
  }

  mutating func notice(_ notice: ReplicaNotice) { effects.append(.notice(notice)) }
}

extension Phase {
  /// Whether the window is on its way out.
  var isDeparture: Bool {
    switch self {
    case .leaving, .detaching: true
    default: false
    }
  }

  var deadline: UInt64? {
    switch self {
    case .leaving(_, let deadline), .detaching(_, let deadline): deadline
    default: nil
    }
  }
}
