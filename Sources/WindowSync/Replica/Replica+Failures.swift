import BoardModel
import Wire

// What follows an ERROR, by its scope and by what the coordinator says can be done.
extension Replica {
  mutating func takeFailure(_ request: ReplicaRequest?, _ error: ErrorMessage) {
    if case .history(let token) = request {
      effects.append(.historyUnavailable(token: token, reason: error.text))
    }
    switch error.code.scope {
    case .connection: endConnection(error)
    case .session: endAttachment(request, error)
    case .request: if let request { refuse(request, error) }
    }
  }

  mutating func endConnection(_ error: ErrorMessage) {
    trouble = error.text
    switch error.code.retry {
    case .never:
      rest(
        error.code == .identityRefused
          ? .identityRefused(error.text) : .refused(error.code, error.text), error)
    case .later:
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    case .reconnect:
      closeLink(retryAfter: UInt64(error.retryAfter))
    case .afresh:
      needUpgrade(error.text)
    }
  }

  /// Tells a person why the link stops, and leaves it to them when it is tried again.
  private mutating func rest(_ notice: ReplicaNotice, _ error: ErrorMessage) {
    self.notice(notice)
    closeLink(.rest(.refused(notice, reason: error.text)))
  }

  /// The pause in milliseconds where a coordinator says "later" without a time.
  static let laterPause: UInt64 = 1_000

  mutating func needUpgrade(_ reason: String) {
    notice(.upgradeNeeded(reason))
    closeLink(.rest(.upgrade(reason)))
  }

  /// Whether the request is about the session that the window has on this connection now: answers
  /// to requests for an earlier one may still arrive.
  private func concernsAttachment(_ request: ReplicaRequest?) -> Bool {
    switch (request, phase) {
    case (_, nil), (_, .greeting), (_, .welcomed): false
    case (.submit(let id), _): id.session == identity.session && isAttachedAsItself
    case (.history, _), (.open, _), (.invite, _), (.endPredecessor, _), (.lift, _), (.drop, _),
      (.load, _):
      false
    case (.inquiry, _), (.snapshot, _): phase != .attaching
    case (.attach, _), (.detach, _), (nil, _): true
    }
  }

  /// Whether the connection speaks for the session whose identities the pending edits carry.
  private var isAttachedAsItself: Bool {
    switch ownership {
    case .holding, .adopting, .delivering: true
    case .awaitingSuccessor, .succeeding, .surrendered, .reclaiming: false
    }
  }

  private mutating func endAttachment(_ request: ReplicaRequest?, _ error: ErrorMessage) {
    guard concernsAttachment(request) else {
      if case .submit(let id) = request { queue.markUnsent(id) }
      if let request { failDrag(request, error.text) }
      return
    }
    trouble = error.text
    switch (error.code.retry, error.code) {
    case (.never, .sessionInUse):
      notice(.inUse(error.text))
      closeLink(.rest(.inUse(error.text)))
    case (.never, _):
      rest(.refused(error.code, error.text), error)
    case (.later, _):
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    case (.reconnect, _):
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (.afresh, .sessionEnded) where attachedAt.sequence == 0 && manner == .resume:
      // The session was closed before somebody opened the window again from its files.
      renew(.expired)
    case (.afresh, .sessionEnded):
      ended = error.text
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
      trouble = error.text
      closeLink(retryAfter: UInt64(error.retryAfter))
    case .open(let session): effects.append(.notOpened(session, reason: error.text))
    case .invite(let invite):
      effects.append(.inviteAnswered(invite, .failed(reason: error.text)))
    case .lift, .drop, .load: failDrag(request, error.text)
    case .history, .endPredecessor: return
    }
  }

  private mutating func refuseAttach(_ error: ErrorMessage) {
    // A person is told of the reason once, not with every attempt.
    if error.code == .storeUnavailable, trouble != error.text {
      notice(.storeUnavailable(error.text))
    }
    trouble = error.text
    switch (error.code.retry, error.code) {
    case (_, .alreadyAttached), (.reconnect, _):
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (.never, _):
      rest(
        error.code == .boardUnknown ? .boardUnknown : .refused(error.code, error.text), error)
    case (.later, _), (.afresh, _):
      closeLink(retryAfter: max(UInt64(error.retryAfter), Self.laterPause))
    }
  }

  private mutating func refuseSubmit(_ id: OperationID, _ error: ErrorMessage) {
    guard concernsAttachment(.submit(id)) else { return queue.markUnsent(id) }
    switch (error.code.retry, error.code) {
    case (.later, _):
      hold(id, error)
    case (_, .alreadyAcknowledged):
      // The outcome was on disk before a crash took that back: the operation was applied, once.
      _ = queue.acknowledge(id, sequence: 0)
    case (_, .counterGap) where queue.mustResend(before: id):
      queue.markUnsent(id)
    case (_, .counterGap), (_, .notAttached), (.reconnect, _):
      trouble = error.text
      closeLink(retryAfter: UInt64(error.retryAfter))
    case (_, .operationChanged), (_, .wrongSession), (_, .baseAhead):
      trouble = error.text
      renew(.undeliverable)
    case (.never, _), (.afresh, _):
      trouble = error.text
      if let operation = queue.remove(id) {
        effects.append(.refused(operation.intent, reason: .undeliverable(error.text)))
      }
      visibleIsStale = true
      changes.reload()
      renew(.undeliverable)
    }
  }

  /// Sends the operation again later, and those after it, in the same order: none was consumed.
  private mutating func hold(_ id: OperationID, _ error: ErrorMessage) {
    queue.markUnsent(id)
    let asked = now + min(UInt64(error.retryAfter), Backoff.longestRetryAfter)
    var attempt = 0
    if case .holding(let until, let previous, let reason) = submitting {
      // Operations that were sent together are refused together; the last may have to wait longer.
      if now < until {
        submitting = .holding(until: max(until, asked), attempt: previous, reason: reason)
        return
      }
      attempt = previous + 1
    } else if error.code == .storeUnavailable {
      notice(.storeUnavailable(error.text))
    }
    let own = min(Submitting.shortest << UInt64(min(attempt, 10)), Submitting.longest)
    submitting = .holding(
      until: max(now + own, asked), attempt: attempt, reason: error.text)
    if error.code == .acknowledgeFirst {
      acknowledging.unheard()
      acknowledge(atOnce: true)
    }
  }
}
