import BoardModel

/// The author of an operation is who sits at the window of its session.
struct AuthorChecker: LogChecker {
  mutating func willApply(_ entry: Entry, to board: Board) throws {
    guard entry.committed.author == entry.author else {
      throw Violation(.authors, "\(entry.id) is said to be of \(entry.committed.author)")
    }
  }
}

/// What takes effect was allowed to its author when it was ordered.
struct RoleChecker: LogChecker {
  private var intents: [OperationID: Intent] = [:]
  /// The sequence number of the last operation that may have written a role.
  private var lastWrite: UInt64 = 1

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    intents[entry.id] = entry.made.intent
    guard entry.sequence > 1 else { return }
    let needed = needed(for: entry.made.intent)
    let role = board.role(of: entry.author.user)
    if entry.isRejected {
      // What has no record needs a role that nobody knows.
      if entry.committed.outcome == .rejected(.notUndoable) { return }
      guard let needed, let role, role < needed, entry.made.base >= lastWrite else { return }
      throw Violation(
        .roles, "\(entry.id) is ordered, and \(entry.author.user) knew to be a \(role)")
    }
    if entry.made.intent.parts.contains(where: \.mayWriteRoles) { lastWrite = entry.sequence }
    guard let needed else { return }
    guard let role, role >= needed else {
      throw Violation(
        .roles, "\(entry.id) took effect, and \(entry.author.user) was \(String(describing: role))")
    }
  }

  private func needed(for intent: Intent) -> Role? {
    switch intent {
    // Its later items may need roles that its earlier ones give or take.
    case .batch(let intents): intents.first.flatMap(RoleRule.needed)
    case .undo(let target, _):
      intents[target].flatMap { if case .undo = $0 { nil } else { needed(for: $0) } }
    default: RoleRule.needed(for: intent)
    }
  }
}

/// Whose operation was rejected was told so by their window, which kept it until then.
struct ToldChecker: LogChecker {
  let told: Set<OperationID>

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard case .rejected(let reason) = entry.committed.outcome, entry.sequence > 1 else { return }
    guard told.contains(entry.id) else {
      throw Violation(.told, "nobody was told that \(entry.id) was rejected: \(reason)")
    }
  }
}

extension Intent {
  fileprivate var mayWriteRoles: Bool {
    switch self {
    case .undo, .set(.memberRole, _), .settle(.memberRole, _, _, _): true
    default: false
    }
  }
}
