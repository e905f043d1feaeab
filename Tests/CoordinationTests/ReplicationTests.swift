import BoardModel
import Coordination
import LogRecords
import Statements
import Testing
import Wire

struct ReplicationTests {
  @Test("A resumed window receives only what it missed", .holds("RSM-002"))
  func resume() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    harness.handle(.closed(bob.connection))
    for number in 1...5 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    let back = try harness.attach(2, user: "bob", epoch: 1, sequence: 3)
    #expect(back.attached.catchUp == .operations)
    #expect(harness.sequences(back.connection) == [4, 5, 6])
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Last"))
    #expect(harness.sequences(back.connection) == [7])
  }

  @Test("A window attached in the very group that carries new operations gets each of them once")
  func attachAmongOperations() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    let (ann, _) = try harness.window(1)
    harness.commitsAtOnce = false
    let first = ann.operation(.cardRetitle(card(1), title: "One"), counter: 1)
    _ = harness.begin(ann.connection, Submit(operation: first))
    let bob = try harness.greeted(user: "bob")
    let number = harness.begin(bob, harness.attachBody(2, sequence: 1))
    let second = ann.operation(.cardRetitle(card(1), title: "Two"), counter: 2)
    _ = harness.begin(ann.connection, Submit(operation: second))
    harness.commitNow()
    harness.commitNow()
    guard case .attached = try harness.answer(bob, number) else {
      Issue.record("not attached")
      return
    }
    #expect(harness.sequences(bob) == [2, 3])
  }

  @Test("What is no longer in memory is read from the log, in order and without gaps")
  func replayFromLog() throws {
    var harness = CoordinatorHarness { $0.recentOperations = 4 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...700 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
      harness.send(ann.connection, Acknowledge(sequence: 1, counter: ann.counter).frame())
    }
    let bob = try harness.attach(2, user: "bob", sequence: 1)
    #expect(harness.sequences(bob.connection) == Array(2...701))
  }

  @Test(
    "What is being read for a window when something is purged goes to nobody", .holds("PRG-015"))
  func purgeWhileReading() throws {
    var harness = CoordinatorHarness { $0.recentOperations = 2 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    harness.readsAtOnce = false
    let bob = try harness.attach(2, user: "bob", sequence: 1)
    #expect(bob.attached.catchUp == .operations)
    _ = try harness.submit(&ann, .purge(.past(.cardTitle(card(1)))))
    harness.readNow()
    let told = harness.take(bob.connection)
    #expect(told.contains { if case .resync = $0 { true } else { false } })
    #expect(!told.contains { if case .committed = $0 { true } else { false } })
    harness.readsAtOnce = true
    #expect(try harness.snapshot(bob.connection).sequence == 11)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "After"))
    #expect(harness.sequences(bob.connection) == [12])
  }

  @Test(
    "Who loses reading with the group that purges is told of that alone",
    .holds("BRD-013", "PRG-015"))
  func purgeAndLeave() throws {
    var harness = CoordinatorHarness { $0.recentOperations = 2 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    _ = try harness.submit(&ann, .set(.memberRole("bob"), .role(.viewer)))
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    harness.readsAtOnce = false
    let bob = try harness.attach(2, user: "bob", sequence: 1)
    _ = harness.take(bob.connection)
    harness.commitsAtOnce = false
    let intents: [Intent] = [
      .boardRename(title: "Under way"), .purge(.past(.cardTitle(card(1)))),
      .set(.memberRole(""), .role(nil)), .set(.memberRole("bob"), .role(nil)),
    ]
    for intent in intents {
      ann.counter += 1
      _ = harness.begin(
        ann.connection, Submit(operation: ann.operation(intent, counter: ann.counter)))
    }
    while harness.pendingGroup != nil { harness.commitNow() }
    let told = harness.take(bob.connection)
    #expect(!told.contains { if case .resync = $0 { true } else { false } })
    let codes = told.compactMap { if case .error(let error) = $0 { error.code } else { nil } }
    #expect(codes == [.readingLost])
  }

  @Test(
    "A window that does not read is told to fetch a snapshot, and delays nobody",
    .holds("REQ-006", "RSM-007", "RSM-008"))
  func slowWindow() throws {
    var harness = CoordinatorHarness { $0.outboxBytes = 4_096 }
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    let (bob, _) = try harness.window(2, user: "bob")
    harness.peers[bob.connection]?.reads = false
    for number in 1...100 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    #expect(harness.sequences(ann.connection) == Array(2...101))
    let told = harness.take(bob.connection)
    let unsent = try #require(harness.peers[bob.connection]?.unsent)
    #expect(unsent < 8_192)
    #expect(told.contains { if case .resync = $0 { true } else { false } })
    harness.peers[bob.connection]?.reads = true
    harness.peers[bob.connection]?.unsent = 0
    harness.handle(.progressed(bob.connection, unsent: 0))
    #expect(harness.sequences(bob.connection) == [])
    let board = try harness.snapshot(bob.connection)
    #expect(board.sequence == 101)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "After"))
    #expect(harness.sequences(bob.connection) == [102])
  }

  @Test(
    "A snapshot is pinned: edits while it is sent come behind it",
    .holds("SNP-001", "SNP-002", "SNP-005"))
  func pinnedSnapshot() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 2...900 as ClosedRange<UInt64> {
      _ = try harness.submit(
        &ann, .cardCreate(card(number), in: column(1), title: "Card", body: "", at: Anchors()))
      harness.send(ann.connection, Acknowledge(sequence: 1, counter: ann.counter).frame())
    }
    let bob = try harness.attach(2, user: "bob")
    harness.peers[bob.connection]?.reads = false
    let request = harness.begin(bob.connection, FetchSnapshot())
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Meanwhile"))
    harness.read(bob.connection)
    let kinds = harness.peers[bob.connection]?.frames.map(\.type) ?? []
    #expect(kinds.dropLast().allSatisfy { $0 == Snapshot.type })
    #expect(kinds.last == Committed.type)
    let chunks = try harness.chunks(bob.connection, request)
    #expect(chunks.count > 2)
    #expect(chunks.allSatisfy { $0.payload.count <= Limits.chunkBytes })
    #expect(Set(chunks.map(\.sequence)) == [900])
    var cursor: UInt32 = 0
    for chunk in chunks {
      #expect(chunk.cursor == cursor)
      cursor += UInt32(chunk.entities.count)
    }
    var replica = try Board(
      id: board(1), sequence: 900, entities: chunks.flatMap(\.entities))
    for case .committed(let event) in harness.take(bob.connection) {
      for committed in event.operations {
        #expect(committed.sequence == replica.sequence + 1)
        #expect(replica.apply(committed) == committed.outcome)
      }
    }
    var truth = try #require(harness.coordinator.settledBoard(board(1)))
    #expect(replica.sequence == truth.sequence)
    #expect(replica.digest() == truth.digest())
  }

  @Test("A snapshot never takes a window back behind what it was told", .holds("SNP-014"))
  func freshSnapshots() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, first) = try harness.window(1)
    #expect(first.sequence == 1)
    for number in 1...3 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
      // The window that was told by COMMITTED, and one that ATTACHED tells.
      let followed = try harness.snapshot(ann.connection)
      #expect(followed.sequence == UInt64(number + 1))
      let (_, late) = try harness.window(UInt64(number + 1), user: "bob")
      #expect(late.sequence == UInt64(number + 1))
    }
  }

  @Test("The digest published at 64 is that of a replica there", .holds("DIG-004", "DIG-005"))
  func digest() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, replica) = try harness.window(1)
    for number in 1...60 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    // The 64th stands in the middle of a group.
    harness.commitsAtOnce = false
    for counter in 61...70 as ClosedRange<UInt64> {
      let operation = ann.operation(.cardRetitle(card(1), title: "\(counter)"), counter: counter)
      _ = harness.begin(ann.connection, Submit(operation: operation))
    }
    harness.commitNow()
    harness.commitNow()
    #expect(harness.coordinator.settledBoard(board(1))?.sequence == 71)
    var published: DigestMessage?
    for message in harness.take(ann.connection) {
      if case .committed(let event) = message, published == nil {
        for committed in event.operations { _ = replica.apply(committed) }
      }
      if case .digest(let digest) = message { published = digest }
    }
    #expect(published?.sequence == 64)
    #expect(replica.sequence == 64)
    #expect(published?.digest == replica.digest())
  }

  @Test("History comes in the order of the log, a chunk at a time", .holds("HIS-001"))
  func history() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
    }
    let reply = try harness.request(ann.connection, FetchHistory(from: 4, count: 5))
    guard case .history(let history) = reply else { throw CoordinatorHarness.Unexpected(reply) }
    #expect(history.operations.map(\.sequence) == [4, 5, 6, 7, 8])
    #expect(history.sequence == 10)
  }

  @Test("A card's history comes in order, a chunk at a time", .holds("HIS-005"))
  func cardHistory() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    for number in 1...9 {
      _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Title \(number)"))
      _ = try harness.submit(&ann, .boardRename(title: "Board \(number)"))
    }
    for (fetch, expected): (FetchCardHistory, [UInt64]) in [
      (FetchCardHistory(card: card(1), from: 4, count: 3), [4, 6, 8]),
      (FetchCardHistory(card: card(1), from: 0, count: 2), [1, 2]),
      (FetchCardHistory(card: card(1), from: 19, count: 2), []),
      (FetchCardHistory(card: card(1), from: 1, count: 0), []),
    ] {
      let reply = try harness.request(ann.connection, fetch)
      guard case .history(let history) = reply else { throw CoordinatorHarness.Unexpected(reply) }
      #expect(history.operations.map(\.sequence) == expected)
      #expect(history.sequence == 19)
    }
  }

  @Test(
    "What is ordered while a card's history is read is above its sequence number", .holds("HIS-009")
  )
  func meanwhile() throws {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var (ann, _) = try harness.window(1)
    harness.readsAtOnce = false
    let request = harness.begin(
      ann.connection, FetchCardHistory(card: card(1), from: 1, count: 9))
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Meanwhile"))
    harness.readNow()
    guard case .history(let history) = try harness.answer(ann.connection, request) else {
      throw CoordinatorHarness.Unexpected(nil)
    }
    #expect(history.operations.map(\.sequence) == [1])
    #expect(history.sequence == 1)
  }
}

extension CoordinatorHarness {
  /// The sequence numbers of the operations a peer was told since the last look.
  mutating func sequences(_ id: ConnectionID) -> [UInt64] {
    take(id).flatMap { message -> [UInt64] in
      if case .committed(let event) = message { event.operations.map(\.sequence) } else { [] }
    }
  }
}
