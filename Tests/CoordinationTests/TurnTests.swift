import BoardModel
@testable import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

/// What a turn comes to that takes several events.
struct TurnTests {
  @Test("What happened since the last turn is settled once: one group, one piece for each window")
  func severalEvents() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let windows = try (1...3).map { try harness.window($0).0 }
    harness.commitsAtOnce = false
    harness.journal = []
    let edits = windows.map { window in
      harness.arrival(of: window, .cardRetitle(card(1), title: "By \(window.session.low)"))
    }
    harness.handleTogether(edits)
    #expect(harness.pendingGroup?.operations.count == 1)
    #expect(harness.journal.count { if case .append = $0 { true } else { false } } == 1)
    harness.journal = []
    harness.commitNow()
    #expect(harness.addressees == windows.map(\.connection))
    for window in windows {
      let told = harness.take(window.connection)
      #expect(told.count { if case .outcome = $0 { true } else { false } } == 1)
    }
    #expect(harness.operations.count == 4)
  }

  @Test(
    "An edit that comes in the turn of another's durability waits for its own",
    .holds("EDT-001"), arguments: [false, true])
  func durability(editFirst: Bool) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2, user: "ben")
    harness.commitsAtOnce = false
    let first = harness.begin(
      ann.connection,
      Submit(operation: ann.operation(.cardRetitle(card(1), title: "One"), counter: 1)))
    let edit = harness.arrival(of: ben, .cardRetitle(card(1), title: "Two"))
    let durable = harness.takeCommit()
    harness.handleTogether(editFirst ? [edit] + durable : durable + [edit])
    guard case .outcome = try harness.answer(ann.connection, first) else {
      Issue.record("no outcome")
      return
    }
    let told = harness.take(ben.connection)
    #expect(!told.contains { if case .outcome = $0 { true } else { false } })
    #expect(told.contains { if case .committed = $0 { true } else { false } })
    #expect(harness.pendingGroup?.operations.count == 1)
    harness.commitNow()
    #expect(harness.take(ben.connection).contains { if case .outcome = $0 { true } else { false } })
  }

  @Test("An edit that came before its connection ended is kept, and nobody is told there")
  func endsInTheTurn() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2, user: "ben")
    harness.journal = []
    harness.handleTogether([
      harness.arrival(of: ann, .cardRetitle(card(1), title: "Last words")),
      .closed(ann.connection),
    ])
    #expect(harness.addressees == [ben.connection])
    #expect(harness.sequences(ben.connection) == [2])
    #expect(harness.coordinator.counters.connections == 1)
    #expect(harness.coordinator.route(of: session(1)) == nil)
  }

  @Test("A connection that comes, speaks and ends in one turn leaves nothing behind")
  func shortLife() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let id = ConnectionID(99)
    harness.journal = []
    harness.handleTogether([
      .connected(id, .known(Author(user: "ann", device: "laptop"))),
      .received(id, Hello.usual.frame(request: 1).bytes),
      .received(id, harness.attachBody(7).frame(request: 2).bytes), .closed(id),
    ])
    #expect(harness.addressees == [])
    #expect(harness.coordinator.counters.connections == 0)
    #expect(harness.coordinator.route(of: session(7)) == nil)
  }

  @Test(
    "What is purged in the turn in which it is read for a window goes to nobody",
    .holds("PRG-015"))
  func purgeAndRead() throws {
    var harness = CoordinatorHarness { $0.recentOperations = 2 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    harness.readsAtOnce = false
    let bob = try harness.attach(2, user: "bob", sequence: 1)
    harness.commitsAtOnce = false
    ann.counter += 1
    let purge = ann.operation(.purge(.past(.cardTitle(card(1)))), counter: ann.counter)
    _ = harness.begin(ann.connection, Submit(operation: purge))
    let reads = harness.takeHeldReads()
    #expect(reads.count == 1)
    harness.handleTogether(harness.takeCommit() + reads)
    let told = harness.take(bob.connection)
    #expect(told.contains { if case .resync = $0 { true } else { false } })
    #expect(!told.contains { if case .committed = $0 { true } else { false } })
  }

  @Test(
    "Who loses a board in the turn in which its log is read gets nothing of it",
    .holds("BRD-013"))
  func loseAndRead() throws {
    var harness = CoordinatorHarness { $0.recentOperations = 2 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    _ = try harness.submit(&ann, .set(.memberRole("ann"), .role(.owner)))
    let bob = try harness.window(2, user: "bob").0.connection
    harness.readsAtOnce = false
    let history = harness.begin(bob, FetchHistory(from: 1, count: 5))
    harness.commitsAtOnce = false
    ann.counter += 1
    let loss = ann.operation(.set(.memberRole(""), .role(nil)), counter: ann.counter)
    _ = harness.begin(ann.connection, Submit(operation: loss))
    let reads = harness.takeHeldReads()
    #expect(reads.count == 1)
    harness.handleTogether(harness.takeCommit() + reads)
    guard case .error(let error) = try harness.answer(bob, history) else {
      Issue.record("a board that is lost")
      return
    }
    #expect(error.code == .boardUnknown)
  }

  @Test("A peer that does not read is paused at the end of the turn, whatever came in it")
  func pauses() throws {
    var harness = CoordinatorHarness { $0.outboxBytes = 64 }
    let slow = try harness.greeted()
    let other = try harness.greeted()
    harness.peers[slow]?.reads = false
    let pings = (2...9).map { request in
      CoordinatorEvent.received(slow, Ping(nonce: request).frame(request: request).bytes)
    }
    harness.journal = []
    harness.handleTogether(
      pings + [.received(other, Ping(nonce: 2).frame(request: 2).bytes)])
    #expect(harness.peers[slow]?.paused == true)
    #expect(harness.peers[other]?.paused == false)
    // What is beyond the bound waits for room, and then comes with reading.
    let answered = harness.take(slow).count
    #expect((1..<8).contains(answered))
    harness.peers[slow]?.reads = true
    harness.handle(.progressed(slow, unsent: 0))
    #expect(harness.take(slow).count == 8 - answered)
    #expect(harness.peers[slow]?.paused == false)
  }

  @Test("Where nothing waits for a socket nothing follows from what it takes")
  func progress() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.peers[ann.connection]?.reads = false
    _ = harness.begin(ann.connection, Ping(nonce: 1))
    let unsent = try #require(harness.peers[ann.connection]?.unsent)
    #expect(unsent > 0)
    var noted = harness.coordinator
    let follows = noted.mustHandleProgress(ann.connection, unsent: 1, now: harness.now)
    #expect(!follows)
    #expect(noted.connections.read(ann.connection) { $0.outbox.unsent } == 1)
    var handled = harness.coordinator
    #expect(handled.handle(.progressed(ann.connection, unsent: 1), now: harness.now) == [])
    #expect(handled.connections.read(ann.connection) { $0.outbox.unsent } == 1)
  }
}

extension CoordinatorHarness {
  /// The window's next operation as it arrives, which nobody takes yet.
  mutating func arrival(
    of window: SampleWindow, _ intent: Intent
  ) -> CoordinatorEvent {
    peers[window.connection]?.nextRequest += 1
    let operation = window.operation(intent, counter: window.counter + 1)
    let frame = Submit(operation: operation).frame(
      request: peers[window.connection]?.nextRequest ?? 0)
    return .received(window.connection, frame.bytes)
  }

  /// To whom something was sent, in this order.
  fileprivate var addressees: [ConnectionID] {
    journal.compactMap { if case .send(let id, _) = $0 { id } else { nil } }
  }
}
