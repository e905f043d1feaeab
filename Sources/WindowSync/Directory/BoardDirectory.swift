import BoardModel
import Wire

/// Asks a coordinator what it holds, and makes boards, without a session.
public struct BoardDirectory: Sendable {
  /// The most requests that may wait for the link. A person never gives as many; a script has to
  /// await answers before it asks for more.
  static let bound = 1_000

  private(set) var link = DialedLink<DirectoryLink>()
  /// The requests without an answer, in the order they were made; the first `asked` of them are
  /// sent.
  private var waiting: [DirectoryRequest] = []
  private var asked = 0
  private var gathered: [BoardSummary] = []
  private var gatheredWindows: [WindowSummary] = []
  private var effects: [DirectoryEffect] = []
  private var now: UInt64 = 0
  private var wakeTime = WakeTime()
  private let grease: UInt8

  /// - Parameter grease: any number; it chooses the meaningless values that are sent along.
  public init(grease: UInt8) {
    self.grease = grease
  }

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
    case .list: add(.list)
    case .create(let board, let operation): add(.create(board, operation))
    case .listWindows(let session): add(.listWindows(session))
    case .openWindow(let body): add(.openWindow(body))
    case .endWindow(let body): add(.endWindow(body))
    case .invite(let body): add(.invite(body))
    case .timer:
      wakeTime.rang()
      perform(link.timer(now: now))
    case .leave: leave()
    }
    ask()
    perform(link.flush(now: now))
    if let time = wakeTime.schedule(link.deadline, now: now) { effects.append(.wake(at: time)) }
    defer { effects = [] }
    return effects
  }

  private mutating func add(_ request: DirectoryRequest) {
    guard waiting.count < Self.bound else {
      let error = ErrorMessage(code: .tooManyRequests, text: "Too many requests wait already.")
      effects.append(.failed(request, error))
      return
    }
    waiting.append(request)
  }

  private static let knowsNoWindows = ErrorMessage(
    code: .windowUnknown,
    text: "This coordinator is too old to list or open windows: upgrade it.")

  private static let agent = "board command"

  private mutating func perform(_ linkEffects: [LinkEffect<DirectoryLink>]) {
    for effect in linkEffects {
      switch effect {
      case .connect: effects.append(.connect)
      case .send(let bytes): effects.append(.send(bytes))
      case .disconnect: effects.append(.disconnect)
      case .abandoned: reset()
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

  private mutating func nextIncoming() throws(LinkFault) -> Incoming<DirectoryRequest>? {
    try link.converse { (talk) throws(LinkFault) in try talk.next() } ?? nil
  }

  private mutating func take(_ incoming: Incoming<DirectoryRequest>) throws(LinkFault) {
    switch incoming {
    case .welcome: return
    case .answer(let request, .boards(let boards), let more):
      gathered += boards.boards
      guard gathered.count <= Limits.boards else {
        throw LinkFault(.unexpectedMessage, "More than \(Limits.boards) boards.")
      }
      guard !more else { return }
      finish(request, .boards(gathered))
      gathered = []
    case .answer(.create(let board, let operation), .outcome(let outcome), _):
      finish(.create(board, operation), .created(board, outcome.stored))
    case .answer(let request, .windows(let list), let more):
      gatheredWindows += list.windows
      guard gatheredWindows.count <= Limits.sessions else {
        throw LinkFault(.unexpectedMessage, "More than \(Limits.sessions) windows.")
      }
      guard !more else { return }
      finish(request, .windows(gatheredWindows))
      gatheredWindows = []
    case .answer(let request, .windowOpened(let opened), _):
      finish(request, .windowOpened(opened))
    case .answer(.endWindow(let body), .windowEnded, _):
      finish(.endWindow(body), .windowEnded(body.session))
    case .answer(.invite(let body), .invited(let invited), _):
      finish(.invite(body), .invited(windows: invited.windows))
    case .event(.windowRegistered(let registered)):
      effects.append(.registered(registered.session))
    case .answer, .event: return
    case .request:
      throw LinkFault(.unexpectedMessage, "What is carried is asked of windows only.")
    case .failure(let request, let error): fail(request, error)
    case .goodbye(let goodbye):
      let code = ErrorCode(rawValue: goodbye.reason)
      if code.rawValue != 0, code.scope == .connection, code.retry == .never {
        refuse(.refused(code, goodbye.text))
      } else {
        close(retryAfter: 0, reason: goodbye.text)
      }
    }
  }

  private mutating func finish(_ request: DirectoryRequest, _ effect: DirectoryEffect) {
    if let index = waiting.prefix(asked).firstIndex(of: request) {
      waiting.remove(at: index)
      asked -= 1
    }
    effects.append(effect)
  }

  private mutating func fail(_ request: DirectoryRequest?, _ error: ErrorMessage) {
    let pause = UInt64(error.retryAfter)
    switch (error.code.scope, error.code.retry) {
    case (.connection, .never):
      refuse(LinkRefusal(error))
    case (.connection, .afresh): refuse(.upgradeNeeded(error.text))
    case (.connection, _), (.session, _): close(retryAfter: pause, reason: error.text)
    // The coordinator did not make the board; a person decides whether to wait for room.
    case (.request, .later) where error.code == .storeUnavailable:
      guard let request else { return }
      finish(request, .failed(request, error))
    case (.request, .later), (.request, .reconnect):
      close(retryAfter: max(pause, Replica.laterPause), reason: error.text)
    case (.request, _):
      guard let request else { return }
      if request == .list { gathered = [] }
      if case .listWindows = request { gatheredWindows = [] }
      finish(request, .failed(request, error))
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

  /// Every request without an answer is asked again on the next connection.
  private mutating func reset() {
    asked = 0
    gathered = []
    gatheredWindows = []
  }

  private mutating func leave() {
    if case .ended(.left) = link.state { return }
    if link.conversation == nil { return perform(link.end(.left)) }
    perform(link.hangUp(.left, Goodbye(reason: 0, text: ""), now: now))
  }

  private mutating func ask() {
    guard let welcome = link.conversation?.welcome else { return }
    link.enter(.greeted, isUp: true)
    while asked < waiting.count, link.conversation?.hasRoom == true {
      let next = waiting[asked]
      // Lists come in parts; the parts of two lists at a time would be mixed.
      if next.comesInParts, waiting.prefix(asked).contains(where: \.comesInParts) { break }
      if let feature = next.feature, !welcome.features.contains(feature) {
        waiting.remove(at: asked)
        effects.append(.failed(next, Self.knowsNoWindows))
        continue
      }
      _ = link.converse { $0.request(next.body, next) }
      asked += 1
    }
  }
}

/// The use that a directory makes of its link.
enum DirectoryLink: LinkUse {
  typealias Request = DirectoryRequest

  /// A directory's connection serves as soon as the coordinator has greeted it.
  enum Stage: Hashable, Sendable { case greeted }

  enum End: Hashable, Sendable {
    case refused
    case identityRefused(String)
    case left
  }

  static func identityRefused(_ reason: String) -> End { .identityRefused(reason) }
}
