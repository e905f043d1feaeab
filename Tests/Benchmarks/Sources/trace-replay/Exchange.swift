import BoardModel
import Coordination
import DequeModule
import MemoryStore
import WindowSync
import Wire

/// A coordinator with its store, and a window for each author. What windows send arrives at once;
/// what the coordinator sends waits until it is delivered.
struct Exchange {
  private var coordinator: Coordinator
  private(set) var store = MemoryStore()
  private(set) var replicas: [Replica] = []
  /// What is on its way to each window, with the last operation that stood in the log when it was
  /// sent.
  private var frames: [Deque<(sequence: UInt64, bytes: [UInt8])>] = []
  /// Milliseconds. They pass for the coordinator, one with each edit, so that it publishes digests;
  /// windows whose frames wait long are not to think that it is gone.
  private var time: UInt64 = 1_000
  /// Operations in the log before the first edit.
  private(set) var beginning: UInt64 = 0

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
    beginning = store.lastSequence
    for author in 0..<trace.authors {
      let identity = ReplicaIdentity(
        board: Names.board, session: Names.session(author),
        instance: InstanceID(high: 1, low: UInt64(author)), author: Names.author(author),
        configuration: .board)
      replicas.append(Replica(identity: identity, saved: nil))
      frames.append([])
      try tell(.start(wallClock: time), to: author)
      try deliverAll(to: author)
      guard replicas[author].visible != nil, replicas[author].status == .saved else {
        throw ReplayFault("the window of author \(author) did not get the board")
      }
    }
  }

  /// An author replaces a part of a text: of what its window shows, or of what it had seen where
  /// its window shows more.
  mutating func edit(_ patch: Trace.Patch, by author: Int, of seen: Text? = nil) throws {
    time += 1
    guard let body = seen ?? replicas[author].visible?.card(Names.card)?.body,
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
  }

  /// Lets arrive at a window what the coordinator sent until it had so many operations.
  mutating func deliver(through sequence: UInt64, to author: Int) throws {
    guard try deliver(to: author, where: { $0 <= sequence }) else { return }
    guard replicas[author].confirmed?.sequence == sequence else {
      throw ReplayFault("the window of author \(author) does not show operation \(sequence)")
    }
  }

  mutating func deliverAll(to author: Int) throws {
    while try deliver(to: author, where: { _ in true }) {}
  }

  /// What is durable of the board, by the coordinator, and by one that starts on its store.
  func durableBoards(_ trace: Trace) throws -> (running: Board, restarted: Board) {
    var next = self
    next.coordinator = Coordinator(
      configuration: CoordinatorConfiguration(cluster: "recorded", agent: "trace-replay"))
    try next.tell(.opened(store.contents))
    // Made again, it is found to be there.
    try next.makeBoard(body: trace.start)
    guard let running = coordinator.settledBoard(Names.board),
      let restarted = next.coordinator.settledBoard(Names.board)
    else { throw ReplayFault("the coordinator does not have the board") }
    return (running, restarted)
  }
}

// The coordinator's side.
extension Exchange {
  private mutating func makeBoard(body: String) throws {
    try tell(.connected(Exchange.maker, Names.author(0)))
    try greet(Exchange.maker)
    let id = OperationID(session: SessionID(high: 1, low: 1), epoch: 0, counter: 1)
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
    let now = Moment(monotonic: time, wall: 1_700_000_000_000 + time)
    var events = [event]
    var next = 0
    while next < events.count {
      let effects = coordinator.handle(events[next], now: now)
      next += 1
      for effect in effects {
        if let answer = try store.answer(effect) { events.append(answer) }
        switch effect {
        case .send(let id, let bytes):
          if id != Exchange.maker {
            frames[Int(id.rawValue)].append((store.lastSequence, bytes))
          }
          // As in a coordinator's loop.
          if coordinator.mustHandleProgress(id, unsent: 0, now: now) {
            events.append(.progressed(id, unsent: 0))
          }
        case .finish(let id): throw ReplayFault("the coordinator closed connection \(id.rawValue)")
        case .stopped: throw ReplayFault("the coordinator stopped")
        // What the store has answered, and nothing else that a replay asks for.
        default: continue
        }
      }
    }
  }
}

// The windows' side.
extension Exchange {
  /// - Returns: whether there was anything.
  private mutating func deliver(to author: Int, where isDue: (UInt64) -> Bool) throws -> Bool {
    var bytes: [UInt8] = []
    while let first = frames[author].first, isDue(first.sequence) {
      bytes += first.bytes
      frames[author].removeFirst()
    }
    if !bytes.isEmpty { try tell(.received(bytes), to: author) }
    return !bytes.isEmpty
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
          // One by one, so that each operation is a group of its own, and a window can be told of
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
        // For the screen and the disk.
        default: continue
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
