import BoardModel
import CAllocator
import Coordination
import Dispatch
import Glibc
import Identity
import LogRecords
import Logging
import NIOCore
import OperationLog
import TLS
import Transport
import Wire

/// Runs a `Coordinator`: turns what happens into its events and carries out its effects. It decides
/// nothing itself.
///
/// Confined to one event loop, which owns the coordinator's state. The store works on a thread of
/// its own and answers on this loop.
final class CoordinatorServer {
  private var coordinator: Coordinator
  let configuration: CoordinatorConfiguration
  let store: Store
  let eventLoop: any EventLoop
  /// What takes as long as a board is large is done here, not on the loop.
  let encoding: DispatchQueue
  /// Boards are restored here, one after the other.
  let restoring = DispatchQueue(label: "restores boards")
  /// Certificates are signed here, where the authority's key is.
  let signing = DispatchQueue(label: "signs certificates")
  let credentials: CoordinatorCredentials?
  let log: Logger
  private let record: CoordinatorLog
  private var peers: [ConnectionID: Peer] = [:]
  private var lastConnection: UInt64 = 0
  private var timer: Scheduled<Void>?
  /// Nil before it serves, and once it does nothing more.
  private var rounds: LoopRounds?
  private var schedule = TurnSchedule()
  /// Whether memory will be given back.
  private var trims = false
  /// What happened since the last turn; where it is not empty, a turn is to come.
  private var events: [CoordinatorEvent] = []
  /// The connections that ended since the last turn.
  private var ended: [(id: ConnectionID, end: StreamEnd)] = []
  /// Whether the last edit found no room in the store.
  var isStoreFull = false
  private let start = NIODeadline.now()
  /// The processor time of turns, and how long groups took until they were durable, in microseconds.
  private var turns = Distribution()
  private var appends = Distribution()
  private var appendBegan = NIODeadline.now()
  /// Fulfilled when every operation is durable and every peer has been told.
  let stopped: EventLoopPromise<Void>

  /// Who waits for the answer to what an administrator asked.
  private var administrators: [AdministratorToken: (AdministratorAnswer) -> Void] = [:]
  private var lastAdministrator: UInt64 = 0

  private struct Peer {
    let stream: ByteStream
    /// The device that its certificate names; nil for somebody who joins.
    let author: Author?
  }

  init(
    configuration: CoordinatorConfiguration, store: Store, eventLoop: any EventLoop,
    encoding: DispatchQueue = DispatchQueue(label: "encodes boards"),
    credentials: CoordinatorCredentials? = nil, log: Logger, record: CoordinatorLog
  ) {
    coordinator = Coordinator(configuration: configuration)
    self.configuration = configuration
    self.store = store
    self.eventLoop = eventLoop
    self.encoding = encoding
    self.credentials = credentials
    self.log = log
    self.record = record
    stopped = eventLoop.makePromise()
  }

  /// Begins to serve what the store holds. Must be called on the event loop.
  func open(_ contents: StoreContents) -> EventLoopFuture<Void> {
    LoopRounds.open(on: eventLoop) { self.roundIsOver() }.assumeIsolated().map { rounds in
      self.rounds = rounds.value
      self.handle(.opened(contents))
      for warning in self.warnings(contents.access.unconfirmedSince) {
        self.log.warning("\(warning)")
      }
    }.nonisolated()
  }

  /// Lets go of what the event loop has of it. It does nothing more.
  func close() {
    rounds?.close()
    rounds = nil
  }

  func drain() {
    handle(.drain)
  }

  /// Takes a peer whose handshake is complete.
  func accept(_ stream: ByteStream) -> StreamHandlers {
    lastConnection += 1
    let id = ConnectionID(lastConnection)
    guard let visitor = Visitor(stream) else {
      refused(at: stream.remote, "its certificate names no device of this team")
      stream.abort()
      return StreamHandlers(received: { _ in }, ended: { _ in })
    }
    peers[id] = Peer(stream: stream, author: visitor.certified?.author)
    record.joined(visitor.certified?.author, at: stream.remote)
    // The coordinator is told first, since the peer's first bytes may come with the end of the
    // handshake.
    handle(.connected(id, visitor))
    return StreamHandlers(
      received: { self.handle(.received(id, Array($0.readableBytesView))) },
      progressed: { unsent in self.progressed(id, unsent) },
      ended: { end in
        self.ended.append((id, end))
        self.handle(.closed(id))
      })
  }

  /// Notes that a connection was refused before the coordinator had it.
  func refused(at remote: Endpoint?, _ reason: String) {
    record.refused(at: remote, reason)
    handle(.turnedAway(address: remote?.host ?? "", reason: reason))
  }

  /// Asks what an administrator wants to know or have done; `answer` is called on the event loop.
  func administer(
    _ request: AdministratorRequest, answer: @escaping (AdministratorAnswer) -> Void
  ) {
    lastAdministrator += 1
    let token = AdministratorToken(lastAdministrator)
    administrators[token] = answer
    handle(.administer(token, request))
  }

  /// Has an event handled.
  func handle(_ event: CoordinatorEvent) {
    eventLoop.preconditionInEventLoop()
    events.append(event)
    prepare(schedule.add())
  }

