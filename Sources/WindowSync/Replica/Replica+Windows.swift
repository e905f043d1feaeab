import BoardModel
import Wire

/// What the coordinator was told of the window, and when it is told again.
struct WindowStatePublisher: Hashable, Sendable {
  /// The activity that the window reported last.
  private(set) var activity: Activity?
  private var drafts: UInt32 = 0
  /// The state that the coordinator was told on this attachment.
  private var told: WindowState?

  mutating func want(_ activity: Activity, _ drafts: Int) {
    (self.activity, self.drafts) = (activity, UInt32(clamping: drafts))
  }

  mutating func detached() { told = nil }

  /// - Returns: the state to send now; nil if there is none.
  mutating func next(unsent: UInt32) -> WindowState? {
    guard let activity else { return nil }
    let state = WindowState(activity: activity, drafts: drafts, unsent: unsent)
    guard state != told else { return nil }
    told = state
    return state
  }
}

// A window among the others of its user (SPEC.md WIN).
extension Replica {
  /// Why the link stops once the session belongs to another, or to nobody.
  var over: StopReason { ended.map { .ended($0) } ?? .fenced }

  mutating func tellEnded() {
    if let ended { notice(.ended(ended)) }
  }

  /// `attach` with the window that the session is for; nil where the session is not listed.
  func attachWindow(_ attach: Attach) -> AttachWindow? {
    guard let window = identity.window, attach.configuration != .command,
      conversation?.welcome?.features.contains(Feature.windows) == true
    else { return nil }
    let isSuccessor = attach.session != identity.session
    return AttachWindow(
      manner: isSuccessor ? .additional : manner, previous: isSuccessor ? nil : window.previous,
      activity: statePublisher.activity ?? window.activity, place: window.place, attach: attach)
  }

  /// Tells the coordinator what it may say of the window to others when the window is not
  /// connected.
  mutating func describe() {
    guard isListed else { return statePublisher.detached() }
    // Edits that are under way are not counted as unsent: saying so each time would double the
    // traffic.
    let unsent = phase == .live ? 0 : UInt32(clamping: queue.unacknowledgedCount)
    if let state = statePublisher.next(unsent: unsent) {
      converse { conversation, _ in conversation.event(state) }
    }
  }

  /// Whether the connection speaks for the window's own session, and the coordinator lists that.
  private var isListed: Bool {
    guard identity.window != nil, !ownership.isFenced,
      conversation?.welcome?.features.contains(Feature.windows) == true
    else { return false }
    switch phase {
    case .catchingUp, .inquiring, .carrying, .live, .leaving: return true
    case nil, .greeting, .welcomed, .attaching, .detaching: return false
    }
  }

  /// The reason why nothing can be asked about windows now, as the end of a sentence.
  private var windowsTrouble: String? {
    guard phase == .live, let conversation,
      conversation.welcome?.features.contains(Feature.windows) == true
    else { return "there is no connection to the coordinator" }
    return conversation.hasRoom ? nil : "too much is under way"
  }

  mutating func open(_ session: SessionID, _ activity: Activity, _ isAdditional: Bool) {
    if let reason = windowsTrouble {
      return effects.append(.notOpened(session, reason: reason))
    }
    let request = OpenWindow(
      board: identity.board, session: session, activity: activity, isAdditional: isAdditional)
    converse { conversation, _ in conversation.request(request, .open(session)) }
  }

  mutating func invite(_ user: String, _ activity: Activity) {
    let invite = Invite(board: identity.board, user: user, activity: activity)
    if let reason = windowsTrouble {
      return effects.append(.inviteAnswered(invite, .failed(reason: reason)))
    }
    converse { conversation, _ in conversation.request(invite, .invite(invite)) }
  }

  /// Ends the session that was given up for a fresh one: it is no window any longer.
  mutating func endPredecessor() {
    guard isListed, let old = predecessors.last, conversation?.hasRoom == true else { return }
    let end = EndWindow(session: old, ending: .decline, reason: "it goes on under another name")
    converse { conversation, _ in conversation.request(end, .endPredecessor) }
  }

  /// - Returns: whether the event was about windows or the people at them.
  mutating func takeWindowEvent(_ message: Message) -> Bool {
    switch message {
    case .present(let present): takePresent(present)
    case .activate(let activate): effects.append(.activated(by: activate.author))
    case .windowRegistered(let registered): effects.append(.registered(registered.session))
    case .windowsGone(let gone): effects.append(.windowsGone(gone.windows))
    case .windowEnd(let end): takeEnd(end)
    case .carried(let carried): takeCarried(carried)
    case .invitation(let invitation): effects.append(.invited(invitation))
    default: return false
    }
    return true
  }

  /// Notes that the window is being closed. Edits that it still makes of its drafts wait with the
  /// others: the next attempt to attach says that the session is over, and then a fence is
  /// followed.
  private mutating func takeEnd(_ end: WindowEnd) {
    guard ownership == .holding, phase?.isDeparture == false else { return }
    trouble = "the window was closed"
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
