import BoardModel
import Wording

/// The priority of a card, as a person writes it.
struct PriorityName: Hashable, Sendable {
  /// Nil takes the priority away.
  let priority: Priority?

  static let forms = Wording.priorityForms

  init(_ text: String) throws(CommandFailure) {
    guard let found = Wording.priority(named: text) else {
      throw CommandFailure(
        .usage, "\(Naming.quoted(text)) is no priority: write \(PriorityName.forms)")
    }
    priority = found
  }
}
