import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Statements
import Testing
import Wire

struct EditingTests {
  @Test(
    "An edit is acknowledged to its author, then told to every window in order",
    .holds("EDT-016", "EDT-017"))
  func fanOut() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    let stored = try harness.submit(&ann, .cardRetitle(card(1), title: "Second"))
    #expect(stored.sequence == 2)
    #expect(stored.outcome == .applied)
    for window in [ann, bob] {
      let told = harness.take(window.connection)
      guard case .committed(let committed) = told.first, told.count == 1 else {
        Issue.record("\(told)")
        continue
      }
      #expect(committed.operations.map(\.sequence) == [2])
      #expect(committed.operations.first?.author.user == "ann")
    }
  }

  @Test("Nothing is told to anyone before it is durable", .holds("EDT-001"))
  func durableFirst() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    harness.commitsAtOnce = false
    let operation = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    let number = harness.begin(ann.connection, Submit(operation: operation))
    #expect(harness.take(ann.connection).isEmpty)
    #expect(harness.take(bob.connection).isEmpty)
    let board = try harness.snapshot(bob.connection)
    #expect(board.card(card(1))?.title.value == "First")
    harness.commitNow()
    guard case .outcome = try harness.answer(ann.connection, number) else {
      Issue.record("no outcome")
      return
    }
    #expect(harness.take(bob.connection).count == 1)
  }

  @Test(
    "What arrives while a group is written goes into the next one, as one row", .holds("EDT-004"))
  func groups() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    for counter in 1...10 as ClosedRange<UInt64> {
      let operation = ann.operation(
        .cardRetitle(card(1), title: "Title \(counter)"), counter: counter)
      _ = harness.begin(ann.connection, Submit(operation: operation))
    }
    #expect(harness.pendingGroup?.operations.first?.last == 2)
    harness.commitNow()
    #expect(harness.pendingGroup?.operations.count == 1)
    #expect(harness.pendingGroup?.operations.first?.first == 3)
    #expect(harness.pendingGroup?.operations.first?.last == 11)
    harness.commitNow()
    #expect(harness.pendingGroup == nil)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 11)
  }

  @Test(
    "An operation sent again gets the stored outcome, also after a restart",
    .holds("EDT-009", "RSM-006"))
  func resend() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let first = try harness.submit(&ann, .cardRetitle(card(1), title: "Second"))
    ann.counter = 0
    let again = try harness.submit(&ann, .cardRetitle(card(1), title: "Second"))
    #expect(again == first)
    harness.restart()
    var back = try harness.attach(1, epoch: 1, sequence: 1)
    #expect(back.attached.epoch == 1)
    #expect(back.attached.outcomes == [first])
    back.counter = 0
    #expect(try harness.submit(&back, .cardRetitle(card(1), title: "Second")) == first)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 2)
  }

  @Test("The same counter with other content is an error, and changes nothing", .holds("EDT-010"))
  func changedResend() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Second"))
    let other = ann.operation(.cardRetitle(card(1), title: "Third"), counter: 1)
    let reply = try harness.request(ann.connection, Submit(operation: other))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .operationChanged)
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 2)
  }

  @Test(
    "A group that fails happened to nobody; the same operations can be sent again",
    .holds("EDT-015", "EDT-024"))
  func failedGroup() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    let first = ann.operation(.cardRetitle(card(1), title: "Second"), counter: 1)
    let second = ann.operation(.cardRetitle(card(1), title: "Third"), counter: 2)
    let numbers = [first, second].map { harness.begin(ann.connection, Submit(operation: $0)) }
    harness.failCommit()
    for number in numbers {
      let reply = try harness.answer(ann.connection, number)
      guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(error.code == .storeUnavailable)
      #expect(error.code.retry == .later)
    }
    #expect(harness.pendingGroup == nil)
    harness.commitsAtOnce = true
    for (number, operation) in [first, second].enumerated() {
      let reply = try harness.request(ann.connection, Submit(operation: operation))
      guard case .outcome(let outcome) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(outcome.stored.sequence == UInt64(number + 2))
    }
  }

  @Test(
    "What cannot be ordered is refused by its request alone",
    arguments: [
      (counter: UInt64(3), base: UInt64(1), epoch: UInt32(1), code: ErrorCode.counterGap),
      (1, 99, 1, .baseAhead), (1, 1, 2, .wrongSession), (1, 1, 0, .wrongSession),
    ])
  func refused(counter: UInt64, base: UInt64, epoch: UInt32, code: ErrorCode) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let operation = ann.operation(
      .cardRetitle(card(1), title: "Second"), counter: counter, base: base, epoch: epoch)
    let reply = try harness.request(ann.connection, Submit(operation: operation))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == code)
    #expect(try harness.submit(&ann, .cardRetitle(card(1), title: "Next")).sequence == 2)
  }

  @Test(
    "The extensions of an operation have 1,024 bytes with tags and lengths, and no more",
    .holds("LIM-008"), arguments: [1_018, 1_019])
  func extensions(length: Int) throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let extensions = Extensions(
      entries: [.init(tag: 999, bytes: [UInt8](repeating: 1, count: length))])
    let edit = Operation(
      id: OperationID(session: session(1), epoch: 1, counter: 1), base: 1, queued: false,
      intent: .boardRename(title: "Other"), extensions: extensions)
    let creation = Operation(
      id: OperationID(session: session(9), epoch: 0, counter: 1), base: 0, queued: false,
      intent: .boardCreate(title: "More"), extensions: extensions)
    for reply in [
      try harness.request(ann.connection, Submit(operation: edit)),
      try harness.request(ann.connection, CreateBoard(board: board(2), operation: creation)),
    ] {
      switch reply {
      case .outcome: #expect(length == 1_018)
      case .error(let error): #expect(length == 1_019 && error.code == .requestTooLarge)
      default: throw CoordinatorHarness.Unexpected(reply)
      }
    }
    // What was refused has consumed nothing.
    ann.counter = length == 1_018 ? 1 : 0
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Next"))
  }

  @Test(
    "Acknowledged outcomes are forgotten; unacknowledged ones survive a snapshot and a restart",
    .holds("EDT-020"))
  func acknowledgements() throws {
    var harness = CoordinatorHarness { $0.snapshotInterval = 2 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    var outcomes: [StoredOutcome] = []
    for number in 1...6 {
      outcomes.append(try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)")))
    }
    harness.send(ann.connection, Acknowledge(sequence: 3, counter: 2).frame())
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title 7"))
    #expect(harness.store.snapshots[board(1)] != nil)
    harness.restart()
    let back = try harness.attach(1, epoch: 1, sequence: 1, firstPending: 1)
    #expect(back.attached.outcomes.prefix(4) == outcomes[2...])
    #expect(back.attached.lastCounter == 7)
    let old = back.operation(.cardRetitle(card(1), title: "Title 1"), counter: 1)
    let reply = try harness.request(back.connection, Submit(operation: old))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .alreadyAcknowledged)
  }

  @Test("A window that is cut before it can acknowledge still goes on", .holds("SES-023"))
  func acknowledgementsLost() throws {
    var harness = CoordinatorHarness { $0.unacknowledgedOutcomes = 4 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for life in 0..<5 as Range<UInt64> {
      for number in 1...3 as ClosedRange<UInt64> {
        let title = "Title \(life) \(number)"
        let stored = try harness.submit(&ann, .cardRetitle(card(1), title: title))
        #expect(stored.sequence == 1 + life * 3 + number)
      }
      harness.restart()
      ann = try harness.attach(1, epoch: 1, sequence: 1, firstPending: ann.counter + 1)
      #expect(ann.attached.outcomes == [])
    }
    // Zero is no counter.
    let connection = try harness.greeted()
    let none = harness.attachBody(1, epoch: 1, sequence: 1, firstPending: 0)
    guard case .error(let error) = try harness.request(connection, none) else {
      Issue.record("a first pending counter of 0 is taken")
      return
    }
    #expect(error.code == .sessionUnknown)
  }
}
