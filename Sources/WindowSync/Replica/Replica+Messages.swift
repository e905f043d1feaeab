import BoardModel
import Wire

// What the messages that arrive on the connection do.
extension Replica {
  mutating func take(_ incoming: Incoming<ReplicaRequest>) throws(LinkFault) {
    switch incoming {
    case .welcome(let welcome): takeWelcome(welcome)
    case .answer(let request, let message): try takeAnswer(request, message)
    case .failure(let request, let error): takeFailure(request, error)
    case .event(let message): takeEvent(message)
    case .request(let load, let request): serve(load, request)
    case .goodbye(let goodbye): takeGoodbye(goodbye)
    }
  }

  private mutating func takeWelcome(_ welcome: Welcome) {
    wallClock.set(welcome.time, at: now)
    enter(.welcomed)
    if !session.isStranger, welcome.incarnation != session.incarnation { renew(.storeReplaced) }
  }

  private mutating func takeAnswer(
    _ request: ReplicaRequest, _ message: Message
  ) throws(LinkFault) {
    switch (request, message) {
    case (.attach, .attached(let attached)): try takeAttached(attached)
    case (.snapshot(let generation), .snapshot(let chunk)): try takeSnapshot(chunk, generation)
    case (.question(let question), _): answer(question, .success(message))
    case (.inquiry(let from), .history(let history)): try takeInquiry(history, from: from)
    case (.submit(let id), .outcome(let outcome)): try takeOutcome(outcome.stored, of: id)
    case (.detach, .detached): detached()
    case (.lift(let id), .lifted): dragging.wasLifted(id)
    case (.drop(let id), .dropped): perform(dragging.wasDropped(id))
    case (.load(let generation), .part(let part)):
      perform(dragging.take(part, generation: generation))
    default: return  // The conversation lets no other pair through.
    }
  }

  /// The largest counter or sequence number that is believed: nobody lives to reach it, and sums of
  /// numbers below it do not overflow.
  static let largestNumber: UInt64 = 1 << 62

  private mutating func takeAttached(_ attached: Attached) throws(LinkFault) {
    guard phase == .attaching, let welcome = link.conversation.read({ $0.welcome }) else { return }
    guard attached.level <= copy.levels.newest else {
      return needUpgrade("the board has things on it that this program is too old for")
    }
    guard attached.lastCounter <= Self.largestNumber, attached.sequence <= Self.largestNumber else {
      throw LinkFault(.malformed, "No window can have made \(attached.lastCounter) edits.")
    }
    // What has no epoch yet was never sent: the session's operations are another terminal's, with
    // the same counters.
    if outgoing.lacksEpoch, attached.lastCounter > 0 { return renew(.undeliverable) }
    if identity.configuration != .command { effects.append(.mayRead) }
    outgoing.attached(sequence: attached.catchUp == .operations ? copy.sequence : 0)
    for effect in session.handle(.attached(epoch: attached.epoch, welcome.incarnation)) {
      if case .resumed(let isNews) = effect {
        resume(attached, isNews: isNews)
      } else {
        copy.attach(sequence: attached.sequence, lastCounter: 0)
      }
    }
    switch attached.catchUp {
    case .snapshot:
      startSnapshot(behind: .attach)
    case .operations:
      guard !copy.confirmed.isEmpty, !copy.isWrong else {
        throw LinkFault(.unexpectedMessage, "Operations cannot follow on a board not held yet.")
      }
      enter(.catchingUp(.operations(through: attached.sequence)))
      checkArrival()
    }
  }

  /// Goes on with a session that the coordinator knows: takes the outcomes of its operations, and
  /// how far its counter is.
  private mutating func resume(_ attached: Attached, isNews: Bool) {
    copy.attach(sequence: attached.sequence, lastCounter: attached.lastCounter)
    for stored in attached.outcomes {
      let id = outgoing.queue.edits.first { $0.operation.id.counter == stored.counter }?
        .operation.id
      if let id { settle(id, sequence: stored.sequence, stored.outcome) }
    }
    // Counters that this window does not know were used by another terminal while that had the
    // session. The disk must have them too: an edit right after the next start would use one again.
    let othersCounted = outgoing.countOn(from: attached.lastCounter)
    if isNews || othersCounted, session.isOnDisk { effects.append(.saveSession(savedSession)) }
  }

  private mutating func takeOutcome(_ stored: StoredOutcome, of id: OperationID) throws(LinkFault) {
    guard stored.counter == id.counter else {
      throw LinkFault(
        .unexpectedMessage, "Operation \(id.counter) is answered as \(stored.counter).")
    }
    outgoing.answered(now: now)
    settle(id, sequence: stored.sequence, stored.outcome)
  }

  /// Takes the coordinator's decision on one of this window's operations.
  mutating func settle(_ id: OperationID, sequence: UInt64, _ outcome: Outcome) {
    if let operation = outgoing.acknowledge(id, sequence: sequence) {
      effects.append(.settled(operation, outcome))
    }
  }

  private mutating func takeEvent(_ message: Message) {
    if takeWindowEvent(message) { return }
    guard let phase, phase.follows else { return }
    switch message {
    case .committed(let committed): takeCommitted(committed.operations)
    case .digest(let digest): check(digest)
    case .resync: if phase.deadline == nil { startSnapshot() }
    default: return  // The conversation lets no other event through.
    }
  }

  private mutating func takeGoodbye(_ goodbye: Goodbye) {
    link.trouble = goodbye.text.isEmpty ? "the coordinator ended the connection" : goodbye.text
    let code = ErrorCode(rawValue: goodbye.reason)
    guard code.rawValue == 0 || code.scope != .connection else {
      return endConnection(ErrorMessage(code: code, text: goodbye.text))
    }
    closeLink(retryAfter: 0)
  }
}
