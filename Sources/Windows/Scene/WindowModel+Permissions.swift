import BoardModel
import Wording

// This part says what the person may do on this board, and what the board's level allows.
extension WindowModel {
  func allows(_ needed: Role?) -> Bool {
    guard let needed, let board else { return true }
    return board.role(of: user).map { $0 >= needed } ?? false
  }

  /// The sentence that says why a person cannot make an edit that needs this role, before anything
  /// is sent; nil if they can.
  func editRefusal(_ needed: Role? = .editor) -> String? {
    guard board != nil else { return "The board is not loaded yet." }
    if case .readOnly(let reason) = access { return reason }
    guard let needed, !allows(needed) else { return nil }
    return words.notAllowed(needed)
  }

  /// The edit with the raise of the board that it needs; nil if the person must be asked first.
  mutating func raising(_ intent: Intent) -> Intent? {
    guard let board, board.levels.needed(by: intent) > board.level else { return intent }
    let items: [Intent] = if case .batch(let items) = intent { items } else { [intent] }
    if case .boardRaise = items.first { return intent }
    _ = raise.handle(.needed)
    guard raise == .agreed else { return nil }
    return .batch([.boardRaise(level: board.levels.needed(by: intent))] + items)
  }
}

extension Intent {
  /// The highest role that a part of the edit needs; nil if anybody may make it.
  var highestRole: Role? {
    if case .batch(let intents) = self { return intents.compactMap(\.highestRole).max() }
    return traits.neededRole
  }
}
