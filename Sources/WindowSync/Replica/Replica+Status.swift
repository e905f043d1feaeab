import BoardModel
import Wire

// What a window may say of its edits, and let its person do.
extension Replica {
  mutating func tellStatus() {
    let (status, standing) = (currentStatus, currentStanding)
    if status != toldStatus { effects.append(.status(status)) }
    if standing != toldStanding ?? .writable { effects.append(.standing(standing)) }
    (toldStatus, toldStanding) = (status, standing)
  }

  /// The one place that says what a window may let its person do.
  var currentStanding: Standing {
    switch link.state {
    case .ended(.left), .closing(.end(.left)): return .leaving
    case .linked(.leaving, _), .linked(.detaching(.leave, _), _): return .leaving
    case .closing(.end(.stopped(.fenced(.inUse)))) where session.manner == .takeOver:
      return .reclaiming
    case .closing(.end(.stopped(.fenced(.inUse(let place))))),
      .ended(.stopped(.fenced(.inUse(let place)))):
      return .fenced(.inUse(place))
    case .closing(.end(.stopped(.refused(let refusal)))), .ended(.stopped(.refused(let refusal))):
      return .readOnly(refusal)
    case .idle, .waiting, .dialing, .linked, .closing, .ended: break
    }
    if session.ended == nil, session.ownership.isWantedBack { return .reclaiming }
    return session.ownership.isFenced ? .fenced(session.fence) : .writable
  }

  /// What the chip in the window's corner says of its edits; it never says more than is certain.
  var currentStatus: SyncStatus {
    // An edit that is not on disk yet is not reported as kept.
    if case .notSaved(let count, let reason) = statusOnDisk, outgoing.queue.composedCount > 0 {
      return .keeping(count, reason: reason)
    }
    return statusOnDisk
  }

  /// The status that holds once the disk has every edit.
  private var statusOnDisk: SyncStatus {
    let count = outgoing.queue.unacknowledgedCount
    if let reason = standstill {
      return count == 0 ? .stopped(reason: reason) : .notSaved(count, reason: reason)
    }
    guard let phase, phase == .live || phase.isDeparture, !session.ownership.isFenced else {
      return count == 0 ? .reconnecting : .notSaved(count, reason: obstacle)
    }
    if count == 0 { return .saved }
    if case .holding(_, _, let reason) = outgoing.submitting {
      return .notSaved(count, reason: reason)
    }
    return .saving(count)
  }

  /// The reason why no link is sought; nil if one is sought, or there is one.
  private var standstill: String? {
    switch link.state {
    case .ended(.stopped(let reason)), .closing(.end(.stopped(let reason))): reason.reason
    case .ended(.left), .closing(.end(.left)): "this window is closed"
    case .idle, .waiting, .dialing, .linked, .closing(.retry): nil
    }
  }

  /// The reason why edits are not on their way, although a link is sought or there is one.
  private var obstacle: String {
    switch link.state {
    case .linked:
      session.ownership.isFenced ? session.fence.reason : "the window is catching up"
    case .idle, .waiting, .dialing, .closing, .ended: trouble
    }
  }
}
