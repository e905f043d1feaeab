import BoardModel
import LogRecords
import Wire

@testable import Coordination

/// Every state that a connection may be in.
enum ConnectionState: String, CaseIterable {
  case greeting, ready, attaching, following, replaying, lagging, awaiting, fetching
  /// The window is attached, and its board was raised above its level.
  case outgrown
  /// A window follows, and the peer was asked whether it is there.
  case pinged
  /// A window follows, and its peer does not read what waits for it.
  case paused
  /// A window follows, and a request waits for its answer.
  case asking
  case leaving
  /// Somebody without a certificate is to say what they want, and waits for a certificate.
  case knocking, certifying
}

/// Everything that may happen to a connection.
enum ConnectionEvent: String, CaseIterable {
  case welcome, awaitCertificate, beginAttach, attach, detach, leave, outgrow, follow, lag,
    awaitSnapshot
  /// The window is told of an operation, of a presence, of a drag.
  case tell, tellPresence, tellDrag
  case feed
  /// What is next is asked for: a frame, one that goes to the log while that takes no more, a request
  /// that waited for its board.
  case nextFrame, nextLogged, nextResumed
  case acceptNext, acceptAgain, acceptTooMany
  case answered
  case nextOwnRequest, ping
  /// Time has passed: five seconds, one interval of keepalive, two and a half, the time after which
  /// a peer that reads nothing is cut.
  case fiveSeconds, oneInterval, silence, stall
  /// The certificate has ended.
  case expiry
}

/// A connection in a certain state.
struct ConnectionBench {
  var connection: Connection
  private static let device = CertifiedDevice(
    author: Author(user: "ann", device: "laptop"), notBefore: 1, notAfter: 100)
  private static let keepalive: UInt32 = 15_000
  private static let later = Moment(monotonic: 1_000, wall: 1_000)
  private static let window = AttachedWindow(
    session: session(1), board: board(1), configuration: .card, epoch: 1, level: 1,
    subscription: .following, told: 5)

  init(_ state: ConnectionState) {
    let newcomers: Set<ConnectionState> = [.knocking, .certifying]
    connection = Connection(
      newcomers.contains(state) ? .newcomer(from: "") : .device(Self.device, from: ""),
      outboxLimit: 100, now: Moment(monotonic: 0, wall: 0))
    if state == .certifying { connection.awaitCertificate() }
    if state == .greeting || newcomers.contains(state) { return }
    connection.welcome(features: [Feature.presence], frameLimit: 1_000)
    switch state {
    case .greeting, .ready, .knocking, .certifying: break
    case .leaving: connection.leave(by: 5_000)
    case .attaching: connection.beginAttach(session(1))
    case .following, .replaying, .lagging, .awaiting, .fetching, .outgrown, .pinged, .paused,
      .asking:
      connection.beginAttach(session(1))
      connection.attach(Self.window)
    }
    switch state {
    case .replaying: connection.setSubscription(.replaying(next: 3, reading: nil))
    case .lagging: connection.lag(at: 6)
    case .awaiting: connection.awaitSnapshot(4, told: 6)
    case .fetching:
      let image = SnapshotImage(of: Board(id: board(1)))
      connection.setSubscription(.fetching(SnapshotStream(image, answering: 4)))
    case .outgrown: connection.outgrow()
    case .pinged: _ = connection.ping()
    case .paused:
      _ = connection.outbox.gather([UInt8](repeating: 0, count: 200))
      _ = connection.outbox.flush(now: Self.later)
      _ = connection.pauseUnread()
    case .asking: _ = connection.accept(4, limit: 2)
    default: break
    }
  }

