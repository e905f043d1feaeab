import BoardModel
import Wire

// A window among the others of its user (SPEC.md WIN).
extension Replica {
  /// `attach` with the window that the session is for; nil where the session is not listed.
  func attachWindow(_ attach: Attach) -> AttachWindow? {
    guard let window = identity.window, attach.configuration != .command,
      has(Feature.windows)
    else { return nil }
    let isSuccessor = attach.session != identity.session
    return AttachWindow(
      manner: isSuccessor ? .additional : session.manner,
      previous: isSuccessor ? nil : window.previous,
      activity: statePublisher.activity ?? window.activity, place: window.place, attach: attach)
  }

  /// Tells the coordinator what it may say of the window to others when the window is not
  /// connected.
  mutating func describe() {
    guard isListed else { return statePublisher.detached() }
    // Edits that are under way are not counted as unsent: saying so each time would double the
    // traffic.
    let unsent = phase == .live ? 0 : UInt32(clamping: outgoing.queue.unacknowledgedCount)
    if let state = statePublisher.next(unsent: unsent) {
      converse { $0.event(state) }
    }
  }

  /// Whether the connection speaks for the window's own session, and the coordinator lists that.
  private var isListed: Bool {
    guard identity.window != nil, !session.ownership.isFenced,
      has(Feature.windows)
    else { return false }
    switch phase {
    case .catchingUp, .inquiring, .carrying, .live, .leaving: return true
    case nil, .greeting, .welcomed, .attaching, .detaching: return false
    }
  }

  /// Why the session ends that a window goes on without: nobody has to be told.
  public static let goesOnReason = "it goes on under another name"

  /// Ends the session that was given up for a fresh one: it is no window any longer.
  mutating func endPredecessor(_ ending: Ending) {
    guard isListed, let old = session.predecessors.last, hasRoom else { return }
    let end = EndWindow(session: old, ending: ending, reason: Self.goesOnReason)
    converse { $0.request(end, .endPredecessor) }
  }

  /// - Returns: whether the event was about windows or the people at them.
  mutating func takeWindowEvent(_ message: Message) -> Bool {
    switch message {
    case .present(let present): takePresent(present)
    case .morePresent(let present): takeMorePresent(present)
    case .activate(let activate): effects.append(.activated(by: activate.author))
    case .windowRegistered(let registered): effects.append(.registered(registered.session))
    case .windowsGone(let gone): effects.append(.windowsGone(gone.windows))
    case .infoNotKept(let told): takeNotKept(told.bounded.text)
    case .windowEnd(let end): takeEnd(end)
    case .carried(let carried):
      perform(dragging.take(carried, of: identity.session, on: dragReach))
    case .invitation(let invitation): effects.append(.invited(invitation))
    case .membership(let membership): effects.append(.membership(membership))
    case .users(let users): effects.append(.users(users.users))
    default: return false
    }
    return true
  }

  /// Tells why the coordinator does not keep what this window says of itself, once and not each time.
  private mutating func takeNotKept(_ reason: String) {
    if statePublisher.wasNotKept(reason) { notice(.infoNotKept(reason)) }
  }

  /// Notes that the window is being closed. Edits that it still makes of its drafts wait with the
  /// others: the next attempt to attach says that the session is over, and then a fence is
  /// followed.
  private mutating func takeEnd(_ end: WindowEnd) {
    guard session.ownership == .holding, phase?.isDeparture == false else { return }
    link.trouble = "the window was closed"
    let fate: DraftFate =
      switch end.ending {
      case .standard: .kept
      case .commit: .committed
      case .decline: .discarded
      }
    notice(.ending(fate, reason: end.reason, by: end.author))
    closeLink(retryAfter: 0)
  }
}
