import BoardModel
import LogRecords
import Statements
import Testing
import Wire

@testable import Coordination

@Suite("A store without room for edits")
struct FullStoreTests {
  private static let reason = "disk full"

  private func expectRefused(_ reply: Message) throws {
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .storeUnavailable)
    #expect(error.text == Self.reason)
    #expect(error.retryAfter > 0)
  }

  private func expectAttached(_ reply: Message) throws {
    guard case .attached(let attached) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(attached.epoch == 1)
  }

  @Test(
    "Edits are refused at once with the reason, and who came with them is let in to read",
    .holds("EDT-026"))
  func readersGoOn() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let ben = try harness.greeted(user: "ben")
    harness.commitsAtOnce = false
    let edit = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    let first = harness.begin(ann.connection, Submit(operation: edit))
    // Both wait behind the group that is being written.
    let second = harness.begin(
      ann.connection,
      Submit(operation: ann.operation(.cardRetitle(card(1), title: "Third"), counter: 2)))
    let attach = harness.begin(ben, harness.attachBody(2))
    harness.failCommit()
    for request in [first, second] {
      try expectRefused(harness.answer(ann.connection, request))
    }
    let group = try #require(harness.pendingGroup)
    #expect(group.operations == [])
    #expect(group.sessions.map(\.id) == [session(2)])
    harness.commitNow()
    guard case .attached = try harness.answer(ben, attach) else {
      Issue.record("not attached")
      return
    }
    #expect(try harness.snapshot(ben).card(card(1))?.title.value == "First")
    // Who submits later is told the same.
    let third = harness.begin(ann.connection, Submit(operation: edit))
    harness.failCommit()
    try expectRefused(harness.answer(ann.connection, third))
    harness.commitsAtOnce = true
    guard
      case .outcome(let outcome) = try harness.request(ann.connection, Submit(operation: edit))
    else {
      Issue.record("not ordered")
      return
    }
    #expect(outcome.stored.sequence == 2)
  }

  @Test("Where not even a session can be written, a command is let in to read", .holds("EDT-027"))
  func resumed() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ann = try harness.attach(1)
    harness.handle(.closed(ann.connection))
    let (again, other) = (try harness.greeted(), try harness.greeted(user: "ben"))
    let third = try harness.greeted()
    harness.commitsAtOnce = false
    let known = harness.begin(again, harness.attachBody(1, epoch: 1, sequence: 1))
    harness.failCommit()
    try expectAttached(harness.answer(again, known))
    let new = harness.begin(other, harness.attachBody(2, as: .command))
    harness.failCommit()
    try expectAttached(harness.answer(other, new))
    #expect(try harness.snapshot(other).card(card(1))?.title.value == "First")
    // The epoch above would not be durable, and could be given again after a crash.
    let elsewhere = harness.begin(
      third, harness.attachBody(1, instance: 2, epoch: 1, sequence: 1))
    harness.failCommit()
    try expectRefused(harness.answer(third, elsewhere))
    let window = harness.begin(third, harness.attachBody(3))
    harness.failCommit()
    try expectRefused(harness.answer(third, window))
  }

  @Test("The record of a command that was let in to read is durable no later than the first edit")
  func unwritten() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let ben = try harness.greeted(user: "ben")
    harness.commitsAtOnce = false
    let attach = harness.begin(ben, harness.attachBody(2, as: .command))
    harness.failCommit()
    try expectAttached(harness.answer(ben, attach))
    let edit = Operation(
      id: OperationID(session: session(2), epoch: 1, counter: 1), base: 1, queued: false,
      intent: .cardRetitle(card(1), title: "Second"))
    let refused = harness.begin(ben, Submit(operation: edit))
    #expect(harness.pendingGroup?.sessions.map(\.id) == [session(2)])
    // The record alone is tried then, and has no room either.
    harness.failCommit()
    try expectRefused(harness.answer(ben, refused))
    harness.failCommit()
    let again = harness.begin(ben, Submit(operation: edit))
    let group = try #require(harness.pendingGroup)
    #expect(group.operations.map(\.last) == [2])
    #expect(group.sessions.map(\.id) == [session(2)])
    #expect(group.sessions.map(\.epoch) == [1])
    harness.commitNow()
    guard case .outcome(let outcome) = try harness.answer(ben, again) else {
      Issue.record("not ordered")
      return
    }
    #expect(outcome.stored.sequence == 2)
  }

  @Test("Who waits for a board that was not made is told")
  func boardNotMade() throws {
    var harness = CoordinatorHarness()
    let (maker, other) = (try harness.greeted(), try harness.greeted())
    harness.commitsAtOnce = false
    let operation = Operation(
      id: OperationID(session: session(9), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .boardCreate(title: "Work"))
    let made = harness.begin(maker, CreateBoard(board: board(1), operation: operation))
    let attach = harness.begin(other, harness.attachBody(2))
    harness.failCommit()
    try expectRefused(harness.answer(maker, made))
    try expectRefused(harness.answer(other, attach))
  }
}