  private func prepare(_ turn: TurnSchedule.Turn?) {
    switch turn {
    case nil: break
    case .inThisRound: eventLoop.assumeIsolated().execute { self.takeTurn() }
    case .afterThisRound: rounds?.ask()
    }
  }

  private func roundIsOver() {
    events.append(.continued)
    takeTurn()
  }

  private func takeTurn() {
    let began = processorTime()
    schedule.begin()
    let (happened, gone) = (events, ended)
    (events, ended) = ([], [])
    for effect in coordinator.handle(happened, now: moment()) { perform(effect) }
    for (id, end) in gone {
      guard let peer = peers.removeValue(forKey: id) else { continue }
      record.left(peer.author, at: peer.stream.remote, end)
    }
    turns.add((processorTime() - began) / 1_000)
    trimLater()
    prepare(schedule.end())
  }

  /// Gives back to the system, a while after something happened, what the C library keeps of memory
  /// that is not used any more, where the program has its memory from there: `boardd` has not.
  private func trimLater() {
    guard !trims else { return }
    trims = true
    eventLoop.assumeIsolated().scheduleTask(in: Self.trimInterval) { [restoring] in
      self.trims = false
      restoring.async { malloc_trim(0) }
    }
  }

  private static let trimInterval = TimeAmount.seconds(20)

  /// The most bytes read from a peer after the last that it is told: decrypting what refused peers
  /// go on sending would be work and memory for nothing.
  private static let mostAfterFinish = 256 * 1_024

  /// The processor time of this thread, in nanoseconds: what else the machine does is not the
  /// coordinator's.
  private func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func microseconds(since time: NIODeadline) -> Int {
    Int((NIODeadline.now() - time).nanoseconds / 1_000)
  }

  var status: CoordinatorStatus {
    CoordinatorStatus(
      coordinator, seconds: UInt64(microseconds(since: start) / 1_000_000), turns: turns,
      appends: appends, warnings: warnings(coordinator.unconfirmedSince),
      limits: CoordinatorLimits(configuration).values)
  }

  /// What an operator has something to do about.
  private func warnings(_ unconfirmedSince: UInt64?) -> [OperatorWarning] {
    [
      unconfirmedSince.map { .unconfirmed(since: $0) },
      credentials?.folderWithoutAuthority.map { .authorityMissing(folder: $0) },
      credentials?.endOfAuthority().map { .authorityEnds(at: UInt64(clamping: $0) * 1_000) },
    ].compactMap(\.self) + damage
  }

  /// The boards that cannot be read, as far as that was seen: when the store was opened, and later.
  private var damage: [OperatorWarning] {
    let found = Set(store.damagedBoards.map(\.id))
    let later = coordinator.damagedBoards.filter { !found.contains($0) }
    let faults = store.damagedBoards.map(\.fault) + later.map { "the board \($0) is damaged" }
    return faults.prefix(Self.mostFaults).map { .damaged($0) }
  }

  /// The most faults that a status names.
  private static let mostFaults = 16

  /// Notes how long the group took that is durable now.
  func noteAppended() { appends.add(microseconds(since: appendBegan)) }

  private func progressed(_ id: ConnectionID, _ unsent: Int) {
    if coordinator.mustHandleProgress(id, unsent: unsent, now: moment()) {
      handle(.progressed(id, unsent: unsent))
    }
  }

  private func moment() -> Moment {
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    let wall = UInt64(clamping: clock.tv_sec) * 1_000 + UInt64(clamping: clock.tv_nsec) / 1_000_000
    let passed = (NIODeadline.now() - start).nanoseconds
    return Moment(monotonic: UInt64(clamping: passed) / 1_000_000, wall: wall)
  }

  private func perform(_ effect: CoordinatorEffect) {
    switch effect {
    case .send(let id, let bytes): peers[id]?.stream.send(bytes)
    case .finish(let id): peers[id]?.stream.finish(room: Self.mostAfterFinish)
    case .drop(let id): peers[id]?.stream.abort()
    case .refused(let id, let reason):
      if let peer = peers[id] { record.refused(peer.author, at: peer.stream.remote, reason) }
    case .certify(let token, let name, let notBefore, let request):
      certify(token, name, notBefore: notBefore, request)
    case .administered(let token, let answer):
      administrators.removeValue(forKey: token)?(answer)
    case .pauseReading(let id): peers[id]?.stream.pauseReading()
    case .resumeReading(let id): peers[id]?.stream.resumeReading()
    case .append(let group):
      appendBegan = .now()
      append(group)
    case .load(let board): load(board)
    case .read(let token, let board, let from, let through): read(token, board, from, through)
    case .readCard(let token, let board, let card, let from, let through, let count):
      read(token, board, CardQuery(card: card, from: from, through: through, count: count))
    case .encode(let board): encode(board)
    case .saveSnapshot(let snapshot): save(snapshot)
    case .continueTurn:
      _ = schedule.add()
    case .wake(let at): wake(at: at)
    case .stopped: stopped.succeed()
    }
  }

  /// Stops without telling the peers: they will ask again about everything that they were not told.
  func abandon(_ error: any Error) {
    log.critical("the coordinator stops: \(error)")
    for peer in peers.values { peer.stream.abort() }
    stopped.fail(error)
  }

  private func wake(at moment: UInt64) {
    timer?.cancel()
    let deadline = start + .milliseconds(Int64(clamping: moment))
    timer = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.handle(.timer) }
  }
}
