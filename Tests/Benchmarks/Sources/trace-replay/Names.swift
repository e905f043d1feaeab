import BoardModel
import WindowSync

/// The board on which recordings are replayed: one card, whose body is the text.
enum Names {
  static let board = BoardID(high: 0xB0A4D, low: 1)
  static let column = ColumnID(high: 0xC0, low: 1)
  static let card = CardID(high: 0xCA4D, low: 1)

  /// The window of an author.
  static func session(_ author: Int) -> SessionID {
    SessionID(high: 0x5E55, low: UInt64(author) + 1)
  }

  static func author(_ number: Int) -> Author {
    Author(user: "author\(number)", device: "recorded")
  }

  static func operation(_ counter: UInt64, by author: Int) -> OperationID {
    OperationID(session: session(author), epoch: 1, counter: counter)
  }

  static func creation(body: String, as id: OperationID) -> Intent {
    let intents: [Intent] = [
      .boardCreate(title: "Recorded"), .set(.memberRole(""), .role(.owner)),
      .columnCreate(column, title: "To do", at: Anchors()),
      .cardCreate(card, in: column, title: "Text", body: body, at: Anchors()),
    ]
    return Composer.fitting(.batch(intents), as: id)
  }

  /// Applies the operation that stands at a sequence number, of the only author.
  static func apply(_ intent: Intent, _ sequence: UInt64, to board: inout Board) throws {
    let operation = Operation(
      id: Names.operation(sequence, by: 0), base: sequence - 1, queued: false, intent: intent)
    let outcome = board.apply(operation, sequence: sequence, time: sequence, author: author(0))
    guard !outcome.isRejected else {
      throw ReplayFault("operation \(sequence) was rejected: \(outcome)")
    }
  }
}

extension Text {
  /// The splice that does what was recorded; nil where the text is too short for it.
  func splice(of patch: Trace.Patch) -> Splice? {
    let end = patch.position + patch.deleted
    guard end <= visibleCount else { return nil }
    return splice(replacing: patch.position..<end, with: patch.inserted)
  }

  mutating func apply(_ operation: Operation) throws {
    guard case .cardSplice(_, let splice) = operation.intent, apply(splice, by: operation.id) else {
      throw ReplayFault("operation \(operation.id) names text that never was")
    }
  }
}

extension Trace {
  /// How a text differs from what the recording ends in; nil if it does not.
  func fault(of text: String) -> String? {
    // As scalars: strings that only look the same are not the same text.
    if text.unicodeScalars.elementsEqual(end.unicodeScalars) { return nil }
    let (found, wanted) = (Array(text.unicodeScalars), Array(end.unicodeScalars))
    let same = zip(found, wanted).prefix { $0 == $1 }.count
    return
      "\(found.count) characters instead of \(wanted.count), different from character \(same) on"
  }
}
