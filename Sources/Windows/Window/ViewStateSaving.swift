import Screen

/// What of a window was given to its disk, and when the rest is.
struct ViewStateSaving: Sendable {
  /// What the disk was given last.
  private var given: ViewState
  /// When a changed place is given.
  private var due: UInt64?
  /// When what the disk did not take is given again.
  private var again: UInt64?

  /// Milliseconds for which a changed place may be on the screen only.
  private static let pause: UInt64 = 500
  /// Milliseconds after which a disk that was full may not be any longer.
  private static let pauseAfterFailure: UInt64 = 2_000

  init(_ given: ViewState) { self.given = given }

  /// Texts in what the disk was given last.
  var drafts: Int { given.drafts.count }

  var deadline: UInt64? { [due, again].compactMap { $0 }.min() }

  /// What is typed is given before it is shown; where the window is, when there is time.
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

// What of the window is on its disk.
extension BoardWindow {
  mutating func saveState() {
    guard model.board != nil, restored == nil else { return }
    let state = viewState
    let leaving = model.effects.lastIndex { $0 == .quit || $0 == .suspend }
    guard saving.gives(state, now: model.now, isLeaving: leaving != nil) else { return }
    model.effects.insert(.saveViewState(state), at: leaving ?? model.effects.count)
  }

  /// What is on no disk goes with the window: it is left only by whoever asks for that twice.
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

  /// Texts that are on the screen only.
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
