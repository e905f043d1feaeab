import BoardModel
import Wire

// The steps that every turn ends with, whatever event began it.
extension Replica {
  mutating func finishTurn() {
    dropConfirmed()
    refreshVisible()
    carryOver()
    if copy.isStale { refreshVisible() }
    persistNext()
    attach()
    fetchNext()
    submit()
    acknowledge(atOnce: false)
    advanceLeaving()
    advanceDelivery()
    saveBoard(atOnce: false)
    if let change = copy.takeChange() { effects.append(.changed(change)) }
    sayPresence()
    describe()
    settleDrags()
    perform(link.flush(now: now))
    tellStatus()
    if let time = wakeTime.schedule(deadline, now: now) { effects.append(.wake(at: time)) }
  }

  /// Drops the edits that the confirmed board holds from the queue and the disk.
  mutating func dropConfirmed() {
    letGo(outgoing.dropConfirmed(through: copy.sequence, ownThrough: copy.ownThrough))
  }

  /// Has the disk let go of the operations that left the queue.
  mutating func letGo(_ dropped: OutgoingEdits.Dropped?) {
    guard let dropped else { return }
    effects.append(.forget(dropped.session, through: dropped.counter))
    // They waited while the rest went that was made before a purge.
    let purge = copy.lastPurge
    if dropped.base < purge { effects.append(.clearPurged(purge)) }
  }

  private mutating func refreshVisible() {
    // Missed operations come in many pieces, and are shown when all of them are there.
    if case .catchingUp(.operations) = phase, copy.hasVisible { return }
    copy.refresh(outgoing.queue, prediction)
  }

  private mutating func attach() {
    guard phase == .welcomed, let attach = attachment, hasRoom else { return }
    let window = attachWindow(attach)
    converse {
      if let window {
        $0.request(window, .attach)
      } else {
        $0.request(attach, .attach)
      }
    }
    enter(.attaching)
  }

  /// ATTACH as the window's session, or as the one that succeeds it; nil while that one has no
  /// identity.
  private var attachment: Attach? {
    switch session.ownership {
    case .awaitingSuccessor, .surrendered: nil
    case .succeeding(let cause, let successor):
      attach(
        successor.session, successor.instance, epoch: successor.epoch, firstPending: 1,
        asCommand: cause.isFenced)
    case .holding, .naming, .adopting, .delivering, .reclaiming:
      attach(
        identity.session, identity.instance,
        epoch: session.ownership == .reclaiming ? 0 : session.epoch,
        firstPending: outgoing.firstPending, asCommand: session.ownership.isFenced)
    }
  }

  private func attach(
    _ id: SessionID, _ instance: InstanceID, epoch: UInt32, firstPending: UInt64,
    asCommand: Bool
  ) -> Attach {
    Attach(
      board: identity.board, session: id, instance: instance,
      configuration: asCommand ? .command : identity.configuration, epoch: epoch,
      incarnation: session.incarnation,
      sequence: session.isStranger || copy.isWrong ? 0 : copy.sequence,
      firstPending: firstPending, level: copy.levels.newest, wantsSnapshot: true)
  }

  /// Asks for a snapshot that is not on its way, or for the next part of the log where an inquiry
  /// reads it.
  private mutating func fetchNext() {
    switch phase {
    case .catchingUp(.snapshot(let gathering)):
      let request = ReplicaRequest.snapshot(generation: gathering.generation)
      guard mayAsk(request) else { return }
      converse { $0.request(FetchSnapshot(), request) }
    case .inquiring(let inquiry):
      let request = ReplicaRequest.inquiry(from: inquiry.next)
      guard mayAsk(request) else { return }
      let count = UInt32(clamping: inquiry.through - inquiry.next + 1)
      converse { $0.request(FetchHistory(from: inquiry.next, count: count), request) }
    case nil, .greeting, .welcomed, .attaching, .catchingUp(.operations), .carrying, .live,
      .leaving, .detaching:
      return
    }
  }

  /// Whether the request is not under way, and there is room for it.
  private func mayAsk(_ request: ReplicaRequest) -> Bool {
    link.conversation.read { $0.hasRoom && !$0.unanswered.contains(request) } == true
  }

  /// Sends the coordinator the edits on disk, in order, as many as it allows to be under way.
  private mutating func submit() {
    guard phase?.keepsPace == true, outgoing.queue.hasToSend else { return }
    let awaited = lastSubmitted
    while hasRoom, let operation = outgoing.nextToSend(now: now, awaited: awaited) {
      converse { $0.request(Submit(operation: operation), .submit(operation.id)) }
    }
  }

  /// The counter of the last operation of the session that awaits an answer.
  var lastSubmitted: UInt64? {
    let session = identity.session
    return link.conversation.read { talk in
      for open in talk.open.reversed() {
        if case .submit(let id) = open.request, id.session == session { return id.counter }
      }
      return nil
    }
  }

  mutating func acknowledge(atOnce: Bool) {
    guard phase?.keepsPace == true,
      let told = outgoing.nextAcknowledgement(sequence: copy.sequence, now: now, atOnce: atOnce)
    else { return }
    converse { $0.event(Acknowledge(sequence: told.sequence, counter: told.counter)) }
  }

  /// The time at which the replica has something to do by itself.
  private var deadline: UInt64? {
    guard let phase else { return link.deadline }
    var first = UInt64.max
    func note(_ deadline: UInt64?) {
      if let deadline { first = min(first, deadline) }
    }
    note(link.deadline)
    note(phase.deadline)
    note(presence.publisher.due)
    note(outgoing.resumesSending(after: now))
    // In other phases none of this is done, however long it is due.
    if phase.keepsPace {
      note(outgoing.acknowledging.due)
      note(copy.saving.due)
    }
    return first == .max ? nil : first
  }
}
