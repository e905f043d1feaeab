import BoardModel
import WindowSync

// What was typed in a window that no process shows, beside the words of others that were purged.
extension WindowFiles {
  /// Takes the words of others that were purged out of drafts, and out of the bodies that an editor
  /// left. What the window's person typed stays.
  /// - Parameter board: all of the board, as the coordinator has it since the purge.
  func reducePurged(on board: Board, by user: String) throws(WindowStoreError) {
    let visible = showing(board, by: user)
    for body in try editedBodies() where PurgedBody.isConcerned(body.card, board) {
      if body.opened == OpenedBody.merged {
        // The journal has its edits.
        try endEditing(body.card)
      } else if let reduced = PurgedBody.reduced(body, on: visible) {
        try replaceEdited(body.card, text: reduced.text, opened: reduced.opened)
      }
    }
    guard let bytes = try view(), var view = try? ViewState(bytes: bytes) else { return }
    let drafts = view.drafts.map { $0.reduced(on: visible) }
    guard drafts != view.drafts else { return }
    view.drafts = drafts
    try saveView(view.bytes)
  }

  /// The board with the edits that are not sent, as the window would show it.
  private func showing(_ board: Board, by user: String) -> Board {
    var board = board
    for operation in pending {
      _ = board.apply(
        operation, sequence: board.sequence + 1, time: 0, author: Author(user: user, device: ""))
    }
    return board
  }
}
