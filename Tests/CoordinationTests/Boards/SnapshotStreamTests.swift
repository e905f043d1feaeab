import BoardModel
import LogRecords
import Randomness
import SampleHistory
import Statements
import Testing
import Wire

@testable import Coordination

private let boardID = board(1)

/// A snapshot comes as fast as its window reads it.
@Suite("Snapshots on their way")
struct SnapshotStreamTests {
  /// A board whose snapshot is many chunks, with a window of Ann's.
  private func largeBoard() throws -> (harness: CoordinatorHarness, ann: SampleWindow) {
    var harness = CoordinatorHarness()
    try harness.makeBoard()
    var ann = try harness.attach(1)
    let body = String(repeating: "words ", count: 5_000)
    for number in 2...21 as ClosedRange<UInt64> {
      _ = try harness.submit(
        &ann, .cardCreate(card(number), in: column(1), title: "Long", body: body, at: Anchors()))
    }
    return (harness, ann)
  }

  /// Somebody attaches who reads nothing of it.
  private func attach(
    _ harness: inout CoordinatorHarness, _ number: UInt64 = 2, sequence: UInt64 = 0,
    wants: Bool = true, reads: Bool = false
  ) throws -> (id: ConnectionID, request: UInt64) {
    let id = try harness.greeted(user: "bob")
    harness.peers[id]?.reads = reads
    let body = harness.attachBody(
      number, sequence: sequence, as: .card, wantsSnapshot: wants)
    return (id, harness.begin(id, body))
  }

  /// The same, as a window that others can end.
  private func show(
    _ harness: inout CoordinatorHarness
  ) throws -> (id: ConnectionID, request: UInt64) {
    let id = try harness.greeted(user: "bob")
    harness.peers[id]?.reads = false
    let body = harness.windowBody(2, .board)
    let window = AttachWindow(
      manner: body.manner, previous: nil, activity: body.activity, place: body.place,
      attach: harness.attachBody(2, wantsSnapshot: true))
    return (id, harness.begin(id, window))
  }

  private func frames(_ harness: CoordinatorHarness, _ id: ConnectionID) -> [Frame] {
    harness.peers[id]?.frames ?? []
  }

  private func error(_ frame: Frame?) throws -> ErrorCode? {
    guard let frame, case .error(let error) = try Message(frame) else { return nil }
    return error.code
  }

  @Test("Behind ATTACHED it comes unasked, in answer to the same request", .holds("SNP-022"))
  func unasked() throws {
    var (harness, ann) = try largeBoard()
    let (bob, request) = try attach(&harness, reads: true)
    let answers = frames(harness, bob).filter { $0.request == request }
    #expect(answers.first?.type == Attached.type)
    #expect(answers.dropFirst().allSatisfy { $0.type == Snapshot.type })
    #expect(answers.dropLast().allSatisfy { $0.flags == [.response, .more] })
    #expect(answers.last?.flags == .response)
    #expect(harness.coordinator.connections[bob]?.openRequests == [])
    _ = try harness.answer(bob, request)
    let chunks = try harness.chunks(bob, request)
    var board = try Board(
      id: boardID, sequence: chunks[0].sequence, entities: chunks.flatMap(\.entities))
    var truth = try #require(harness.coordinator.settledBoard(boardID))
    #expect(board.digest() == truth.digest())
    _ = harness.take(bob)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Behind"))
    #expect(harness.sequences(bob) == [board.sequence + 1])
  }

  @Test("Nothing follows where none is wanted, or none is needed", .holds("SNP-022"))
  func unwanted() throws {
    var (harness, _) = try largeBoard()
    for (number, sequence, wants): (UInt64, UInt64, Bool) in [(2, 0, false), (3, 20, true)] {
      let (bob, request) = try attach(
        &harness, number, sequence: sequence, wants: wants, reads: true)
      let answers = frames(harness, bob).filter { $0.request == request }
      #expect(answers.map(\.type) == [Attached.type])
      #expect(answers.map(\.flags) == [.response])
      #expect(harness.sequences(bob) == (sequence == 0 ? [] : [21]))
    }
  }

