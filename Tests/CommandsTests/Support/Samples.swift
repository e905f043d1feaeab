import BoardModel
import WindowSync

/// Boards made by applying operations, as a coordinator would order them.
struct Sample {
  var board = Board(id: BoardID(high: 0xB0A2D, low: 1))
  private var counter: UInt64 = 0

  static let ann = Author(user: "ann", device: "laptop")
  static let ben = Author(user: "ben", device: "desk")

  init() {
    make(.boardCreate(title: "Sample"))
  }

  @discardableResult
  mutating func make(
    _ intent: Intent, by author: Author = Sample.ann, base: UInt64? = nil
  ) -> CommittedOperation {
    counter += 1
    let operation = Operation(
      id: OperationID(
        session: SessionID(high: author == Sample.ann ? 1 : 2, low: 0), epoch: 1, counter: counter),
      base: base ?? board.sequence, queued: false, intent: intent)
    let sequence = board.sequence + 1
    let time = 1_700_000_000_000 + sequence * 1_000
    let outcome = board.apply(operation, sequence: sequence, time: time, author: author)
    return CommittedOperation(
      sequence: sequence, time: time, author: author, operation: operation, outcome: outcome)
  }

  static func column(_ number: UInt64) -> ColumnID { ColumnID(high: 0xC0 << 56, low: number) }

  static func card(_ text: String) -> CardID {
    CardID(text + String(repeating: "0", count: 32 - text.utf8.count)) ?? CardID(high: 0, low: 0)
  }

  /// Two columns, two cards in the first.
  static var usual: Sample {
    var sample = Sample()
    sample.make(.columnCreate(column(1), title: "Doing", at: Anchors()))
    sample.make(.columnCreate(column(2), title: "Done", at: Anchors()))
    sample.make(
      .cardCreate(
        card("abcd1"), in: column(1), title: "One", body: "first\nsecond\n", at: Anchors()))
    sample.make(
      .cardCreate(card("abcd2"), in: column(1), title: "Two", body: "", at: Anchors()))
    return sample
  }
}
