import BoardModel
import DequeModule
import LogRecords
import Wire

/// One peer while its connection lives.
struct Connection: Sendable {
  let visitor: Visitor
  /// Who pays for what is handled of it.
  let payer: Payer
  /// The bytes that may wait for it before its events are dropped.
  let outboxLimit: Int
  private(set) var phase: Phase
  private var decoder = FrameDecoder(limit: Limits.helloBytes)
  private(set) var lastRequest: UInt64 = 0
  /// The requests that were not answered yet.
  private(set) var openRequests: Set<UInt64> = []
  private(set) var lastHeard: UInt64
  /// Whether a PING went out since the peer was last heard.
  private(set) var pinged = false
  /// The number of the last request that this side made.
  private(set) var lastOwnRequest: UInt64 = 0
  var outbox = Outbox()
  private(set) var features: Set<UInt16> = []
  /// The board of the window that was attached last was raised above the level it had named: nothing
  /// of that board goes there any more.
  private(set) var isOutgrown = false
  private(set) var gate = ReadingGate()
  /// The requests that waited for a board and are handled before what came later.
  private var resumed: Deque<(request: UInt64, message: Message)> = []
  /// Whether its socket is closed: what came on it before is handled, and then it is gone.
  private(set) var isCut = false

  enum Phase: Sendable {
    /// A complete HELLO is awaited until `deadline`.
    case greeting(deadline: UInt64)
    /// A complete JOIN or RENEW is awaited until `deadline`; nothing else is served.
    case knocking(deadline: UInt64)
    /// The answer to it waits for a signature, and for the group that holds the device.
    case certifying
    case ready(Attachment)
    /// GOODBYE is sent. Whatever still arrives is dropped; the connection closes by `deadline`.
    case leaving(deadline: UInt64)
  }

  enum Attachment: Sendable {
    case none
    /// The answer to ATTACH waits for the group that holds the session's new epoch.
    case attaching(SessionID)
    case attached(AttachedWindow)
  }

  init(_ visitor: Visitor, outboxLimit: Int, now: Moment) {
    self.visitor = visitor
    payer = Payer(visitor)
    self.outboxLimit = outboxLimit
    let deadline = now.monotonic + Limits.helloMilliseconds
    phase =
      visitor.author == nil ? .knocking(deadline: deadline) : .greeting(deadline: deadline)
    lastHeard = now.monotonic
  }

  /// Goes on after HELLO.
  mutating func welcome(features: Set<UInt16>, frameLimit: UInt32) {
    guard case .greeting = phase else { return }
    phase = .ready(.none)
    self.features = features
    decoder.limit = frameLimit
  }

  /// Goes on after JOIN or RENEW.
  mutating func awaitCertificate() {
    if case .knocking = phase { phase = .certifying }
  }

  /// Says goodbye. Nothing that is asked is answered any more, and nothing that came is kept: a crowd
  /// that is refused, each with half a frame, would fill the memory until the last has gone.
  mutating func leave(by deadline: UInt64) {
    phase = .leaving(deadline: deadline)
    openRequests = []
    resumed = []
    decoder = FrameDecoder(limit: decoder.limit)
  }

  /// Who may author what comes; nil where nothing is to come but a JOIN or RENEW.
  var author: Author? { visitor.author }

  /// What its next message is for.
  var stage: Stage {
    switch phase {
    case .greeting: .greeting
    case .knocking: .knocking
    case .ready: .ready
    case .certifying, .leaving: .over
    }
  }

  enum Stage: Sendable { case greeting, knocking, ready, over }

  var isLeaving: Bool { if case .leaving = phase { true } else { false } }
}

// What arrives.
extension Connection {
  mutating func feed(_ bytes: [UInt8], now: Moment) {
    guard !isLeaving else { return }
    lastHeard = now.monotonic
    pinged = false
    decoder.feed(bytes)
  }

  /// The bytes of a frame that has not come whole.
  var partialBytes: Int { decoder.bufferedCount }

  /// What is to be handled next of what came.
  /// - Parameter withLogged: whether what goes to the log may be.
  mutating func next(withLogged: Bool) throws(FrameFault) -> Arrival {
    // While a peer does not read its answers, its requests wait, and so does what it sends after them.
    guard !isLeaving, outbox.weight <= outboxLimit else { return .nothing }
    if !withLogged, isNextLogged { return .waitsForLog }
    if let (request, message) = resumed.popFirst() { return .resumed(request, message) }
    return try decoder.next().map { .frame($0) } ?? .nothing
  }

  enum Arrival: Sendable {
    case nothing
    /// What is next goes to the log, and may not be handled now.
    case waitsForLog
    /// A request that waited for a board.
    case resumed(UInt64, Message)
    case frame(Frame)
  }

  /// Takes a request whose number is one more than any before it, if there is room for it.
  /// - Parameter limit: the most requests that may wait for their answers.
  /// - Returns: why the connection has to end; nil where the request is taken.
  mutating func accept(_ request: UInt64, limit: UInt16) -> Refusal? {
    guard request > lastRequest else {
      return Refusal(
        .requestOrder, "Request \(request) does not come after request \(lastRequest).")
    }
    guard openRequests.count < Int(limit) else {
      return Refusal(.tooManyRequests, "More than \(limit) requests wait for their answers.")
    }
    lastRequest = request
    openRequests.insert(request)
    return nil
  }

  mutating func answered(_ request: UInt64) { openRequests.remove(request) }

  mutating func nextOwnRequest() -> UInt64 {
    lastOwnRequest += 1
    return lastOwnRequest
  }

  /// Notes that the peer is asked whether it is there.
  /// - Returns: the number of that request.
  mutating func ping() -> UInt64 {
    pinged = true
    return nextOwnRequest()
  }
}