  @Test("A peer that does not read holds two chunks, and delays nobody", .holds("SNP-023"))
  func unread() throws {
    var (harness, ann) = try largeBoard()
    var many: [(id: ConnectionID, request: UInt64)] = []
    for number in 2...9 as ClosedRange<UInt64> { many.append(try attach(&harness, number)) }
    for (bob, _) in many {
      let unsent = try #require(harness.peers[bob]?.unsent)
      #expect(unsent > Coordinator.snapshotAhead / 2)
      #expect(unsent <= Coordinator.snapshotAhead + 1_024)
    }
    let carl = try harness.attach(20, user: "carl")
    #expect(try harness.snapshot(carl.connection).sequence == 21)
    _ = try harness.submit(&ann, .cardRetitle(card(1), title: "Meanwhile"))
    #expect(harness.sequences(carl.connection) == [22])
    // Whatever the socket takes makes room for what comes next, and for no more.
    let bob = many[0].id
    var count = frames(harness, bob).count
    while !(harness.coordinator.connections[bob]?.openRequests.isEmpty ?? true) {
      harness.peers[bob]?.unsent = 100
      harness.handle(.progressed(bob, unsent: 100))
      #expect(frames(harness, bob).count > count)
      #expect(harness.peers[bob]?.unsent ?? 0 <= Coordinator.snapshotAhead)
      count = frames(harness, bob).count
    }
    harness.read(bob)
    #expect(harness.sequences(bob) == [22])
  }

  @Test("Another one that is asked for ends the first, wherever that is", .holds("SNP-003"))
  func replaced() throws {
    var (harness, _) = try largeBoard()
    harness.encodesAtOnce = false
    let (bob, first) = try attach(&harness)
    // The first waits to be encoded, the second is on its way.
    let second = harness.begin(bob, FetchSnapshot())
    harness.encodeNow()
    let third = harness.begin(bob, FetchSnapshot())
    harness.encodesAtOnce = true
    harness.encodeNow()
    harness.read(bob)
    for request in [first, second] {
      let answers = frames(harness, bob).filter { $0.request == request }
      #expect(try error(answers.last) == .snapshotGone)
      #expect(answers.filter { $0.flags == .response }.count == 1)
    }
    #expect(try harness.chunks(bob, third).count > 5)
    #expect(harness.coordinator.connections[bob]?.openRequests == [])
  }

  /// What ends an attachment, and what a peer is told by that.
  enum Ending: CaseIterable {
    case takenOver, detached, ended, roleLost

    var said: FrameType? {
      switch self {
      case .takenOver, .roleLost: ErrorMessage.type
      case .detached: Detached.type
      case .ended: nil
      }
    }
  }

  @Test(
    "With the attachment it ends, and nothing more of the board comes", .holds("SNP-024"),
    arguments: Ending.allCases, [true, false])
  func ends(ending: Ending, isEncoded: Bool) throws {
    var (harness, ann) = try largeBoard()
    harness.encodesAtOnce = isEncoded
    let (bob, request) = try show(&harness)
    switch ending {
    case .takenOver:
      let other = try harness.greeted(user: "bob")
      _ = harness.begin(other, harness.attachBody(2, instance: 2))
    case .detached: _ = harness.begin(bob, Detach(close: true))
    case .ended:
      let other = try harness.greeted(user: "bob")
      _ = harness.begin(other, EndWindow(session: session(2), ending: .decline, reason: ""))
    case .roleLost:
      _ = try harness.submit(&ann, .set(.memberRole(""), .role(nil)))
    }
    harness.encodesAtOnce = true
    harness.encodeNow()
    harness.read(bob)
    let all = frames(harness, bob)
    let answers = all.filter { $0.request == request }
    #expect(try error(answers.last) == .notAttached)
    #expect(answers.filter { $0.flags == .response }.count == 1)
    #expect(answers.count { $0.type == Snapshot.type } == (isEncoded ? 2 : 0))
    if ending == .takenOver || ending == .roleLost {
      let end = try #require(all.firstIndex { $0.type == ErrorMessage.type })
      #expect(all[end].request == 0, "what ended the attachment is told first")
    }
    #expect(harness.coordinator.connections[bob]?.openRequests == [])
  }

