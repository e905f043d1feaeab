import BoardModel
import Coordination
import DequeModule
import MemoryStore
import WindowSync
import Wire

/// A coordinator with its store, and a window for each author. What either side sends waits: that of
/// windows until it arrives, all of it in one turn of the coordinator, that of the coordinator until
/// it is delivered.
struct Exchange {
  private var coordinator: Coordinator
  private(set) var store = MemoryStore()
  private(set) var replicas: [Replica] = []
  /// What is on its way to each window, with the last operation that stood in the log when it was
  /// sent.
  private var frames: [Deque<(sequence: UInt64, bytes: [UInt8])>] = []
  /// What authors have made that has not arrived, in this order.
  private var arriving: [CoordinatorEvent] = []
  /// The number of edits among that.
  private(set) var waiting = 0
  /// Milliseconds. They pass for the coordinator, one with each turn that takes edits, so that it
  /// publishes digests; windows whose frames wait long are not to think that it is gone.
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
      try settle(author)
      guard replicas[author].visible != nil, replicas[author].status == .saved else {
        throw ReplayFault("the window of author \(author) did not get the board")
      }
    }
  }

  /// An author replaces a part of a text: of what its window shows, or of what it had seen where
  /// its window shows more.
  mutating func edit(_ patch: Trace.Patch, by author: Int, of seen: Text? = nil) throws {
    let splice = try splice(of: patch, by: author, of: seen)
    let before = arriving.count
    try tell(.edit(.cardSplice(Names.card, splice)), to: author)
    guard arriving.count > before else {
      throw ReplayFault("an edit of author \(author) was not sent")
    }
    waiting += 1
  }

  /// The text is let go of before the window edits it.
  private func splice(of patch: Trace.Patch, by author: Int, of seen: Text?) throws -> Splice {
    guard let body = seen ?? replicas[author].visible?.card(Names.card)?.body,
      let splice = body.splice(of: patch)
    else {
      throw ReplayFault(
        "position \(patch.position) is outside the text that author \(author) sees")
    }
    return splice
  }

  /// Lets arrive at the coordinator what was sent.
  mutating func arrive() throws {
    guard !arriving.isEmpty else { return }
    let (events, expected) = (arriving, store.lastSequence + UInt64(waiting))
    if waiting > 0 { time += 1 }
    (arriving, waiting) = ([], 0)
    try tell(events)
    guard store.lastSequence == expected else {
      throw ReplayFault("\(store.lastSequence) operations reached the log instead of \(expected)")
    }
  }

  /// Lets arrive at a window what the coordinator sent until it had so many operations.
  mutating func deliver(through sequence: UInt64, to author: Int) throws {
    guard try deliver(to: author, where: { $0 <= sequence }) else { return }
    guard replicas[author].confirmed?.sequence == sequence else {
      throw ReplayFault("the window of author \(author) does not show operation \(sequence)")
    }
  }

  /// Lets arrive what was sent, and all that follows for a window.
  mutating func settle(_ author: Int) throws {
    repeat { try arrive() } while try deliver(to: author, where: { _ in true })
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
    try tell(.connected(Exchange.maker, .known(Names.author(0))))
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

  /// Tells the coordinator what happened, in one turn, and then of what follows.
  private mutating func tell(_ happened: CoordinatorEvent...) throws { try tell(happened) }

  private mutating func tell(_ happened: [CoordinatorEvent]) throws {
    let now = Moment(monotonic: time, wall: 1_700_000_000_000 + time)
    var turn = happened
    while !turn.isEmpty {
      let effects = coordinator.handle(turn, now: now)
      var events: [CoordinatorEvent] = []
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
        case .finish(let id), .drop(let id):
          throw ReplayFault("the coordinator closed connection \(id.rawValue)")
        case .stopped: throw ReplayFault("the coordinator stopped")
        // What the store has answered, and nothing else that a replay asks for.
        default: continue
        }
      }
      turn = events
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
          try tell(.connected(connection, .known(Names.author(author))))
          events.append(.connected)
        case .send(let bytes):
          arriving.append(.received(connection, bytes))
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
}
