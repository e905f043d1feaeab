import BoardModel
import Coordination
import WindowSync
import Wire

/// A coordinator with its store, and a window for each author. What windows send arrives at once;
/// what the coordinator sends waits until it is delivered, frame by frame.
struct Exchange {
  private var coordinator: Coordinator
  private(set) var store = MemoryStore()
  private(set) var replicas: [Replica] = []
  /// Frames on their way to each window, and how many of them have arrived.
  private var frames: [[[UInt8]]] = []
  private var arrived: [Int] = []
  /// Milliseconds. It passes for the coordinator, so that it publishes digests; windows whose
  /// frames wait long are not to think that it is gone.
  private var time: UInt64 = 1_000

  private static let maker = ConnectionID(1_000_000)

  /// Makes the board and attaches the windows.
  init(_ trace: Trace) throws {
    var configuration = CoordinatorConfiguration(cluster: "recorded", agent: "trace-replay")
    // An author that was not told anything for long goes on: as many as a queue holds.
    configuration.requestsInFlight = 10_000
    configuration.unacknowledgedOutcomes = 10_000
    coordinator = Coordinator(configuration: configuration)
    try tell(.opened(store.contents))
    try makeBoard(body: trace.start)
    for author in 0..<trace.authors {
      let identity = ReplicaIdentity(
        board: Names.board, session: Names.session(author),
        instance: InstanceID(high: 1, low: UInt64(author)), author: Names.author(author),
        configuration: .board)
      replicas.append(Replica(identity: identity, saved: nil))
      frames.append([])
      arrived.append(0)
      try tell(.start(wallClock: time), to: author)
      try deliverAll(to: author)
      guard replicas[author].visible != nil, replicas[author].status == .saved else {
        throw ReplayFault("the window of author \(author) did not get the board")
      }
    }
  }

  /// An author replaces a part of what its window shows.
  /// - Returns: the sequence number of the operation.
  mutating func edit(_ patch: Trace.Patch, by author: Int) throws -> UInt64 {
    time += 10
    guard let body = replicas[author].visible?.card(Names.card)?.body,
      let splice = body.splice(of: patch)
    else {
      throw ReplayFault(
        "position \(patch.position) is outside the text that author \(author) sees")
    }
    let before = store.lastSequence
    try tell(.edit(.cardSplice(Names.card, splice)), to: author)
    guard store.lastSequence == before + 1 else {
      throw ReplayFault("an edit of author \(author) did not reach the coordinator")
    }
    return before + 1
  }

  /// Lets what the coordinator sent arrive at a window until it has an operation.
  mutating func deliver(through sequence: UInt64, to author: Int) throws {
    while replicas[author].confirmed?.sequence ?? 0 < sequence {
      guard try deliverNext(to: author) else {
        throw ReplayFault("operation \(sequence) does not reach author \(author)")
      }
    }
  }

  mutating func deliverAll(to author: Int) throws {
    while try deliverNext(to: author) {}
  }

  /// What is durable of the board, by the coordinator, and by one that starts on its store.
  func durableBoards(_ trace: Trace) throws -> (running: Board, restarted: Board) {
    var next = self
    next.coordinator = Coordinator(
      configuration: CoordinatorConfiguration(cluster: "recorded", agent: "trace-replay"))
    try next.tell(.opened(store.contents))
    // Made again, it is found to be there.
    try next.makeBoard(body: trace.start)
    guard let running = coordinator.durableBoard(Names.board),
      let restarted = next.coordinator.durableBoard(Names.board)
    else { throw ReplayFault("the coordinator does not have the board") }
    return (running, restarted)
  }
}

// The coordinator's side.
extension Exchange {
  private mutating func makeBoard(body: String) throws {
    try tell(.connected(Exchange.maker, Names.author(0)))
    try greet(Exchange.maker)
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 1, counter: 1)
    let create = CreateBoard(
      board: Names.board,
      operation: Operation(
        id: id, base: 0, queued: false, intent: Names.creation(body: body, as: id)))
    try tell(.received(Exchange.maker, create.frame(request: 2).bytes))
    guard store.lastSequence > 0 else { throw ReplayFault("the board could not be made") }
    try tell(.closed(Exchange.maker))
  }

  private mutating func greet(_ id: ConnectionID) throws {
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "replay")
    try tell(.received(id, hello.frame(request: 1).bytes))
  }

  private mutating func tell(_ event: CoordinatorEvent) throws {
    var events = [event]
    var next = 0
    while next < events.count {
      let effects = coordinator.handle(
        events[next], now: Moment(monotonic: time, wall: 1_700_000_000_000 + time))
      next += 1
      for effect in effects {
        switch effect {
        case .send(let id, let bytes):
          if id != Exchange.maker { frames[Int(id.rawValue)] += try Exchange.frames(bytes) }
          events.append(.progressed(id, unsent: 0))
        case .append(let group):
          store.append(group)
          events.append(.appended)
        case .load(let board): events.append(.loaded(board, store.snapshot, tail))
        case .read(let token, _, let from, let through):
          events.append(.read(token, store.rows(from: from, through: through)))
        case .saveSnapshot(let snapshot): store.save(snapshot)
        case .pauseReading, .resumeReading, .wake: continue
        case .finish(let id): throw ReplayFault("the coordinator closed connection \(id.rawValue)")
        case .stopped: throw ReplayFault("the coordinator stopped")
        }
      }
    }
  }

  private var tail: [OperationRow] {
    store.rows(from: (store.snapshot?.sequence ?? 0) + 1, through: .max)
  }
}

// The windows' side.
extension Exchange {
  private mutating func deliverNext(to author: Int) throws -> Bool {
    guard arrived[author] < frames[author].count else { return false }
    let frame = frames[author][arrived[author]]
    frames[author][arrived[author]] = []
    arrived[author] += 1
    try tell(.received(frame), to: author)
    return true
  }

  private mutating func tell(_ event: ReplicaEvent, to author: Int) throws {
    let connection = ConnectionID(UInt64(author))
    var events = [event]
    var next = 0
    while next < events.count {
      let effects = replicas[author].handle(events[next], now: 1_000)
      next += 1
      for effect in effects {
        switch effect {
        case .connect:
          try tell(.connected(connection, Names.author(author)))
          events.append(.connected)
        case .send(let bytes):
          // One by one, so that each operation is a group of its own and a window can be told of
          // one without the next.
          for frame in try Exchange.frames(bytes) { try tell(.received(connection, frame)) }
        case .persist: events.append(.stored)
        case .disconnect: throw ReplayFault("the window of author \(author) ended its link")
        case .refused(_, let reason):
          throw ReplayFault("an edit of author \(author) was refused: \(reason)")
        case .saveReport(let report):
          throw ReplayFault("the window of author \(author) differs: \(report.cause)")
        case .carryOver, .needsFreshIdentity, .left:
          throw ReplayFault("the window of author \(author) lost its session")
        case .forget, .saveSession, .saveBoard, .changed, .committed, .settled, .history,
          .historyUnavailable, .status, .notice, .wake:
          continue
        }
      }
    }
  }

  private static func frames(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var decoder = FrameDecoder(limit: .max)
    decoder.feed(bytes)
    var frames: [[UInt8]] = []
    while let frame = try decoder.next() { frames.append(frame.bytes) }
    return frames
  }
}
