import BoardModel
import Wording

// This part says what the person reads of the board.
extension BoardView {
  /// The words for things of the board, with titles as short as the lines of a window need them.
  var words: Wording { Wording(board: board, user: user, longest: BoardView.titleLength) }

  private static let titleLength = 40

  func name(of subject: Subject) -> String {
    switch subject {
    case .board: "the board"
    case .card(let card): words.card(card)
    case .addColumn: "the window for a new column"
    case .favourites: "the window of favourites"
    }
  }

  /// A sentence that says how an edit can be undone.
  func undoHint(_ intent: Intent) -> String {
    board?.canUndo(intent, by: user) ?? true ? "u undoes." : "Too many to be undone at once."
  }
}
