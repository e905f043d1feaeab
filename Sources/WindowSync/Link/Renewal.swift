public import Wire

/// Renews the certificate of this device over a link that lives: it has the files looked at when the
/// link was greeted and each hour after, asks the coordinator where the certificate is due, and has
/// the answer installed. Without a link it looks all the same, so that a person is warned early. Times
/// are milliseconds of a clock that never goes back.
public struct Renewal: Hashable, Sendable {
  /// The time between two looks at a certificate that is not due, and before a failed renewal is
  /// tried again.
  static let pause: UInt64 = 3_600_000
  /// The time after which it is looked again whether another process of the device has renewed, after
  /// which a request whose answer was lost is repeated, and before the first look without a link.
  static let shortPause: UInt64 = 60_000
  /// The time between two warnings.
  static let quiet: UInt64 = 86_400_000

  enum State: Hashable, Sendable {
    case unlinked
    case resting(until: UInt64)
    /// The shell looks at the files.
    case looking
    /// RENEW is on its way. Until the answer is installed or `release` comes, the shell holds the lock by which one
    /// process of the device renews at a time.
    case asking
    case installing
  }

  public enum Event: Hashable, Sendable {
    /// The coordinator has greeted this side.
    case linked
    /// The link is lost, or the window begins without one.
    case unlinked
    case timer
    /// Answers `look`.
    case looked(Look)
    /// Answers `ask`.
    case answered(Answer)
    /// Answers `install`, behind which the shell holds the lock no longer.
    case installed
    case notInstalled(reason: String)
    /// A dial found that the certificate has ended, and the coordinator does not renew it now.
    case refusedLate(reason: String)
  }

  /// What the files say.
  public enum Look: Hashable, Sendable {
    case notDue
    /// Another process of the device renews.
    case busy
    /// It is due, and this process has the lock. The request is a PKCS #10 signing request in DER.
    case due(request: [UInt8])
    case failed(reason: String)
  }

  public enum Effect: Hashable, Sendable {
    case look
    case ask(Question)
    case install(CertificateMessage)
    /// Let go of the lock.
    case release
    /// Report `timer` at this time; this takes the place of an earlier request.
    case wake(at: UInt64)
    /// Warn the person: the certificate is in the last third of its life, and was not renewed.
    case warn(Unanswered)
    /// Warn the person: the certificate has ended, and was not renewed.
    case warnOfEnd(reason: String)
    /// The certificate is a new one: what `warn` said is over.
    case withdrawWarning
    /// A coordinator takes the certificate: what `warnOfEnd` said is over.
    case withdrawWarningOfEnd
  }

  private(set) var state = State.unlinked
  private var warned: UInt64?
  private var warnedOfEnd: UInt64?

  public init() {}

  public mutating func handle(_ event: Event, now: UInt64) -> [Effect] {
    let (next, effects) = Self.transition(state, event, now: now)
    state = next
    return effects.filter { effect in
      switch effect {
      // Where a dial has just found out more, that stays.
      case .warn(Self.unreached) where warnedOfEnd.map { now < $0 + Self.quiet } ?? false: false
      case .warn: Self.mayWarn(&warned, now)
      case .warnOfEnd: Self.mayWarn(&warnedOfEnd, now)
      // They are shown in one place: what a dial found out stays there.
      case .withdrawWarning: Self.mayWithdraw(&warned) && warnedOfEnd == nil
      case .withdrawWarningOfEnd: Self.mayWithdraw(&warnedOfEnd)
      case .look, .ask, .install, .release, .wake: true
      }
    }
  }

  private static func mayWarn(_ last: inout UInt64?, _ now: UInt64) -> Bool {
    if let last, now < last + quiet { return false }
    last = now
    return true
  }

  private static func mayWithdraw(_ last: inout UInt64?) -> Bool {
    defer { last = nil }
    return last != nil
  }

  static func transition(_ state: State, _ event: Event, now: UInt64) -> (State, [Effect]) {
    switch (state, event) {
    case (.unlinked, .linked): return (.looking, [.withdrawWarningOfEnd, .look])
    case (.unlinked, .timer): return (.unlinked, [.look, .wake(at: now + pause)])
    case (.unlinked, .looked(.notDue)): return (.unlinked, [.withdrawWarning])
    case (.unlinked, .looked(.due)): return (.unlinked, [.release, .warn(unreached)])
    case (.unlinked, .looked(.failed(let reason))):
      return (.unlinked, [.warn(Unanswered(reason))])
    case (.unlinked, .refusedLate(let reason)): return (.unlinked, [.warnOfEnd(reason: reason)])
    case (.resting(let until), .timer) where now >= until: return (.looking, [.look])
    // A look at the files that began on an earlier link ends as one of this link does.
    case (.looking, .looked(.notDue)): return rest(for: pause, now, first: .withdrawWarning)
    case (.looking, .looked(.busy)): return rest(for: shortPause, now)
    case (.looking, .looked(.failed(let reason))):
      return rest(for: pause, now, first: .warn(Unanswered(reason)))
    case (.looking, .looked(.due(let request))):
      return (.asking, [.ask(.renew(Renew(request: request)))])
    case (.asking, .answered(.success(.certificate(let answer)))):
      return (.installing, [.install(answer)])
    case (.asking, .answered(.success)): return release(for: pause, now)
    case (.asking, .answered(.failure(let failure))):
      // Without a code it was not asked, or its answer was lost: that says nothing of renewals.
      guard failure.code != nil else { return release(for: shortPause, now) }
      return release(for: pause, now, first: .warn(failure))
    case (.installing, .installed): return rest(for: pause, now, first: .withdrawWarning)
    case (.installing, .notInstalled(let reason)):
      return rest(for: pause, now, first: .warn(Unanswered(reason)))
    case (.asking, .unlinked): return (.unlinked, [.release, .wake(at: now + shortPause)])
    case (.unlinked, .unlinked), (.resting, .unlinked), (.looking, .unlinked),
      (.installing, .unlinked):
      return (.unlinked, [.wake(at: now + shortPause)])
    case (.resting, .looked(.due)): return (state, [.release])
    case (.unlinked, _), (.resting, _), (.looking, _), (.asking, _), (.installing, _):
      return (state, [])
    }
  }

  static let unreached = Unanswered("the coordinator is not reached")

  private static func rest(
    for pause: UInt64, _ now: UInt64, first effect: Effect? = nil
  ) -> (State, [Effect]) {
    (.resting(until: now + pause), (effect.map { [$0] } ?? []) + [.wake(at: now + pause)])
  }

  private static func release(
    for pause: UInt64, _ now: UInt64, first effect: Effect? = nil
  ) -> (State, [Effect]) {
    let (state, effects) = rest(for: pause, now, first: effect)
    return (state, [.release] + effects)
  }
}