  @Test(
    "However sending, reading, encoding, committing and purging interleave, the board comes whole",
    .holds("SNP-001", "SNP-003", "SNP-005"), arguments: 1...40 as ClosedRange<UInt64>)
  func interleaved(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (harness, ann) = try largeBoard()
    var reader = Reader()
    var (bob, _) = try attach(&harness)
    harness.commitsAtOnce = false
    harness.encodesAtOnce = false
    var purged: [CardID] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        ann.counter += 1
        let edit = Intent.cardRetitle(card(1), title: "Title \(ann.counter)")
        _ = harness.begin(
          ann.connection, Submit(operation: ann.operation(edit, counter: ann.counter)))
      case 3 where purged.count < 3:
        ann.counter += 1
        purged.append(card(UInt64(5 + purged.count)))
        let purge = Intent.purge(.card(purged[purged.count - 1]))
        _ = harness.begin(
          ann.connection, Submit(operation: ann.operation(purge, counter: ann.counter)))
      case 4...5: harness.commitNow()
      case 6: harness.encodeNow()
      case 7 where Int.random(in: 0..<8, using: &random) == 0:
        harness.handle(.closed(bob))
        reader = Reader()
        (bob, _) = try attach(&harness)
      default:
        harness.peers[bob]?.unsent = 0
        harness.handle(.progressed(bob, unsent: 0))
      }
      if try reader.take(harness.takeFrames(bob)) { _ = harness.begin(bob, FetchSnapshot()) }
    }
    harness.encodesAtOnce = true
    harness.commitsAtOnce = true
    while harness.pendingGroup != nil { harness.commitNow() }
    harness.encodeNow()
    harness.read(bob)
    while try reader.take(harness.takeFrames(bob)) {
      _ = harness.begin(bob, FetchSnapshot())
      harness.encodeNow()
      harness.read(bob)
    }
    var truth = try #require(harness.coordinator.settledBoard(boardID))
    var replica = try #require(reader.board)
    #expect(replica.sequence == truth.sequence)
    #expect(replica.digest() == truth.digest())
    #expect(harness.coordinator.connections[bob]?.openRequests == [])
  }

  /// The simplest client that follows a board: it takes what comes as it comes.
  private struct Reader {
    private(set) var board: Board?
    private var chunks: [Snapshot] = []
    /// Whether nothing is committed to it before a snapshot came.
    private var isBehind = false

    /// - Returns: whether another snapshot has to be asked for.
    mutating func take(_ frames: [Frame]) throws -> Bool {
      var asks = false
      for frame in frames {
        switch try Message(frame) {
        case .snapshot(let chunk):
          if chunk.cursor == 0 { chunks = [] }
          #expect(chunks.reduce(0) { $0 + $1.entities.count } == Int(chunk.cursor))
          #expect(chunks.allSatisfy { $0.sequence == chunk.sequence })
          chunks.append(chunk)
          guard frame.flags == .response else { continue }
          board = try Board(
            id: boardID, sequence: chunk.sequence,
            entities: chunks.flatMap(\.entities))
          (chunks, isBehind) = ([], false)
        case .committed(let body):
          #expect(chunks.isEmpty, "COMMITTED amid a snapshot")
          #expect(!isBehind, "COMMITTED before a snapshot")
          for committed in body.operations {
            #expect(committed.sequence == (board?.sequence ?? 0) + 1)
            #expect(board?.apply(committed) == committed.outcome)
          }
        case .resync: (asks, isBehind) = (true, true)
        case .error(let error):
          #expect(error.code == .snapshotGone)
          (chunks, asks, isBehind) = ([], true, true)
        default: continue
        }
      }
      return asks
    }
  }
}

extension CoordinatorHarness {
  /// The frames that arrived since the last look.
  fileprivate mutating func takeFrames(_ id: ConnectionID) -> [Frame] {
    defer { peers[id]?.frames = [] }
    return peers[id]?.frames ?? []
  }
}
