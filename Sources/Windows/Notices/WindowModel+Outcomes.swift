import BoardModel
import Wording

// This part reports the outcomes of edits.
extension Intent {
  /// Whether the board keeps a receipt of the refusal.
  fileprivate func isKept(refused rejection: Rejection) -> Bool {
    switch (self, rejection) {
    case (.undo, _), (.settle, _), (.receiptsSeen, _), (.receiptSeen, _), (_, .levelNeeded),
      (_, .noBoard):
      false
    default: true
    }
  }
}

extension WindowModel {
  /// Reports the outcome of one of this window's operations.
  mutating func settled(_ operation: Operation, _ outcome: Outcome) {
    switch outcome {
    case .applied(_, let notes), .merged(let notes):
      for text in view.told(notes, of: operation.intent) { report(text, .loss) }
    // The board keeps a receipt for the author, which is reported with the board.
    case .superseded: notices.endAnswer()
    case .rejected(let rejection)
    where operation.intent.isKept(refused: rejection):
      edits.keepRefused(operation.id, operation.intent)
      notices.endAnswer()
    case .rejected(.undoGuarded(let fields)):
      let verb = view.isRedo(operation.intent) ? "redone" : "undone"
      let text = "Not \(verb): \(words.changedSince(fields))."
      // If later edits were made, forcing would undo the latest of them instead of this one.
      guard operation.id.counter == edits.made else { return notSettled(text) }
      notices.endAnswer()
      keepGuardedUndo(text + " U undoes nevertheless.")
    case .rejected(let rejection):
      notSettled("\(words.request(operation.intent)) was refused: \(words.reason(rejection)).")
    }
  }

  /// Reports the text in place of the answer, which has become untrue.
  private mutating func notSettled(_ text: String) {
    notices.endAnswer()
    report(text, .loss)
  }

}

extension BoardView {
  fileprivate func isRedo(_ intent: Intent) -> Bool {
    guard case .undo(let target, _) = intent else { return false }
    return board?.undo.record(of: target)?.kind == .undo
  }

  fileprivate func told(_ notes: [Note], of intent: Intent) -> [String] {
    // A window on the card itself shows that it is archived.
    let unseen = notes.filter { note in soleCard.map { note != .onArchivedCard($0) } ?? true }
    return words.told(
      unseen, isRedo: isRedo(intent),
      archiveHint: shownSubject == .board ? " a shows the archive." : "")
  }
}
