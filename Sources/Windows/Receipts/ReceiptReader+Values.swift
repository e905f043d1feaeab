import BoardModel
import Wording

// The values that a receipt is about, whole.
extension ReceiptReader {
  /// The field's present value, whole.
  func whole(_ field: FieldAddress) -> String {
    guard let current = view.board?.state(of: field, for: view.user) else { return "It is gone." }
    let who = current.stamp.map { " (\($0.author.user))" } ?? ""
    return view.words.value(current.value, of: field, isWhole: true) + who
  }

  func whole(_ receipt: Receipt) -> String? {
    switch receipt.kind {
    case .displaced(let field, _), .superseded(let field, _): return whole(field)
    case .rejected: return nil
    }
  }

  /// The value that the author of an edit wanted, whole; nil where it is not known here.
  func own(_ receipt: Receipt) -> String? {
    switch receipt.kind {
    case .displaced(let field, let value): view.words.value(value, of: field, isWhole: true)
    case .superseded(let field, _):
      (view.board?.proposal(behind: receipt)?.value ?? intent(of: receipt)?.value(for: field))
        .map { view.words.value($0, of: field, isWhole: true) }
        ?? intent(of: receipt).map { typedText(of: $0) }
    case .rejected: intent(of: receipt).map { typedText(of: $0) }
    }
  }

  /// Where the lost value is that is not known here, as a sentence.
  func holder(of receipt: Receipt) -> String {
    switch receipt.kind {
    case .displaced, .superseded: "Only the history of the card still has it."
    case .rejected:
      inbox.windows.knowledge(of: receipt.mine.session) == .notListed
        ? "You made it with a command, or in a window that is closed: nothing still has it."
        : "Only the window in which you made it still has it."
    }
  }

  /// The text that a person typed for an edit, else what the edit was to do.
  private func typedText(of intent: Intent) -> String {
    if let text = intent.typedText { return text }
    guard case .set(let field, let value) = intent else { return view.words.request(intent) }
    return view.words.value(value, of: field, isWhole: true)
  }
}
