public import BoardModel
import Wire

/// Asks a coordinator what it holds, and makes boards, without a session.
public struct BoardDirectory: Sendable {
  /// The most questions that may wait for the link. A person never gives as many; a script has to
  /// await answers before it asks for more.
  static let bound = 1_000

  private(set) var link = DialedLink<DirectoryLink>()
  /// The questions without an answer, in the order they were asked; the first `sent` of them are
  /// on the connection.
  private var waiting: [Question] = []
  private var sent = 0
  /// The session that edits are submitted for; nil where no ATTACH was answered.
  private var attached: Attach?
  private var effects: [DirectoryEffect] = []
  private var now: UInt64 = 0
  private var wakeTime = WakeTime()
  private let grease: UInt8

  /// - Parameter grease: any number; it chooses the meaningless values that are sent along.
  public init(grease: UInt8) {
    self.grease = grease
  }

  /// The coordinator's store; nil while there is no link.
  public var store: IncarnationID? { link.conversation.read { $0.welcome?.incarnation } }

  /// Takes one event.
  /// - Parameter now: milliseconds of a clock that never goes back.
  public mutating func handle(_ event: DirectoryEvent, now: UInt64) -> [DirectoryEffect] {
    self.now = max(now, self.now)
    switch event {
    case .start: perform(link.start())
    case .connected: link.connected(agent: Self.agent, grease: grease, stage: .greeted, now: now)
    case .received(let bytes): receive(bytes)
    case .disconnected(let reason, let retry, let jitter):
      perform(link.disconnected(reason, retry, jitter: jitter, end: nil, now: now))
    case .ask(let question): add(question)
    case .timer:
      wakeTime.rang()
      perform(link.timer(now: now))
    case .leave: leave()
    }
    sendNext()
    perform(link.flush(now: now))
    if let time = wakeTime.schedule(link.deadline, now: now) { effects.append(.wake(at: time)) }
    defer { effects = [] }
    return effects
  }

  private mutating func add(_ question: Question) {
    if waiting.count < Self.bound { return waiting.append(question) }
    let failure = Unanswered("Too many requests wait already.", code: .tooManyRequests)
    effects.append(.answered(question, .failure(failure)))
  }

  private static let agent = "board command"

  private mutating func perform(_ linkEffects: [LinkEffect<DirectoryLink>]) {
    for effect in linkEffects {
      switch effect {
      case .connect: effects.append(.connect)
      case .send(let bytes): effects.append(.send(bytes))
      case .disconnect: effects.append(.disconnect)
      // They are asked again on the next connection.
      case .abandoned: sent = 0
      case .silent: close(retryAfter: 0, reason: "the coordinator does not answer")
      case .interrupted(let delay):
        effects.append(.interrupted(reason: link.trouble, retryIn: delay))
      case .ended(.identityRefused(let reason)):
        effects.append(.refused(.identityRefused(reason)))
      case .ended(.refused): break  // That was told when it was refused.
      case .ended(.left): effects.append(.left)
      }
    }
  }

  private mutating func receive(_ bytes: [UInt8]) {
    let now = now
    _ = link.converse { $0.feed(bytes, now: now) }
    do throws(LinkFault) {
      while let incoming = try nextIncoming() { try take(incoming) }
    } catch {
      let fault = ErrorMessage(code: error.code, text: error.text, offset: error.offset)
      close(retryAfter: Backoff.faultPause, reason: error.text, saying: fault)
    }
  }

  private mutating func nextIncoming() throws(LinkFault) -> Incoming<Question>? {
    try link.converse { (talk) throws(LinkFault) in try talk.next() } ?? nil
  }

  private mutating func take(_ incoming: Incoming<Question>) throws(LinkFault) {
    switch incoming {
    case .welcome: return
    case .answer(let question, let message): finish(question, .success(message))
    case .event(.windowRegistered(let registered)):
      effects.append(.registered(registered.session))
    case .event(.membership(let membership)): effects.append(.membership(membership))
    case .event: return
    case .request:
      throw LinkFault(.unexpectedMessage, "What is carried is asked of windows only.")
    case .failure(let question, let error): fail(question, error)
    case .goodbye(let goodbye):
      let code = ErrorCode(rawValue: goodbye.reason)
      if code.rawValue != 0, code.scope == .connection, code.retry == .never {
        refuse(.refused(code, goodbye.text))
      } else {
        close(retryAfter: 0, reason: goodbye.text)
      }
    }
  }

