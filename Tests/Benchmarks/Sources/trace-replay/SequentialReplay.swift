import BoardModel

/// One author: into a text by itself, and as operations on a board.
struct SequentialReplay {
  private let trace: Trace

  init(_ trace: Trace) {
    self.trace = trace
  }

  func run() -> [Measurement] {
    [
      .of("straight into a text", edits: trace.edits.count, keepsText: true, straight),
      .of("as operations of a board", edits: trace.edits.count, keepsText: false, onBoard),
    ]
  }

  private func straight() -> (Text, fault: String?) {
    var text = Text(trace.start, by: Names.operation(1, by: 0))
    for (index, edit) in trace.edits.enumerated() {
      guard let splice = text.splice(of: edit.patch) else {
        return (text, "edit \(index) is outside the text")
      }
      guard text.apply(splice, by: Names.operation(UInt64(index) + 2, by: 0)) else {
        return (text, "edit \(index) names text that never was")
      }
    }
    return (text, trace.fault(of: text.string))
  }

  private func onBoard() -> (Board, fault: String?) {
    var board = Board(id: Names.board)
    let intents = Names.creation(body: trace.start, as: Names.operation(1, by: 0))
    var outcome = Names.apply(intents, 1, to: &board)
    for (index, edit) in trace.edits.enumerated() {
      guard !outcome.isRejected else { return (board, "operation \(index + 1): \(outcome)") }
      guard let splice = board.card(Names.card)?.body.splice(of: edit.patch) else {
        return (board, "edit \(index) is outside the text")
      }
      outcome = Names.apply(.cardSplice(Names.card, splice), UInt64(index) + 2, to: &board)
    }
    guard !outcome.isRejected else { return (board, "the last operation: \(outcome)") }
    return (board, trace.fault(of: board.card(Names.card)?.body.string ?? ""))
  }
}
