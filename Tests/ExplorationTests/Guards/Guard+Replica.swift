@testable import WindowSync

// Windows without one of their guards.
extension Guard {
  /// What a window is after an event.
  func repair(_ process: inout Terminal.Process) {
    switch (self, process.replica.link, process.replica.ownership) {
    case (.logAsked, .linked(_, .inquiring, _), _): process.replica.setPhase(.carrying)
    case (.restsWhenFenced, .stopped(.fenced), .surrendered):
      process.replica.link = .waiting(until: 0, attempt: 0)
      process.wake = process.clock
    case (.reclaimWaits, .dialing, .reclaiming):
      process.replica.ownership = .holding
      process.replica.epoch = 0
    case (.wishRemembered, _, .delivering(var fenced)):
      fenced.isWanted = false
      process.replica.ownership = .delivering(fenced)
    default: return
    }
  }
}
