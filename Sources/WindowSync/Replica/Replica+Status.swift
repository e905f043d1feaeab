import BoardModel

// What the chip in the window's corner says of its edits; it never says more than is certain.
extension Replica {
  mutating func tellStatus() {
    status = currentStatus
    guard status != lastStatus else { return }
    lastStatus = status
    effects.append(.status(status))
  }

  var currentStatus: SyncStatus {
    // An edit that is not on disk yet is not reported as kept.
    if case .notSaved(let count, let reason) = statusOnDisk, queue.composedCount > 0 {
      return .keeping(count, reason: reason)
    }
    return statusOnDisk
  }

  /// The status that holds once the disk has every edit.
  private var statusOnDisk: SyncStatus {
    let count = queue.unacknowledgedCount
    if let reason = standstill {
      return count == 0 ? .stopped(reason: reason) : .notSaved(count, reason: reason)
    }
    guard let phase, phase == .live || phase.isDeparture, !ownership.isFenced else {
      return count == 0 ? .reconnecting : .notSaved(count, reason: obstacle)
    }
    if count == 0 { return .saved }
    if case .holding(_, _, let reason) = submitting { return .notSaved(count, reason: reason) }
    return .saving(count)
  }

  /// The reason why no link is sought; nil if one is sought, or there is one.
  private var standstill: String? {
    switch link {
    case .stopped(let rest), .closing(.rest(let rest)): rest.reason
    case .left, .closing(.leave): "this window is closed"
    case .idle, .waiting, .dialing, .linked, .closing(.retry): nil
    }
  }

  /// The reason why edits are not on their way, although a link is sought or there is one.
  private var obstacle: String {
    switch link {
    case .linked: ownership.isFenced ? over.reason : "the window is catching up"
    case .idle, .waiting, .dialing, .closing, .stopped, .left: trouble
    }
  }
}
