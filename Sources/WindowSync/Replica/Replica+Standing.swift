import Wire

/// Whether a person may edit in a window, and if not, what can be done about it.
public enum Standing: Hashable, Sendable {
  case writable
  /// A person asked for the session that another terminal has; it is on its way back.
  case reclaiming
  /// Nobody may edit, for the reason in the notice. `reclaim` ends this where another terminal has
  /// the session, `resumeNow` where the coordinator may have changed its mind.
  case readOnly(ReplicaNotice)
}

// The one place that says what a window may let its person do.
extension Replica {
  mutating func tellStanding() {
    guard let current = currentStanding, current != standing else { return }
    standing = current
    effects.append(.standing(current))
  }

  /// The standing now; nil while the window is on its way out, as nobody edits in it any more.
  private var currentStanding: Standing? {
    switch link {
    case .left, .closing(.leave): return nil
    case .linked(_, .leaving, _), .linked(_, .detaching(.leave, _), _): return nil
    case .closing(.rest(.inUse)) where manner == .takeOver: return .reclaiming
    case .stopped(let rest) where rest != .fenced, .closing(.rest(let rest)) where rest != .fenced:
      return .readOnly(rest.notice)
    case .idle, .waiting, .dialing, .linked, .closing, .stopped: break
    }
    if ended == nil, ownership.isWantedBack { return .reclaiming }
    return ownership.isFenced ? .readOnly(over.notice) : .writable
  }
}
