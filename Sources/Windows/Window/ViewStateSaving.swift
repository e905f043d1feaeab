import Screen

/// The part of a window's state that its disk was given, and the time at which it gets the rest.
struct ViewStateSaving: Sendable {
  /// The state that the disk was given last.
  private var given: ViewState
  /// The time at which a changed place is given; nil if there is none.
  private var due: UInt64?
  /// The time at which a state that the disk did not take is given again.
  private var again: UInt64?

  /// The milliseconds for which a changed place may be on the screen only.
  private static let pause: UInt64 = 500
  /// The milliseconds after which a disk that failed is tried again: it may no longer be full.
  private static let pauseAfterFailure: UInt64 = 2_000

  init(_ given: ViewState) { self.given = given }

  /// The number of drafts in the state that the disk was given last.
  var drafts: Int { given.drafts.count }

  var deadline: UInt64? { [due, again].compactMap { $0 }.min() }

  /// Determines when a state is saved: a changed draft before it is shown, a changed place later.
  /// - Returns: whether the disk is given this state now.
  mutating func gives(_ state: ViewState, now: UInt64, isLeaving: Bool) -> Bool {
    if let again, again <= now { (given, self.again) = (ViewState(), nil) }
    guard state != given else {
      due = nil
      return false
    }
    let isDue = due.map { $0 <= now } ?? false
    guard state.drafts != given.drafts || isDue || isLeaving else {
      due = due ?? now + ViewStateSaving.pause
      return false
    }
    (given, due) = (state, nil)
    return true
  }

  mutating func failed(now: UInt64) { again = now + ViewStateSaving.pauseAfterFailure }
}

// This part saves the window's state to its disk.
extension BoardWindow {
  mutating func saveState() {
    guard model.board != nil, restored == nil else { return }
    let state = viewState
    let leaving = model.effects.lastIndex { $0 == .quit || $0 == .suspend }
    guard saving.gives(state, now: model.now, isLeaving: leaving != nil) else { return }
    model.effects.insert(.saveViewState(state), at: leaving ?? model.effects.count)
  }

  /// Asks before text that is on no disk is lost with the window, which is left only if the person
  /// asks for that twice.
  mutating func askBeforeLoss(_ event: WindowEvent) {
    guard let unkept = model.unkept, let leaving = model.effects.lastIndex(of: .quit) else {
      if case .input(.key) = event { isLossAccepted = false }
      return
    }
    guard !isLossAccepted else { return }
    isLossAccepted = true
    model.effects.remove(at: leaving)
    let texts = unkept.count == 1 ? "One text" : "\(unkept.count) texts"
    model.report(
      "\(texts) you typed would be lost, as the disk did not take what you typed: "
        + "\(unkept.reason). \(Keymap.board.key(of: .quit)) again leaves all the same.", .loss)
  }

  /// The number of texts that are on the screen only.
  public var unkeptTexts: Int { model.unkept?.count ?? 0 }

  mutating func keptViewState() {
    guard model.unkept != nil else { return }
    (model.unkept, isLossAccepted) = (nil, false)
    model.effects.append(.redraw)
    model.retryStranded()
  }

  mutating func couldNotKeepViewState(_ reason: String) {
    saving.failed(now: model.now)
    let count = saving.drafts
    if model.unkept == nil, count > 0 {
      model.report("What you typed is not saved: \(reason)", .loss)
    }
    model.unkept = count > 0 ? (count, reason) : nil
  }
}
