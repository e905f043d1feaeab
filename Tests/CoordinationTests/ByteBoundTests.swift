import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

/// What is kept, written and read is bounded in bytes, not by count alone.
@Suite("Bounds in bytes")
struct ByteBoundTests {
  @Test(
    "A session whose outcomes take too many bytes acknowledges some first", .holds("EDT-020"),
    arguments: [0, 1])
  func outcomes(spare: Int) throws {
    // An outcome of a rename is a counter, a sequence number, a time, and nothing displaced or noted.
    let size = 8 + 8 + 8 + 1 + 4 + 4
    var harness = CoordinatorHarness { $0.unacknowledgedBytes = 3 * size + spare }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...(3 + spare) {
      let stored = try harness.submit(&ann, .boardRename(title: "Title \(number)"))
      var writer = ByteWriter()
      writer.value(stored)
      #expect(writer.bytes.count == size)
    }
    harness.restart()
    ann = try harness.attach(1, epoch: 1, sequence: 1, firstPending: 1)
    #expect(ann.attached.outcomes.count == 3 + spare)
    let operation = ann.operation(.boardRename(title: "More"), counter: ann.counter + 1)
    let reply = try harness.request(ann.connection, Submit(operation: operation))
    guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(error.code == .acknowledgeFirst)
    harness.send(ann.connection, Acknowledge(sequence: 2, counter: UInt64(1 + spare)).frame())
    let next = try harness.request(ann.connection, Submit(operation: operation))
    guard case .outcome = next else { throw CoordinatorHarness.Unexpected(next) }
  }

  @Test(
    "While the log has enough to write nothing is added, and what was refused is taken later",
    .holds("LIM-007"), arguments: [0, 1])
  func group(spare: Int) throws {
    let intent = Intent.boardRename(title: "Other")
    var sample = try pending([intent, intent])
    sample.commitNow()
    let bytes = try #require(sample.pendingGroup?.operations.first?.row.bytes.count) - 4

    var harness = try pending([intent, intent]) { $0.shares.waitingBytes.all = bytes + spare }
    let ann = try #require(harness.peers.keys.max())
    func next(_ counter: UInt64) -> Submit {
      Submit(
        operation: Operation(
          id: OperationID(session: session(1), epoch: 1, counter: counter), base: 1, queued: false,
          intent: intent))
    }
    if spare > 0 { _ = harness.begin(ann, next(3)) }
    let refused = next(3 + UInt64(spare))
    let creation = CreateBoard(
      board: board(2),
      operation: Operation(
        id: OperationID(session: session(9), epoch: 0, counter: 1), base: 0, queued: false,
        intent: .boardCreate(title: "More")))
    for reply in [try harness.request(ann, refused), try harness.request(ann, creation)] {
      guard case .error(let error) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(error.code == .notNow)
      #expect(error.retryAfter == 100)
    }
    while harness.pendingGroup != nil { harness.commitNow() }
    harness.commitsAtOnce = true
    guard case .outcome(let outcome) = try harness.request(ann, refused),
      case .outcome = try harness.request(ann, creation)
    else { throw CoordinatorHarness.Unexpected(nil) }
    #expect(outcome.stored.sequence == 4 + UInt64(spare))
  }

  @Test(
    "Of the bytes that wait for the disk a user has a share, and others a reserve",
    .holds("LIM-013"),
    arguments: [
      (Share(all: 10_000, reserve: 0, modest: 1, ofUser: 300), "group-bytes-of-user"),
      (Share(all: 1_000, reserve: 700, modest: 200, ofUser: 10_000), "group-bytes-reserve"),
    ])
  func waitingShares(share: Share, limit: String) throws {
    var harness = CoordinatorHarness { $0.shares.waitingBytes = share }
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    harness.commitsAtOnce = false
    func submit(_ window: SampleWindow, _ counter: UInt64) -> Submit {
      Submit(operation: window.operation(.boardRename(title: "Other"), counter: counter))
    }
    // The log writes this one, and what comes next waits.
    _ = harness.begin(ann.connection, submit(ann, 1))
    _ = harness.begin(bob.connection, submit(bob, 1))
    var refused: (counter: UInt64, error: ErrorMessage)?
    for counter in UInt64(2)...20 where refused == nil {
      let request = harness.begin(ann.connection, submit(ann, counter))
      if case .error(let error)? = try? harness.answer(ann.connection, request) {
        refused = (counter, error)
      }
    }
    let (counter, error) = try #require(refused)
    #expect(counter > 2)
    #expect(error.code == .notNow && error.retryAfter == 100)
    #expect(error.text.contains(limit), "\(error.text)")
    // Who has less goes on.
    let other = harness.begin(bob.connection, submit(bob, 2))
    #expect((try? harness.answer(bob.connection, other)) == nil)
    while harness.pendingGroup != nil { harness.commitNow() }
    harness.commitsAtOnce = true
    guard case .outcome = try harness.request(ann.connection, submit(ann, counter)) else {
      return #expect(Bool(false), "it consumed something")
    }
  }

