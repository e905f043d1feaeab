import BoardModel
import Wire

extension LoadedBoard {
  /// Why an operation is not to be ordered that would cut a text into more than so many runs (SPEC.md
  /// LIM-019); nil where it is.
  func refusalOfRuns(
    beyond limit: Int, _ operation: Operation, by author: Author
  ) -> Refusal? {
    guard let field = tip.text(beyond: limit, after: operation, by: author) else { return nil }
    let card = field.card.flatMap { tip.number(of: $0) }.map { " \($0)" } ?? ""
    let text = field.comment == nil ? "the text of card\(card)" : "a comment on card\(card)"
    return Refusal(
      .requestTooLarge,
      "The limit text-runs is reached: after this edit \(text) would be in more than \(limit) pieces. "
        + "Drop what was deleted in it (board compact\(card) --older-than 0s); where that is not enough, "
        + "delete some of it before.")
  }
}
