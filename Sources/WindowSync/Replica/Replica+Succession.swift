import BoardModel
import Wire

// What happens when the session does not belong to this window any longer: a fresh session takes
// its place, and edits that the old one could not deliver are delivered once, by either.
extension Replica {
  /// Follows a fence: another terminal has the session.
  mutating func fence() {
    // A window on its way out has no session to take back: undelivered edits are on disk.
    if phase?.isDeparture == true { return closeLink(.leave(kept: true)) }
    if case .delivering(let fenced) = ownership { return renew(.fenced(fenced)) }
    if ended == nil { notice(.fenced) }
    let fenced = Fenced(identity: identity, epoch: epoch, nextCounter: nextCounter)
    guard queue.unacknowledgedCount > 0 else {
      ownership = .surrendered
      tellEnded()
      if identity.window != nil, identity.session == diskSession {
        effects.append(.saveSession(givenUp))
      }
      return closeLink(.rest(over))
    }
    renew(.fenced(fenced))
  }

  /// Asks for a fresh session.
  mutating func renew(_ cause: SuccessionCause) {
    if phase?.isDeparture == true { return closeLink(.leave(kept: true)) }
    let wasHolding = ownership == .holding
    let cause = ownership.cause ?? cause
    queue.markAllUnsent()
    submitting = .flowing
    if cause == .storeReplaced {
      incarnation = IncarnationID(high: 0, low: 0)
      // The board that is shown stays until the new store's board has come.
      boardIsWrong = true
      ownThrough = 0
      ownRuns = OwnRuns()
    }
    ownership = .awaitingSuccessor(cause)
    effects.append(.needsFreshIdentity)
    // After a refused ATTACH or a fence this connection speaks for no session; otherwise it still
    // does.
    if wasHolding, cause != .undeliverable {
      setPhase(.welcomed)
    } else {
      closeLink(retryAfter: Self.laterPause)
    }
  }

  mutating func takeSuccessor(_ session: SessionID, _ instance: InstanceID) {
    guard case .awaitingSuccessor(let cause) = ownership else { return }
    ownership = .succeeding(cause, SuccessorSession(session: session, instance: instance, epoch: 0))
  }

