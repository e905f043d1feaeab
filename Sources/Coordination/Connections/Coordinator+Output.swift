import BoardModel
import LogRecords
import Wire

/// What a turn wants done.
struct TurnOutput: Sendable {
  private(set) var effects: [CoordinatorEffect] = []
  /// The connections with something gathered in this turn, in the order in which they got it.
  private var gathered: [ConnectionID] = []

  mutating func append(_ effect: CoordinatorEffect) { effects.append(effect) }

  /// Notes that something is gathered for a connection, for which nothing was before.
  mutating func gather(for id: ConnectionID) { gathered.append(id) }

  /// The connections for which something was gathered since this was last asked.
  mutating func takeGathered() -> [ConnectionID] {
    defer { gathered = [] }
    return gathered
  }

  mutating func take() -> [CoordinatorEffect] {
    defer { effects = [] }
    return effects
  }
}

// What is sent, and how much of it may wait.
extension Coordinator {
  mutating func send(_ id: ConnectionID, _ frame: Frame) {
    let cost = MessageCost.ofAnswer(frame.payload.count)
    if cost > 0 { turns.charge(payer(of: id), cost) }
    sendBytes(id, frame.bytes)
  }

  mutating func sendBytes(_ id: ConnectionID, _ bytes: [UInt8]) {
    if connections.change(id, { $0.outbox.gather(bytes) }) == true { output.gather(for: id) }
  }

  /// Sends bytes that take no room of other events, and are no reason to drop those.
  /// - Returns: whether there was room for the bytes.
  mutating func sendAside(_ bytes: [UInt8], to id: ConnectionID) -> Bool {
    guard connections.change(id, { $0.outbox.reserveAside(bytes.count) }) == true else {
      return false
    }
    sendBytes(id, bytes)
    return true
  }

  /// Answers a request, which is not open any more after that.
  mutating func respond(_ id: ConnectionID, _ request: UInt64, _ body: some MessageBody) {
    respond(id, body.frame(request: request, flags: .response))
  }

  mutating func respond(_ id: ConnectionID, _ frame: Frame) {
    connections.change(id) { $0.answered(frame.request) }
    send(id, frame)
  }

  /// Answers with what was read of boards, once everything is durable that was read.
  mutating func respondWhenDurable(
    _ id: ConnectionID, _ request: UInt64, _ frames: [Frame], to message: Message,
    reading read: [BoardID]
  ) {
    if read.allSatisfy({ boards.isSettled($0) }) {
      respond(id, frames)
    } else {
      commits.answerAfterAll(.content(id, request: request, message, of: read, frames))
      connections.change(id) { $0.outbox.hold(frames.payloadBytes) }
      output.gather(for: id)
    }
  }

  /// Takes up again an answer that waited for durability.
  /// - Parameter isTrue: whether it may be given as it is; else the request is taken again.
  mutating func resume(
    _ id: ConnectionID, _ request: UInt64, _ frames: [Frame], to message: Message, isTrue: Bool
  ) {
    connections.change(id) { $0.outbox.release(frames.payloadBytes) }
    if isTrue { respond(id, frames) } else { takeRequest(id, request, message) }
  }

  /// Answers a request with several frames.
  mutating func respond(_ id: ConnectionID, _ frames: [Frame]) {
    for frame in frames.dropLast() { send(id, frame) }
    if let last = frames.last { respond(id, last) }
  }

  mutating func refuse(
    _ id: ConnectionID, _ request: UInt64, _ code: ErrorCode, _ text: String,
    retryAfter: UInt32 = 0
  ) {
    respond(id, request, ErrorMessage(code: code, text: text, retryAfter: retryAfter))
  }

  mutating func refuse(_ id: ConnectionID, _ request: UInt64, _ refusal: Refusal) {
    refuse(id, request, refusal.code, refusal.text, retryAfter: refusal.retryAfter)
  }

  /// Ends a connection: sends an ERROR that says why and GOODBYE, then closes the socket.
  mutating func fail(
    _ id: ConnectionID, _ code: ErrorCode, _ text: String, request: UInt64 = 0,
    offset: UInt32? = nil, retryAfter: UInt32 = 0
  ) {
    guard connections.read(id, { $0.isLeaving }) == false else { return }
    output.append(.refused(id, text))
    let error = ErrorMessage(code: code, text: text, offset: offset, retryAfter: retryAfter)
    send(id, error.frame(request: request, flags: request == 0 ? [] : .response))
    sayGoodbye(id, reason: code.rawValue, text)
  }

