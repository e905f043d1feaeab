import BoardModel
import Wording

// This part says what undo and redo changed, also where it is not on the screen.
extension WindowModel {
  /// Tells the undos and redos that the board shows now, or that turn out to have done nothing.
  mutating func tellUndone() {
    for id in edits.takeShownUndos() {
      guard let record = board?.undo.record(of: id) else {
        // The coordinator decides, and its answer names the reason.
        answer("Not undone or redone: it was changed since, or is too long ago.", .refusal)
        continue
      }
      answer("\(record.kind == .redo ? "Redone" : "Undone"): \(words.shownAgain(record.steps)).")
    }
  }
}
