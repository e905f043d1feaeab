import BoardModel
import Testing
import Wire

@Suite("Outcomes that are kept")
struct StoredOutcomeTests {
  private static let id = OperationID(session: SessionID(high: 1, low: 2), epoch: 3, counter: 4)

  @Test(
    "Their bytes are counted as they are encoded",
    arguments: [
      Outcome.applied, .applied(displaced: [id], notes: []),
      .applied(displaced: [], notes: [.overWIPLimit(ColumnID(high: 1, low: 2))]),
      .merged(notes: []), .superseded(by: id, field: .boardTitle), .rejected(.emptyTitle),
    ])
  func bytes(outcome: Outcome) {
    let stored = StoredOutcome(counter: 1, sequence: 2, time: 3, outcome: outcome)
    var writer = ByteWriter()
    writer.value(stored)
    #expect(stored.byteCount == writer.bytes.count)
  }
}
