import Coordination
import Wire

// When the coordinator has its turns: in a third of the worlds one often takes several events.
extension World {
  mutating func tell(_ event: CoordinatorEvent) throws {
    guard coordinator != nil else { return }
    let now = moment
    if case .progressed(let id, let unsent) = event,
      coordinator?.mustHandleProgress(id, unsent: unsent, now: now) == false
    {
      return
    }
    continueTurn()
    arrived.append(event)
    if !waitsForMore(after: event) { try takeTurns() }
  }

  /// Whether the coordinator's turn comes with the next event only.
  private mutating func waitsForMore(after event: CoordinatorEvent) -> Bool {
    guard sharesTurns, !healing else { return false }
    switch event {
    case .connected, .received, .progressed, .closed, .appended, .appendFailed, .encoded:
      return turns.chance(1, in: 2)
    case .opened, .loaded, .loadFailed, .read, .readFailed, .certified, .administer, .turnedAway,
      .timer, .continued, .drain:
      return false
    }
  }

  /// Lets the coordinator go on with what it did not handle.
  private mutating func continueTurn() {
    guard owesTurn else { return }
    owesTurn = false
    arrived.append(.continued)
  }

  /// Has the coordinator take what arrived, and what comes of that.
  mutating func takeTurns() throws {
    continueTurn()
    while !arrived.isEmpty {
      guard var running = coordinator else { return }
      let before = bug?.needsWhatWas == true ? running : nil
      coordinator = nil  // Sole owner while it changes: nothing is copied.
      let events = arrived
      arrived = []
      if events.count > 1 { counters.note(.sharedTurn) }
      let full = fullLedgers(of: running)
      let effects = running.handle(events, now: moment)
      // Who acknowledges first may send more in the same turn.
      if events.count == 1 { try checkLedgers(of: running, since: full) }
      for event in events { running = forgetting(running, after: event) }
      coordinator = keepingReaders(
        keepingPurged(reusingEpochs(keepingRoutes(running, since: before)), since: before),
        since: before)
      for effect in effects { arrived += try perform(effect) }
    }
  }

  private var moment: Moment {
    Moment(monotonic: time, wall: wallClock(coordinatorClockError))
  }
}
