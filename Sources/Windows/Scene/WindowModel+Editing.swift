import BoardModel
import WindowSync

// This part is the way of every edit out of the window.
extension WindowModel {
  /// Whether a person with at least this role can make edits now; shows why not.
  mutating func mayEdit(_ needed: Role? = .editor) -> Bool {
    guard let refusal = view.editRefusal(standing, needed) else { return true }
    refuse(refusal)
    return false
  }

  /// Makes edits of what was kept while none could be made.
  mutating func retryStranded() {
    guard board != nil, standing == .writable else { return }
    for intent in edits.takeStranded() {
      // An edit that the role forbids is kept until the role allows it.
      if view.allows(intent.highestRole) { edit(intent) } else { edits.strand(intent) }
    }
  }

  /// - Returns: false if the edit cannot be made; the reason, or the question whether to raise the
  ///   board, has then been shown.
  @discardableResult
  mutating func edit(_ intent: Intent) -> Bool {
    guard mayEdit(intent.highestRole) else { return false }
    guard let intent = raising(intent) else { return false }
    forgetGuardedUndo()
    effects.append(.edit(intent))
    edits.ask(intent)
    return true
  }

  /// The edit with the raise of the board that it needs; nil if the person must be asked first.
  private mutating func raising(_ intent: Intent) -> Intent? {
    guard let board, board.levels.needed(by: intent) > board.level else { return intent }
    let items: [Intent] = if case .batch(let items) = intent { items } else { [intent] }
    if case .boardRaise = items.first { return intent }
    _ = raise.handle(.needed)
    guard raise == .agreed else { return nil }
    return .batch([.boardRaise(level: board.levels.needed(by: intent))] + items)
  }

  /// Asks for an undo or redo, which is answered like an edit.
  mutating func ask(_ effect: WindowEffect) {
    effects.append(effect)
    edits.ask(nil)
  }
}
