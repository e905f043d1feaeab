import BoardModel
import Wording

extension Decision {
  /// The failure of a command whose edit had no effect; nil if it had one.
  /// - Parameter user: the user who made the edit.
  func failure(on board: Board, user: String) -> CommandFailure? {
    let words = Wording(board: board, user: user)
    switch outcome {
    case .applied, .merged: return nil
    case .superseded(let by, let field):
      return CommandFailure(
        .superseded,
        "\(words.superseded(field, by: by)); that stays, and yours is kept as a proposal")
    case .rejected(let rejection):
      return CommandFailure(
        .rejected, "the board refused it: \(words.refusalOfAuthor(rejection))")
    }
  }
}
