import Wire

/// What a link is used for: what is asked on it, how far a connection comes, and how the link ends.
protocol LinkUse {
  associatedtype Request: Hashable, Sendable
  associatedtype Stage: Hashable, Sendable
  /// Why the link is not dialed again by itself.
  associatedtype End: Hashable, Sendable

  /// The end of a link where one side does not accept the other's certificate.
  static func identityRefused(_ reason: String) -> End
}

/// What a link wants done, in the order of the list that a door returns.
enum LinkEffect<Use: LinkUse>: Hashable, Sendable {
  /// These three go to the shell as they are.
  case connect
  case send([UInt8])
  case disconnect
  /// No answer to these requests will come any more.
  case abandoned([Use.Request])
  /// The peer has been silent for too long; the link's user closes it.
  case silent
  /// The link is dialed again by itself after so many milliseconds.
  case interrupted(retryIn: UInt64)
  /// Nothing is dialed any more until somebody asks for it.
  case ended(Use.End)
}

/// The way to a coordinator: it is dialed, greeted, lost and dialed again, until its user ends it.
struct DialedLink<Use: LinkUse>: Sendable {
  typealias Effect = LinkEffect<Use>
  typealias Talk = Conversation<Use.Request>

  enum State: Sendable {
    case idle
    /// The pause before dialing; `attempt` is the number of failures since the link last lived.
    case waiting(until: UInt64, attempt: Int)
    case dialing(attempt: Int)
    /// There is a connection, and with it a conversation.
    case linked(Use.Stage, attempt: Int)
    /// The shell is closing the connection.
    case closing(Aftermath)
    case ended(Use.End)
  }

  /// What follows once the connection is closed.
  enum Aftermath: Hashable, Sendable {
    /// The link is dialed again after at least `pause` milliseconds.
    case retry(pause: UInt64, attempt: Int)
    case end(Use.End)
  }

  private(set) var state = State.idle
  /// What is said on the connection, exactly while the link is `linked`. It stands beside the state
  /// because whoever reads the payload of a case copies it, and this is read many times in a turn.
  private(set) var conversation = InPlace<Talk>()
  /// What ended the last connection, in the words of whoever ended it.
  var trouble = "there is no connection yet"
  /// The time before which not even a person dials: the coordinator asked for it (ERR-006).
  private(set) var earliestDial: UInt64 = 0

  var stage: Use.Stage? {
    if case .linked(let stage, _) = state { stage } else { nil }
  }

  /// The time at which the link has something to do by itself.
  var deadline: UInt64? {
    switch state {
    case .waiting(let until, _): until
    case .linked: conversation.read { $0.deadline }
    case .idle, .dialing, .closing, .ended: nil
    }
  }
}

// The doors of a link while there is no connection.
extension DialedLink {
  mutating func start() -> [Effect] {
    guard case .idle = state else { return [] }
    return dial()
  }

  /// Dials at once, as after a connection that lived.
  mutating func dial(attempt: Int = 0) -> [Effect] {
    state = .dialing(attempt: attempt)
    return [.connect]
  }

  /// Dials before the pause is over, unless the coordinator asked for the pause.
  mutating func hurry(now: UInt64) -> [Effect] {
    guard case .waiting(_, let attempt) = state else { return [] }
    if now >= earliestDial { return dial(attempt: attempt) }
    state = .waiting(until: earliestDial, attempt: attempt)
    return []
  }

  /// Dials again after all, as soon as the connection is closed.
  mutating func reviveOnceClosed() {
    if case .closing = state { state = .closing(.retry(pause: 0, attempt: 0)) }
  }

  /// Greets the coordinator on the connection that was dialed.
  mutating func connected(agent: String, grease: UInt8, stage: Use.Stage, now: UInt64) {
    guard case .dialing(let attempt) = state else { return }
    conversation = InPlace(Talk(agent: agent, grease: grease, now: now))
    state = .linked(stage, attempt: attempt)
  }

  /// Takes the end of the connection, or of the attempt to make one.
  /// - Parameter end: how the link ends if the connection was one that its user was about to end;
  ///   nil if it is dialed again.
  mutating func disconnected(
    _ reason: String, _ retry: DisconnectRetry, jitter: UInt64, end: Use.End?, now: UInt64
  ) -> [Effect] {
    switch state {
    case .idle, .waiting, .ended:
      return []
    case .dialing(let attempt):
      return lost(reason, retry, attempt, jitter, now)
    case .linked(_, let attempt):
      let abandoned = Effect.abandoned(conversation.take()?.unanswered ?? [])
      return [abandoned] + (end.map { finish($0) } ?? lost(reason, retry, attempt, jitter, now))
    case .closing(.retry(let pause, let attempt)):
      return wait(attempt, jitter, pause: pause, now)
    case .closing(.end(let end)):
      return finish(end)
    }
  }

