import BoardModel
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

@testable import Coordination

/// A session's identifier that is used again after the session was forgotten: no operation has a
/// name that another one had.
@Suite("An identifier used again")
struct ReusedSessionTests {
  private func close(_ window: SampleWindow, _ harness: inout CoordinatorHarness) throws {
    let reply = try harness.request(window.connection, Detach(close: true))
    guard case .detached = reply else { throw CoordinatorHarness.Unexpected(reply) }
  }

  private func refusal(
    _ operation: Operation, by window: SampleWindow, _ harness: inout CoordinatorHarness
  ) throws -> ErrorCode {
    let reply = try harness.request(window.connection, Submit(operation: operation))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    return error.code
  }

  /// Session 2 has ordered `count` operations under epoch 1, and is forgotten.
  private func forgotten(
    _ count: Int = 1, snapshotInterval: UInt64? = nil
  ) throws -> CoordinatorHarness {
    var harness = CoordinatorHarness {
      if let snapshotInterval { $0.snapshotInterval = snapshotInterval }
    }
    try harness.makeBoard()
    var (window, _) = try harness.window(2)
    for number in 0..<count {
      _ = try harness.submit(&window, .cardRetitle(card(1), title: "Old \(number)"))
    }
    try close(window, &harness)
    return harness
  }

  @Test(
    "Whatever attaches begins above the highest epoch of whoever ordered something",
    .holds("SES-003", "SES-024", "EDT-013"), arguments: ["ann", "bob"])
  func begins(user: String) throws {
    var harness = try forgotten()
    var again = try harness.attach(2, user: user)
    #expect(again.attached.epoch == 2)
    #expect(again.attached.lastCounter == 0)
    let used = again.operation(.cardRetitle(card(1), title: "Old 0"), counter: 1, epoch: 1)
    #expect(try refusal(used, by: again, &harness) == .wrongSession)
    #expect(try harness.submit(&again, .cardRetitle(card(1), title: "New")).sequence == 3)
    #expect(try harness.attach(3).attached.epoch == 2)
    try close(again, &harness)
    #expect(try harness.attach(2).attached.epoch == 3)
  }

