import BoardModel
import Coordination
import LogRecords
import MemoryStore
import WindowSync
import Wire

/// One coordinator, several windows, a network and two kinds of disks, all from one seed and in
/// virtual time. The machines are the real ones; only the world around them is made up.
struct World {
  let seed: UInt64
  let bug: Bug?
  var random: SeededRandom
  var time: UInt64 = 1_000
  var counters = Counters()

  var coordinator: Coordinator?
  let configuration: CoordinatorConfiguration
  var coordinatorWake: UInt64?
  /// By how much the coordinator's wall clock differs, in milliseconds.
  var coordinatorClockError: Int64 = 0
  var store = SimulatedStore()
  /// What the coordinator takes in its next turn, and what says when that comes.
  var arrived: [CoordinatorEvent] = []
  var sharesTurns = false
  /// Whether the coordinator has not handled all that arrived, and goes on with its next turn.
  var owesTurn = false
  var turns: SeededRandom
  /// Handed to the store and not durable yet: one, unless a bug makes it more.
  var groups: [CommitGroup] = []
  /// The snapshots that it writes behind them.
  var snapshotsBehind: [CoordinatorEffect] = []
  /// The boards that another thread encodes.
  var pinned: [PinnedBoard] = []
  var links: [ConnectionID: SimulatedLink] = [:]
  var lastLink: UInt64 = 0
  var processes: [SimulatedProcess] = []
  var checks = Checks()
  var lastIdentifier: UInt64 = 0
  var lastLetter = 0
  var healing = false
  var tidying: Tidying?
  var lastCleaner: Int?
  // What bugs remember.
  var forgeries: [OperationID: (original: Operation, forgery: Operation)] = [:]
  var olderSnapshot: [Entity]?
  /// The last events, for whoever looks into a world that went wrong.
  var trace: [String] = []
  /// What everybody says and writes, for a world that is compared with an earlier one.
  var recording: WorldRecording?

  static let windows = 6

  /// A level that only this simulation knows: who raises a board may give its cards due dates.
  static let levels = ModelLevels(newest: 2) { intent in
    if case .set(.cardDue, _) = intent { 2 } else { 1 }
  }

  init(seed: UInt64, bug: Bug? = nil) throws {
    self.seed = seed
    self.bug = bug
    random = SeededRandom(seed: seed)
    turns = SeededRandom(seed: ~seed)
    var configuration = CoordinatorConfiguration(cluster: "simulated", agent: "simulation")
    // Small, so that every way through the coordinator is taken within one short life.
    configuration.snapshotInterval = 16
    configuration.unacknowledgedOutcomes = seed % 4 == 0 ? 5 : 40
    configuration.recentOperations = seed % 4 == 1 ? 8 : 32
    configuration.outboxBytes = seed % 4 == 1 ? 500 : 4_000
    configuration.levels = World.levels
    if seed % 3 == 2 {
      (configuration.turnMicroseconds, configuration.backlogBytes) = (60, 100)
      configuration.tellingMicroseconds = 60
      (configuration.groupOperations, configuration.groupOperationsPerMillisecond) = (1, 0)
    }
    self.configuration = configuration
    switch bug {
    case .keptItemsInLog: store.purge = { $0.sparingItems($1) }
    case .unsaltedHash: store.purge = { $0.hashing($1, againWhereLeft: false, salted: false) }
    case .hashOfRest: store.purge = { $0.hashing($1, againWhereLeft: true, salted: true) }
    default: break
    }
    try startCoordinator()
    try makeBoard()
    for index in 0..<World.windows { try startWindow(index) }
    sharesTurns = seed % 3 == 2
    // In some worlds things go wrong before anybody is there.
    if seed % 8 != 7 { try settle() }
  }

  /// Lets `steps` things happen, each chosen by the seed.
  mutating func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
  }

  private mutating func step() throws {
    // Whoever runs a coordinator starts it again soon.
    if coordinator == nil, random.chance(1, in: 8) { return try startCoordinator() }
    if !pinned.isEmpty, random.chance(1, in: 12) { return try finishEncoding() }
    switch random.below(100) {
    case 0..<39: try deliverSomething()
    case 39..<40: try pressReclaim()
    case 40..<65: try editSomething()
    case 65..<76: try finishCommit()
    case 76..<82: try finishWrite()
    case 82..<92: try advance(by: UInt64(random.below(250)))
    case 92..<94: try advance(by: UInt64(random.below(3_000)))
    default: try misfortune()
    }
  }

  func wallClock(_ error: Int64) -> UInt64 {
    UInt64(1_700_000_000_000 + Int64(time) + error)
  }

  mutating func identifier() -> UInt64 {
    lastIdentifier += 1
    return lastIdentifier
  }
}

