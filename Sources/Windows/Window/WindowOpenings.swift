public import BoardModel

/// What happens to a window that is being opened.
public enum OpeningEvent: Hashable, Sendable {
  /// A window is to be opened; the coordinator is asked which session it is to have, and the
  /// `SessionID` is the one that is proposed.
  case asked(SessionID, Subject, Placement)
  /// The coordinator has assigned a session to the window that was asked for under the first one.
  case assigned(SessionID, SessionID, title: String)
  /// The window that was asked for is open already, and shows itself at `place`.
  case activated(SessionID, place: String)
  /// The window came up and has its session.
  case registered(SessionID)
  /// The window cannot be opened, for a reason that is the end of a sentence.
  case failed(SessionID, reason: String)
  case timer
}

/// What is to be done about the windows that are being opened, in order.
public enum OpeningEffect: Hashable, Sendable {
  /// Run the program of the window. A failure is reported; that it works, the coordinator tells.
  case start(SessionID, Placement, title: String)
  case tell(Subject, OpeningResult)
  /// Report `timer` at this time; this takes the place of an earlier request.
  case wake(at: UInt64)
}

/// The windows whose opening was asked for here, until each has come up or has failed.
public struct WindowOpenings: Hashable, Sendable {
  /// How long a window may take to come up, in milliseconds, before it counts as failed: so long is
  /// its session promised (SPEC.md WIN-007), also where the machine is busy.
  static let patience: UInt64 = 5_000

  /// By the session that was proposed, and once there is one by the session that was assigned.
  private var openings: [SessionID: Opening] = [:]

  private struct Opening: Hashable, Sendable {
    let subject: Subject
    let placement: Placement
    /// The time until which the window must have come up; nil before it was started.
    var deadline: UInt64?
  }

  public init() {}

  /// - Parameter now: the milliseconds of a clock that never goes back.
  public mutating func handle(_ event: OpeningEvent, now: UInt64) -> [OpeningEffect] {
    switch event {
    case .asked(let session, let subject, let placement):
      openings[session] = Opening(subject: subject, placement: placement)
      return []
    case .assigned(let proposed, let session, let title):
      guard var opening = openings.removeValue(forKey: proposed) else { return [] }
      opening.deadline = now + WindowOpenings.patience
      openings[session] = opening
      return [.start(session, opening.placement, title: title)] + wake
    case .activated(let session, let place): return end(session, .activated(place: place))
    case .registered(let session): return end(session, .registered)
    case .failed(let session, let reason): return end(session, .failed(reason: reason))
    case .timer:
      let late = openings.filter { $0.value.deadline ?? .max <= now }.keys.sorted()
      return late.flatMap {
        end($0, .failed(reason: "the new window did not come up within five seconds"))
      } + wake
    }
  }

  private var wake: [OpeningEffect] {
    openings.values.compactMap(\.deadline).min().map { [.wake(at: $0)] } ?? []
  }

  /// Tells the result; only the first one for a window counts.
  private mutating func end(_ session: SessionID, _ result: OpeningResult) -> [OpeningEffect] {
    guard let opening = openings.removeValue(forKey: session) else { return [] }
    return [.tell(opening.subject, result)]
  }
}
