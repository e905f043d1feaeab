import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Testing
import Wire

/// A coordinator with a store in memory, and peers that speak frames to it.
///
/// The store answers only when the test says so: between `append` and `appended` anything may
/// happen, a crash included.
struct CoordinatorHarness {
  var coordinator: Coordinator
  let configuration: CoordinatorConfiguration
  var time: UInt64 = 1_000
  var store = MemoryStore()
  /// The audit without that peers came, who were not invited here.
  var deeds: [AuditRecord] { store.audit.filter { $0.detail != CertifiedDevice.foreign } }
  var peers: [ConnectionID: Peer] = [:]
  var pendingGroup: CommitGroup?
  /// Whether the log could not take the last group that it answered.
  private(set) var logFailed = false
  /// Whether the log is read at once.
  var readsAtOnce = true
  var encodesAtOnce = true
  private(set) var pinnedBoards: [PinnedBoard] = []
  /// What the store answers when it is asked to.
  private(set) var heldReads: [CoordinatorEvent] = []
  /// Whether groups become durable in the turn in which they are handed out.
  var commitsAtOnce = true
  /// Everything the coordinator wanted, in order.
  var journal: [CoordinatorEffect] = []
  /// The coordinator's last request to each peer.
  private(set) var lastAsked: [ConnectionID: (request: UInt64, message: Message)] = [:]
  /// Whether a certificate is signed in the turn in which it is asked for.
  var signsAtOnce = true
  private(set) var heldOrders: [HeldOrder] = []
  private(set) var administered: [AdministratorAnswer] = []
  var stopped = false
  var lastConnection: UInt64 = 0
  var wakeAt: UInt64?

  struct Peer {
    var decoder = FrameDecoder(limit: 2 << 20)
    var frames: [Frame] = []
    var finished = false
    var dropped = false
    var paused = false
    /// What the log says of it.
    var refusals: [String] = []
    var nextRequest: UInt64 = 0
    /// Bytes handed out and not yet taken by the socket.
    var unsent = 0
    /// Whether its socket takes bytes at once.
    var reads = true
  }

  init(_ change: (inout CoordinatorConfiguration) -> Void = { _ in }) {
    var configuration = CoordinatorConfiguration(cluster: "test", agent: "harness")
    change(&configuration)
    self.configuration = configuration
    store.configuration = configuration
    coordinator = Coordinator(configuration: configuration)
    handle(.opened(store.contents))
  }

  /// By how much the clock of the day is ahead.
  var wallAhead: UInt64 = 0

  var now: Moment { Moment(monotonic: time, wall: 1_700_000_000_000 + time + wallAhead) }

  /// Several events come in one turn, and what follows from them one by one.
  mutating func handleTogether(_ events: [CoordinatorEvent]) {
    let effects = coordinator.handle(events, now: now)
    journal += effects
    for event in effects.flatMap({ perform($0) }) { handle(event) }
  }

  mutating func handle(_ event: CoordinatorEvent) {
    var queue = [event]
    while !queue.isEmpty {
      let event = queue.removeFirst()
      // As whoever runs a coordinator does.
      if case .progressed(let id, let unsent) = event,
        !coordinator.mustHandleProgress(id, unsent: unsent, now: now)
      {
        continue
      }
      let effects = coordinator.handle(event, now: now)
      journal += effects
      for effect in effects { queue += perform(effect) }
    }
  }

  private mutating func perform(_ effect: CoordinatorEffect) -> [CoordinatorEvent] {
    switch effect {
    case .send(let id, let bytes):
      guard var peer = peers[id] else { return [] }
      peer.decoder.feed(bytes)
      while let frame = try? peer.decoder.next() {
        peer.frames.append(frame)
        if frame.request > 0, !frame.flags.contains(.response), let message = try? Message(frame) {
          lastAsked[id] = (frame.request, message)
        }
      }
      peer.unsent += bytes.count
      let reads = peer.reads
      if reads { peer.unsent = 0 }
      peers[id] = peer
      return reads ? [.progressed(id, unsent: 0)] : []
    case .finish(let id):
      peers[id]?.finished = true
      return []
    case .drop(let id):
      peers[id]?.dropped = true
      return [.closed(id)]
    case .refused(let id, let reason):
      peers[id]?.refusals.append(reason)
      return []
    case .pauseReading(let id):
      peers[id]?.paused = true
      return []
    case .resumeReading(let id):
      peers[id]?.paused = false
      return []
    case .append(let group):
      #expect(pendingGroup == nil, "two groups were under way at once")
      pendingGroup = group
      return commitsAtOnce ? commit() : []
    case .load, .read, .readCard, .saveSnapshot:
      return stored(effect).map { read($0) } ?? []
    case .encode(let pinned):
      guard encodesAtOnce else {
        pinnedBoards.append(pinned)
        return []
      }
      return [.encoded(pinned.encoded())]
    case .certify(let token, let name, let notBefore, let request):
      heldOrders.append(HeldOrder(token: token, name: name, notBefore: notBefore, request: request))
      return signsAtOnce ? takeSigned() : []
    case .administered(_, let answer):
      administered.append(answer)
      return []
    case .continueTurn:
      return [.continued]
    case .wake(let moment):
      wakeAt = moment
      return []
    case .stopped:
      stopped = true
      return []
    }
  }

  /// A certificate that the coordinator wants signed.
  struct HeldOrder {
    let token: CertificateToken
    let name: DeviceName
    let notBefore: UInt64
    let request: [UInt8]

    /// A signing request is its key here, and a certificate what it is of.
    var signed: SignedDevice {
      SignedDevice(
        certificate: Array("\(name.user)/\(name.device)/\(notBefore)".utf8), authority: [0xCA],
        keyHash: SHA256.hash(request), notBefore: notBefore, notAfter: notBefore + 3_600 + 604_800)
    }
  }