  @Test("Who ordered nothing leaves no trace")
  func readers() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    for _ in 0..<3 { try close(try harness.attach(2), &harness) }
    #expect(try harness.attach(2).attached.epoch == 1)
    #expect(harness.store.forgottenEpochs.isEmpty)
  }

  @Test("What is kept is the epoch after the last takeover")
  func takeovers() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.attach(2)
    var taken = try harness.attach(2, instance: 2)
    _ = try harness.submit(&taken, .cardRetitle(card(1), title: "Old"))
    try close(taken, &harness)
    #expect(harness.store.forgottenEpochs == [board(1): 2])
    #expect(try harness.attach(3).attached.epoch == 3)
  }

  @Test("The number is in the group that removes the session, whichever survives a crash")
  func oneTransaction() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (window, _) = try harness.window(2)
    _ = try harness.submit(&window, .cardRetitle(card(1), title: "Old"))
    harness.commitsAtOnce = false
    for isDurable in [false, true] {
      let number = harness.begin(window.connection, Detach(close: true))
      let group = try #require(harness.pendingGroup)
      #expect(group.removedSessions == [session(2)])
      #expect(group.forgottenEpochs == [ForgottenEpoch(board: board(1), epoch: 1)])
      if isDurable { harness.commitNow() }
      _ = try? harness.answer(window.connection, number)
      harness.restart()
      harness.commitsAtOnce = true
      // Where the session is still known it goes on with its counters.
      window = try harness.attach(2, sequence: 1)
      #expect(window.attached.epoch == (isDurable ? 2 : 1))
      #expect(window.attached.lastCounter == (isDurable ? 0 : 1))
      harness.commitsAtOnce = false
    }
  }

  @Test("Where the log could not forget a session, the number goes with the group that does")
  func failedGroup() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (window, _) = try harness.window(2)
    _ = try harness.submit(&window, .cardRetitle(card(1), title: "Old"))
    harness.commitsAtOnce = false
    _ = harness.begin(window.connection, Detach(close: true))
    harness.failCommit()
    #expect(harness.store.forgottenEpochs.isEmpty)
    harness.commitsAtOnce = true
    #expect(try harness.attach(3).attached.epoch == 2)
    #expect(harness.store.sessions[session(2)] == nil)
    #expect(harness.store.forgottenEpochs == [board(1): 1])
  }

  @Test("A board is made in epoch 0 and in no other", .holds("BRD-010"))
  func creation() throws {
    var harness = CoordinatorHarness()
    let maker = try harness.greeted()
    for epoch in [1, 7, UInt32.max] {
      let operation = Operation(
        id: OperationID(session: session(9), epoch: epoch, counter: 1), base: 0, queued: false,
        intent: .boardCreate(title: "Work"))
      let reply = try harness.request(maker, CreateBoard(board: board(1), operation: operation))
      guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(error.code == .notACreation)
    }
    #expect(harness.coordinator.counters.boards == 0)
    try harness.makeBoard()
    #expect(try harness.attach(1).attached.epoch == 1)
  }

  @Test("A command is let in to read where the log fails, whatever its first epoch is")
  func command() throws {
    var harness = try forgotten()
    harness.commitsAtOnce = false
    let connection = try harness.greeted()
    let number = harness.begin(connection, harness.attachBody(3, as: .command))
    harness.failCommit()
    guard case .attached(let attached) = try harness.answer(connection, number) else {
      Issue.record("a command is kept out")
      return
    }
    #expect(attached.epoch == 2)
  }

  @Test("A board without epochs takes no session, and says so", .holds("SES-025"))
  func usedUp() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    try harness.makeBoard(board(2))
    try harness.store.append(
      CommitGroup(forgottenEpochs: [
        ForgottenEpoch(board: board(1), epoch: .max - 1),
        ForgottenEpoch(board: board(2), epoch: .max),
      ]))
    harness.restart()
    // Its only epoch is the last there is: nobody can take the session over.
    _ = try harness.attach(1)
    for (body, isAdmitted) in [
      (harness.attachBody(1, instance: 2), false), (harness.attachBody(1), true),
      (harness.attachBody(3), true), (harness.attachBody(5, board: board(2)), false),
    ] {
      let reply = try harness.request(try harness.greeted(), body)
      switch reply {
      case .attached(let attached): #expect(isAdmitted && attached.epoch == .max)
      case .error(let error): #expect(!isAdmitted && error.code == .limitReached)
      default: throw CoordinatorHarness.Unexpected(reply)
      }
    }
  }

  @Test(
    "After a restart it has its own outcomes, and none of the one before", .holds("EDT-009"),
    arguments: [UInt64(2), 3, 4, 5, 100], [0, 1, 2])
  func ownOutcomes(snapshotInterval: UInt64, count: Int) throws {
    var harness = try forgotten(3, snapshotInterval: snapshotInterval)
    var again = try harness.attach(2)
    var outcomes: [StoredOutcome] = []
    for number in 0..<count {
      outcomes.append(
        try harness.submit(&again, .cardRetitle(card(1), title: "New \(number)")))
    }
    harness.restart()
    let back = try harness.attach(2, epoch: 2, sequence: 1)
    #expect(back.attached.outcomes == outcomes)
    #expect(back.attached.lastCounter == UInt64(count))
    let old = back.operation(.cardRetitle(card(1), title: "Old 0"), counter: 1, epoch: 1)
    #expect(
      try refusal(old, by: back, &harness) == (count == 0 ? .wrongSession : .operationChanged))
  }

  @Test(
    "No epoch below the last one is taken, though nothing is kept of that operation",
    .holds("EDT-013"), arguments: [false, true])
  func oldEpoch(restarts: Bool) throws {
    var harness = CoordinatorHarness { $0.snapshotInterval = 3 }
    try harness.makeBoard()
    _ = try harness.attach(2)
    var window = try harness.attach(2, instance: 2, sequence: 1)
    _ = try harness.submit(&window, .cardRetitle(card(1), title: "Second"))
    harness.send(window.connection, Acknowledge(sequence: 2, counter: 1).frame())
    harness.commitsAtOnce = false
    // What was ordered behind it is taken back.
    _ = harness.begin(
      window.connection,
      Submit(operation: window.operation(.cardRetitle(card(1), title: "Third"), counter: 2)))
    harness.failCommit()
    harness.commitNow()
    harness.commitsAtOnce = true
    if restarts {
      _ = try harness.submit(&window, .cardRetitle(card(1), title: "Third"))
      harness.send(window.connection, Acknowledge(sequence: 3, counter: 2).frame())
      harness.advance(2_000)
      #expect(harness.store.snapshots[board(1)]?.sequence == 3)
      harness.restart()
      window = try harness.attach(2, instance: 2, epoch: 2, sequence: 1, firstPending: 3)
      // The log behind the snapshot says nothing of the session.
      #expect(harness.coordinator.sessions[session(2)]?.ledger.entries.isEmpty == true)
    }
    let late = window.operation(
      .cardRetitle(card(1), title: "Late"), counter: window.counter + 1, epoch: 1)
    #expect(try refusal(late, by: window, &harness) == .wrongSession)
  }

  @Test("Where nobody has read what a session ordered, its epoch counts")
  func unread() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (window, _) = try harness.window(2)
    harness.handle(.closed(window.connection))
    harness.restart()
    harness.jump(Limits.sessionDays * 86_400_000 + 1)
    harness.jump(Limits.sessionDays * 86_400_000 + 1)
    #expect(harness.store.sessions.isEmpty)
    #expect(harness.store.forgottenEpochs == [board(1): 1])
  }
}
