import BoardModel
import LogRecords
import Wire

// How a connection begins, what may arrive on it, and how it ends.
extension Coordinator {
  mutating func connect(_ id: ConnectionID, _ visitor: Visitor) {
    guard connections[id] == nil else { return }
    let excess = held.connect(id, visitor, configuration.shares)
    connections[id] = Connection(
      visitor,
      outboxLimit: held.outboxLimit(of: visitor, configuration.shares, configuration.outboxBytes),
      now: now)
    guard case .serving = life else {
      fail(id, .draining, "This coordinator is stopping. Connect again in a moment.")
      return
    }
    life = .serving(idleSince: nil)
    if let excess {
      fail(id, excess)
      dismiss(id)
    } else if let device = visitor.certified {
      take(id, device, visitor)
    }
  }

  private mutating func take(_ id: ConnectionID, _ device: CertifiedDevice, _ visitor: Visitor) {
    let name = DeviceName(device.author)
    let known = access[name]
    if let refusal = access.arrive(device, opens: visitor.author != nil, now: now) {
      noteRefusal(at: id, refusal.text)
      return fail(id, refusal)
    }
    if device.isForeign(to: known) {
      // So comes who has stolen the authority's key, and so whoever joined or renewed after the backup was
      // made that this store was restored from.
      access.note(
        AuditRecord(
          time: now.wall, kind: .joined, subject: name, address: visitor.address,
          detail: CertifiedDevice.foreign))
    }
    if let known, known.floor != access[name]?.floor {
      // Nobody is let in with the older certificate from here on, nor after a crash.
      commits.saveAccess()
    }
  }

  /// Waits a moment for somebody to read that they are not let in.
  private mutating func dismiss(_ id: ConnectionID) {
    let last = dismissals.add(id, most: configuration.dismissedConnections)
    if let last, connections.read(last, { $0.isCut }) == false { output.append(.drop(last)) }
  }

  /// Ends a connection whose socket is closed, behind what came on it.
  mutating func close(_ id: ConnectionID) {
    guard connections.change(id, { $0.cut() }) != nil else { return }
    if !turns.holds(id) { remove(id) }
  }

  mutating func remove(_ id: ConnectionID) {
    releaseRoute(of: id)
    noteUse(of: id)
    openings.forget(id)
    countUnread(connections.read(id) { -$0.outbox.counted } ?? 0, of: id)
    connections[id] = nil
    held.disconnect(id)
    if case .serving = life, connections.isEmpty { life = .serving(idleSince: now.monotonic) }
  }

  /// Notes that the device of a connection that was let in, and ends, was here until now.
  mutating func noteUse(of id: ConnectionID) {
    guard connections.read(id, { $0.stage }) == .ready, let author = author(of: id) else { return }
    access.noteUse(of: DeviceName(author), now: now)
  }

  /// Notes each hour that devices are still here, for the case that nothing can be noted in the end.
  mutating func noteUses() {
    for id in connections.keys.sorted() where connections.read(id, { $0.stage }) == .ready {
      guard let author = author(of: id) else { continue }
      access.noteUse(of: DeviceName(author), unlessWithin: 3_600_000, now: now)
    }
  }

  mutating func receive(_ id: ConnectionID, _ bytes: [UInt8]) {
    let isRead = connections.change(id) { [clock] connection in
      connection.feed(bytes, now: clock.now)
      return !connection.isLeaving
    }
    if isRead == true {
      received.append(id)
      awaitTurn(id)
    }
  }

  /// What is to be handled next of what came on a connection. What is no frame ends it.
  /// - Parameter withLogged: whether what goes to the log may be.
  mutating func nextArrival(_ id: ConnectionID, withLogged: Bool) -> Connection.Arrival {
    let next = connections.change(id) { connection in
      Result { () throws(FrameFault) in try connection.next(withLogged: withLogged) }
    }
    switch next {
    case nil: return .nothing
    case .success(let arrival): return arrival
    case .failure(let fault):
      switch fault {
      case .tooLarge(let length, let limit):
        fail(
          id, .frameTooLarge,
          "A frame announces \(length) bytes of payload; at most \(limit) are accepted here.")
      case .unknownFlags(let flags):
        fail(
          id, .unknownFlag,
          "A frame carries the mandatory flags 0x\(String(flags, radix: 16)), which are unknown.")
      }
      return .nothing
    }
  }

  mutating func takeFrame(_ id: ConnectionID, _ frame: Frame) {
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
    switch connections.read(id, { $0.stage }) {
    case nil, .over?: return
    case .greeting?: greet(id, frame, message)
    case .knocking?: knock(id, frame, message)
    case .ready?: takeMessage(id, frame, message)
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
    guard let author = author(of: id) else { return }
    users.see(author.user, most: configuration.shares.users)
    let known = Feature.known.map(\.value).filter { $0 != Feature.presence || offersPresence }
    let offered =
      known + [Grease.feature(UInt8(truncatingIfNeeded: id.rawValue))]
    connections[id]?.welcome(
      features: Set(hello.features).intersection(offered), frameLimit: configuration.frameBytes)
    respond(
      id, frame.request,
      Welcome(
        minor: minor, features: offered, frameLimit: configuration.frameBytes,
        requestsInFlight: configuration.requestsInFlight,
        keepaliveMilliseconds: configuration.keepaliveMilliseconds, time: now.wall,
        cluster: configuration.cluster, peer: author, incarnation: boards.incarnation,
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
    let limit = configuration.requestsInFlight
    switch connections.change(id, { $0.accept(request, limit: limit) }) {
    case nil: return false
    case .some(nil): return true
    case .some(let refusal?):
      fail(id, refusal.code, refusal.text)
      return false
    }
  }
}
