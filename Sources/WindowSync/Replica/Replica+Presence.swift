public import BoardModel
import Wire

/// Another window of the board, and where the person at it is.
public struct OtherWindow: Hashable, Sendable {
  public let session: SessionID
  public let author: Author
  public let state: PresenceState

  public init(session: SessionID, author: Author, state: PresenceState) {
    self.session = session
    self.author = author
    self.state = state
  }
}

/// What the coordinator was told of the person at this window, and when it is told again.
struct PresencePublisher: Hashable, Sendable {
  /// The shortest time between two PRESENCE messages, in milliseconds: nobody follows a caret that
  /// is faster.
  static let pause: UInt64 = 100

  /// The presence that the window reported last.
  var wanted: PresenceState?
  /// The presence that the coordinator was told on this attachment.
  private(set) var told: PresenceState?
  private(set) var earliest: UInt64 = 0
  /// The time at which there is something to say; nil if there is nothing.
  private(set) var due: UInt64?

  mutating func detached() { (told, due) = (nil, nil) }

  /// Forgets the due time, because something else has to be sent first.
  mutating func postpone() { due = nil }

  /// - Returns: the presence to send now; nil if there is none.
  mutating func next(now: UInt64) -> PresenceState? {
    due = nil
    guard let wanted, wanted != told else { return nil }
    guard now >= earliest else {
      due = earliest
      return nil
    }
    told = wanted
    earliest = now + Self.pause
    return wanted
  }
}

// Who looks at what (SPEC.md PRS).
extension Replica {
  /// The most other windows that are believed: a coordinator has no more connections.
  private static let mostOthers = Limits.connections

  mutating func takePresent(_ present: Present) {
    guard isPresent, present.session != identity.session else { return }
    let other = present.state.map {
      OtherWindow(session: present.session, author: present.author, state: $0)
    }
    guard others[present.session] != other else { return }
    guard others.count < Self.mostOthers || others[present.session] != nil else { return }
    others[present.session] = other
    othersChanged = true
  }

  /// Sends the person's presence, if the others do not know it; without a link it forgets the
  /// others.
  mutating func sayPresence() {
    if !isPresent {
      presencePublisher.detached()
      if !others.isEmpty {
        others = [:]
        othersChanged = true
      }
    } else if !knowsCaret {
      presencePublisher.postpone()
    } else if let state = presencePublisher.next(now: now) {
      converse { conversation, _ in conversation.event(Presence(state: state)) }
    }
    guard othersChanged else { return }
    othersChanged = false
    effects.append(.others(others.values.sorted { $0.session < $1.session }))
  }

  /// Whether the connection speaks for a window of its own, and both sides know of presence.
  private var isPresent: Bool {
    conversation?.welcome?.features.contains(Feature.presence) == true && speaksForWindow
  }

  /// Whether the connection speaks for a window of its own.
  var speaksForWindow: Bool {
    switch phase {
    case .catchingUp, .inquiring, .carrying, .live, .leaving:
      return !ownership.isFenced && identity.configuration != .command
    case nil, .greeting, .welcomed, .attaching, .detaching: return false
    }
  }

  /// Whether the text at the caret has been sent. A caret in text that was not is told after that
  /// text is sent (SPEC.md PRS-015).
  private var knowsCaret: Bool {
    let caret =
      switch presencePublisher.wanted?.focus {
      case .body(_, let caret), .comment(_, _, let caret): caret
      case .card, .field, nil: TextIdentity?.none
      }
    guard let caret else { return true }
    switch queue[caret.operation]?.stage {
    case .composed, .stored: return false
    case .sent, .acknowledged, nil: return true
    }
  }
}
