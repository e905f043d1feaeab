import BoardModel
import WindowSync
import Wording

// This part says what the person may do on this board.
extension BoardView {
  func allows(_ needed: Role?) -> Bool {
    guard let needed, let board else { return true }
    return board.role(of: user).map { $0 >= needed } ?? false
  }

  /// The sentence that says why a person cannot make an edit that needs this role, before anything
  /// is sent; nil if they can.
  func editRefusal(_ standing: Standing, _ needed: Role? = .editor) -> String? {
    guard board != nil else { return "The board is not loaded yet." }
    if let reason = standing.readOnlyReason { return reason }
    guard let needed, !allows(needed) else { return nil }
    return words.notAllowed(needed)
  }
}

extension Intent {
  /// The highest role that a part of the edit needs; nil if anybody may make it.
  var highestRole: Role? {
    if case .batch(let intents) = self { return intents.compactMap(\.highestRole).max() }
    return traits.neededRole
  }
}
