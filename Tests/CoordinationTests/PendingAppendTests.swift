import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

/// Where the log has not answered yet: what was asked stays asked, and counts once.
@Suite("While the log writes")
struct PendingAppendTests {
  /// Where an operation is that was ordered and is not durable.
  enum Stage: CaseIterable {
    /// In the group that the log writes.
    case written
    /// In the group that comes after it.
    case gathered
  }

  /// A window whose operation 1 is in that stage, and the number of its SUBMIT.
  private func pending(
    _ stage: Stage
  ) throws -> (CoordinatorHarness, SampleWindow, Operation, UInt64) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    harness.commitsAtOnce = false
    if stage == .gathered {
      let other = bob.operation(.cardRetitle(card(1), title: "Ben's"), counter: 1)
      _ = harness.begin(bob.connection, Submit(operation: other))
    }
    let operation = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    let number = harness.begin(ann.connection, Submit(operation: operation))
    return (harness, ann, operation, number)
  }

  @Test(
    "An operation sent again while it is written is answered when it is durable, as the first time",
    arguments: Stage.allCases)
  func resend(stage: Stage) throws {
    var (harness, ann, operation, first) = try pending(stage)
    let second = harness.begin(ann.connection, Submit(operation: operation))
    #expect(harness.take(ann.connection).isEmpty)
    while harness.pendingGroup != nil { harness.commitNow() }
    let answers = try [first, second].map { try harness.answer(ann.connection, $0) }
    guard case .outcome(let outcome) = answers[0] else {
      throw CoordinatorHarness.Unexpected(answers[0])
    }
    #expect(answers[1] == answers[0])
    let durable = try #require(harness.coordinator.settledBoard(board(1)))
    #expect(outcome.stored.sequence == durable.sequence)
    #expect(durable.sequence == (stage == .written ? 2 : 3))
  }

  @Test(
    "An operation sent again while it is written is refused with the first where the log fails",
    arguments: Stage.allCases)
  func resendFails(stage: Stage) throws {
    var (harness, ann, operation, first) = try pending(stage)
    let second = harness.begin(ann.connection, Submit(operation: operation))
    harness.failCommit()
    for number in [first, second] {
      let reply = try harness.answer(ann.connection, number)
      guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(error.code == .storeUnavailable)
    }
    try expectOrderedOnce(operation, by: ann, &harness)
  }

  @Test(
    "A board asked for again while it is written is answered when it is durable",
    arguments: [true, false]
  )
  func creation(isWritten: Bool) throws {
    var harness = CoordinatorHarness()
    harness.commitsAtOnce = false
    let connection = try harness.greeted()
    let body = CreateBoard(
      board: board(1),
      operation: Operation(
        id: OperationID(session: SessionID(high: 1, low: 1), epoch: 0, counter: 1), base: 0,
        queued: false, intent: .boardCreate(title: "Work")))
    let numbers = (0..<2).map { _ in harness.begin(connection, body) }
    #expect(harness.take(connection).isEmpty)
    if isWritten { harness.commitNow() } else { harness.failCommit() }
    for number in numbers {
      let reply = try harness.answer(connection, number)
      switch reply {
      case .outcome(let outcome): #expect(isWritten && outcome.stored.outcome == .applied)
      case .error(let error): #expect(!isWritten && error.code == .storeUnavailable)
      default: throw CoordinatorHarness.Unexpected(reply)
      }
    }
    #expect((harness.coordinator.settledBoard(board(1)) != nil) == isWritten)
  }

  @Test(
    "Nobody acknowledges what is not durable: where the log fails, the same operation is ordered",
    .holds("EDT-033"), arguments: Stage.allCases)
  func acknowledged(stage: Stage) throws {
    var (harness, ann, operation, _) = try pending(stage)
    harness.send(ann.connection, Acknowledge(sequence: 1, counter: 1).frame())
    guard case .error(let error)? = harness.take(ann.connection).last else {
      Issue.record("an acknowledgement of what is not durable is taken")
      return
    }
    #expect(error.code == .sessionUnknown)
    harness.failCommit()
    harness.commitsAtOnce = true
    let back = try harness.attach(1, epoch: 1)
    #expect(back.attached.lastCounter == 0)
    try expectOrderedOnce(operation, by: back, &harness)
  }

  @Test("An ATTACH acknowledges no operation either that is not durable", .holds("SES-004"))
  func acknowledgedByAttach() throws {
    var (harness, _, operation, _) = try pending(.written)
    let connection = try harness.greeted()
    let number = harness.begin(connection, harness.attachBody(1, epoch: 1, firstPending: 2))
    guard case .error(let error) = try harness.answer(connection, number) else {
      Issue.record("a window that has what is not durable is let in")
      return
    }
    #expect(error.code == .sessionUnknown)
    harness.failCommit()
    harness.commitsAtOnce = true
    let back = try harness.attach(1, epoch: 1)
    #expect(back.attached.lastCounter == 0)
    try expectOrderedOnce(operation, by: back, &harness)
  }

  private func expectOrderedOnce(
    _ operation: Operation, by window: SampleWindow, _ harness: inout CoordinatorHarness
  ) throws {
    harness.commitsAtOnce = true
    let reply = try harness.request(window.connection, Submit(operation: operation))
    guard case .outcome(let outcome) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(outcome.stored.sequence == 2)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 2)
  }
}
