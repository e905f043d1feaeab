import BoardModel
import Wire

// The steps that every turn ends with, whatever event began it.
extension Replica {
  mutating func finishTurn() {
    dropConfirmed()
    refreshVisible()
    carryOver()
    if visibleIsStale { refreshVisible() }
    persistNext()
    attach()
    fetchNext()
    submit()
    acknowledge(atOnce: false)
    advanceLeaving()
    advanceDelivery()
    saveBoard(atOnce: false)
    if !visibleIsStale, let change = changes.take() { effects.append(.changed(change)) }
    sayPresence()
    describe()
    settleDrags()
    flush()
    tellStatus()
    tellStanding()
    schedule()
  }

  /// Drops the edits that the confirmed board holds from the queue and the disk.
  private mutating func dropConfirmed() {
    guard let session = queue.edits.first?.operation.id.session,
      let counter = queue.dropConfirmed(through: confirmedSequence, ownThrough: ownThrough)
    else { return }
    effects.append(.forget(session, through: counter))
    acknowledging.counter = counter
  }

  private mutating func refreshVisible() {
    // Missed operations come in many pieces, and are shown when all of them are there.
    if case .catchingUp(.operations) = phase, visible != nil { return }
    // With nothing pending the confirmed board is what is shown, and costs nothing.
    if visibleIsStale || queue.edits.isEmpty { replay() }
    visibleThrough = confirmedSequence
  }

  private mutating func attach() {
    guard phase == .welcomed, let attach = attachment, conversation?.hasRoom == true else { return }
    let window = attachWindow(attach)
    converse { conversation, _ in
      if let window {
        conversation.request(window, .attach)
      } else {
        conversation.request(attach, .attach)
      }
    }
    setPhase(.attaching)
  }

  /// ATTACH as the window's session, or as the one that succeeds it; nil while that one has no
  /// identity.
  private var attachment: Attach? {
    switch ownership {
    case .awaitingSuccessor, .surrendered: nil
    case .succeeding(let cause, let successor):
      attach(
        successor.session, successor.instance, epoch: successor.epoch, firstPending: 1,
        asCommand: cause.isFenced)
    case .holding, .adopting, .delivering, .reclaiming:
      attach(
        identity.session, identity.instance, epoch: ownership == .reclaiming ? 0 : epoch,
        firstPending: queue.edits.first?.operation.id.counter ?? nextCounter,
        asCommand: ownership.isFenced)
    }
  }

  private func attach(
    _ session: SessionID, _ instance: InstanceID, epoch: UInt32, firstPending: UInt64,
    asCommand: Bool
  ) -> Attach {
    Attach(
      board: identity.board, session: session, instance: instance,
      configuration: asCommand ? .command : identity.configuration, epoch: epoch,
      incarnation: incarnation, sequence: isStranger || boardIsWrong ? 0 : confirmedSequence,
      firstPending: firstPending, level: levels.newest)
  }

  /// Asks for the next chunk of a snapshot, or of the log where an inquiry reads it.
  private mutating func fetchNext() {
    guard let conversation, conversation.hasRoom else { return }
    switch phase {
    case .catchingUp(.snapshot(let gathering)):
      let request = ReplicaRequest.snapshot(generation: snapshotGeneration)
      guard !conversation.unanswered.contains(request) else { return }
      converse { conversation, _ in conversation.request(gathering.request, request) }
    case .inquiring(let inquiry):
      let request = ReplicaRequest.inquiry(from: inquiry.next)
      guard !conversation.unanswered.contains(request) else { return }
      let count = UInt32(clamping: inquiry.through - inquiry.next + 1)
      converse { conversation, _ in
        conversation.request(FetchHistory(from: inquiry.next, count: count), request)
      }
    default: return
    }
  }

  /// Sends the coordinator the edits on disk, in order, as many as it allows to be under way.
  private mutating func submit() {
    switch phase {
    case .live, .leaving: break
    default: return
    }
    if case .holding(let until, _, _) = submitting, now < until { return }
    // Operations that were sent behind a refused one are refused too; after that they are sent
    // again in order.
    if let next = queue.nextToSend, lastSubmitted ?? 0 > next.id.counter { return }
    while conversation?.hasRoom == true, let operation = queue.nextToSend {
      queue.markSent(operation.id)
      converse { conversation, _ in
        conversation.request(Submit(operation: operation), .submit(operation.id))
      }
    }
  }

  /// The counter of the last operation of the session that awaits an answer.
  private var lastSubmitted: UInt64? {
    for case .submit(let id) in conversation?.unanswered.reversed() ?? []
    where id.session == identity.session {
      return id.counter
    }
    return nil
  }

  mutating func acknowledge(atOnce: Bool) {
    switch phase {
    case .live, .leaving: break
    default: return
    }
    guard
      let told = acknowledging.next(sequence: confirmedSequence, now: now, atOnce: atOnce)
    else { return }
    converse { conversation, _ in
      conversation.event(Acknowledge(sequence: told.sequence, counter: told.counter))
    }
  }

  private mutating func flush() {
    var output: [UInt8] = []
    converse { output = $0.takeOutput(now: $1) }
    if !output.isEmpty { effects.append(.send(output)) }
  }

  private mutating func schedule() {
    guard let next = deadline, next < scheduled ?? .max || scheduled ?? 0 <= now else { return }
    scheduled = next
    effects.append(.wake(at: next))
  }

  /// The time at which the replica has something to do by itself.
  private var deadline: UInt64? {
    var deadlines: [UInt64] = []
    switch link {
    case .waiting(let until, _):
      deadlines.append(until)
    case .linked(let conversation, let phase, _):
      deadlines.append(conversation.deadline)
      if let deadline = phase.deadline { deadlines.append(deadline) }
      // In other phases none of this is done, however long it is due.
      if phase.keepsPace {
        if let due = acknowledging.due { deadlines.append(due) }
        if let due = boardSaving.due { deadlines.append(due) }
      }
      if let due = presencePublisher.due { deadlines.append(due) }
      if case .holding(let until, _, _) = submitting, until > now, queue.nextToSend != nil {
        deadlines.append(until)
      }
    case .idle, .dialing, .closing, .stopped, .left:
      return nil
    }
    return deadlines.min()
  }
}
