import BoardModel

/// The parts of a saved state that cannot be restored yet.
struct Restoring: Sendable {
  /// The saved state of the window, until the board is new enough for it.
  private var state: ViewState?
  /// Drafts on cards that the board does not hold yet.
  private(set) var unplaced: [ViewState.Draft] = []

  init(_ state: ViewState?) { self.state = state }

  /// Whether the state is restored, but for drafts.
  var isDone: Bool { state == nil }

  mutating func takeState(if isReady: (ViewState) -> Bool) -> ViewState? {
    guard let state, isReady(state) else { return nil }
    self.state = nil
    return state
  }

  /// The first draft on a card that the board holds by now, or on no card.
  mutating func takeDraft(on board: Board?) -> ViewState.Draft? {
    let place = unplaced.firstIndex { $0.card.map { board?.card($0) != nil } ?? true }
    return place.map { unplaced.remove(at: $0) }
  }

  mutating func postpone(_ drafts: [ViewState.Draft]) { unplaced += drafts }

  mutating func discardDrafts() { unplaced = [] }
}
