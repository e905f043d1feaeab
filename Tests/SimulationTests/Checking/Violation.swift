/// Who watches over what.
enum Checker: String, CaseIterable {
  /// The log has no gaps, and no operation twice.
  case log
  /// Committed times never fall.
  case clock
  /// What a window was told is durable, and is what the log says.
  case answers
  /// Windows apply operations in their order.
  case order
  /// No window finds itself different, expired or refused.
  case notices
  /// What was on a window's disk comes to stand in the log, once.
  case promises
  /// The log has operations as their windows made them, by the people who made them.
  case operations
  case authors
  /// Applied again, the log comes to the same.
  case outcomes
  /// Everybody ends with the same board.
  case replicas
  /// After healing everything comes to rest.
  case rest
  /// Nothing takes effect that its author's role does not allow.
  case roles
  /// Who may not read the board learns nothing of it, and keeps nothing of it.
  case privacy
  /// Of two writes of one field the right one stays.
  case conflicts
  /// Whose edit was displaced, superseded or rejected has a receipt until it is seen.
  case receipts
  /// What was superseded is proposed until somebody decides.
  case proposals
  /// What was displaced, superseded or rejected stands in the history of its card.
  case history
  /// Whose edit was rejected is told in their window.
  case told
  /// Every card has its number, once, and no window shows one that was not given.
  case numbers
  /// A card is blocked by the cards that somebody put there last, where they are not archived.
  case blockers
  /// What was purged stands on no board any more.
  case purges
  /// Nothing changes more than one operation may, and nothing is kept without end.
  case bounds
  /// A card that was added at the top of its column stands there.
  case tops
  /// Everybody is called as they want, and whoever shares no board with them is not told.
  case names
  case unseenCards
  case text
  case undo
}

/// Something a checker saw that must never be.
struct Violation: Error, CustomStringConvertible {
  let checker: Checker
  private let message: String

  init(_ checker: Checker, _ message: String) {
    self.checker = checker
    self.message = message
  }

  var description: String { "\(checker): \(message)" }
}
