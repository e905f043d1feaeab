import BoardModel
import WindowSync

/// The parts of a saved state that cannot be restored yet.
struct Restoring: Sendable {
  /// The saved state of the window, until the board is new enough for it.
  private(set) var state: ViewState?
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

  /// Keeps the whole state until there is a board again.
  mutating func keep(_ state: ViewState) { (self.state, unplaced) = (state, []) }

  /// Takes out the drafts on cards that were purged: there is no place for them any more.
  mutating func takePurged(on board: Board) -> [ViewState.Draft] {
    let isPurged = { (draft: ViewState.Draft) in
      draft.card.flatMap { board.purge(of: $0) } != nil
    }
    defer { unplaced.removeAll(where: isPurged) }
    return unplaced.filter(isPurged)
  }

  mutating func postpone(_ drafts: [ViewState.Draft]) { unplaced += drafts }

  mutating func discardDrafts() { unplaced = [] }
}
