import Screen
import WindowSync

/// The part of a window's state that its disk was given, and the time at which it gets the rest.
struct ViewStateSaving: Sendable {
  /// The state that the disk was given last.
  private var given: ViewState
  /// The time at which a changed place is given; nil if there is none.
  private var due: UInt64?
  /// The time at which a state that the disk did not take is given again.
  private var again: UInt64?
  private(set) var unkept = UnkeptDrafts.none

  /// The milliseconds for which a changed place may be on the screen only.
  private static let pause: UInt64 = 500
  /// The milliseconds after which a disk that failed is tried again: it may no longer be full.
  private static let pauseAfterFailure: UInt64 = 2_000

  init(_ given: ViewState) { self.given = given }

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

  /// There is nothing to save until a board is shown again: a time that is due stayed due for ever.
  mutating func rest() { (due, again) = (nil, nil) }

  /// The disk has the state that it was given last.
  mutating func saved() -> UnkeptDrafts.Effect? { unkept.handle(.saved) }

  /// - Parameter reason: the end of a sentence that says why the disk did not take the state.
  mutating func failed(_ reason: String, now: UInt64) -> UnkeptDrafts.Effect? {
    again = now + ViewStateSaving.pauseAfterFailure
    let count = given.drafts.count
    return unkept.handle(
      .failed(count > 0 ? UnkeptDrafts.Texts(count: count, reason: reason) : nil))
  }

  /// - Parameter isLeaving: whether the input leaves the window.
  mutating func pressed(isLeaving: Bool) -> UnkeptDrafts.Effect? {
    unkept.handle(isLeaving ? .left : .key)
  }
}

// This part saves the window's state to its disk.
extension BoardWindow {
  mutating func saveState() {
    guard model.board != nil, restoring.isDone else { return }
    let state = viewState
    let leaving = model.effects.lastIndex { $0 == .quit || $0 == .suspend }
    guard model.saving.gives(state, now: model.now, isLeaving: leaving != nil) else { return }
    model.effects.insert(.saveViewState(state), at: leaving ?? model.effects.count)
  }

  /// Asks before text that is on no disk is lost with the window, which is left only if the person
  /// asks for that twice.
  mutating func askBeforeLoss(_ event: WindowEvent) {
    let leaving = model.effects.lastIndex(of: .quit)
    var isKey = false
    if case .input(.key) = event { isKey = true }
    guard leaving != nil || isKey else { return }
    carryOut(model.saving.pressed(isLeaving: leaving != nil))
  }

  mutating func savedViewState() { carryOut(model.saving.saved()) }

  mutating func failedToSaveViewState(_ reason: String) {
    carryOut(model.saving.failed(reason, now: model.now))
  }

  private mutating func carryOut(_ effect: UnkeptDrafts.Effect?) {
    switch effect {
    case nil: break
    case .tell(let texts):
      model.report("What you typed is not saved: \(texts.reason)", .loss)
    case .stay(let unkept):
      if let leaving = model.effects.lastIndex(of: .quit) { model.effects.remove(at: leaving) }
      let texts = unkept.count == 1 ? "One text" : "\(unkept.count) texts"
      model.report(
        "\(texts) you typed would be lost, as the disk did not take what you typed: "
          + "\(unkept.reason). \(Keymap.board.key(of: .quit)) again leaves all the same.", .loss)
    case .recovered:
      model.effects.append(.redraw)
      model.retryStranded()
    }
  }

  /// The number of texts that are on the screen only.
  public var unkeptTexts: Int { model.saving.unkept.texts?.count ?? 0 }
}
