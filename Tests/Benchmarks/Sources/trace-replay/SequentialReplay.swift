import BoardModel

/// One author: into a text by itself, and as operations on a board.
struct SequentialReplay {
  private let trace: Trace

  init(_ trace: Trace) {
    self.trace = trace
  }

  func run() -> [Measurement] {
    let text = Measurement.of(
      "straight into a text", edits: trace.edits.count, keepsText: true, straight,
      fault: { trace.fault(of: $0.string) }
    ).0
    // A text by itself may be what no card may have.
    guard trace.obstacle == nil else { return [text] }
    let board = Measurement.of(
      "as operations of a board", edits: trace.edits.count, keepsText: false, onBoard,
      fault: { trace.fault(of: $0.card(Names.card)?.body.string ?? "") }
    ).0
    return [text, board]
  }

  private func straight() throws -> Text {
    var text = Text(trace.start, by: Names.operation(1, by: 0))
    for (index, edit) in trace.edits.enumerated() {
      guard let splice = text.splice(of: edit.patch) else { throw outside(index) }
      guard text.apply(splice, by: Names.operation(UInt64(index) + 2, by: 0)) else {
        throw ReplayFault("edit \(index) names text that never was")
      }
    }
    return text
  }

  private func onBoard() throws -> Board {
    var board = Board(id: Names.board)
    let intents = Names.creation(body: trace.start, as: Names.operation(1, by: 0))
    try Names.apply(intents, 1, to: &board)
    for (index, edit) in trace.edits.enumerated() {
      guard let splice = board.card(Names.card)?.body.splice(of: edit.patch) else {
        throw outside(index)
      }
      try Names.apply(.cardSplice(Names.card, splice), UInt64(index) + 2, to: &board)
    }
    return board
  }

  private func outside(_ index: Int) -> ReplayFault {
    ReplayFault("edit \(index) is outside the text")
  }
}
