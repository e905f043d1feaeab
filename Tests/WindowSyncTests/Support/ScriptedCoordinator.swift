import BoardModel
import Wire

/// A coordinator small enough to be seen to be right: it orders, applies and answers at once, in
/// memory. What it sends lies in `outbox`, frame by frame.
struct ScriptedCoordinator {
  struct Session {
    var instance: InstanceID
    var epoch: UInt32
    let firstEpoch: UInt32
    var operations: [Operation] = []
    var outcomes: [StoredOutcome] = []
    var route: Int?
    var configuration: Configuration
  }

  struct Link {
    var decoder = FrameDecoder(limit: Limits.frameBytes)
    var session: SessionID?
    /// The next operation to send as COMMITTED; nil while a snapshot is awaited.
    var next: UInt64?
  }

  static let author = Author(user: "ann", device: "desk")

  var board: Board
  var log: [CommittedOperation] = []
  var incarnation = IncarnationID(high: 7, low: 7)
  var sessions: [SessionID: Session] = [:]
  var links: [Int: Link] = [:]
  var outbox: [(link: Int, frame: Frame)] = []
  /// Frames in the order they arrived.
  var received: [(link: Int, frame: Frame, message: Message?)] = []
  /// Missed operations beyond which a snapshot is sent.
  var replayLimit: UInt64 = 1_000
  var chunk = 3
  /// Whether a snapshot follows ATTACHED.
  var sendsUnasked = true
  var operationsPerFrame = 1_000
  var requestsInFlight: UInt16 = 32
  var features = Feature.known.map(\.value)
  /// The epoch that sessions begin with.
  var firstEpoch: UInt32 = 1
  /// SES-022: whoever comes back with an epoch that was raised meanwhile is told so.
  var fencesReturning = true
  /// Whether the windows' user may not read the board.
  private(set) var isPrivate = false
  /// Answers a SUBMIT with an error instead of ordering it.
  var refuses: (Operation) -> ErrorMessage? = { _ in nil }
  /// What every ATTACH is refused with.
  var attachRefusal: ErrorCode?

  init(board: BoardID) {
    self.board = Board(id: board)
  }

  mutating func connect(_ link: Int) { links[link] = Link() }

  /// Takes the right to read the board from the windows' user.
  mutating func makePrivate() {
    isPrivate = true
    for link in links.keys.sorted() {
      guard let session = links[link]?.session else { continue }
      event(link, ErrorMessage(code: .readingLost, text: "You may not read it."))
      sessions[session]?.route = nil
      links[link]?.session = nil
      links[link]?.next = nil
    }
  }

  mutating func share() { isPrivate = false }

  mutating func close(_ link: Int) {
    if let session = links[link]?.session, sessions[session]?.route == link {
      sessions[session]?.route = nil
    }
    links[link] = nil
    outbox.removeAll { $0.link == link }
  }

  /// Orders an operation of somebody who has no window here.
  mutating func order(_ operation: Operation, author: Author = ScriptedCoordinator.author)
    -> StoredOutcome
  {
    let sequence = board.sequence + 1
    let time = 1_000_000 + sequence
    let outcome = board.apply(operation, sequence: sequence, time: time, author: author)
    log.append(
      CommittedOperation(
        sequence: sequence, time: time, author: author, operation: operation, outcome: outcome))
    return StoredOutcome(
      counter: operation.id.counter, sequence: sequence, time: time, outcome: outcome)
  }

  /// Brings COMMITTED to whoever lacks it.
  mutating func fanOut() {
    for link in links.keys.sorted() {
      guard let next = links[link]?.next, next <= board.sequence else { continue }
      let missed = log[Int(next - 1)...]
      for start in stride(from: missed.startIndex, to: missed.endIndex, by: operationsPerFrame) {
        let end = min(start + operationsPerFrame, missed.endIndex)
        event(link, Committed(operations: Array(missed[start..<end])))
      }
      links[link]?.next = board.sequence + 1
      if board.sequence % 64 == 0 {
        event(link, DigestMessage(sequence: board.sequence, digest: board.digest()))
      }
    }
  }

  mutating func event(_ link: Int, _ body: some MessageBody) {
    outbox.append((link, body.frame()))
  }

  private mutating func respond(
    _ link: Int, _ request: UInt64, _ body: some MessageBody, isLast: Bool = true
  ) {
    let flags: FrameFlags = isLast ? .response : [.response, .more]
    outbox.append((link, body.frame(request: request, flags: flags)))
  }

  private mutating func refuse(_ link: Int, _ request: UInt64, _ code: ErrorCode) {
    respond(link, request, ErrorMessage(code: code, text: "refused \(code.rawValue)"))
  }

  mutating func receive(_ link: Int, _ bytes: [UInt8]) {
    links[link]?.decoder.feed(bytes)
    while let frame = try? links[link]?.decoder.next() {
      let message = try? Message(frame)
      received.append((link, frame, message))
      if let message { take(link, frame.request, message) }
    }
    fanOut()
  }

