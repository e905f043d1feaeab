import BoardModel

/// Whether a board may be raised to the level that an edit needs.
enum BoardRaise: Hashable, Sendable {
  case unneeded
  /// An edit was asked for that needs it: the person is asked.
  case asked
  /// The next such edit raises the board.
  case agreed
}

// What the person may do on this board, and what the board takes.
extension WindowModel {
  func allows(_ needed: Role?) -> Bool {
    guard let needed, let board else { return true }
    return board.role(of: user).map { $0 >= needed } ?? false
  }

  /// Why who needs this role for it can edit nothing, before anything is sent; nil if they can.
  func editRefusal(_ needed: Role? = .editor) -> String? {
    guard let board else { return "The board is not loaded yet." }
    if case .readOnly(let reason) = access { return reason }
    guard let needed, !allows(needed) else { return nil }
    let role = board.role(of: user)
    let mine = role.map { "you are \(WindowModel.article($0))" } ?? "you have no role on this board"
    return "Only \(WindowModel.article(needed)) may do this; \(mine)."
  }

  /// The edit as this board takes it; nil where the person must be asked first.
  mutating func raising(_ intent: Intent) -> Intent? {
    guard let board, board.levels.needed(by: intent) > board.level else { return intent }
    let items: [Intent] = if case .batch(let items) = intent { items } else { [intent] }
    if case .boardRaise = items.first { return intent }
    guard raise == .agreed else {
      raise = .asked
      return nil
    }
    return .batch([.boardRaise(level: board.levels.needed(by: intent))] + items)
  }

  static let raiseQuestion =
    "An older program made this board. Upgrade it? Older programs cannot open it then. y/n"
}

extension Intent {
  /// The role that may do all of it; nil for what everybody may do.
  var highestRole: Role? {
    if case .batch(let intents) = self { return intents.compactMap(\.highestRole).max() }
    return neededRole
  }
}
