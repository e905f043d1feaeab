import BoardModel
import Wire

// How a window detaches and ends its connection.
extension Replica {
  /// How long leaving waits for answers, in milliseconds, while a person watches.
  static let patience: UInt64 = 2_000

  mutating func leave(_ close: Bool) {
    switch link {
    case .idle, .waiting, .stopped:
      finishLeaving(kept: isKept)
    case .dialing:
      effects.append(.disconnect)
      link = .closing(.leave(kept: isKept))
    case .linked(_, let phase, _):
      leave(close, from: phase)
    case .closing:
      link = .closing(.leave(kept: isKept))
    case .left:
      return
    }
  }

  private mutating func leave(_ close: Bool, from phase: Phase) {
    switch (phase, ownership) {
    case (.live, .holding):
      setPhase(.leaving(close: close, deadline: now + Self.patience))
    case (.catchingUp, .holding) where queue.edits.isEmpty:
      detach(.leave(close: close))
    default:
      closeLink(.leave(kept: true))
    }
  }

  /// Whether the session is kept: the coordinator may remember it and has not ended it, or the disk
  /// has edits.
  private var isKept: Bool { epoch > 0 && ended == nil || queue.unacknowledgedCount > 0 }

  /// Detaches once nothing is under way any longer.
  mutating func advanceLeaving() {
    guard case .leaving(let close, _) = phase, queue.edits.isEmpty else { return }
    detach(.leave(close: close))
  }

  mutating func detach(_ detachment: Detachment) {
    let close =
      switch detachment {
      case .leave(let close): close
      case .surrender: true
      }
    // The other requests need no answer any more; this one is the last.
    converse { conversation, _ in conversation.request(Detach(close: close), .detach) }
    setPhase(.detaching(detachment, deadline: now + Self.patience))
  }

  mutating func detached() {
    guard case .detaching(let detachment, _) = phase else { return }
    switch detachment {
    case .leave(let close): closeLink(.leave(kept: !close))
    case .surrender: closeLink(.rest(over))
    }
  }

  mutating func finishLeaving(kept: Bool) {
    link = .left
    saveBoard(atOnce: true)
    effects.append(.left(kept: kept))
  }
}
