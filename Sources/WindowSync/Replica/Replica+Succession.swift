import BoardModel
import Wire

// What happens when the session does not belong to this window any longer: a fresh session takes
// its place, and edits that the old one could not deliver are delivered once, by either.
extension Replica {
  mutating func perform(_ sessionEffects: [SessionEffect]) {
    for effect in sessionEffects {
      switch effect {
      case .storeReplaced(let store):
        copy.storeReplaced(store)
        // What its words may be gone by has other numbers there.
        outgoing.leaveOutContexts(before: .max)
      case .succeed(let keepsConnection): succeed(keepsConnection)
      case .attachedAfresh, .resumed: break  // ATTACHED says what follows of these.
      case .restored(let nextCounter):
        outgoing.restore(nextCounter: nextCounter)
        copy.sessionRestored(nextCounter: nextCounter)
      case .notice(let notice): self.notice(notice)
      case .saveSession: effects.append(.saveSession(savedSession))
      case .saveGivenUp: effects.append(.saveSession(givenUp))
      case .carryOver: writeSuccessor()
      case .carryOverGivenUp:
        outgoing.beginCarrying()
        effects.append(.carryOver(from: session.onDisk, to: givenUp, pending: []))
      case .carriedOn: if phase == .carrying { enter(.live) }
      case .endPredecessor(let ending): endPredecessor(ending)
      case .surrendered: closeLink(.stopped(.fenced(session.fence)))
      case .reclaim: reclaimFenced()
      }
    }
  }

  /// Follows a fence: another terminal has the session.
  mutating func fence() {
    // A window on its way out has no session to take back: undelivered edits are on disk.
    if phase?.isDeparture == true { return closeLink(.left(kept: true)) }
    perform(
      session.handle(
        .fenced(
          isDelivered: outgoing.queue.unacknowledgedCount == 0,
          nextCounter: outgoing.nextCounter)))
  }

  /// Asks for a fresh session.
  mutating func renew(_ cause: SuccessionCause) {
    if phase?.isDeparture == true { return closeLink(.left(kept: true)) }
    perform(session.handle(.lost(cause)))
  }

  private mutating func succeed(_ keepsConnection: Bool) {
    outgoing.withdraw()
    effects.append(.needsFreshIdentity)
    if keepsConnection {
      enter(.welcomed)
    } else {
      closeLink(retryAfter: Self.laterPause)
    }
  }

  /// Reads in the log what became of edits that a coordinator may or may not have ordered.
  mutating func startInquiry() {
    guard let base = outgoing.queue.lowestUncertainBase, base < copy.sequence else {
      return enter(.carrying)
    }
    enter(.inquiring(Inquiry(next: base + 1, through: copy.sequence)))
  }

  mutating func takeInquiry(_ history: History, from: UInt64) throws(LinkFault) {
    guard case .inquiring(var inquiry) = phase, inquiry.next == from else { return }
    for committed in history.operations {
      guard committed.sequence == inquiry.next else {
        throw LinkFault(
          .unexpectedMessage,
          "History gives operation \(committed.sequence) in the place of \(inquiry.next).")
      }
      inquiry.next += 1
      let id = committed.id
      guard let edit = outgoing.queue[id], committed.decides(edit.operation) else { continue }
      settle(id, sequence: committed.sequence, committed.outcome)
      copy.foundOrdered(committed)
    }
    guard !history.operations.isEmpty else {
      throw LinkFault(.unexpectedMessage, "History ends before operation \(inquiry.through).")
    }
    copy.pendingSettled()
    enter(inquiry.next > inquiry.through ? .carrying : .inquiring(inquiry))
  }

  /// Puts the fresh session in the old one's place, or the edits with an epoch in the place of those
  /// without, first in memory, then on disk.
  mutating func carryOver() {
    guard outgoing.writing == .idle else { return }
    if phase?.keepsPace == true { return closeGap() }
    guard phase == .carrying else { return }
    switch session.ownership {
    case .succeeding(_, let successor):
      if outgoing.queue.composedCount == 0 { renumber(for: successor) }
    case .holding:
      if outgoing.lacksEpoch, outgoing.queue.composedCount == 0 { nameEdits() }
    case .naming, .adopting: writeSuccessor()
    case .awaitingSuccessor, .delivering, .surrendered, .reclaiming: return
    }
  }

  /// Gives the edits that were made before the first ATTACHED its epoch. None of them was ever sent,
  /// as the disk has them without it.
  private mutating func nameEdits() {
    renumber(for: identity.session, epoch: session.epoch)
    copy.becomeStale()
    perform(session.handle(.named))
  }

