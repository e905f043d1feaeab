import BoardModel
import WindowSync

/// The text as each author had it, where its window shows more.
struct SeenTexts {
  private var texts: [Text]
  /// Of each author: how many edits of each other author its text has.
  private var seen: [[Int]]
  /// What the edits came to, in the recorded order.
  private var operations: [Operation] = []
  private let numbers: [[Int]]

  init(_ exchange: Exchange, _ trace: Trace) {
    texts = exchange.replicas.map { $0.visible?.card(Names.card)?.body ?? Text() }
    seen = Array(repeating: Array(repeating: 0, count: trace.authors), count: trace.authors)
    numbers = trace.numbersByAuthor
  }

  mutating func text(before edit: Trace.Edit) throws -> Text {
    let author = edit.author
    var new: [Int] = []
    for other in numbers.indices where other != author && seen[author][other] < edit.seen[other] {
      new += numbers[other][seen[author][other]..<edit.seen[other]]
      seen[author][other] = edit.seen[other]
    }
    // In the recorded order none comes before one that its author had seen.
    for index in new.sorted() { try texts[author].apply(operations[index]) }
    return texts[author]
  }

  mutating func note(_ operation: Operation?, by author: Int) throws {
    guard let operation else { return }
    operations.append(operation)
    try texts[author].apply(operation)
  }
}
