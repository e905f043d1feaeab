import BoardModel
import Wire

// What follows an ERROR, by its scope and by what the coordinator says can be done.
extension Replica {
  mutating func takeFailure(_ request: ReplicaRequest?, _ error: ErrorMessage) {
    if case .question(let question) = request { answer(question, .failure(Unanswered(error))) }
    switch error.code.scope {
    case .connection: endConnection(error)
    case .session: endAttachment(request, error)
    case .request: if let request { refuse(request, error) }
    }
  }

  mutating func endConnection(_ error: ErrorMessage) {
    link.trouble = error.text
    switch error.code.retry {
    case .never: refuse(LinkRefusal(error))
    case .later:
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    case .reconnect:
      closeLink(retryAfter: UInt64(error.retryAfter))
    case .afresh:
      needUpgrade(error.text)
    }
  }

  /// Stops the link, and leaves it to a person when it is tried again.
  private mutating func refuse(_ refusal: LinkRefusal) { closeLink(.stopped(.refused(refusal))) }

  /// The pause in milliseconds where a coordinator says "later" without a time.
  static let laterPause: UInt64 = 1_000

  mutating func needUpgrade(_ reason: String) {
    refuse(.upgradeNeeded(reason))
  }

  /// Whether the request is about the session that the window has on this connection now: answers
  /// to requests for an earlier one may still arrive.
  private func concernsAttachment(_ request: ReplicaRequest?) -> Bool {
    switch (request, phase) {
    case (_, nil), (_, .greeting), (_, .welcomed): false
    case (.submit(let id), _): id.session == identity.session && session.ownership.hasOwnIdentities
    case (.question, _), (.endPredecessor, _), (.lift, _), (.drop, _), (.load, _): false
    case (.inquiry, _): phase != .attaching
    case (.snapshot(let generation), .catchingUp(.snapshot(let gathering))):
      gathering.generation == generation
    case (.snapshot, _): false
    case (.attach, _), (.detach, _), (nil, _): true
    }
  }

  private mutating func endAttachment(_ request: ReplicaRequest?, _ error: ErrorMessage) {
    guard concernsAttachment(request) else {
      guard let request else { return }
      if case .submit(let id) = request { outgoing.sendAgain(id) }
      return perform(dragging.failed(request, error.text))
    }
    link.trouble = error.text
    switch (error.code.retry, error.code) {
    case (.never, .readingLost):
      forgetBoard()
      refuse(.readingLost(error.text))
    case (.never, .sessionInUse): closeLink(.stopped(.fenced(.inUse(error.text))))
    case (.never, _): refuse(.refused(error.code, error.text))
    case (.later, _):
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    case (.reconnect, _):
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (.afresh, .sessionEnded) where copy.attached.sequence == 0 && session.manner == .resume:
      // The session was closed before somebody opened the window again from its files.
      renew(.expired)
    case (.afresh, .sessionEnded):
      perform(session.handle(.ended(error.text)))
      fence()
    case (.afresh, .levelTooOld):
      needUpgrade(error.text)
    case (.afresh, .fenced):
      fence()
    case (.afresh, .incarnationChanged):
      renew(.storeReplaced)
    case (.afresh, _):
      renew(.expired)
    }
  }

  private mutating func refuse(_ request: ReplicaRequest, _ error: ErrorMessage) {
    switch request {
    case .attach: refuseAttach(error)
    case .submit(let id): refuseSubmit(id, error)
    case .detach: detached()
    case .snapshot, .inquiry:
      guard concernsAttachment(request) else { return }
      link.trouble = error.text
      closeLink(retryAfter: UInt64(error.retryAfter))
    case .lift, .drop, .load: perform(dragging.failed(request, error.text))
    case .question, .endPredecessor: return
    }
  }

  private mutating func refuseAttach(_ error: ErrorMessage) {
    // A person is told of the reason once, not with every attempt.
    if error.code == .storeUnavailable, link.trouble != error.text {
      notice(.storeUnavailable(error.text))
    }
    link.trouble = error.text
    switch (error.code.retry, error.code) {
    case (_, .alreadyAttached), (.reconnect, _):
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (.never, .boardUnknown):
      if copy.replacedStore != nil {
        // It does not say whether this user may read what the store before had.
        keepLost(to: nil)
      } else if !session.isStranger, !copy.isWrong {
        forgetBoard()
      }
      refuse(.boardUnknown(error.text))
    case (.never, _):
      refuse(.refused(error.code, error.text))
    case (.later, _), (.afresh, _):
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    }
  }

  /// Lets go of a board that this user may not read any longer, and of nothing that they have not
  /// sent (SPEC.md BRD-017).
  private mutating func forgetBoard() {
    // What has an outcome is not unsent, and no board will come that holds it.
    letGo(outgoing.dropConfirmed(through: .max, ownThrough: copy.ownThrough))
    outgoing.leaveOutContexts(before: .max)
    copy.forget()
    effects.append(.forgetBoard)
  }

  private mutating func refuseSubmit(_ id: OperationID, _ error: ErrorMessage) {
    guard concernsAttachment(.submit(id)) else { return outgoing.sendAgain(id) }
    switch (error.code.retry, error.code) {
    case (.later, _):
      hold(id, error)
    case (_, .alreadyAcknowledged):
      // The outcome was on disk before a crash took that back: the operation was applied, once.
      _ = outgoing.acknowledge(id, sequence: 0)
    case (_, .roleLacking):
      outgoing.refuse(id, error.text)
      copy.becomeStale()
      // A session that only delivers for another one is renewed instead.
      if session.ownership != .holding { renew(.undeliverable) }
    case (_, .counterGap)
    where outgoing.queue.hasRefused || outgoing.queue.mustResend(before: id):
      outgoing.sendAgain(id)
    case (_, .counterGap), (_, .notAttached), (.reconnect, _):
      link.trouble = error.text
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (_, .operationChanged), (_, .wrongSession), (_, .baseAhead):
      link.trouble = error.text
      renew(.undeliverable)
    case (.never, _), (.afresh, _):
      link.trouble = error.text
      if let operation = outgoing.remove(id) {
        effects.append(.refused(operation.intent, reason: .undeliverable(error.text)))
      }
      copy.becomeStale()
      renew(.undeliverable)
    }
  }

  private mutating func hold(_ id: OperationID, _ error: ErrorMessage) {
    let pause = outgoing.hold(
      id, retryAfter: error.retryAfter, reason: error.text, now: now)
    guard pause != .joined else { return }
    if pause == .first, error.code == .storeUnavailable { notice(.storeUnavailable(error.text)) }
    if error.code == .acknowledgeFirst {
      outgoing.acknowledgeAfresh()
      acknowledge(atOnce: true)
    }
  }
}

extension LinkRefusal {
  /// What an ERROR that ends connections for good means.
  init(_ error: ErrorMessage) {
    self =
      error.code == .identityRefused
      ? .revoked(error.text) : .refused(error.code, error.text)
  }
}
