public import BoardModel

extension Wording {
  public static func name(_ priority: Priority) -> String {
    switch priority {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .urgent: "urgent"
    }
  }

  /// The word for a card without a priority.
  public static let noPriority = "none"

  /// The priority that a person names, in any letter case; `some(nil)` for none, and nil where the
  /// word names none of them.
  public static func priority(named word: String) -> Priority?? {
    let folded = word.lowercased()
    if folded == noPriority { return .some(nil) }
    return Priority.allCases.first { name($0) == folded }.map { .some($0) }
  }

  /// The words that `priority(named:)` takes.
  public static let priorityForms =
    "\(Priority.allCases.map { name($0) }.joined(separator: ", ")) or \(noPriority)"
}
