import BoardModel
import Statements
import Testing
import Wire

@testable import Coordination

/// What becomes of what peers send faster than it is handled.
@Suite("A backlog")
struct BacklogTests {
  /// Sends so many edits of a window at once that one call does not handle all of them.
  private static func flood(
    _ harness: inout CoordinatorHarness, _ window: inout SampleWindow, _ count: Int
  ) -> [UInt8] {
    (0..<count).flatMap { number -> [UInt8] in
      window.counter += 1
      let operation = window.operation(
        .cardRetitle(card(1), title: "Title \(number)"), counter: window.counter)
      harness.peers[window.connection]?.nextRequest += 1
      let request = harness.peers[window.connection]?.nextRequest ?? 0
      return Submit(operation: operation).frame(request: request).bytes
    }
  }

  @Test("A call handles so much and no more, and goes on once the sockets were read")
  func continues() throws {
    var harness = CoordinatorHarness { $0.requestsInFlight = 1_000 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let bytes = Self.flood(&harness, &ann, 200)
    let effects = harness.coordinator.handle(.received(ann.connection, bytes), now: harness.now)
    #expect(effects.contains(.continueTurn))
    #expect(harness.coordinator.commits.inFlight?.order == [board(1)])
    let most =
      harness.configuration.turnMicroseconds
      / MessageCost.of(
        Submit(operation: ann.operation(.cardRetitle(card(1), title: "Title 1"), counter: 1)).frame(
          request: 1), toldTo: 1, windows: 1)
    let ordered = harness.coordinator.boards.loaded(board(1))?.tip.sequence ?? 0
    #expect((2...UInt64(most) + 2).contains(ordered))
  }

  @Test("The first edit of a board in a group pays for telling its windows, others hardly do")
  func telling() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in UInt64(2)...9 { _ = try harness.window(number) }
    // The log writes the first one at once, and the others together after it.
    for first in [4 * 9, 4 * 9, 0] {
      ann.counter += 1
      let title = String(repeating: "x", count: 200)
      let edit = ann.operation(.cardRetitle(card(1), title: title), counter: ann.counter)
      let frame = Submit(operation: edit).frame(request: UInt64(ann.counter) + 10)
      _ = harness.coordinator.handle(.received(ann.connection, frame.bytes), now: harness.now)
      let commits = harness.coordinator.commits
      let part = commits.gathering.boards[board(1)] ?? commits.inFlight?.boards[board(1)]
      let bytes = try #require(part?.operations.last?.bytes.count)
      #expect(bytes > 200)
      #expect(
        harness.coordinator.turnCost.all
          == MessageCost.of(frame, toldTo: 0, windows: 0) + 9 * bytes / 1_024 + first)
    }
  }

  @Test("Where many windows are told of an edit, one call gathers many edits for them nevertheless")
  func crowd() throws {
    var harness = CoordinatorHarness { $0.requestsInFlight = 1_000 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in UInt64(2)...200 { _ = try harness.window(number) }
    let bytes = Self.flood(&harness, &ann, 500)
    let before = harness.coordinator.boards.loaded(board(1))?.tip.sequence ?? 0
    _ = harness.coordinator.handle(.received(ann.connection, bytes), now: harness.now)
    let ordered = (harness.coordinator.boards.loaded(board(1))?.tip.sequence ?? 0) - before
    // Telling 200 windows of the first costs as much as handling 50 edits, and of each further one as much as
    // handling one or two: all would be too much for one call as well.
    #expect((120..<400).contains(ordered), "\(ordered) edits")
    let cost = harness.coordinator.turnCost
    #expect(cost.handling < harness.configuration.turnMicroseconds + 100)
    #expect(cost.telling < harness.configuration.tellingMicroseconds + 1_000)
    #expect(cost.telling > cost.handling)
  }

  @Test("Somebody else's edit waits for one turn of a flood, not for all of it")
  func others() throws {
    var harness = CoordinatorHarness { $0.requestsInFlight = 1_000 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2, user: "ben")
    let bytes = Self.flood(&harness, &ann, 500)
    _ = harness.coordinator.handle(.received(ann.connection, bytes), now: harness.now)
    let edit = harness.arrival(of: ben, .cardRetitle(card(1), title: "Ben's"))
    _ = harness.coordinator.handle(edit, now: harness.now)
    #expect(harness.coordinator.sessions[ben.session]?.ledger.lastCounter == 1)
    #expect(harness.coordinator.turns.holds(ann.connection))
    #expect(!harness.coordinator.turns.holds(ben.connection))
  }

  @Test("Who sends more than is handled is not read from until it is, and is not taken for dead")
  func pauses() throws {
    var harness = CoordinatorHarness {
      $0.requestsInFlight = 1_000
      $0.backlogBytes = 8 << 10
    }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let bytes = Self.flood(&harness, &ann, 500)
    #expect(bytes.count > 2 * harness.configuration.backlogBytes)
    harness.commitsAtOnce = false
    harness.handle(.received(ann.connection, bytes))
    #expect(harness.peers[ann.connection]?.paused == true)
    harness.time += 600_000
    #expect(
      harness.coordinator.connections[ann.connection]?.demand(now: harness.now, keepalive: 15_000)
        == .nothing)
    while harness.pendingGroup != nil { harness.commitNow() }
    #expect(harness.operations.count == 501)
    #expect(harness.peers[ann.connection]?.paused == false)
    #expect(!harness.coordinator.turns.holds(ann.connection))
    #expect(
      harness.coordinator.connections[ann.connection]?.demand(now: harness.now, keepalive: 15_000)
        == .nothing)
  }

  @Test("What was sent before the socket closed is handled, though its turn comes later")
  func cut() throws {
    var harness = CoordinatorHarness { $0.requestsInFlight = 1_000 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let bytes = Self.flood(&harness, &ann, 200)
    harness.handleTogether([.received(ann.connection, bytes), .closed(ann.connection)])
    #expect(harness.coordinator.counters.connections == 0)
    #expect(harness.coordinator.route(of: session(1)) == nil)
    #expect(harness.operations.count == 201)
  }

  @Test("Who is alone stands in no line, and in front of the one who comes then", .holds("LIM-014"))
  func alone() throws {
    var harness = CoordinatorHarness { $0.requestsInFlight = 1_000 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (ben, _) = try harness.window(2, user: "ben")
    #expect(harness.coordinator.turns.isEmpty(withLogged: true))
    harness.coordinator.awaitTurn(ann.connection)
    harness.coordinator.awaitTurn(ann.connection)
    #expect(harness.coordinator.turns.alone == ann.connection)
    #expect(harness.coordinator.turns.holds(ann.connection))
    #expect(!harness.coordinator.turns.isEmpty(withLogged: false))
    harness.coordinator.awaitTurn(ben.connection)
    #expect(harness.coordinator.turns.alone == nil)
    #expect(harness.coordinator.turns.holds(ann.connection))
    #expect(harness.coordinator.turns.next(withLogged: true)?.id == ann.connection)
    // Neither sent anything.
    _ = harness.coordinator.handle(.continued, now: harness.now)
    #expect(harness.coordinator.turns.isEmpty(withLogged: true))
    // What is left of more than one call takes on waits in line.
    let bytes = Self.flood(&harness, &ann, 500)
    _ = harness.coordinator.handle(.received(ann.connection, bytes), now: harness.now)
    #expect(harness.coordinator.turns.alone == nil)
    #expect(harness.coordinator.turns.holds(ann.connection))
  }

  @Test("A peer that joins pays as its network does")
  func newcomer() {
    #expect(Payer(.newcomer(from: "2001:db8::1")) == Payer(.newcomer(from: "2001:db8::2")))
    #expect(Payer(.newcomer(from: "192.0.2.1")) != Payer(.newcomer(from: "192.0.2.2")))
  }
}