  @Test("While nobody else's bytes wait for the disk, a user has all of it", .holds("LIM-013"))
  func waitingAlone() throws {
    let intents = [Intent](repeating: .boardRename(title: "Other"), count: 20)
    var harness = try pending(intents) {
      $0.shares.waitingBytes = Share(all: 10_000, reserve: 9_000, modest: 1, ofUser: 300)
    }
    while harness.pendingGroup != nil { harness.commitNow() }
    let ann = try #require(harness.peers.keys.max())
    let outcomes = harness.take(ann).count { if case .outcome = $0 { true } else { false } }
    #expect(outcomes == 20)
  }

  @Test("A row is no longer than an answer, unless it holds one operation")
  func rows() throws {
    let empty = try rows(of: [1, 1])
    let rest = OperationRow.limit - (try #require(empty.first).row.bytes.count)
    let half = rest / 2
    #expect(empty.map(\.last) == [4])
    let full = try rows(of: [1 + half, 1 + rest - half])
    #expect(full.map(\.row.bytes.count) == [OperationRow.limit])
    let beyond = try rows(of: [1 + half, 2 + rest - half])
    #expect(beyond.map(\.first) == [3, 4])
    #expect(beyond.map(\.last) == [3, 4])
    let long = try rows(of: [10, OperationRow.limit - 4, 10, 20])
    #expect(long.map(\.first) == [3, 4, 5])
    #expect(long.map(\.last) == [3, 4, 6])
  }

  @Test("What takes too much memory is read from the log", arguments: [0, 1])
  func recent(isShort: Int) throws {
    let operations = try rows(of: [100, 100, 100])
    let bytes = operations.reduce(0) { $0 + $1.row.bytes.count - 4 }
    var harness = try pending(Self.intents([100, 100, 100])) { $0.recentBytes = bytes - isShort }
    while harness.pendingGroup != nil { harness.commitNow() }
    harness.commitsAtOnce = true
    harness.journal = []
    let bob = try harness.attach(2, user: "bob", sequence: 3)
    #expect(harness.sequences(bob.connection) == [4, 5])
    let isRead = harness.journal.contains { if case .read = $0 { true } else { false } }
    #expect(!isRead, "the last two fit in any case")
    harness.journal = []
    let eve = try harness.attach(3, user: "eve", sequence: 2)
    #expect(harness.sequences(eve.connection) == [3, 4, 5])
    let isReadAgain = harness.journal.contains { if case .read = $0 { true } else { false } }
    #expect(isReadAgain == (isShort == 1))
  }

  private static func intents(_ lengths: [Int]) -> [Intent] {
    [.boardRename(title: "First")]
      + lengths.map { length in
        let splice = Splice(
          deletions: [],
          insertions: [Splice.Insertion(after: nil, text: String(repeating: "x", count: length))])
        return .cardSplice(card(1), splice)
      }
  }

  /// The rows of operations 3 and further, which insert texts of these lengths.
  private func rows(of lengths: [Int]) throws -> [EncodedRow] {
    var harness = try pending(Self.intents(lengths))
    harness.commitNow()
    return try #require(harness.pendingGroup).operations
  }

  /// A coordinator whose log writes the first of a window's operations, while the others wait.
  private func pending(
    _ intents: [Intent], _ change: (inout CoordinatorConfiguration) -> Void = { _ in }
  ) throws -> CoordinatorHarness {
    var harness = CoordinatorHarness(change)
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    for (index, intent) in intents.enumerated() {
      let operation = ann.operation(intent, counter: UInt64(index) + 1)
      _ = harness.begin(ann.connection, Submit(operation: operation))
    }
    return harness
  }
}