  mutating func fail(_ id: ConnectionID, _ refusal: Refusal) {
    fail(id, refusal.code, refusal.text, retryAfter: refusal.retryAfter)
  }

  mutating func sayGoodbye(_ id: ConnectionID, reason: UInt16, _ text: String) {
    guard connections.read(id, { $0.isLeaving }) == false else { return }
    releaseRoute(of: id)
    noteUse(of: id)
    send(id, Goodbye(reason: reason, text: text).frame())
    connections[id]?.leave(by: clock.now.monotonic + Coordinator.goodbyeMilliseconds)
    countPartial(id)
  }

  /// How long a peer that was sent GOODBYE may take to read it.
  static let goodbyeMilliseconds: UInt64 = 5_000

  /// Hands out what this turn gathered, in one piece for each connection.
  mutating func flushOutboxes() {
    for id in output.takeGathered() {
      if connections.read(id, { $0.isCut }) == true { continue }
      let flushed = connections.change(id) { [clock] connection in
        let bytes = connection.outbox.flush(now: clock.now)
        let pauses = connection.pauseUnread()
        let change = connection.recountUnread()
        return (bytes, connection.outbox.unsent, connection.isLeaving, pauses, change)
      }
      guard let (bytes, unsent, isLeaving, pauses, change) = flushed else { continue }
      countUnread(change, of: id)
      if !bytes.isEmpty {
        measures.take(sent: bytes.count, waiting: unsent - bytes.count)
        output.append(.send(id, bytes))
      }
      if isLeaving {
        output.append(.finish(id))
      } else if pauses {
        output.append(.pauseReading(id))
      }
    }
  }

  mutating func progress(_ id: ConnectionID, _ unsent: Int) {
    let progress = connections.change(id) { [clock] in
      ($0.progress(unsent: unsent, now: clock.now), unread: $0.recountUnread())
    }
    guard let (progress, change) = progress else { return }
    countUnread(change, of: id)
    if progress.resumes { output.append(.resumeReading(id)) }
    if progress.hasRoom { awaitTurn(id) }
    continueSnapshot(id)
    continueReplay(id)
    continuePresence(id)
    continueDrags(id)
  }

  /// Notes how many bytes the socket has not yet taken, if nothing follows from it.
  /// - Returns: whether something waits for the socket to take bytes, so that `progressed` has to be
  ///   handled.
  public mutating func mustHandleProgress(
    _ id: ConnectionID, unsent: Int, now: Moment
  ) -> Bool {
    guard let waitsForRoom = connections.read(id, { $0.waitsForRoom }) else { return false }
    if waitsForRoom { return true }
    let change = connections.change(id) { connection in
      _ = connection.outbox.progress(unsent: unsent, limit: connection.outboxLimit, now: now)
      return connection.recountUnread()
    }
    countUnread(change ?? 0, of: id)
    return false
  }

  /// Whether an event of this size may still wait for the connection.
  func hasRoom(_ id: ConnectionID, for count: Int) -> Bool {
    connections.read(id) { $0.outbox.hasRoom(for: count, limit: $0.outboxLimit) } ?? false
  }
}

// Who speaks on a connection.
extension Coordinator {
  func author(of id: ConnectionID) -> Author? { connections.read(id) { $0.author } ?? nil }

  /// The window that is attached to a connection.
  func window(of id: ConnectionID) -> AttachedWindow? { connections.read(id) { $0.window } ?? nil }

  /// The session that a connection is attached to.
  func attachment(of id: ConnectionID) -> SessionID? {
    connections.read(id) { $0.window?.session } ?? nil
  }

  /// The window that is attached to a connection and has a feature that is not for commands.
  func window(of id: ConnectionID, with feature: UInt16) -> AttachedWindow? {
    connections.read(id) { $0.window(with: feature) } ?? nil
  }

  func hasAgreed(_ id: ConnectionID, on feature: UInt16) -> Bool {
    connections.read(id) { $0.features.contains(feature) } ?? false
  }

  /// Whether a request waits for its answer.
  func isOpen(_ request: UInt64, of id: ConnectionID) -> Bool {
    connections.read(id) { $0.openRequests.contains(request) } ?? false
  }
}

extension [Frame] {
  fileprivate var payloadBytes: Int { reduce(0) { $0 + $1.payload.count } }
}
