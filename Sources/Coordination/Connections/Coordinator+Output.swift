import BoardModel
import LogRecords
import Wire

// What is sent, and how much of it may wait.
extension Coordinator {
  mutating func send(_ id: ConnectionID, _ frame: Frame) {
    sendBytes(id, frame.bytes)
  }

  mutating func sendBytes(_ id: ConnectionID, _ bytes: [UInt8]) {
    guard let waiting = connections[id]?.outbox.gathered.count else { return }
    if waiting == 0 { gathered.append(id) }
    connections[id]?.outbox.gathered.append(contentsOf: bytes)
  }

  /// Sends bytes that take no room of other events, and are no reason to drop those.
  /// - Returns: whether there was room for the bytes.
  mutating func sendAside(_ bytes: [UInt8], to id: ConnectionID) -> Bool {
    guard let aside = connections[id]?.outbox.aside, aside + bytes.count <= Coordinator.asideBytes
    else { return false }
    connections[id]?.outbox.aside = aside + bytes.count
    sendBytes(id, bytes)
    return true
  }

  /// Answers a request, which is not open any more after that.
  mutating func respond(_ id: ConnectionID, _ request: UInt64, _ body: some MessageBody) {
    connections[id]?.openRequests.remove(request)
    send(id, body.frame(request: request, flags: .response))
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
    offset: UInt32? = nil
  ) {
    guard let connection = connections[id] else { return }
    if case .leaving = connection.phase { return }
    effects.append(.refused(id, text))
    let error = ErrorMessage(code: code, text: text, offset: offset)
    send(id, error.frame(request: request, flags: request == 0 ? [] : .response))
    sayGoodbye(id, reason: code.rawValue, text)
  }

  mutating func sayGoodbye(_ id: ConnectionID, reason: UInt16, _ text: String) {
    guard let connection = connections[id] else { return }
    if case .leaving = connection.phase { return }
    releaseRoute(of: id)
    send(id, Goodbye(reason: reason, text: text).frame())
    connections[id]?.phase = .leaving(deadline: now.monotonic + Coordinator.goodbyeMilliseconds)
    connections[id]?.openRequests = []
  }

  /// How long a peer that was sent GOODBYE may take to read it.
  static let goodbyeMilliseconds: UInt64 = 5_000

  /// Hands out what this turn gathered, in one piece for each connection.
  mutating func flushOutboxes() {
    for id in gathered {
      guard let connection = connections[id] else { continue }
      let bytes = connection.outbox.gathered
      if !bytes.isEmpty {
        effects.append(.send(id, bytes))
        connections[id]?.outbox.gathered = []
        if connection.outbox.unsent == 0 {
          connections[id]?.outbox.lastProgress = now.monotonic
        }
        connections[id]?.outbox.unsent += bytes.count
      }
      if case .leaving = connection.phase {
        effects.append(.finish(id))
      } else {
        pauseIfFull(id)
      }
    }
    gathered = []
  }

  /// Stops reading from a peer that does not read its answers, until it has read them.
  private mutating func pauseIfFull(_ id: ConnectionID) {
    guard let outbox = connections[id]?.outbox, !outbox.paused,
      outbox.weight > configuration.outboxBytes
    else { return }
    connections[id]?.outbox.paused = true
    effects.append(.pauseReading(id))
  }

  mutating func progress(_ id: ConnectionID, _ unsent: Int) {
    guard let outbox = connections[id]?.outbox else { return }
    connections[id]?.outbox.unsent = unsent
    connections[id]?.outbox.aside = min(outbox.aside, unsent)
    connections[id]?.outbox.lastProgress = now.monotonic
    if outbox.paused, unsent - min(outbox.aside, unsent) <= configuration.outboxBytes / 2 {
      connections[id]?.outbox.paused = false
      effects.append(.resumeReading(id))
      takeFrames(id)
    }
    continueReplay(id)
    continuePresence(id)
    continueDrags(id)
  }

  /// Whether an event of this size may still wait for the connection.
  func hasRoom(_ id: ConnectionID, for count: Int) -> Bool {
    guard let outbox = connections[id]?.outbox else { return false }
    return outbox.weight == 0 || outbox.weight + count <= configuration.outboxBytes
  }
}