  /// Reads in the log what became of edits that a coordinator may or may not have ordered.
  mutating func startInquiry() {
    guard let base = queue.lowestUncertainBase, base < confirmedSequence else {
      return setPhase(.carrying)
    }
    setPhase(.inquiring(Inquiry(next: base + 1, through: confirmedSequence)))
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
      let id = committed.operation.id
      guard queue[id]?.operation == committed.operation else { continue }
      settle(id, sequence: committed.sequence, committed.outcome)
      ownRuns.note(committed.sequence)
    }
    guard !history.operations.isEmpty else {
      throw LinkFault(.unexpectedMessage, "History ends before operation \(inquiry.through).")
    }
    visibleIsStale = true
    setPhase(inquiry.next > inquiry.through ? .carrying : .inquiring(inquiry))
  }

  /// Puts the fresh session in the old one's place, first in memory, then on disk.
  mutating func carryOver() {
    guard phase == .carrying, writing == .idle, queue.composedCount == 0 || ownership.isAdopting
    else { return }
    switch ownership {
    case .succeeding(let cause, let successor): adopt(successor, cause)
    case .adopting(let cause): writeSuccessor(cause)
    case .holding, .awaitingSuccessor, .delivering, .surrendered, .reclaiming: return
    }
  }

  private mutating func adopt(_ successor: SuccessorSession, _ cause: SuccessionCause) {
    let operations = queue.unacknowledged
    let undelivered = operations.first?.id.counter ?? nextCounter
    var renumbering = Renumbering(
      session: successor.session, epoch: successor.epoch, confirmed: confirmedSequence,
      ownRuns: ownRuns)
    queue.replace(with: renumbering.renumber(operations))
    if predecessors.count == Self.rememberedPredecessors { predecessors.removeFirst() }
    predecessors.append(identity.session)
    identity.session = successor.session
    identity.instance = successor.instance
    epoch = successor.epoch
    nextCounter = UInt64(operations.count) + 1
    ownThrough = 0
    attachedAt.lastCounter = 0
    acknowledging = Acknowledging(counter: 0)
    visibleIsStale = true
    // Pending text has other identities now, so the whole board may differ.
    changes.reload()
    var cause = cause
    if case .fenced(var fenced) = cause {
      if fenced.identity.session == predecessors.last { fenced.nextCounter = undelivered }
      fenced.delivered = operations.count
      cause = .fenced(fenced)
    }
    ownership = .adopting(cause)
    writeSuccessor(cause)
  }

  /// The most earlier sessions whose edits can be undone: a window that changes its session more
  /// often has other troubles than undo.
  static let rememberedPredecessors = 16

  private mutating func writeSuccessor(_ cause: SuccessionCause) {
    writing = .carrying
    var saved = identity
    if cause.isFenced { saved = saved.asCommand }
    effects.append(
      .carryOver(
        from: diskSession, to: savedSession(saved, epoch: epoch, forgotten: 0),
        pending: queue.shown(above: 0)))
  }

  mutating func carriedOver() {
    guard writing == .carrying else { return }
    writing = .idle
    diskSession = identity.session
    guard case .adopting(let cause) = ownership else {
      // The session was taken back before the disk had it as given up.
      if ownership == .holding {
        effects.append(
          .saveSession(savedSession(identity, epoch: epoch, forgotten: acknowledging.counter)))
      }
      return
    }
    switch cause {
    case .fenced(let fenced):
      ownership = .delivering(fenced)
    case .expired:
      ownership = .holding
      notice(.expired)
    case .storeReplaced:
      ownership = .holding
      notice(.storeReplaced)
    case .undeliverable:
      ownership = .holding
      endPredecessor()
    }
    if phase == .carrying { setPhase(.live) }
  }

  /// Gives up the fresh session of a fenced window that has nothing left to deliver.
  mutating func advanceDelivery() {
    guard case .delivering = ownership, phase == .live, queue.edits.isEmpty, writing == .idle
    else { return }
    detach(.surrender)
  }

  /// Makes the window read-only, under the session that can be reclaimed.
  mutating func surrender() {
    guard case .delivering(let fenced) = ownership else { return }
    ownership = .surrendered
    identity = fenced.identity
    epoch = fenced.epoch
    nextCounter = fenced.nextCounter
    ownThrough = fenced.nextCounter - 1
    attachedAt.lastCounter = 0
    acknowledging = Acknowledging(counter: fenced.nextCounter - 1)
    notice(.resubmitted(count: fenced.delivered))
    tellEnded()
    writing = .carrying
    effects.append(
      .carryOver(
        from: diskSession, to: givenUp, pending: []))
    if fenced.isWanted { reclaimFenced() }
  }

  /// What the disk says of a session that another terminal has. That terminal may count on, and
  /// this process may take the session back and be killed before it heard how far. Whoever starts
  /// from the disk then must not pass for the window that goes on with what it knows (SPEC.md
  /// WIN-013).
  private var givenUp: SavedSession {
    var saved = savedSession(identity, epoch: epoch, forgotten: acknowledging.counter)
    saved.window = saved.window.map {
      SavedWindow(activity: $0.activity, instance: InstanceID(high: 0, low: 0))
    }
    return saved
  }

  /// Takes back, at a person's wish, the session that another terminal has, once nothing stands in
  /// the way.
  mutating func reclaim() {
    switch link {
    case .stopped(.inUse):
      manner = .takeOver
      return resumeNow()
    // A link that is still closing is dialed again once it is closed.
    case .closing(.rest(.inUse)):
      manner = .takeOver
    default:
      if ended == nil { ownership.wantBack() }
      reclaimFenced()
    }
  }

  private mutating func reclaimFenced() {
    guard ownership == .surrendered, ended == nil else { return resumeNow() }
    manner = .takeOver
    switch link {
    case .stopped(.fenced):
      ownership = .reclaiming
      link = .dialing(attempt: 0)
      effects.append(.connect)
    case .closing(.rest(.fenced)):
      ownership = .reclaiming
      link = .closing(.retry(pause: 0, attempt: 0))
    case .idle, .waiting, .dialing, .linked, .closing, .stopped, .left:
      return
    }
  }
}

extension SessionOwnership {
  /// Why the window is on its way to another session; a fence stays a fence, whatever comes next.
  fileprivate var cause: SuccessionCause? {
    switch self {
    case .holding, .surrendered, .reclaiming: nil
    case .awaitingSuccessor(let cause), .succeeding(let cause, _), .adopting(let cause): cause
    case .delivering(let fenced): .fenced(fenced)
    }
  }

  var isFenced: Bool { self == .surrendered || cause?.isFenced ?? false }

  /// Whether a person has asked for the session that another terminal has.
  var isWantedBack: Bool {
    if case .fenced(let fenced) = cause { return fenced.isWanted }
    return self == .reclaiming
  }

  fileprivate mutating func wantBack() {
    switch self {
    case .awaitingSuccessor(.fenced(var fenced)):
      fenced.isWanted = true
      self = .awaitingSuccessor(.fenced(fenced))
    case .succeeding(.fenced(var fenced), let successor):
      fenced.isWanted = true
      self = .succeeding(.fenced(fenced), successor)
    case .adopting(.fenced(var fenced)):
      fenced.isWanted = true
      self = .adopting(.fenced(fenced))
    case .delivering(var fenced):
      fenced.isWanted = true
      self = .delivering(fenced)
    case .holding, .awaitingSuccessor, .succeeding, .adopting, .surrendered, .reclaiming: break
    }
  }

  fileprivate var isAdopting: Bool { if case .adopting = self { true } else { false } }
}

extension ReplicaIdentity {
  /// The identity as a command's, whose session is neither listed nor restored.
  var asCommand: ReplicaIdentity {
    ReplicaIdentity(
      board: board, session: session, instance: instance, author: author, configuration: .command)
  }
}
