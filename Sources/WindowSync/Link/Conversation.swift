import BoardModel
import Wire

/// What arrived on a connection, beside what the conversation deals with by itself.
enum Incoming<Request: Hashable & Sendable>: Hashable, Sendable {
  case welcome(Welcome)
  /// The answer to a request: all parts of a list as one, ATTACHED and each SNAPSHOT when it comes.
  case answer(Request, Message)
  /// An ERROR: the answer to a request, or an event, for which the request is nil.
  case failure(Request?, ErrorMessage)
  case event(Message)
  /// A request of the peer, to be answered under that number.
  case request(Load, UInt64)
  case goodbye(Goodbye)
}

/// One connection, seen from the side that dialed it: frames, the numbers of requests, the requests
/// that await an answer, and whether the peer is alive. Bytes to be written gather in it.
struct Conversation<Request: Hashable & Sendable>: Sendable {
  /// The peer's WELCOME; until then nothing but HELLO may be asked.
  private(set) var welcome: Welcome?
  /// What WELCOME says that is asked in each turn; nothing and nil until then.
  private var features: [UInt16] = []
  private var requestsInFlight: Int?
  /// The largest payload that may be sent, in bytes.
  private(set) var frameLimit = Limits.frameBytes
  private var interval = bounded(Limits.keepaliveMilliseconds)
  private var decoder = FrameDecoder(limit: Limits.frameBytes)
  private var output: [UInt8] = []
  private(set) var lastRequest: UInt64 = 0
  private(set) var lastPeerRequest: UInt64 = 0
  /// The requests without an answer, in the order they were asked; at most `requestsInFlight`.
  private(set) var open: [Open] = []
  /// The parts of their answers that have come, as one, by the numbers of the requests.
  private var parts: [UInt64: Message] = [:]
  private(set) var lastSent: UInt64
  private(set) var lastHeard: UInt64
  private let grease: UInt8

  struct Open: Hashable, Sendable {
    let number: UInt64
    /// The type of the message that asks.
    let type: FrameType
    /// The request of the window; nil for HELLO and PING, which the conversation sends by itself.
    fileprivate(set) var request: Request?
    /// The type of the frame that answers it next.
    fileprivate(set) var awaited: FrameType?
  }

  /// Begins a conversation with HELLO.
  /// - Parameter grease: any number; it chooses the meaningless values that are sent along.
  init(agent: String, grease: UInt8, now: UInt64) {
    self.grease = grease
    lastSent = now
    lastHeard = now
    let hello = Hello(
      lowestMinor: ProtocolVersion.lowestMinor, newestMinor: ProtocolVersion.newestMinor,
      features: Feature.known.map(\.value) + [Grease.feature(grease)],
      frameLimit: Limits.frameBytes,
      agent: agent,
      extensions: Extensions(entries: [Extensions.Entry(tag: Grease.tag(grease), bytes: [0x0A])]))
    ask(hello, nil)
  }

  /// The requests of the window that got no answer.
  var unanswered: [Request] {
    open.compactMap(\.request)
  }

  /// Whether another request may be sent. One place of those that the peer allows is kept for a
  /// PING, where it allows more than one.
  var hasRoom: Bool { requestsInFlight.map { open.count < max(1, $0 - 1) } ?? false }

  /// Whether both sides understand a feature; false until WELCOME has come.
  func has(_ feature: UInt16) -> Bool { features.contains(feature) }
}

// Sending.
extension Conversation {
  mutating func request(_ body: some MessageBody, _ request: Request) {
    ask(body, request)
  }

  /// Sends a request whose answer nobody waits for.
  mutating func demand(_ body: some MessageBody) { ask(body, nil) }

  /// Takes the rest of the answer to a request for that to another one.
  mutating func rename(_ request: Request, to other: Request) {
    if let index = open.firstIndex(where: { $0.request == request }) { open[index].request = other }
  }

  mutating func event(_ body: some MessageBody) {
    output += body.frame().bytes
  }

  mutating func answer(_ body: some MessageBody, to request: UInt64) {
    output += body.frame(request: request, flags: .response).bytes
  }

  /// Takes the bytes that have gathered to be written.
  mutating func takeOutput(now: UInt64) -> [UInt8] {
    guard !output.isEmpty else { return [] }
    lastSent = now
    defer { output = [] }
    return output
  }

  private mutating func ask<Body: MessageBody>(_ body: Body, _ request: Request?) {
    lastRequest += 1
    open.append(
      Open(
        number: lastRequest, type: Body.type, request: request,
        awaited: MessageEntry[Body.type]?.answer))
    output += body.frame(request: lastRequest).bytes
  }
}

// Liveness.
extension Conversation {
  /// The interval that the coordinator announced, within the bounds below.
  private static func bounded(_ announced: UInt32) -> UInt64 {
    min(max(UInt64(announced), shortestInterval), longestInterval)
  }

  /// Bounds of the interval in milliseconds: there is no PING flood, and a dead peer is noticed
  /// within hours.
  private static var shortestInterval: UInt64 { 100 }
  private static var longestInterval: UInt64 { 3_600_000 }

  private var silenceEnds: UInt64 { lastHeard + interval * Limits.silenceTenths / 10 }

  private var pings: Bool { open.contains { $0.type == Ping.type } }

