import NIOCore
import TLS
import Transport

/// A client whose every byte a case decides, on one connection.
///
/// Whatever the coordinator sends is checked against the schema on arrival, and kept until the case
/// asks for it.
actor ScriptedPeer {
  nonisolated let codec: SchemaCodec
  private let connection: PeerConnection
  /// For whatever a case waits for.
  private let timeout: TimeAmount
  private var cutter: FrameCutter
  /// What has arrived and was not taken.
  private(set) var untaken: [Message] = []
  /// The types of elective frames that are not in the schema.
  private(set) var electives: [UInt16] = []
  private var received = 0
  private var finished = false
  /// How the connection came to its end.
  private(set) var end: StreamEnd?
  private(set) var lastRequest: UInt64 = 0
  /// The requests that still need an answer.
  private var open: Set<UInt64> = []
  /// Whether PINGs are answered as they arrive; a case about them turns it off.
  private var answersPings = true

  init(_ connection: PeerConnection, _ codec: SchemaCodec, timeout: TimeAmount) throws {
    self.connection = connection
    self.codec = codec
    self.timeout = timeout
    self.cutter = FrameCutter(limit: try codec.schema.limit("frame-bytes"))
  }

  func leavePingsToTheCase() { self.answersPings = false }

  // MARK: Sending

  /// In one write.
  func send(_ frames: Frame...) {
    frames.forEach(self.note)
    self.connection.write(frames.flatMap(\.bytes))
  }

  /// Frames cut into records of TLS wherever the case likes.
  func send(_ frames: [Frame], pieces: ([UInt8]) -> [ArraySlice<UInt8>]) {
    frames.forEach(self.note)
    self.connection.write(pieces: pieces(frames.flatMap(\.bytes)))
  }

  /// Bytes that are no whole frames.
  func send(bytes: [UInt8]) { self.connection.write(bytes) }

  private func note(_ frame: Frame) {
    guard frame.request > 0, frame.flags & 0xFF00 == 0 else { return }
    self.lastRequest = max(self.lastRequest, frame.request)
    self.open.insert(frame.request)
  }

  /// A frame of a message; it is not sent.
  nonisolated func frame(
    _ name: String, _ fields: Value = [:], request: UInt64 = 0, flags: UInt16 = 0
  ) throws -> Frame {
    Frame(
      type: try self.codec.schema.message(named: name).type, flags: flags, request: request,
      payload: try self.codec.encode(name, fields))
  }

  /// Sends a request and does not wait.
  @discardableResult
  func post(_ name: String, _ fields: Value = [:]) throws -> UInt64 {
    let frame = try self.frame(name, fields, request: self.lastRequest + 1)
    self.send(frame)
    return frame.request
  }

  func sendEvent(_ name: String, _ fields: Value = [:]) throws {
    self.send(try self.frame(name, fields))
  }

  func answer(_ ping: Message) throws {
    try self.answer(ping, "pong", ["nonce": try ping.fields.at("nonce")])
  }

  /// Answers a request of the coordinator.
  func answer(_ request: Message, _ name: String, _ fields: Value) throws {
    let flags = try self.codec.schema.flag("response")
    self.send(try self.frame(name, fields, request: request.request, flags: flags))
  }

  // MARK: Receiving

  func pauseReading() async throws { try await self.connection.pauseReading() }

  func resumeReading() { self.connection.resumeReading() }

  /// The first message that was not taken and fits.
  /// - Throws: `CaseFailure` when none arrives in time, or the connection ends before.
  func take(
    _ what: String, within limit: TimeAmount? = nil, where fits: (Message) -> Bool
  ) async throws -> Message {
    let deadline = NIODeadline.now() + (limit ?? self.timeout)
    while true {
      if let index = self.untaken.firstIndex(where: fits) { return self.untaken.remove(at: index) }
      guard try await self.pull(until: deadline) else {
        throw CaseFailure("\(what) does not arrive\(self.circumstances)")
      }
    }
  }

  private var circumstances: String {
    let arrived = self.untaken.map { $0.words(self.codec.schema) }.joined(separator: ", ")
    let instead = arrived.isEmpty ? "" : "; instead: \(arrived)"
    if let end = self.end { return "\(instead); the connection ended: \(end)" }
    return instead + (self.finished ? "; the coordinator closed the connection" : " in time")
  }

  /// Takes in one arrival. False at the deadline and when nothing can arrive any more.
  private func pull(until deadline: NIODeadline) async throws -> Bool {
    let left = deadline - NIODeadline.now()
    guard self.end == nil, !self.finished, left > .zero,
      let arrival = try await self.connection.next(within: left)
    else { return false }
    switch arrival {
    case .bytes(let bytes):
      self.cutter.feed(bytes)
      while let frame = try self.cutter.next() { try self.accept(frame) }
    case .finished:
      self.finished = true
      if self.cutter.rest > 0 {
        throw CaseFailure("close_notify comes within a frame", statements: ["CLS-001"])
      }
    case .ended(let end):
      self.end = end
    }
    return true
  }

  private func accept(_ frame: Frame) throws {
    guard let known = self.codec.schema.message(ofType: frame.type) else {
      guard frame.isElective else {
        throw CaseFailure(
          "the coordinator sends a frame of the mandatory type \(frame.type), which is unknown",
          statements: ["FRM-003"])
      }
      self.electives.append(frame.type)
      return
    }
    let fields: Value
    do {
      fields = try self.codec.decode(known, frame.payload)
    } catch let malformed as Malformed {
      throw CaseFailure(
        "the coordinator sends a malformed \(known.name): \(malformed)", statements: ["ENC-011"])
    }
    try self.checkKind(of: frame, known)
    let message = Message(
      name: known.name, flags: frame.flags, request: frame.request, fields: fields,
      payload: frame.payload, position: self.received)
    self.received += 1
    if known.name == "ping", self.answersPings {
      try self.answer(message)
    } else {
      self.untaken.append(message)
    }
  }

  /// What every frame of a coordinator must keep to, whatever the case is about.
  private func checkKind(of frame: Frame, _ message: Schema.Message) throws {
    let response = try self.codec.schema.flag("response")
    let more = try self.codec.schema.flag("more")
    guard message.sender != .client else {
      throw CaseFailure("the coordinator sends \(message.name)", statements: ["REQ-005"])
    }
    guard frame.flags & 0xFF00 & ~(response | more) == 0 else {
      throw CaseFailure(
        "\(message.name) carries the unknown flags \(frame.flags)", statements: ["FRM-004"])
    }
    if frame.flags & response != 0 {
      guard message.kinds.contains(.response), self.open.contains(frame.request) else {
        throw CaseFailure(
          "\(message.name) answers request \(frame.request), which waits for no answer",
          statements: ["REQ-002"])
      }
      if frame.flags & more == 0 { self.open.remove(frame.request) }
    } else if message.kinds.contains(.request) {
      try require(frame.request > 0, "\(message.name) of the coordinator carries request 0")
    } else if frame.request != 0 || !message.kinds.contains(.event) {
      throw CaseFailure(
        "\(message.name) with request \(frame.request) is neither a response nor an event",
        statements: ["FRM-008"])
    }
  }

  // MARK: Ending

  func finish() { self.connection.finish() }

  func abort() { self.connection.abort() }

  /// Waits until the coordinator has closed its side, and closes this one.
  /// - Returns: how the connection came to its end.
  func ended(within limit: TimeAmount? = nil) async throws -> StreamEnd {
    let deadline = NIODeadline.now() + (limit ?? self.timeout)
    while try await self.pull(until: deadline) {}
    if self.end == nil {
      guard self.finished else {
        throw CaseFailure("the coordinator does not close the connection\(self.circumstances)")
      }
      self.connection.finish()
    }
    while true {
      if let end = self.end { return end }
      switch try await self.connection.next(within: self.timeout) {
      case .ended(let end): self.end = end
      case .bytes: throw CaseFailure("bytes arrive behind close_notify", statements: ["CLS-001"])
      case .finished: break
      case nil: throw CaseFailure("the coordinator does not close its socket")
      }
    }
  }
}