  /// What was asked for while `signsAtOnce` was off, which the harness does not answer.
  mutating func takeOrders() -> [HeldOrder] {
    defer { heldOrders = [] }
    return heldOrders
  }

  private mutating func takeSigned() -> [CoordinatorEvent] {
    defer { heldOrders = [] }
    return heldOrders.map { .certified($0.token, .success($0.signed)) }
  }

  /// What was asked for while `signsAtOnce` was off is signed.
  mutating func signNow() {
    for event in takeSigned() { handle(event) }
  }

  private mutating func read(_ answer: CoordinatorEvent) -> [CoordinatorEvent] {
    if readsAtOnce { return [answer] }
    heldReads.append(answer)
    return []
  }

  private mutating func commit() -> [CoordinatorEvent] {
    guard let group = pendingGroup else { return [] }
    pendingGroup = nil
    logFailed = false
    return stored(.append(group)).map { [$0] } ?? []
  }

  private mutating func stored(_ effect: CoordinatorEffect) -> CoordinatorEvent? {
    do {
      return try store.answer(effect)
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// The boards are encoded that were pinned while `encodesAtOnce` was off.
  mutating func encodeNow() {
    let boards = pinnedBoards
    pinnedBoards = []
    for board in boards { handle(.encoded(board.encoded())) }
  }

  /// The store takes the group, and tells nobody yet.
  mutating func takeCommit() -> [CoordinatorEvent] { commit() }

  /// The store answers what was asked while `readsAtOnce` was off.
  mutating func readNow() {
    let events = heldReads
    heldReads = []
    for event in events { handle(event) }
  }

  /// What the store would have answered, which nobody gets.
  mutating func takeHeldReads() -> [CoordinatorEvent] {
    defer { heldReads = [] }
    return heldReads
  }

  mutating func commitNow() {
    for event in commit() { handle(event) }
  }

  mutating func failCommit() {
    pendingGroup = nil
    logFailed = true
    handle(.appendFailed("disk full"))
  }

  /// What a crash leaves: the store, and nobody connected.
  mutating func restart() {
    coordinator = Coordinator(configuration: configuration)
    pendingGroup = nil
    peers = [:]
    handle(.opened(store.contents))
  }

  /// Lets a long time pass in which nothing happens, and the timer fire once at its end.
  mutating func jump(_ milliseconds: UInt64) {
    time += milliseconds
    handle(.timer)
  }

  mutating func advance(_ milliseconds: UInt64) {
    let end = time + milliseconds
    while let wake = wakeAt, wake <= end {
      time = max(time, wake)
      wakeAt = nil
      handle(.timer)
    }
    time = end
  }
}

// Peers.
extension CoordinatorHarness {
  mutating func connect(user: String = "ann", device: String = "laptop") -> ConnectionID {
    connect(.known(Author(user: user, device: device)))
  }

  mutating func connect(_ visitor: Visitor) -> ConnectionID {
    lastConnection += 1
    let id = ConnectionID(lastConnection)
    peers[id] = Peer()
    handle(.connected(id, visitor))
    return id
  }

  mutating func greeted(
    user: String = "ann", device: String = "laptop", hello: Hello = .usual
  ) throws -> ConnectionID {
    let id = connect(user: user, device: device)
    let reply = try request(id, hello)
    guard case .welcome = reply else { throw Unexpected(reply) }
    _ = take(id)
    return id
  }

  mutating func send(_ id: ConnectionID, _ frame: Frame) {
    handle(.received(id, frame.bytes))
  }

  /// Has a peer read from now on that did not.
  mutating func read(_ id: ConnectionID) {
    peers[id]?.reads = true
    peers[id]?.unsent = 0
    handle(.progressed(id, unsent: 0))
  }

  /// Sends a request without waiting for its answer.
  mutating func begin(_ id: ConnectionID, _ body: some MessageBody) -> UInt64 {
    peers[id]?.nextRequest += 1
    let request = peers[id]?.nextRequest ?? 0
    send(id, body.frame(request: request))
    return request
  }

  /// Sends a request and takes its answer out of what arrived.
  mutating func request(_ id: ConnectionID, _ body: some MessageBody) throws -> Message {
    let number = begin(id, body)
    return try answer(id, number)
  }

  mutating func answer(_ id: ConnectionID, _ request: UInt64) throws -> Message {
    let index = peers[id]?.frames.firstIndex {
      $0.request == request && $0.flags.contains(.response)
    }
    guard let index, let frame = peers[id]?.frames.remove(at: index),
      let message = try Message(frame)
    else { throw Unexpected(nil) }
    return message
  }

  /// Everything else that arrived, unknown elective frames left out.
  mutating func take(_ id: ConnectionID) -> [Message] {
    let frames = peers[id]?.frames ?? []
    peers[id]?.frames = []
    return frames.compactMap { try? Message($0) }
  }

  struct Unexpected: Error {
    let message: Message?

    init(_ message: Message?) {
      self.message = message
    }
  }
}

extension Hello {
  /// Without drags and members: who knows of them is told what is carried with every ATTACHED, and
  /// of every board that is made.
  static let usual = Hello(
    features: Feature.known.map(\.value).filter { $0 != Feature.drags && $0 != Feature.members })
  static let dragging = Hello(
    features: Feature.known.map(\.value).filter { $0 != Feature.members })
  static let withMembers = Hello(features: Feature.known.map(\.value))

  init(features: [UInt16]) {
    self.init(
      lowestMinor: 0, newestMinor: 0, features: features, frameLimit: 1 << 20, agent: "harness")
  }
}
