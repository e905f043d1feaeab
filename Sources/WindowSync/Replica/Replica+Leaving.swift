import BoardModel
import Wire

// How a window detaches and ends its connection.
extension Replica {
  /// How long leaving waits for answers, in milliseconds, while a person watches.
  static let patience: UInt64 = 2_000

  mutating func leave(_ close: Bool) {
    if case .ended(.left) = link.state { return }
    guard let phase else { return perform(link.end(.left(kept: isKept))) }
    switch (phase, session.ownership) {
    case (.live, .holding):
      enter(.leaving(close: close, deadline: now + Self.patience))
    case (.catchingUp, .holding) where outgoing.queue.edits.isEmpty:
      detach(.leave(close: close))
    default:
      closeLink(.left(kept: true))
    }
  }

  /// Whether the session is kept: the coordinator may remember it and has not ended it, or the disk
  /// has edits.
  private var isKept: Bool {
    session.epoch > 0 && session.ended == nil || outgoing.queue.unacknowledgedCount > 0
  }

  /// Detaches once nothing is under way any longer.
  mutating func advanceLeaving() {
    guard case .leaving(let close, _) = phase, outgoing.queue.edits.isEmpty else { return }
    detach(.leave(close: close))
  }

  /// Gives up the fresh session of a fenced window that has nothing left to deliver.
  mutating func advanceDelivery() {
    guard case .delivering = session.ownership, phase == .live, outgoing.queue.edits.isEmpty,
      outgoing.writing == .idle
    else { return }
    detach(.surrender)
  }

  private mutating func detach(_ detachment: Detachment) {
    let close =
      switch detachment {
      case .leave(let close): close
      case .surrender: true
      }
    keepBoard()
    // The other requests need no answer any more; this one is the last.
    converse { $0.request(Detach(close: close), .detach) }
    enter(.detaching(detachment, deadline: now + Self.patience))
  }

  mutating func detached() {
    guard case .detaching(let detachment, _) = phase else { return }
    switch detachment {
    case .leave(let close): closeLink(.left(kept: !close))
    case .surrender: closeLink(.stopped(.fenced(session.fence)))
    }
  }
}
