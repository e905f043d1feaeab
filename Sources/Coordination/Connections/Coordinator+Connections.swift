import BoardModel
import LogRecords
import Wire

// How a connection begins, what may arrive on it, and how it ends.
extension Coordinator {
  mutating func connect(_ id: ConnectionID, _ author: Author) {
    guard connections[id] == nil else { return }
    connections[id] = Connection(
      author: author,
      phase: .greeting(deadline: now.monotonic + Limits.helloMilliseconds),
      decoder: FrameDecoder(limit: Limits.helloBytes), lastHeard: now.monotonic)
    guard case .serving = life else {
      fail(id, .draining, "This coordinator is stopping. Connect again in a moment.")
      return
    }
    life = .serving(idleSince: nil)
    if connections.count > configuration.connections {
      fail(
        id, .tooManyConnections,
        "\(configuration.connections) connections are open here, the most. Try again later.")
    }
  }

  mutating func close(_ id: ConnectionID) {
    guard connections[id] != nil else { return }
    releaseRoute(of: id)
    reservations.removeAll(of: id)
    watchers.removeAll(of: id)
    connections[id] = nil
    if case .serving = life, connections.isEmpty { life = .serving(idleSince: now.monotonic) }
  }

  mutating func receive(_ id: ConnectionID, _ bytes: [UInt8]) {
    guard let connection = connections[id] else { return }
    if case .leaving = connection.phase { return }
    connections[id]?.lastHeard = now.monotonic
    connections[id]?.pinged = false
    connections[id]?.decoder.feed(bytes)
    takeFrames(id)
  }

  /// Handles the frames that have arrived. While a peer does not read its answers, its requests
  /// wait, and so does what it sends after them.
  mutating func takeFrames(_ id: ConnectionID) {
    while let outbox = connections[id]?.outbox, outbox.weight <= configuration.outboxBytes,
      let frame = nextFrame(id)
    {
      takeFrame(id, frame)
    }
  }

  private mutating func nextFrame(_ id: ConnectionID) -> Frame? {
    guard let connection = connections[id] else { return nil }
    if case .leaving = connection.phase { return nil }
    do throws(FrameFault) {
      return try connections[id]?.decoder.next()
    } catch {
      switch error {
      case .tooLarge(let length, let limit):
        fail(
          id, .frameTooLarge,
          "A frame announces \(length) bytes of payload; at most \(limit) are accepted here.")
      case .unknownFlags(let flags):
        fail(
          id, .unknownFlag,
          "A frame carries the mandatory flags 0x\(String(flags, radix: 16)), which are unknown.")
      }
      return nil
    }
  }

  private mutating func takeFrame(_ id: ConnectionID, _ frame: Frame) {
    guard let connection = connections[id] else { return }
    let message: Message?
    do throws(MalformedBytes) {
      message = try Message(frame)
    } catch {
      fail(
        id, .malformed, "The payload is malformed at byte \(error.offset): \(error.reason.words).",
        request: frame.flags.contains(.response) ? 0 : frame.request,
        offset: UInt32(truncatingIfNeeded: error.offset))
      return
    }
    guard let message else {
      if frame.type.isElective { return }
      fail(
        id, .unknownType,
        "Frames of type 0x\(String(frame.type.rawValue, radix: 16)) are unknown here.",
        request: frame.flags.contains(.response) ? 0 : frame.request)
      return
    }
    switch connection.phase {
    case .leaving: return
    case .greeting: greet(id, frame, message)
    case .ready: takeMessage(id, frame, message)
    }
  }

  private mutating func greet(_ id: ConnectionID, _ frame: Frame, _ message: Message) {
    guard case .hello(let hello) = message, frame.request > 0, frame.flags.isEmpty else {
      fail(id, .unexpectedMessage, "The first frame must be HELLO, as a request.")
      return
    }
    guard acceptRequest(id, frame.request) else { return }
    let minor = min(hello.newestMinor, ProtocolVersion.newestMinor)
    guard hello.lowestMinor <= hello.newestMinor,
      minor >= max(hello.lowestMinor, ProtocolVersion.lowestMinor)
    else {
      fail(
        id, .noCommonVersion,
        "This coordinator speaks \(ProtocolVersion.alpn) minor \(ProtocolVersion.lowestMinor) "
          + "to \(ProtocolVersion.newestMinor); the peer \(hello.lowestMinor) to "
          + "\(hello.newestMinor). Upgrade the older one.", request: frame.request)
      return
    }
    guard hello.frameLimit >= Limits.frameBytes else {
      return fail(
        id, .noCommonVersion,
        "The peer accepts payloads of \(hello.frameLimit) bytes; it must accept "
          + "\(Limits.frameBytes).", request: frame.request)
    }
    guard let author = connections[id]?.author else { return }
    let known = Feature.known.map(\.value).filter { $0 != Feature.presence || offersPresence }
    let offered =
      known + [Grease.feature(UInt8(truncatingIfNeeded: id.rawValue))]
    connections[id]?.phase = .ready(.none)
    connections[id]?.features = Set(hello.features).intersection(offered)
    connections[id]?.decoder.limit = configuration.frameBytes
    respond(
      id, frame.request,
      Welcome(
        minor: minor, features: offered, frameLimit: configuration.frameBytes,
        requestsInFlight: configuration.requestsInFlight,
        keepaliveMilliseconds: configuration.keepaliveMilliseconds, time: now.wall,
        cluster: configuration.cluster, peer: author, incarnation: incarnation,
        agent: configuration.agent, extensions: grease(id)))
    let type = Grease.frameType(UInt8(truncatingIfNeeded: id.rawValue))
    send(id, Frame(type: type, flags: [], request: 0, payload: []))
  }

  private func grease(_ id: ConnectionID) -> Extensions {
    let tag = Grease.tag(UInt8(truncatingIfNeeded: id.rawValue >> 4))
    return Extensions(entries: [Extensions.Entry(tag: tag, bytes: [0x0A])])
  }

  /// Whether the request's number is one more than any before it, and there is room for it.
  mutating func acceptRequest(_ id: ConnectionID, _ request: UInt64) -> Bool {
    guard let connection = connections[id] else { return false }
    guard request > connection.lastRequest else {
      fail(
        id, .requestOrder,
        "Request \(request) does not come after request \(connection.lastRequest).")
      return false
    }
    guard connection.openRequests.count < Int(configuration.requestsInFlight) else {
      fail(
        id, .tooManyRequests,
        "More than \(configuration.requestsInFlight) requests wait for their answers.")
      return false
    }
    connections[id]?.lastRequest = request
    connections[id]?.openRequests.insert(request)
    return true
  }
}