  private var pingDue: UInt64? {
    guard let requestsInFlight, !pings, open.count < requestsInFlight else { return nil }
    return min(lastSent, lastHeard) + interval
  }

  /// When `keepAlive` has something to do next.
  var deadline: UInt64 { min(silenceEnds, pingDue ?? .max) }

  /// Sends a PING to a peer that has been silent.
  /// - Returns: false if the peer is dead.
  mutating func keepAlive(now: UInt64) -> Bool {
    if now >= silenceEnds { return false }
    if let pingDue, now >= pingDue { ask(Ping(nonce: now), nil) }
    return true
  }
}

// Receiving.
extension Conversation {
  mutating func feed(_ bytes: [UInt8], now: UInt64) {
    lastHeard = now
    decoder.feed(bytes)
  }

  /// - Returns: what arrived next that the window must act on, nil until more bytes arrive.
  mutating func next() throws(LinkFault) -> Incoming<Request>? {
    while let frame = try nextFrame() {
      guard let message = try decode(frame) else { continue }
      if let incoming = try take(frame, message) { return incoming }
    }
    return nil
  }

  private mutating func nextFrame() throws(LinkFault) -> Frame? {
    do throws(FrameFault) {
      return try decoder.next()
    } catch {
      throw LinkFault(error)
    }
  }

  private func decode(_ frame: Frame) throws(LinkFault) -> Message? {
    do throws(MalformedBytes) {
      if let message = try Message(frame) { return message }
    } catch {
      throw LinkFault(error)
    }
    if frame.type.isElective { return nil }
    throw LinkFault(
      .unknownType, "Frames of type 0x\(String(frame.type.rawValue, radix: 16)) are unknown here.")
  }

  private mutating func take(
    _ frame: Frame, _ message: Message
  ) throws(LinkFault) -> Incoming<Request>? {
    if case .error(let error) = message { return try takeError(frame, error.bounded) }
    guard let entry = MessageEntry[frame.type],
      entry.allows(frame, from: .coordinator, features: features)
    else { throw .unexpected(frame) }
    if MessageForm(frame) == .response { return try takeAnswer(frame, message) }
    if case .goodbye(let goodbye) = message {
      return .goodbye(goodbye.bounded)
    }
    guard welcome != nil else { throw .unexpected(frame) }
    if MessageForm(frame) == .event { return .event(message) }
    switch message {
    case .ping(let ping):
      try takeNumber(of: frame)
      answer(Pong(nonce: ping.nonce), to: frame.request)
      return nil
    case .load(let load):
      try takeNumber(of: frame)
      return .request(load, frame.request)
    default: throw .unexpected(frame)
    }
  }

  private mutating func takeNumber(of frame: Frame) throws(LinkFault) {
    guard frame.request > lastPeerRequest else {
      throw LinkFault(
        .requestOrder, "Request \(frame.request) does not come after \(lastPeerRequest).")
    }
    lastPeerRequest = frame.request
  }

  private mutating func takeAnswer(
    _ frame: Frame, _ message: Message
  ) throws(LinkFault) -> Incoming<Request>? {
    guard let index = open.firstIndex(where: { $0.number == frame.request }),
      open[index].awaited == frame.type
    else { throw .unexpected(frame) }
    switch message {
    case .attached, .snapshot:
      // A board is put together by whoever wants it, and nobody waits for its last part.
      let request = open[index].request
      if frame.flags.contains(.more) {
        open[index].awaited = Snapshot.type
      } else {
        open.remove(at: index)
      }
      return request.map { .answer($0, message) }
    default: return try takeList(frame, message, at: index)
    }
  }

  private mutating func takeList(
    _ frame: Frame, _ message: Message, at index: Int
  ) throws(LinkFault) -> Incoming<Request>? {
    let whole = try message.appended(to: parts.removeValue(forKey: frame.request))
    guard !frame.flags.contains(.more) else {
      parts[frame.request] = whole
      return nil
    }
    if let request = open.remove(at: index).request { return .answer(request, whole) }
    guard case .welcome(let welcome) = message else { return nil }
    try greet(welcome)
    return .welcome(welcome)
  }

  private mutating func greet(_ welcome: Welcome) throws(LinkFault) {
    guard welcome.minor <= ProtocolVersion.newestMinor, welcome.minor >= ProtocolVersion.lowestMinor
    else {
      throw LinkFault(.noCommonVersion, "The coordinator chose minor \(welcome.minor).")
    }
    self.welcome = welcome
    features = welcome.features
    requestsInFlight = max(1, Int(welcome.requestsInFlight))
    frameLimit = min(welcome.frameLimit, Limits.frameBytes)
    interval = Self.bounded(welcome.keepaliveMilliseconds)
    // An unknown elective frame is sent, so that no peer comes to rely on there being none.
    output += Frame(type: Grease.frameType(grease), flags: [], request: 0, payload: [grease]).bytes
  }

  private mutating func takeError(
    _ frame: Frame, _ error: ErrorMessage
  ) throws(LinkFault) -> Incoming<Request>? {
    let index = open.firstIndex { frame.request > 0 && $0.number == frame.request }
    guard let index else {
      guard frame.request == 0 || error.code.scope == .connection else {
        throw .unexpected(frame)
      }
      return .failure(nil, error)
    }
    parts[frame.request] = nil
    return .failure(open.remove(at: index).request, error)
  }
}
