import BoardModel
import Wire

// The way to the coordinator: greeting, losing it, coming back.
extension Replica {
  mutating func perform(_ linkEffects: [LinkEffect<ReplicaLink>]) {
    for effect in linkEffects {
      switch effect {
      case .connect: effects.append(.connect)
      case .send(let bytes): effects.append(.send(bytes))
      case .disconnect: effects.append(.disconnect)
      case .abandoned(let requests): abandon(requests)
      case .silent:
        link.trouble = "the coordinator does not answer"
        closeLink(
          retryAfter: 0, goodbye: Goodbye(reason: ErrorCode.keepaliveTimeout.rawValue, text: ""))
      case .interrupted: break
      case .ended(.stopped(let reason)): stopped(reason)
      case .ended(.left(let kept)): effects.append(.left(kept: kept))
      }
    }
  }

  private mutating func stopped(_ reason: StopReason) {
    // A person has decided by now to take the session over.
    if case .fenced(.inUse) = reason, session.manner == .takeOver { return perform(link.dial()) }
    if reason.isOver { perform(session.handle(.delivered)) }
    // Of a purge that comes now this window learns nothing.
    dropConfirmed()
    outgoing.leaveOutContexts(before: .max)
    effects.append(.clearJournal)
  }

  mutating func greet() {
    let grease = UInt8(truncatingIfNeeded: identity.instance.low)
    link.connected(agent: Replica.agent, grease: grease, stage: .greeting, now: now)
  }

  mutating func receive(_ bytes: [UInt8]) {
    let now = now
    converse { $0.feed(bytes, now: now) }
    do throws(LinkFault) {
      while let incoming = try nextIncoming() { try take(incoming) }
    } catch {
      notice(.coordinatorFault(error.text))
      link.trouble = error.text
      let fault = ErrorMessage(code: error.code, text: error.text, offset: error.offset)
      converse { $0.event(fault) }
      closeLink(
        retryAfter: Backoff.faultPause, goodbye: Goodbye(reason: error.code.rawValue, text: ""))
    }
  }

  private mutating func nextIncoming() throws(LinkFault) -> Incoming<ReplicaRequest>? {
    try link.converse { (talk) throws(LinkFault) in try talk.next() } ?? nil
  }

  /// Lets `work` change the conversation, if there is one.
  mutating func converse(_ work: (inout Conversation<ReplicaRequest>) -> Void) {
    _ = link.converse { work(&$0) }
  }

  var hasRoom: Bool { link.conversation.read { $0.hasRoom } == true }

  /// Whether both sides of the connection understand a feature.
  func has(_ feature: UInt16) -> Bool { link.conversation.read { $0.has(feature) } == true }

  mutating func enter(_ phase: Phase) { link.enter(phase, isUp: phase == .live) }

  /// Closes the connection with a GOODBYE, and dials again after at least `retryAfter`
  /// milliseconds. A window that was leaving does not come back because it failed.
  mutating func closeLink(retryAfter: UInt64, goodbye: Goodbye = Goodbye(reason: 0, text: "")) {
    keepBoard()
    if let departure { return perform(link.hangUp(departure, goodbye, now: now)) }
    perform(link.hangUp(retryAfter: retryAfter, goodbye, now: now))
  }

  /// Closes the connection with a GOODBYE.
  mutating func closeLink(_ end: ReplicaLink.End) {
    keepBoard()
    var end = end
    if case .detaching(.surrender, _) = phase {
      end = .stopped(.fenced(session.fence))
    } else if case .stopped = end, let departure {
      end = departure
    }
    perform(link.hangUp(end, Goodbye(reason: 0, text: ""), now: now))
  }

  /// How the link ends if the connection fails now; nil where it is dialed again.
  private var departure: ReplicaLink.End? {
    switch phase {
    case .leaving, .detaching(.leave, _): .left(kept: true)
    case .detaching(.surrender, _): .stopped(.fenced(session.fence))
    case nil, .greeting, .welcomed, .attaching, .catchingUp, .inquiring, .carrying, .live: nil
    }
  }

  /// Fails the requests that the connection will not answer any more; sent edits are sent again
  /// later.
  private mutating func abandon(_ requests: [ReplicaRequest]) {
    for request in requests {
      switch request {
      case .question(let question):
        answer(question, .failure(Unanswered("the connection ended")))
      case .drop: perform(dragging.failed(request, "the connection ended"))
      // The drag is told of by its own machine; nobody waits for the others.
      case .attach, .snapshot, .inquiry, .submit, .detach, .lift, .load, .endPredecessor: break
      }
    }
    outgoing.disconnected()
  }

  mutating func disconnected(_ reason: String, _ retry: DisconnectRetry, _ jitter: UInt64) {
    keepBoard()
    perform(link.disconnected(reason, retry, jitter: jitter, end: departure, now: now))
  }

  /// Writes the board while the window still knows of every purge. Whoever opens it has only that
  /// for a while.
  mutating func keepBoard() {
    if phase?.keepsPace == true { saveBoard(atOnce: true) }
  }

  mutating func timer() {
    wakeTime.rang()
    if let deadline = phase?.deadline, now >= deadline {
      closeLink(.left(kept: true))
    } else {
      perform(link.timer(now: now))
    }
  }

  mutating func resumeNow() {
    switch link.state {
    case .ended(.stopped(.refused)), .ended(.stopped(.fenced(.inUse))): perform(link.dial())
    case .idle, .waiting, .dialing, .linked, .closing, .ended: perform(link.hurry(now: now))
    }
  }

  mutating func notice(_ notice: ReplicaNotice) { effects.append(.notice(notice)) }
}
