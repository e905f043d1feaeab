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
    guard desk.board != nil, restored == nil else { return }
    let state = viewState
    let leaving = desk.effects.lastIndex { $0 == .quit || $0 == .suspend }
    guard saving.gives(state, now: desk.now, isLeaving: leaving != nil) else { return }
    desk.effects.insert(.saveViewState(state), at: leaving ?? desk.effects.count)
  }

  mutating func keptViewState() {
    guard desk.unkept != nil else { return }
    desk.unkept = nil
    desk.effects.append(.redraw)
    desk.retryStranded()
  }

  mutating func couldNotKeepViewState(_ reason: String) {
    saving.failed(now: desk.now)
    let count = saving.drafts
    if desk.unkept == nil, count > 0 {
      desk.report("What you typed is not saved: \(reason)", .loss)
    }
    desk.unkept = count > 0 ? (count, reason) : nil
  }
}