// Whether it is read from.
extension Connection {
  /// - Returns: whether reading ends, as the peer has not read what waits for it.
  mutating func pauseUnread() -> Bool {
    outbox.pause(limit: outboxLimit) && gate.close(.answers)
  }

  /// Notes how many bytes the socket has not yet taken.
  /// - Returns: whether what the peer sent is handled again, and whether reading goes on with it.
  mutating func progress(unsent: Int, now: Moment) -> (hasRoom: Bool, resumes: Bool) {
    let hasRoom = outbox.progress(unsent: unsent, limit: outboxLimit, now: now)
    // Nobody could be heard who was not read from.
    if hasRoom { lastHeard = max(lastHeard, now.monotonic) }
    return (hasRoom, hasRoom && gate.open(.answers))
  }

  /// - Returns: whether reading ends, as more bytes than `limit` wait for their turn.
  mutating func holdBack(beyond limit: Int) -> Bool {
    decoder.bufferedCount > limit && gate.close(.backlog)
  }

  /// Notes that nothing waits for its turn any more.
  /// - Returns: whether reading goes on.
  mutating func takeMore(now: Moment) -> Bool {
    guard gate.closed.contains(.backlog) else { return false }
    // Nobody could be heard who was not read from.
    lastHeard = now.monotonic
    return gate.open(.backlog)
  }

  mutating func cut() { isCut = true }

  /// Counts anew what waits for the peer.
  /// - Returns: how much more it is than before.
  mutating func recountUnread() -> Int { outbox.recount(isGone: isCut) }

  /// Has a request handled again that waited.
  mutating func resume(_ request: UInt64, _ message: Message) {
    guard !isLeaving else { return }
    resumed.append((request, message))
  }

  /// Whether the message that is handled next is one whose effect goes to the log.
  var isNextLogged: Bool {
    mutating get {
      if let (_, message) = resumed.first { return message.isLogged }
      return ((try? decoder.nextType()) ?? nil)?.isLogged ?? false
    }
  }

  /// Notes that an answer is read of the log. It counts as a chunk, or as half of the room where that
  /// is less: one that is alone holds up nothing.
  mutating func awaitRead() { outbox.hold(readBytes) }

  /// Notes that such an answer is there, or will not come.
  mutating func endRead() { outbox.release(readBytes) }

  private var readBytes: Int { min(Limits.chunkBytes, outboxLimit / 2) }
}

// The window that speaks on it.
extension Connection {
  /// Notes that the connection waits for the epoch of its session.
  mutating func beginAttach(_ session: SessionID) {
    if case .ready(.none) = phase { phase = .ready(.attaching(session)) }
  }

  mutating func attach(_ window: AttachedWindow) {
    guard case .ready = phase else { return }
    phase = .ready(.attached(window))
    isOutgrown = false
  }

  /// Detaches the window; the connection stays.
  /// - Returns: what it was attached to.
  mutating func detach() -> Attachment {
    guard case .ready(let attachment) = phase else { return .none }
    phase = .ready(.none)
    return attachment
  }

  /// Notes that nothing of the window's board goes there any more.
  mutating func outgrow() { isOutgrown = true }

  private mutating func change(_ change: (inout AttachedWindow) -> Void) {
    guard case .ready(.attached(var window)) = phase else { return }
    change(&window)
    phase = .ready(.attached(window))
  }

  mutating func setSubscription(_ subscription: AttachedWindow.Subscription) {
    change { $0.subscription = subscription }
  }

  /// Has the window fetch a snapshot, and notes that it was told that there is the operation
  /// `sequence`.
  mutating func lag(at sequence: UInt64) {
    change { ($0.subscription, $0.told) = (.lagging, sequence) }
  }

  /// Notes that the window asked for a snapshot, which is not older than what it was told.
  mutating func awaitSnapshot(_ request: UInt64, told: UInt64) {
    change { ($0.subscription, $0.told) = (.awaiting(request), told) }
  }

  mutating func tell(through sequence: UInt64) { change { $0.told = max($0.told, sequence) } }

  mutating func tellPresence(_ told: PresenceTold) { change { $0.presenceTold = told } }

  mutating func tellDrag(through change: UInt64) { self.change { $0.dragTold = change } }
}

/// What a connection has while a window is attached to it, and no longer.
struct AttachedWindow: Sendable {
  let session: SessionID
  let board: BoardID
  let configuration: Configuration
  let epoch: UInt32
  /// The newest model level that it named.
  let level: UInt16
  fileprivate(set) var subscription: Subscription
  /// The last operation of the board that it was told of. No snapshot takes it back behind that
  /// (SPEC.md SNP-014).
  fileprivate(set) var told: UInt64
  fileprivate(set) var presenceTold = PresenceTold()
  /// The last change of what its user carries that it was told of; nil before the first.
  fileprivate(set) var dragTold: UInt64?

  /// How far this window is with the operations of its board.
  enum Subscription: Sendable {
    /// The window has everything durable; the next group goes straight to it.
    case following
    /// The window gets operations from `next` on, as fast as its socket takes them.
    case replaying(next: UInt64, reading: ReadToken?)
    /// The window must ask for a snapshot.
    case lagging
    /// A snapshot is made for this request of the window.
    case awaiting(UInt64)
    /// The window gets a snapshot, as fast as its socket takes it.
    case fetching(SnapshotStream)

    /// The request for a snapshot that is not answered to its end.
    var snapshotRequest: UInt64? {
      switch self {
      case .awaiting(let request): request
      case .fetching(let stream): stream.request
      case .following, .replaying, .lagging: nil
      }
    }
  }
}