// The coordinator's side.
extension World {
  mutating func startCoordinator() throws {
    store.configuration = believedConfiguration
    coordinator = Coordinator(configuration: believedConfiguration)
    try tell(.opened(store.contents))
    try askForBoards()
  }

  mutating func perform(_ effect: CoordinatorEffect) throws -> [CoordinatorEvent] {
    switch effect {
    case .send(let id, let bytes):
      if World.traces { record("coordinator to \(id.rawValue): \(frames(bytes))") }
      noteResync(bytes)
      try checkPrivacy(of: bytes, to: id)
      recording?.sent(bytes, to: id, fromWindow: false, at: time)
      let arriving = tampered(bytes)
      links[id]?.toWindow += arriving
    case .finish(let id): links[id]?.coordinatorFinishes = true
    case .drop(let id):
      links[id]?.toWindow = []
      links[id]?.coordinatorGone = true
      return [.closed(id)]
    case .pauseReading(let id): links[id]?.paused = true
    case .resumeReading(let id): links[id]?.paused = false
    case .refused: break
    case .append(let handed):
      if bug == .acknowledgedBeforeCommit {
        groups.append(handed)
        return [.appended]
      }
      if !groups.isEmpty { throw Violation(.log, "two groups are under way at once") }
      groups.append(handed)
    // The disk does one thing after another.
    case .saveSnapshot where !groups.isEmpty: snapshotsBehind.append(effect)
    case .load, .read, .saveSnapshot: return try store.answer(effect)
    case .encode(let board): pinned.append(board)
    case .readCard: throw Violation(.notices, "no window asked for the history of a card")
    case .continueTurn:
      guard sharesTurns, !healing, turns.chance(1, in: 2) else { return [.continued] }
      owesTurn = true
    case .wake(let moment): coordinatorWake = moment
    case .certify, .administered: throw Violation(.rest, "the coordinator wants \(effect)")
    case .stopped: throw Violation(.rest, "the coordinator stopped by itself")
    }
    return []
  }

  /// The other thread is done with the board that it was given first.
  mutating func finishEncoding() throws {
    guard coordinator != nil, !pinned.isEmpty else { return }
    try tell(.encoded(pinned.removeFirst().encoded()))
  }

  /// The disk is done with the group under way.
  mutating func finishCommit() throws {
    guard let handed = groups.first, coordinator != nil else { return }
    groups.removeFirst()
    if bug == .acknowledgedBeforeCommit { return try store.append(handed) }
    if !healing, random.chance(1, in: 30) {
      counters.note(.appendFailure)
      try writeSnapshotsBehind()
      return try tell(.appendFailed("the disk is full"))
    }
    try store.append(mutated(handed))
    try writeSnapshotsBehind()
    recording?.appended(handed)
    try tell(.appended)
    tellEverybody(handed.users)
    if !handed.members.isEmpty { try askForBoards() }
  }

  mutating func writeSnapshotsBehind() throws {
    let effects = snapshotsBehind
    snapshotsBehind = []
    for effect in effects { _ = try store.answer(effect) }
  }

  /// The first operation of every world, by hand.
  private mutating func makeBoard() throws {
    let id = ConnectionID(0)
    links[id] = SimulatedLink(id: id, process: -1)
    try tell(.connected(id, .known(Author(user: Names.users[0], device: "maker"))))
    let hello = Hello(
      lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes, agent: "maker")
    let columns: [Intent] = (1...2).map {
      .columnCreate(ColumnID(high: 0xC0, low: $0), title: "Column \($0)", at: Anchors())
    }
    // A board of an older program is raised by somebody in the middle of their work.
    let level: [Intent] = seed % 4 == 0 ? [] : [.boardRaise(level: 2)]
    // In half of the worlds there is something written already.
    let cards = seed % 2 == 0 ? [] : writtenCards()
    let operation = Operation(
      id: OperationID(session: SessionID(high: 1, low: 1), epoch: 0, counter: 1), base: 0,
      queued: false,
      intent: .batch(
        [.boardCreate(title: "Simulated"), .set(.memberRole(""), .role(.owner))] + level + columns
          + cards))
    try tell(.received(id, hello.frame(request: 1).bytes))
    let create = CreateBoard(board: Names.board, operation: operation)
    try tell(.received(id, create.frame(request: 2).bytes))
    while let handed = groups.first {
      groups.removeFirst()
      try store.append(handed)
      if bug != .acknowledgedBeforeCommit { try tell(.appended) }
    }
    try tell(.closed(id))
    links[id] = nil
  }
}
