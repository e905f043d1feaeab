import BoardModel

/// Who may do what, said once more and by itself, for people and for the checker of the log.
enum RoleRule {
  /// The role that an edit needs; nil where nobody has one yet, or where it depends on what an undo
  /// takes back.
  static func needed(for intent: Intent) -> Role? {
    switch intent {
    case .undo, .boardCreate: nil
    case .cardFavourite, .receiptsSeen, .receiptSeen: .viewer
    case .commentAdd, .commentSplice, .set(.commentRemoved, _): .commenter
    case .boardRaise, .boardRename, .purge, .set(.memberRole, _), .set(.boardArchived, _): .owner
    case .settle(.memberRole, _, _, _), .settle(.boardTitle, _, _, _),
      .settle(.boardArchived, _, _, _):
      .owner
    case .settle(.commentBody, _, _, _): .commenter
    case .batch(let intents): intents.compactMap(needed).max()
    default: .editor
    }
  }
}
