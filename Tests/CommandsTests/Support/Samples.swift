import BoardModel
import WindowSync

/// Boards made by applying operations, as a coordinator would order them.
struct Sample {
  var board: Board
  private var counter: UInt64 = 0
  /// The last operation as its author made it.
  private(set) var lastMade: Operation?

  static let ann = Author(user: "ann", device: "laptop")
  static let ben = Author(user: "ben", device: "desk")

  init(levels: ModelLevels = .released) {
    board = Board(id: BoardID(high: 0xB0A2D, low: 1), levels: levels)
    make(.batch([.boardCreate(title: "Sample"), .set(.memberRole(""), .role(.owner))]))
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
    lastMade = operation
    return CommittedOperation(
      sequence: sequence, time: time, author: author, operation: operation, outcome: outcome)
  }

  static func column(_ number: UInt64) -> ColumnID { ColumnID(high: 0xC0 << 56, low: number) }

  static func card(_ text: String) -> CardID {
    CardID(text + String(repeating: "0", count: 32 - text.utf8.count)) ?? CardID(high: 0, low: 0)
  }

  static func label(_ number: UInt64) -> LabelID { LabelID(high: 0x1ABE1 << 44, low: number) }

  static func item(_ number: UInt64) -> ItemID { ItemID(high: 0x17E4 << 48 | number, low: 0) }

  static func comment(_ number: UInt64) -> CommentID {
    CommentID(high: 0xC033 << 48 | number, low: 0)
  }

  /// As `usual`, and the first card has the label "bug", two items and a comment.
  static var detailed: Sample {
    var sample = usual
    let one = card("abcd1")
    sample.make(.labelCreate(label(1), name: "bug", colour: 1))
    sample.make(.labelCreate(label(2), name: "Idea", colour: 4))
    sample.make(.attach(one, .label(label(1))))
    sample.make(.itemAdd(one, item(1), text: "write", at: Anchors()))
    sample.make(.itemAdd(one, item(2), text: "read", at: Anchors()))
    sample.make(.commentAdd(one, comment(1), text: "why?\n"), by: ben)
    return sample
  }

  /// An edit composed without a link on the board as it was at `base`.
  @discardableResult
  mutating func makeQueued(_ intent: Intent, by author: Author, base: UInt64) -> CommittedOperation
  {
    counter += 1
    let operation = Operation(
      id: OperationID(
        session: SessionID(high: author == Sample.ann ? 1 : 2, low: 0), epoch: 1, counter: counter),
      base: base, queued: true, intent: intent)
    let sequence = board.sequence + 1
    let outcome = board.apply(
      operation, sequence: sequence, time: 1_700_000_000_000, author: author)
    return CommittedOperation(
      sequence: sequence, time: 1_700_000_000_000, author: author, operation: operation,
      outcome: outcome)
  }

  /// Two columns, two cards in the first.
  static var usual: Sample { usual(levels: .released) }

  static func usual(levels: ModelLevels) -> Sample {
    var sample = Sample(levels: levels)
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
