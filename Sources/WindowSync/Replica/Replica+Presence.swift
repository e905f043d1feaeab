import BoardModel
import Wire

// Who looks at what (SPEC.md PRS).
extension Replica {
  mutating func takePresent(_ present: Present) {
    guard presenceReach != .none, present.session != identity.session else { return }
    presence.take(present)
  }

  mutating func takeMorePresent(_ present: MorePresent) {
    if presenceReach != .none { presence.take(present) }
  }

  /// Sends the person's presence, if the others do not know it.
  mutating func sayPresence() {
    if let state = presence.next(presenceReach, now: now) {
      converse { $0.event(Presence(state: state)) }
    }
    if let others = presence.takeOthers() { effects.append(.others(others)) }
    if let more = presence.takeMore() { effects.append(.moreOthers(more)) }
  }

  private var presenceReach: PresenceExchange.Reach {
    guard has(Feature.presence), speaksForWindow
    else { return .none }
    return knowsCaret ? .now : .later
  }

  /// Whether the connection speaks for a window of its own.
  var speaksForWindow: Bool {
    switch phase {
    case .catchingUp, .inquiring, .carrying, .live, .leaving:
      return !session.ownership.isFenced && identity.configuration != .command
    case nil, .greeting, .welcomed, .attaching, .detaching: return false
    }
  }

  /// Whether the text at the caret has been sent. A caret in text that was not is told after that
  /// text is sent (SPEC.md PRS-015).
  private var knowsCaret: Bool {
    let caret =
      switch presence.publisher.wanted?.focus {
      case .body(_, let caret), .comment(_, _, let caret): caret
      case .card, .field, nil: TextIdentity?.none
      }
    guard let caret else { return true }
    switch outgoing.queue[caret.operation]?.stage {
    case .composed, .stored, .refused: return false
    case .sent, .acknowledged, nil: return true
    }
  }
}