  private mutating func take(_ link: Int, _ request: UInt64, _ message: Message) {
    switch message {
    case .hello:
      respond(
        link, request,
        Welcome(
          minor: 0, features: features + [0x1A1A], frameLimit: Limits.frameBytes,
          requestsInFlight: requestsInFlight, keepaliveMilliseconds: 15_000, time: 1_000_000,
          cluster: "test", peer: Self.author, incarnation: incarnation, agent: "scripted"))
      outbox.append(
        (link, Frame(type: Grease.frameType(3), flags: [], request: 0, payload: [1, 2])))
    case .attach(let body): attach(link, request, body)
    case .submit(let body): submit(link, request, body.operation)
    case .fetchSnapshot: snapshot(link, request)
    case .fetchHistory(let body):
      let from = Int(max(body.from, 1)) - 1
      let count = min(Int(body.count), 2)
      respond(
        link, request,
        History(operations: Array(log.dropFirst(from).prefix(count)), sequence: board.sequence))
    case .fetchCardHistory(let body):
      let found = log.filter { committed in
        committed.sequence >= body.from
          && ConcernedCards(of: committed) { _ in [] }.contains(body.card)
      }
      respond(
        link, request,
        History(operations: Array(found.prefix(Int(body.count))), sequence: board.sequence))
    case .acknowledge(let body):
      guard let session = links[link]?.session else { return }
      sessions[session]?.outcomes.removeAll { $0.counter <= body.counter }
    case .detach(let body):
      guard let session = links[link]?.session else { return refuse(link, request, .notAttached) }
      sessions[session]?.route = nil
      if body.close { sessions[session] = nil }
      links[link]?.session = nil
      links[link]?.next = nil
      respond(link, request, Detached())
    case .ping(let ping): respond(link, request, Pong(nonce: ping.nonce))
    default: return
    }
  }

  private mutating func attach(_ link: Int, _ request: UInt64, _ body: Attach) {
    if isPrivate { return refuse(link, request, .boardUnknown) }
    if let attachRefusal { return refuse(link, request, attachRefusal) }
    let stranger = body.incarnation == IncarnationID(high: 0, low: 0)
    if !stranger && body.incarnation != incarnation || body.sequence > board.sequence {
      return refuse(link, request, .incarnationChanged)
    }
    if var session = sessions[body.session] {
      guard body.firstPending <= UInt64(session.operations.count) + 1 else {
        return refuse(link, request, .sessionUnknown)
      }
      if session.instance != body.instance {
        guard !fencesReturning || body.epoch == 0 || body.epoch == session.epoch else {
          return refuse(link, request, .fenced)
        }
        session.epoch += 1
      }
      if let old = session.route, old != link {
        let code: ErrorCode = .fenced
        if session.instance != body.instance {
          event(old, ErrorMessage(code: code, text: "taken over"))
        } else {
          event(old, Goodbye(reason: 0, text: "replaced"))
        }
        links[old]?.session = nil
        links[old]?.next = nil
      }
      session.instance = body.instance
      session.route = link
      sessions[body.session] = session
    } else {
      guard body.epoch == 0, body.firstPending == 1 else {
        return refuse(link, request, .sessionUnknown)
      }
      sessions[body.session] = Session(
        instance: body.instance, epoch: firstEpoch, firstEpoch: firstEpoch, route: link,
        configuration: body.configuration)
    }
    guard let session = sessions[body.session] else { return }
    let replays = body.sequence > 0 && board.sequence - body.sequence <= replayLimit
    links[link]?.session = body.session
    links[link]?.next = replays ? body.sequence + 1 : nil
    let isFollowed = !replays && body.wantsSnapshot && sendsUnasked
    respond(
      link, request,
      Attached(
        epoch: session.epoch, lastCounter: UInt64(session.operations.count),
        sequence: board.sequence, level: 1, catchUp: replays ? .operations : .snapshot,
        outcomes: session.outcomes.filter { $0.counter >= body.firstPending }.prefix(2) + []),
      isLast: !isFollowed)
    if isFollowed { snapshot(link, request) }
  }

  private mutating func submit(_ link: Int, _ request: UInt64, _ operation: Operation) {
    guard let id = links[link]?.session, let session = sessions[id] else {
      return refuse(link, request, .notAttached)
    }
    guard operation.id.session == id, operation.id.epoch >= session.firstEpoch,
      operation.id.epoch <= session.epoch
    else { return refuse(link, request, .wrongSession) }
    let counter = Int(operation.id.counter)
    if counter <= session.operations.count {
      guard session.operations[counter - 1] == operation else {
        return refuse(link, request, .operationChanged)
      }
      guard let stored = session.outcomes.first(where: { $0.counter == operation.id.counter })
      else { return refuse(link, request, .alreadyAcknowledged) }
      return respond(link, request, OutcomeMessage(stored: stored))
    }
    guard counter == session.operations.count + 1 else {
      return refuse(link, request, .counterGap)
    }
    guard operation.base <= board.sequence else { return refuse(link, request, .baseAhead) }
    if let error = refuses(operation) { return respond(link, request, error) }
    let stored = order(operation)
    sessions[id]?.operations.append(operation)
    sessions[id]?.outcomes.append(stored)
    respond(link, request, OutcomeMessage(stored: stored))
  }

  private mutating func snapshot(_ link: Int, _ request: UInt64) {
    let image = board.entities()
    for start in stride(from: 0, to: image.count, by: chunk) {
      let part = Array(image.dropFirst(start).prefix(chunk))
      respond(
        link, request,
        Snapshot(
          sequence: board.sequence, cursor: UInt32(start), total: UInt32(image.count),
          entities: part),
        isLast: start + part.count == image.count)
    }
    links[link]?.next = board.sequence + 1
  }
}
