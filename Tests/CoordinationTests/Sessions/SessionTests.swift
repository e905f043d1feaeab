import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

struct SessionTests {
  @Test(
    "The newest instance wins: the old one is fenced and what it sends has no effect",
    .holds("SES-006", "SES-007", "SES-008", "SES-010"))
  func fencing() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (old, _) = try harness.window(1)
    let new = try harness.attach(1, instance: 2, epoch: 1, sequence: 1)
    #expect(new.attached.epoch == 2)
    guard case .error(let error) = harness.take(old.connection).first else {
      Issue.record("the old window was not told")
      return
    }
    #expect(error.code == .fenced)
    let late = old.operation(.cardRetitle(card(1), title: "Late"), counter: 1)
    let reply = try harness.request(old.connection, Submit(operation: late))
    guard case .error(let refusal) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(refusal.code == .notAttached)
    #expect(harness.coordinator.route(of: session(1)) == new.connection)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 1)
  }

  @Test(
    "A window that was taken over while it was away is told so when it returns", .holds("SES-022"))
  func fencedWhileAway() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (old, _) = try harness.window(1)
    harness.handle(.closed(old.connection))
    let new = try harness.attach(1, instance: 2)
    #expect(new.attached.epoch == 2)
    let back = try harness.greeted()
    let reply = try harness.request(back, harness.attachBody(1, epoch: 1, sequence: 1))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .fenced)
    #expect(harness.coordinator.route(of: session(1)) == new.connection)
  }

  @Test(
    "The same instance replaces its own connection and keeps its epoch",
    .holds("SES-005", "SES-009"))
  func sameInstance() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (old, _) = try harness.window(1)
    let new = try harness.attach(1, epoch: 1, sequence: 1)
    #expect(new.attached.epoch == 1)
    #expect(harness.peers[old.connection]?.finished == true)
  }

  @Test(
    "Pending operations of a killed window are taken unchanged after the epoch rose",
    .holds("EDT-013"))
  func pendingOfOldEpoch() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (old, _) = try harness.window(1)
    let first = try harness.submit(&old, .cardRetitle(card(1), title: "One"))
    let unsent = old.operation(.cardRetitle(card(1), title: "Two"), counter: 2)
    harness.handle(.closed(old.connection))
    let new = try harness.attach(1, instance: 2, epoch: 1, sequence: 1)
    #expect(new.attached.outcomes == [first])
    let reply = try harness.request(new.connection, Submit(operation: unsent))
    guard case .outcome(let outcome) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(outcome.stored.sequence == 3)
  }

  @Test(
    "An epoch is durable before ATTACHED says so, whatever crashes meanwhile", .holds("SES-002"))
  func durableEpoch() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.window(1)
    harness.commitsAtOnce = false
    let newcomer = try harness.greeted()
    let number = harness.begin(newcomer, harness.attachBody(1, instance: 2, epoch: 1))
    #expect(throws: CoordinatorHarness.Unexpected.self) {
      try harness.answer(newcomer, number)
    }
    harness.commitNow()
    guard case .attached(let attached) = try harness.answer(newcomer, number) else {
      Issue.record("not attached")
      return
    }
    #expect(attached.epoch == 2)
    harness.restart()
    harness.commitsAtOnce = true
    #expect(try harness.attach(1, instance: 3, epoch: 2, sequence: 1).attached.epoch == 3)
  }

  @Test(
    "A session that is not known any longer is told to start afresh",
    arguments: [(epoch: UInt32(1), firstPending: UInt64(1)), (0, 2)])
  func unknownSession(epoch: UInt32, firstPending: UInt64) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let connection = try harness.greeted()
    let reply = try harness.request(
      connection, harness.attachBody(9, epoch: epoch, firstPending: firstPending))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .sessionUnknown)
    #expect(error.code.retry == .afresh)
  }

  @Test("Nobody attaches to another user's session", .holds("SES-011"))
  func othersSession() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.window(1)
    let bob = try harness.greeted(user: "bob")
    let reply = try harness.request(bob, harness.attachBody(1, instance: 2, epoch: 1))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .notYourSession)
  }

  @Test("A session closed for good is gone from the store", .holds("SES-018"))
  func closing() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    #expect(harness.store.sessions.count == 1)
    guard case .detached = try harness.request(ann.connection, Detach(close: true)) else {
      Issue.record("not detached")
      return
    }
    #expect(harness.store.sessions.isEmpty)
    #expect(harness.coordinator.counters.sessions == 0)
  }

  @Test("A command that vanished is forgotten after a while, a window is not", .holds("SES-020"))
  func transientSessions() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    _ = try harness.window(1)
    let command = try harness.greeted()
    let body = Attach(
      board: board(1), session: session(2), instance: InstanceID(high: 1, low: 1),
      configuration: .command, epoch: 0, incarnation: IncarnationID(high: 0, low: 0),
      sequence: 0, firstPending: 1, level: ModelLevels.released.newest)
    guard case .attached = try harness.request(command, body) else {
      Issue.record("not attached")
      return
    }
    for id in harness.peers.keys { harness.handle(.closed(id)) }
    harness.jump(Limits.transientMilliseconds)
    #expect(harness.coordinator.counters.sessions == 1)
    harness.jump(Limits.sessionDays * 86_400_000)
    #expect(harness.coordinator.counters.sessions == 0)
  }
}
