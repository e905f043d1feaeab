import BoardModel
import Wire

/// Asks a coordinator what it holds, and makes boards, without a session.
public struct BoardDirectory: Sendable {
  /// The most requests that may wait for the link. A person never gives as many; a script has to
  /// await answers before it asks for more.
  static let bound = 1_000

  enum State: Sendable {
    case idle
    case waiting(until: UInt64, attempt: Int)
    case dialing(attempt: Int)
    case linked(Conversation<DirectoryRequest>, attempt: Int)
    case closing(Aftermath)
    case refused
    case left
  }

  enum Aftermath: Hashable, Sendable {
    case retry(pause: UInt64, attempt: Int, reason: String)
    case refused
    case leave
  }

  var state = State.idle
  /// The requests without an answer, in the order they were made; the first `asked` of them are
  /// sent.
  private var waiting: [DirectoryRequest] = []
  private var asked = 0
  private var gathered: [BoardSummary] = []
  private var gatheredWindows: [WindowSummary] = []
  private var effects: [DirectoryEffect] = []
  private var now: UInt64 = 0
  private var scheduled: UInt64?
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
    case .start: if case .idle = state { dial(attempt: 0) }
    case .connected: greet()
    case .received(let bytes): receive(bytes)
    case .disconnected(let reason, let retry, let jitter): disconnected(reason, retry, jitter)
    case .list: add(.list)
    case .create(let board, let operation): add(.create(board, operation))
    case .listWindows(let session): add(.listWindows(session))
    case .openWindow(let body): add(.openWindow(body))
    case .endWindow(let body): add(.endWindow(body))
    case .invite(let body): add(.invite(body))
    case .timer: timer()
    case .leave: leave()
    }
    ask()
    flush()
    schedule()
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

  private mutating func dial(attempt: Int) {
    state = .dialing(attempt: attempt)
    effects.append(.connect)
  }

  private mutating func greet() {
    guard case .dialing(let attempt) = state else { return }
    state = .linked(
      Conversation(agent: "board command", grease: grease, now: now), attempt: attempt)
  }

  private mutating func receive(_ bytes: [UInt8]) {
    guard case .linked(var conversation, let attempt) = state else { return }
    conversation.feed(bytes, now: now)
    state = .linked(conversation, attempt: attempt)
    do throws(LinkFault) {
      while case .linked(var conversation, let attempt) = state {
        guard let incoming = try conversation.next() else {
          state = .linked(conversation, attempt: attempt)
          return
        }
        state = .linked(conversation, attempt: attempt)
        try take(incoming)
      }
    } catch {
      let fault = ErrorMessage(code: error.code, text: error.text, offset: error.offset)
      close(retryAfter: Backoff.faultPause, reason: error.text, saying: fault)
    }
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
      refuse(
        error.code == .identityRefused
          ? .identityRefused(error.text) : .refused(error.code, error.text))
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

  private mutating func refuse(_ notice: ReplicaNotice) {
    effects.append(.refused(notice))
    close(.refused)
  }

  private mutating func close(
    retryAfter: UInt64, reason: String, saying error: ErrorMessage? = nil
  ) {
    guard case .linked(_, let attempt) = state else { return }
    let pause = min(retryAfter, Backoff.longestRetryAfter)
    close(.retry(pause: pause, attempt: attempt, reason: reason), saying: error)
  }

  private mutating func close(_ aftermath: Aftermath, saying error: ErrorMessage? = nil) {
    guard case .linked(var conversation, _) = state else { return }
    if let error { conversation.event(error) }
    conversation.event(Goodbye(reason: error?.code.rawValue ?? 0, text: ""))
    effects += [.send(conversation.takeOutput(now: now)), .disconnect]
    reset()
    state = .closing(aftermath)
  }

  /// Every request without an answer is asked again on the next connection.
  private mutating func reset() {
    asked = 0
    gathered = []
    gatheredWindows = []
  }

  private mutating func disconnected(
    _ reason: String, _ retry: DisconnectRetry, _ jitter: UInt64
  ) {
    switch state {
    case .idle, .waiting, .refused, .left: return
    case .dialing(let attempt), .linked(_, let attempt):
      reset()
      guard retry == .automatic else {
        effects.append(.refused(.identityRefused(reason)))
        state = .refused
        return
      }
      wait(attempt, jitter, pause: 0, reason)
    case .closing(.retry(let pause, let attempt, let reason)):
      wait(attempt, jitter, pause: pause, reason)
    case .closing(.refused):
      state = .refused
    case .closing(.leave):
      state = .left
      effects.append(.left)
    }
  }

  private mutating func wait(_ attempt: Int, _ jitter: UInt64, pause: UInt64, _ reason: String) {
    let delay = max(Backoff.delay(attempt: attempt, jitter: jitter), pause)
    state = .waiting(until: now + delay, attempt: attempt + 1)
    effects.append(.interrupted(reason: reason, retryIn: delay))
  }

  private mutating func timer() {
    scheduled = nil
    switch state {
    case .waiting(let until, let attempt):
      if now >= until { dial(attempt: attempt) }
    case .linked(var conversation, let attempt):
      let alive = conversation.keepAlive(now: now)
      state = .linked(conversation, attempt: attempt)
      if !alive { close(retryAfter: 0, reason: "the coordinator does not answer") }
    case .idle, .dialing, .closing, .refused, .left:
      return
    }
  }

  private mutating func leave() {
    switch state {
    case .idle, .waiting, .refused:
      state = .left
      effects.append(.left)
    case .dialing:
      effects.append(.disconnect)
      state = .closing(.leave)
    case .linked: close(.leave)
    case .closing: state = .closing(.leave)
    case .left: return
    }
  }

  private mutating func ask() {
    guard case .linked(var conversation, var attempt) = state else { return }
    while asked < waiting.count, conversation.hasRoom {
      let next = waiting[asked]
      // Lists come in parts; the parts of two lists at a time would be mixed.
      if next.answersInParts, waiting.prefix(asked).contains(where: \.answersInParts) { break }
      if next.isAboutWindows,
        conversation.welcome?.features.contains(Feature.windows) != true
      {
        waiting.remove(at: asked)
        effects.append(.failed(next, Self.knowsNoWindows))
        continue
      }
      switch next {
      case .list: conversation.request(ListBoards(), next)
      case .create(let board, let operation):
        conversation.request(CreateBoard(board: board, operation: operation), next)
      case .listWindows(let session): conversation.request(ListWindows(session: session), next)
      case .openWindow(let body): conversation.request(body, next)
      case .endWindow(let body): conversation.request(body, next)
      case .invite(let body): conversation.request(body, next)
      }
      asked += 1
    }
    if conversation.welcome != nil { attempt = 0 }
    state = .linked(conversation, attempt: attempt)
  }

  private mutating func flush() {
    guard case .linked(var conversation, let attempt) = state else { return }
    let output = conversation.takeOutput(now: now)
    state = .linked(conversation, attempt: attempt)
    if !output.isEmpty { effects.append(.send(output)) }
  }

  private mutating func schedule() {
    let next: UInt64
    switch state {
    case .waiting(let until, _): next = until
    case .linked(let conversation, _): next = conversation.deadline
    case .idle, .dialing, .closing, .refused, .left: return
    }
    guard next < scheduled ?? .max || scheduled ?? 0 <= now else { return }
    scheduled = next
    effects.append(.wake(at: next))
  }
}