  private mutating func lost(
    _ reason: String, _ retry: DisconnectRetry, _ attempt: Int, _ jitter: UInt64, _ now: UInt64
  ) -> [Effect] {
    trouble = reason
    return switch retry {
    case .automatic: wait(attempt, jitter, pause: 0, now)
    case .identityRefused: finish(Use.identityRefused(reason))
    }
  }

  private mutating func wait(
    _ attempt: Int, _ jitter: UInt64, pause: UInt64, _ now: UInt64
  ) -> [Effect] {
    let delay = max(Backoff.delay(attempt: attempt, jitter: jitter), pause)
    earliestDial = now + pause
    state = .waiting(until: now + delay, attempt: attempt + 1)
    return [.interrupted(retryIn: delay)]
  }

  private mutating func finish(_ end: Use.End) -> [Effect] {
    state = .ended(end)
    return [.ended(end)]
  }

  /// Ends a link on which there is no conversation; `hangUp` ends one on which there is.
  mutating func end(_ end: Use.End) -> [Effect] {
    switch state {
    case .idle, .waiting, .ended: return finish(end)
    case .dialing:
      state = .closing(.end(end))
      return [.disconnect]
    case .closing:
      state = .closing(.end(end))
      return []
    case .linked: return []
    }
  }

  mutating func timer(now: UInt64) -> [Effect] {
    switch state {
    case .waiting(let until, let attempt): return now >= until ? dial(attempt: attempt) : []
    case .linked:
      var isAlive = true
      converse { isAlive = $0.keepAlive(now: now) }
      return isAlive ? [] : [.silent]
    case .idle, .dialing, .closing, .ended: return []
    }
  }
}

// The doors of a link while there is a connection; without one they do nothing.
extension DialedLink {
  /// Lets `work` change the conversation, if there is one.
  mutating func converse<Fault: Error, Result>(
    _ work: (inout Talk) throws(Fault) -> Result
  ) throws(Fault) -> Result? {
    try conversation.change(work)
  }

  /// - Parameter isUp: whether the link lives now, so that a later failure is the first in a row.
  mutating func enter(_ stage: Use.Stage, isUp: Bool) {
    guard case .linked(_, let attempt) = state else { return }
    state = .linked(stage, attempt: isUp ? 0 : attempt)
  }

  mutating func flush(now: UInt64) -> [Effect] {
    let output = converse { $0.takeOutput(now: now) } ?? []
    return output.isEmpty ? [] : [.send(output)]
  }

  /// Closes the connection, and dials again after at least `retryAfter` milliseconds.
  mutating func hangUp(retryAfter: UInt64, _ goodbye: Goodbye, now: UInt64) -> [Effect] {
    guard case .linked(_, let attempt) = state else { return [] }
    let pause = min(retryAfter, UInt64(Limits.retryAfterMilliseconds))
    return hangUp(then: .retry(pause: pause, attempt: attempt), goodbye, now: now)
  }

  /// Closes the connection for good.
  mutating func hangUp(_ end: Use.End, _ goodbye: Goodbye, now: UInt64) -> [Effect] {
    hangUp(then: .end(end), goodbye, now: now)
  }

  private mutating func hangUp(
    then aftermath: Aftermath, _ goodbye: Goodbye, now: UInt64
  ) -> [Effect] {
    guard var talk = conversation.take() else { return [] }
    talk.event(goodbye)
    let output = talk.takeOutput(now: now)
    state = .closing(aftermath)
    return [.send(output), .disconnect, .abandoned(talk.unanswered)]
  }
}

/// When a machine asked to be woken: it asks again only for an earlier time.
struct WakeTime: Hashable, Sendable {
  private(set) var scheduled: UInt64?

  mutating func rang() { scheduled = nil }

  /// - Returns: the time to be asked for now; nil if the one that was asked for will do.
  mutating func schedule(_ deadline: UInt64?, now: UInt64) -> UInt64? {
    guard let deadline, deadline < scheduled ?? .max || scheduled ?? 0 <= now else { return nil }
    scheduled = deadline
    return deadline
  }
}
