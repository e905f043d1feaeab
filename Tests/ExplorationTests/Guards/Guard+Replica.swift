import Wire

@testable import WindowSync

// Windows without one of their guards.
extension Guard {
  /// Whether a window does not take an event in.
  func misses(_ event: ReplicaEvent, _ process: Terminal.Process) -> Bool {
    guard self == .wishRemembered, case .reclaim = event else { return false }
    if case .delivering = process.replica.session.ownership { return true }
    return false
  }

  /// What a window is after an event.
  func repair(_ process: inout Terminal.Process) {
    switch (self, process.replica.link.state, process.replica.session.ownership) {
    case (.logAsked, .linked(.inquiring, _), _): process.replica.enter(.carrying)
    case (.restsWhenFenced, .ended(.stopped(.fenced(.takenOver))), .surrendered):
      var link = DialedLink<ReplicaLink>()
      _ = link.dial()
      _ = link.disconnected("", .automatic, jitter: 0, end: nil, now: 0)
      process.replica.link = link
      process.wake = max(process.clock, link.deadline ?? 0)
    default: return
    }
  }
}
