import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@Suite("Edits that a role forbids")
struct RoleLackingTests {
  /// Ann's board, on which Ben is a viewer since operation 2, and a window of each.
  private struct Bench {
    var harness = CoordinatorHarness()
    var ann: SampleWindow
    var ben: SampleWindow

    init() throws {
      try harness.makeBoard(everyone: nil)
      ann = try harness.attach(7)
      let stored = try harness.submit(&ann, .set(.memberRole("ben"), .role(.viewer)))
      #expect(stored.sequence == 2)
      ben = try harness.attach(8, user: "ben")
    }

    var rows: [OperationRow] { harness.store.rows[board(1)] ?? [] }

    /// Ben submits an operation, whose counter counts on where it is ordered.
    mutating func submit(_ intent: Intent, base: UInt64) throws -> Message {
      let operation = ben.operation(intent, counter: ben.counter + 1, base: base)
      let reply = try harness.request(ben.connection, Submit(operation: operation))
      if case .outcome = reply { ben.counter += 1 }
      harness.handle(
        .received(
          ben.connection,
          Acknowledge(sequence: base, counter: ben.counter).frame().bytes))
      return reply
    }
  }

  private func code(_ message: Message) throws -> ErrorCode {
    guard case .error(let error) = message else { throw CoordinatorHarness.Unexpected(message) }
    return error.code
  }

  private func outcome(_ message: Message) throws -> Outcome {
    guard case .outcome(let outcome) = message else {
      throw CoordinatorHarness.Unexpected(message)
    }
    return outcome.stored.outcome
  }

  private static let forbidden: [Intent] = [
    .boardRename(title: "no"),
    .batch([.cardFavourite(card(1), marked: true), .boardRename(title: "no")]),
    .set(.memberRole("ben"), .role(.owner)),
    .commentAdd(card(1), CommentID(high: 1, low: 1), text: "no"),
  ]

  @Test(
    "What was forbidden at its base is answered with an ERROR, and leaves nothing",
    .holds("EDT-035", "EDT-008"), arguments: forbidden)
  func known(intent: Intent) throws {
    var bench = try Bench()
    let before = bench.rows
    for _ in 1...3 { #expect(try code(bench.submit(intent, base: 2)) == .roleLacking) }
    let behind = bench.ben.operation(.cardFavourite(card(1), marked: true), counter: 2, base: 2)
    let reply = try bench.harness.request(bench.ben.connection, Submit(operation: behind))
    #expect(try code(reply) == .counterGap)
    #expect(bench.rows == before)
    // The counter is still the next one's.
    #expect(try outcome(bench.submit(.cardFavourite(card(1), marked: true), base: 2)) == .applied)
  }

  @Test("What everyone's role forbids is refused as what one's own does", .holds("EDT-035"))
  func everyone() throws {
    var bench = try Bench()
    _ = try bench.harness.submit(&bench.ann, .set(.memberRole(""), .role(.viewer)))
    _ = try bench.harness.submit(&bench.ann, .set(.memberRole("ben"), .role(nil)))
    #expect(try code(bench.submit(.boardRename(title: "no"), base: 4)) == .roleLacking)
    #expect(
      try outcome(bench.submit(.boardRename(title: "no"), base: 3))
        == .rejected(.forbidden(needed: .owner)))
    // With a role of one's own it is no matter what everyone's is.
    _ = try bench.harness.submit(&bench.ann, .set(.memberRole("ben"), .role(.viewer)))
    _ = try bench.harness.submit(&bench.ann, .set(.memberRole(""), .role(.editor)))
    #expect(try code(bench.submit(.boardRename(title: "no"), base: 6)) == .roleLacking)
  }

  @Test(
    "Before a change of the role an edit is ordered and rejected, so many times and no more",
    .holds("EDT-036", "EDT-008"))
  func before() throws {
    var bench = try Bench()
    for _ in 0..<Limits.roleRejections {
      #expect(
        try outcome(bench.submit(.boardRename(title: "no"), base: 1))
          == .rejected(.forbidden(needed: .owner)))
    }
    let rows = bench.rows
    #expect(try code(bench.submit(.boardRename(title: "no"), base: 1)) == .roleLacking)
    #expect(bench.rows == rows)
    // Another change gives room again.
    _ = try bench.harness.submit(&bench.ann, .set(.memberRole("ben"), .role(.commenter)))
    #expect(
      try outcome(bench.submit(.boardRename(title: "no"), base: 1))
        == .rejected(.forbidden(needed: .owner)))
  }
}
