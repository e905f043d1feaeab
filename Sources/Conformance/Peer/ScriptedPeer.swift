import NIOCore
import TLS
import Transport

/// A client on one connection that sends exactly the bytes which a case chooses.
///
/// Each message of the coordinator is checked against the schema when it arrives, and kept until
/// the case takes it.
actor ScriptedPeer {
  nonisolated let codec: SchemaCodec
  private let connection: PeerConnection
  /// How long a case waits for each thing it expects, unless it gives another limit.
  private let timeout: TimeAmount
  private var cutter: FrameCutter
  /// The messages that have arrived and that the case has not taken, oldest first.
  private(set) var untaken: [Message] = []
  /// The types of the elective frames that arrived and that the schema does not name.
  private(set) var electives: [UInt16] = []
  private var received = 0
  private var finished = false
  /// How the connection ended; nil while it is open.
  private(set) var end: StreamEnd?
  private(set) var lastRequest: UInt64 = 0
  /// The numbers of the requests that are not answered yet.
  private var open: Set<UInt64> = []
  /// Whether PING is answered when it arrives. A case about PING turns this off.
  private var answersPings = true

  init(_ connection: PeerConnection, _ codec: SchemaCodec, timeout: TimeAmount) throws {
    self.connection = connection
    self.codec = codec
    self.timeout = timeout
    cutter = FrameCutter(limit: try codec.schema.limit("frame-bytes"))
  }

  func leavePingsToTheCase() { answersPings = false }

  // MARK: Sending

  /// Sends the frames in one write.
  func send(_ frames: Frame...) {
    frames.forEach(note)
    connection.write(frames.flatMap(\.bytes))
  }

  /// Sends the frames in several writes, cut by `pieces`; each piece becomes a TLS record.
  func send(_ frames: [Frame], pieces: ([UInt8]) -> [ArraySlice<UInt8>]) {
    frames.forEach(note)
    connection.write(pieces: pieces(frames.flatMap(\.bytes)))
  }

  /// Sends bytes that need not be whole frames.
  func send(bytes: [UInt8]) { connection.write(bytes) }

  private func note(_ frame: Frame) {
    guard frame.request > 0, frame.flags & 0xFF00 == 0 else { return }
    lastRequest = max(lastRequest, frame.request)
    open.insert(frame.request)
  }

  /// Makes the frame of a message without sending it.
  nonisolated func frame(
    _ name: String, _ fields: Value = [:], request: UInt64 = 0, flags: UInt16 = 0
  ) throws -> Frame {
    Frame(
      type: try codec.schema.message(named: name).type, flags: flags, request: request,
      payload: try codec.encode(name, fields))
  }

  /// Sends a request and does not wait for its answer.
  /// - Returns: the number of the request.
  @discardableResult
  func post(_ name: String, _ fields: Value = [:]) throws -> UInt64 {
    let frame = try self.frame(name, fields, request: lastRequest + 1)
    send(frame)
    return frame.request
  }

  func sendEvent(_ name: String, _ fields: Value = [:]) throws {
    send(try frame(name, fields))
  }

  func answer(_ ping: Message) throws {
    try answer(ping, "pong", ["nonce": try ping.fields.at("nonce")])
  }

  /// Answers a request that the coordinator made.
  func answer(_ request: Message, _ name: String, _ fields: Value) throws {
    let flags = try codec.schema.flag("response")
    send(try frame(name, fields, request: request.request, flags: flags))
  }

  // MARK: Receiving

  func pauseReading() async throws { try await connection.pauseReading() }

  func resumeReading() { connection.resumeReading() }

  /// Takes the first message that fits out of those that have arrived, or waits for one.
  /// - Throws: `CaseFailure` if none arrives in time, or the connection ends before.
  func take(
    _ what: String, within limit: TimeAmount? = nil, where fits: (Message) -> Bool
  ) async throws -> Message {
    let deadline = NIODeadline.now() + (limit ?? timeout)
    while true {
      if let index = untaken.firstIndex(where: fits) { return untaken.remove(at: index) }
      guard try await pull(until: deadline) else {
        throw CaseFailure("\(what) does not arrive\(circumstances)")
      }
    }
  }

  private var circumstances: String {
    let arrived = untaken.map { $0.words(codec.schema) }.joined(separator: ", ")
    let instead = arrived.isEmpty ? "" : "; instead: \(arrived)"
    if let end { return "\(instead); the connection ended: \(end)" }
    return instead + (finished ? "; the coordinator closed the connection" : " in time")
  }

  /// Takes in one arrival. Returns false at the deadline, and when nothing can arrive any more.
  private func pull(until deadline: NIODeadline) async throws -> Bool {
    let left = deadline - NIODeadline.now()
    guard end == nil, !finished, left > .zero,
      let arrival = try await connection.next(within: left)
    else { return false }
    switch arrival {
    case .bytes(let bytes):
      cutter.feed(bytes)
      while let frame = try cutter.next() { try accept(frame) }
    case .finished:
      finished = true
      if cutter.rest > 0 {
        throw CaseFailure("close_notify comes within a frame", statements: ["CLS-001"])
      }
    case .ended(let end):
      self.end = end
    }
    return true
  }

  private func accept(_ frame: Frame) throws {
    guard let known = codec.schema.message(ofType: frame.type) else {
      guard frame.isElective else {
        throw CaseFailure(
          "the coordinator sends a frame of the mandatory type \(frame.type), which is unknown",
          statements: ["FRM-003"])
      }
      electives.append(frame.type)
      return
    }
    let fields: Value
    do {
      fields = try codec.decode(known, frame.payload)
    } catch let malformed as Malformed {
      throw CaseFailure(
        "the coordinator sends a malformed \(known.name): \(malformed)", statements: ["ENC-011"])
    }
    try checkKind(of: frame, known)
    let message = Message(
      name: known.name, flags: frame.flags, request: frame.request, fields: fields,
      payload: frame.payload, position: received)
    received += 1
    if known.name == "ping", answersPings {
      try answer(message)
    } else {
      untaken.append(message)
    }
  }

  /// Checks what holds for every frame of a coordinator, whatever the case is about.
  private func checkKind(of frame: Frame, _ message: Schema.Message) throws {
    let response = try codec.schema.flag("response")
    let more = try codec.schema.flag("more")
    guard message.sender != .client else {
      throw CaseFailure("the coordinator sends \(message.name)", statements: ["REQ-005"])
    }
    guard frame.flags & 0xFF00 & ~(response | more) == 0 else {
      throw CaseFailure(
        "\(message.name) carries the unknown flags \(frame.flags)", statements: ["FRM-004"])
    }
    if frame.flags & response != 0 {
      guard message.kinds.contains(.response), open.contains(frame.request) else {
        throw CaseFailure(
          "\(message.name) answers request \(frame.request), which waits for no answer",
          statements: ["REQ-002"])
      }
      if frame.flags & more == 0 { open.remove(frame.request) }
    } else if message.kinds.contains(.request) {
      try require(frame.request > 0, "\(message.name) of the coordinator carries request 0")
    } else if frame.request != 0 || !message.kinds.contains(.event) {
      throw CaseFailure(
        "\(message.name) with request \(frame.request) is neither a response nor an event",
        statements: ["FRM-008"])
    }
  }

  // MARK: Ending

  func finish() { connection.finish() }

  func abort() { connection.abort() }

  /// Waits until the coordinator has closed its side, then closes this one.
  /// - Returns: how the connection ended.
  func ended(within limit: TimeAmount? = nil) async throws -> StreamEnd {
    let deadline = NIODeadline.now() + (limit ?? timeout)
    while try await pull(until: deadline) {}
    if end == nil {
      guard finished else {
        throw CaseFailure("the coordinator does not close the connection\(circumstances)")
      }
      connection.finish()
    }
    while true {
      if let end { return end }
      switch try await connection.next(within: timeout) {
      case .ended(let end): self.end = end
      case .bytes: throw CaseFailure("bytes arrive behind close_notify", statements: ["CLS-001"])
      case .finished: break
      case nil: throw CaseFailure("the coordinator does not close its socket")
      }
    }
  }
}