  /// What comes of an event, in words.
  mutating func happen(_ event: ConnectionEvent) -> String {
    switch event {
    case .welcome: connection.welcome(features: [], frameLimit: 10)
    case .awaitCertificate: connection.awaitCertificate()
    case .beginAttach: connection.beginAttach(session(2))
    case .attach: connection.attach(Self.window)
    case .detach:
      switch connection.detach() {
      case .none: return "none"
      case .attaching(let session): return "attaching \(session.low)"
      case .attached(let window): return "attached \(window.session.low)"
      }
    case .leave: connection.leave(by: 7_000)
    case .outgrow: connection.outgrow()
    case .follow: connection.setSubscription(.following)
    case .lag: connection.lag(at: 9)
    case .awaitSnapshot: connection.awaitSnapshot(5, told: 7)
    case .tell: connection.tell(through: 8)
    case .tellPresence: connection.tellPresence(PresenceTold(through: 2))
    case .tellDrag: connection.tellDrag(through: 3)
    case .feed: connection.feed([0, 0], now: Self.later)
    case .nextFrame: return next(Ping(nonce: 1), withLogged: true)
    case .nextLogged:
      return next(EndWindow(session: session(1), ending: .standard, reason: ""), withLogged: false)
    case .nextResumed:
      connection.resume(4, .listBoards(ListBoards()))
      return next(Ping(nonce: 1), withLogged: false)
    case .acceptNext: return accept(6, limit: 2)
    case .acceptAgain: return accept(0, limit: 2)
    case .acceptTooMany: return accept(6, limit: 0)
    case .answered: connection.answered(4)
    case .nextOwnRequest: return "request \(connection.nextOwnRequest())"
    case .ping: return "request \(connection.ping())"
    case .fiveSeconds: return demand(at: 5_000)
    case .oneInterval: return demand(at: 15_000)
    case .silence: return demand(at: 37_500)
    case .stall: return demand(at: Limits.stalledMilliseconds + 1_000)
    case .expiry: return demand(at: 1_000, wall: 100_000)
    }
    return "-"
  }

  /// What is next where this message came.
  private mutating func next(_ body: some MessageBody, withLogged: Bool) -> String {
    connection.feed(body.frame(request: 1).bytes, now: Moment(monotonic: 0, wall: 0))
    return switch try? connection.next(withLogged: withLogged) {
    case nil: "a fault"
    case .nothing: "-"
    case .waitsForLog: "waits"
    case .resumed(let request, _): "resumed \(request)"
    case .frame(let frame): "frame \(frame.request)"
    }
  }

  private mutating func accept(_ request: UInt64, limit: UInt16) -> String {
    connection.accept(request, limit: limit)?.text ?? "-"
  }

  private func demand(at time: UInt64, wall: UInt64 = 0) -> String {
    let now = Moment(monotonic: time, wall: wall)
    switch connection.demand(now: now, keepalive: Self.keepalive) {
    case .nothing: return "nothing"
    case .failure(let refusal): return refusal.text
    case .finish: return "finish"
    case .ping: return "ping"
    }
  }

  /// How the connection stands: its phase, its requests, and when its peer was heard.
  var standing: String {
    var words: [String]
    switch connection.phase {
    case .greeting(let deadline): words = ["greeting until \(deadline)"]
    case .knocking(let deadline): words = ["knocking until \(deadline)"]
    case .certifying: words = ["certifying"]
    case .leaving(let deadline): words = ["leaving until \(deadline)"]
    case .ready(.none): words = ["ready"]
    case .ready(.attaching(let session)): words = ["attaching \(session.low)"]
    case .ready(.attached(let window)):
      words = ["attached \(window.session.low)"]
      switch window.subscription {
      case .following: words.append("following")
      case .replaying(let next, _): words.append("replaying \(next)")
      case .lagging: words.append("lagging")
      case .awaiting(let request): words.append("awaiting \(request)")
      case .fetching(let stream): words.append("fetching \(stream.request)")
      }
      words.append("told \(window.told)/\(window.presenceTold.through)/\(window.dragTold ?? 0)")
    }
    if connection.isOutgrown { words.append("outgrown") }
    if connection.window(with: Feature.presence) != nil { words.append("present") }
    let requests = connection.openRequests.sorted().map(String.init).joined(separator: ",")
    if connection.lastRequest > 0 {
      words.append("last \(connection.lastRequest) open [\(requests)]")
    }
    if connection.lastOwnRequest > 0 { words.append("own \(connection.lastOwnRequest)") }
    if connection.pinged { words.append("pinged") }
    if connection.lastHeard > 0 { words.append("heard \(connection.lastHeard)") }
    return words.joined(separator: " ")
  }
}
