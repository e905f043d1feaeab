public import BoardModel

// Why something of the past cannot be brought back, as sentences without full stop.
extension Restoration.Fault {
  public var text: String {
    switch self {
    case .unknown: "what it was then is no longer known"
    case .columnGone(let title): "the column “\(title)” is gone: move the card by hand"
    case .notYours: "it is its author's alone"
    case .alreadyThere: "that is what it is now"
    }
  }
}

extension ReceiptRestoration.Fault {
  public var text: String {
    switch self {
    case .unwritable: "what it was cannot be written again: see the history of the card"
    case .settled:
      "your proposal was accepted, dismissed or replaced meanwhile: see the history of the card"
    case .unknownEdit: "only the window in which you made the edit still has it"
    case .columnGone(let title): Restoration.Fault.columnGone(title: title).text
    }
  }
}

extension EditorText {
  /// What was left out, as a sentence; nil where nothing was.
  public var refusedDescription: String? {
    guard let first = refused.first else { return nil }
    let code = String(first.scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    let others = refused.count > 1 ? ", and \(refused.count - 1) more" : ""
    return "Left out control character \(name) in line \(first.line), column \(first.column)"
      + "\(others): text cannot hold it."
  }
}