  private mutating func finish(_ question: Question, _ answer: Answer) {
    if let index = waiting.firstIndex(of: question) {
      waiting.remove(at: index)
      if index < sent { sent -= 1 }
    }
    if case (.attach(let body), .success(.attached(let answer))) = (question, answer) {
      attached = body.again(after: answer, in: link.conversation.read { $0.welcome })
      link.enter(.attached, isUp: true)
    }
    if case (.detach, .success) = (question, answer) {
      attached = nil
      link.enter(.greeted, isUp: true)
    }
    effects.append(.answered(question, answer))
    if case (.attach, .failure(let failure)) = (question, answer) { loseSession(failure) }
  }

  /// There is no such session any longer: whoever left it hears why.
  private mutating func loseSession(_ failure: Unanswered) {
    attached = nil
    for case .detach(let body) in waiting { finish(.detach(body), .failure(failure)) }
  }

  private mutating func fail(_ question: Question?, _ error: ErrorMessage) {
    let pause = UInt64(error.retryAfter)
    switch (error.code.scope, error.code.retry) {
    case (.connection, .never):
      refuse(LinkRefusal(error))
    case (.connection, .afresh): refuse(.upgradeNeeded(error.text))
    case (.session, .never) where question != nil, (.session, .afresh) where question != nil:
      if let question { finish(question, .failure(Unanswered(error))) }
    case (.connection, _), (.session, _): close(retryAfter: pause, reason: error.text)
    // The coordinator did not make the board; a person decides whether to wait for room.
    case (.request, .later) where error.code == .storeUnavailable:
      if let question { finish(question, .failure(Unanswered(error))) }
    case (.request, .later), (.request, .reconnect):
      close(retryAfter: max(pause, Replica.laterPause), reason: error.text)
    case (.request, _):
      if let question { finish(question, .failure(Unanswered(error))) }
    }
  }

  private mutating func refuse(_ refusal: LinkRefusal) {
    effects.append(.refused(refusal))
    perform(link.hangUp(.refused, Goodbye(reason: 0, text: ""), now: now))
  }

  private mutating func close(
    retryAfter: UInt64, reason: String, saying error: ErrorMessage? = nil
  ) {
    link.trouble = reason
    if let error { _ = link.converse { $0.event(error) } }
    let goodbye = Goodbye(reason: error?.code.rawValue ?? 0, text: "")
    perform(link.hangUp(retryAfter: retryAfter, goodbye, now: now))
  }

  private mutating func leave() {
    if case .ended(.left) = link.state { return }
    if link.conversation.isEmpty { return perform(link.end(.left)) }
    // Nothing is left to be learned of the session, so nobody waits until it is forgotten.
    if link.stage == .attached { _ = link.converse { $0.demand(Detach(close: true)) } }
    perform(link.hangUp(.left, Goodbye(reason: 0, text: ""), now: now))
  }

  private mutating func sendNext() {
    guard let welcome = link.conversation.read({ $0.welcome }) else { return }
    if link.stage != .attached { link.enter(.greeted, isUp: true) }
    while sent < waiting.count, link.conversation.read({ $0.hasRoom }) == true {
      let next = waiting[sent]
      // The parts of a list wait in memory for the last one, so lists come one at a time.
      if next.isAnsweredInParts, waiting.prefix(sent).contains(where: \.isAnsweredInParts) {
        break
      }
      if next.needsSession, link.stage != .attached, let attached {
        if waiting.prefix(sent).contains(.attach(attached)) { break }
        waiting.insert(.attach(attached), at: sent)
        continue
      }
      guard next.isUnderstood(with: welcome.features) else {
        waiting.remove(at: sent)
        let failure = Unanswered(next.tooOld, code: .windowUnknown)
        effects.append(.answered(next, .failure(failure)))
        continue
      }
      _ = link.converse { $0.request(next.body, next) }
      sent += 1
    }
  }
}

/// The use that a directory makes of its link.
enum DirectoryLink: LinkUse {
  typealias Request = Question

  /// A directory's connection serves as soon as the coordinator has greeted it, but for edits, which
  /// need an attachment.
  enum Stage: Hashable, Sendable {
    case greeted
    case attached
  }

  enum End: Hashable, Sendable {
    case refused
    case identityRefused(String)
    case left
  }

  static func identityRefused(_ reason: String) -> End { .identityRefused(reason) }
}

extension Attach {
  /// What attaches the same process to the same session once more.
  fileprivate func again(after answer: Attached, in welcome: Welcome?) -> Attach {
    Attach(
      board: board, session: session, instance: instance, configuration: configuration,
      epoch: answer.epoch, incarnation: welcome?.incarnation ?? incarnation, sequence: sequence,
      firstPending: firstPending, level: level)
  }
}