  private mutating func renumber(for successor: SuccessorSession) {
    let undelivered = outgoing.queue.unacknowledged.first?.id.counter ?? outgoing.nextCounter
    renumber(for: successor.session, epoch: successor.epoch)
    copy.sessionReplaced()
    perform(
      session.handle(
        .renumbered(count: outgoing.queue.edits.count, undelivered: undelivered)))
  }

  private mutating func renumber(for session: SessionID, epoch: UInt32) {
    tell(
      outgoing.renumber(
        for: session, epoch: epoch, confirmed: copy.sequence, ownRuns: copy.ownRuns))
  }

  /// Once every answer has come, gives the edits behind a refused one its counter and the next.
  private mutating func closeGap() {
    guard outgoing.queue.hasRefused, session.ownership == .holding, lastSubmitted == nil,
      outgoing.queue.composedCount == 0
    else { return }
    let leftOut = outgoing.closeGap(epoch: session.epoch)
    copy.becomeStale()
    perform(session.handle(.named))
    tell(leftOut)
  }

  /// Tells of each operation that is left out, the last one first: those behind it count one less.
  private mutating func tell(_ leftOut: [LeftOutEdit]) {
    for one in leftOut.sorted(by: { $0.operation.id.counter > $1.operation.id.counter }) {
      effects.append(
        .refused(one.operation.intent, reason: .leftOut(one.operation.id, one.reason)))
    }
  }

  private mutating func writeSuccessor() {
    outgoing.beginCarrying()
    let isCommand = session.ownership.cause?.isFenced == true
    effects.append(
      .carryOver(
        from: session.onDisk,
        to: saved(
          as: isCommand ? identity.asCommand : identity, forgotten: outgoing.acknowledging.counter),
        pending: outgoing.queue.shown(above: 0)))
  }

  /// What the disk is to say of the present session.
  var savedSession: SavedSession {
    saved(as: identity, forgotten: outgoing.acknowledging.counter)
  }

  /// What the disk says of a session that another terminal has. That terminal may count on, and
  /// this process may take the session back and be killed before it heard how far. Whoever starts
  /// from the disk then must not pass for the window that goes on with what it knows (SPEC.md
  /// WIN-013).
  private var givenUp: SavedSession {
    var saved = savedSession
    saved.window = saved.window.map {
      let nobody = InstanceID(high: 0, low: 0)
      return SavedWindow(activity: $0.activity, instance: nobody, confirmed: nobody)
    }
    return saved
  }

  private func saved(as identity: ReplicaIdentity, forgotten: UInt64) -> SavedSession {
    SavedSession(
      board: identity.board, session: identity.session, configuration: identity.configuration,
      epoch: session.epoch, incarnation: session.incarnation,
      forgottenThrough: forgotten,
      window: identity.window.map {
        // What is saved is saved after ATTACHED, which confirmed the instance.
        SavedWindow(
          activity: statePublisher.activity ?? $0.activity, instance: identity.instance,
          confirmed: identity.instance)
      })
  }

  /// Goes on under a fresh session, though the window was closed from elsewhere.
  mutating func goOn() {
    guard session.ownership == .surrendered, session.ended != nil else { return }
    perform(session.handle(.goesOn))
    switch link.state {
    case .ended(.stopped(.fenced(.ended))): perform(link.dial())
    case .closing(.end(.stopped(.fenced(.ended)))): link.reviveOnceClosed()
    case .idle, .waiting, .dialing, .linked, .closing, .ended: return
    }
  }

  /// Takes back, at a person's wish, the session that another terminal has, once nothing stands in
  /// the way.
  mutating func reclaim() {
    switch link.state {
    case .ended(.stopped(.fenced(.inUse))):
      perform(session.handle(.takingOver))
      resumeNow()
    // A link that is still closing is dialed again once it is closed.
    case .closing(.end(.stopped(.fenced(.inUse)))):
      perform(session.handle(.takingOver))
    case .idle, .waiting, .dialing, .linked, .closing, .ended:
      perform(session.handle(.wanted))
      reclaimFenced()
    }
  }

  private mutating func reclaimFenced() {
    guard session.ownership == .surrendered, session.ended == nil else { return resumeNow() }
    switch link.state {
    case .ended(.stopped(.fenced(.takenOver))):
      perform(session.handle(.takingOver))
      perform(link.dial())
    case .closing(.end(.stopped(.fenced(.takenOver)))):
      perform(session.handle(.takingOver))
      link.reviveOnceClosed()
    case .idle, .waiting, .dialing, .linked, .closing, .ended:
      return
    }
  }
}

extension ReplicaIdentity {
  /// The identity as a command's, whose session is neither listed nor restored.
  fileprivate var asCommand: ReplicaIdentity {
    ReplicaIdentity(
      board: board, session: session, instance: instance, author: author, configuration: .command)
  }
}
