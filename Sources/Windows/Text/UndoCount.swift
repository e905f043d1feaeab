/// How many of the operations that were made in one place undo can take back there, and how many
/// undos redo can.
struct UndoCount: Hashable, Sendable {
  private var undoable = 0
  private var redoable = 0

  mutating func made() { undoable += 1 }

  mutating func refused() { undoable = max(0, undoable - 1) }

  /// Something new was typed, or done: what was taken back before stays so.
  mutating func forgetRedo() { redoable = 0 }

  /// - Returns: false if there is nothing to undo.
  mutating func undo() -> Bool {
    guard undoable > 0 else { return false }
    (undoable, redoable) = (undoable - 1, redoable + 1)
    return true
  }

  /// - Returns: false if there is nothing to redo.
  mutating func redo() -> Bool {
    guard redoable > 0 else { return false }
    (undoable, redoable) = (undoable + 1, redoable - 1)
    return true
  }
}
