import BoardModel
import Glibc
import Launcher
import NIOCore
import NIOPosix
import WindowSync
import Wire

/// The answers of a command's session to its requests.
enum SessionAnswer: Sendable {
  case answered(Message, from: IncarnationID?)
  case windowShown(Bool)
  case ready(Board)
  case decided([Decision], Board)
  case made([Decision])
}

/// The events of a board that a command follows, with the board as it then is.
enum Followed: Sendable {
  case started(Board)
  case committed([CommittedOperation], Board)
  case reloaded(Board)
  case linkLost
  case linkBack
}

/// The session was left before it had answered.
struct SessionOver: Error {}

/// Runs a `CommandSession`: it brings it events, performs its effects, and decides nothing. It may
/// be used only on its event loop.
final class SessionDriver {
  private var session: CommandSession
  private var links: [LinkName: CoordinatorLink] = [:]
  private let way: CoordinatorLink.Way
  private let loop: any EventLoop
  /// The first request, until it is answered.
  private var first: First = .none
  /// How often the session was begun anew: what links of an earlier one say is of no matter.
  private var restarts = 0

  private enum First {
    case none
    case asked(SessionEvent)
    case answered
  }
  private var timer: Scheduled<Void>?
  private var events: [SessionEvent] = []
  private var handling = false
  private var answer: EventLoopPromise<SessionAnswer>?
  private var failure: CommandFailure?
  private var isOver = false
  private var follower: ((Followed) throws(CommandFailure) -> Void)?
  /// Succeeds when no link is needed any more, and fails with what ended the session before that.
  let done: EventLoopPromise<Void>

  init(_ way: CoordinatorLink.Way) {
    self.way = way
    loop = way.loop
    session = CommandSession(grease: .random(in: 0...UInt8.max))
    done = loop.makePromise()
    makeLinks()
  }

  private func makeLinks() {
    let restarts = restarts
    for name in [LinkName.directory, .board] {
      links[name] = CoordinatorLink(way) {
        if restarts == self.restarts { self.happened($0, on: name) }
      }
    }
  }

  /// Begins the session anew with its first request, where another process of this device renewed the
  /// certificate while this one dialed: the coordinator lets the older one in no more, and the newer is
  /// in the files. Nothing was done before the first answer.
  /// - Returns: whether it does.
  private func beginAnew(after failure: CommandFailure) -> Bool {
    guard failure.kind == .identity, restarts == 0, case .asked(let request) = first,
      way.access.isSuperseded
    else { return false }
    restarts += 1
    timer?.cancel()
    for link in links.values { link.disconnect() }
    session = CommandSession(grease: .random(in: 0...UInt8.max))
    makeLinks()
    events = [request]
    return true
  }

  /// Makes a request. The answer to the one before must have come.
  func ask(_ event: SessionEvent) -> EventLoopFuture<SessionAnswer> {
    let promise = loop.makePromise(of: SessionAnswer.self)
    if isOver {
      promise.fail(failure ?? SessionOver())
    } else {
      answer = promise
      if case .none = first { first = .asked(event) }
      handle(event)
    }
    return promise.futureResult
  }

  /// Opens a board to follow it. `follower` is told everything from the start on, until it throws.
  func follow(
    _ identity: ReplicaIdentity,
    _ follower: @escaping (Followed) throws(CommandFailure) -> Void
  ) -> EventLoopFuture<SessionAnswer> {
    self.follower = follower
    return ask(.follow(identity, wallClock: Clock.wall))
  }

  func finish() { handle(.finish) }

  /// The store of the coordinator that answers; nil where none does.
  var store: IncarnationID? { session.store }

  private func happened(_ event: CoordinatorLink.Event, on link: LinkName) {
    switch event {
    case .connected: handle(.connected(link))
    case .received(let bytes): handle(.received(link, bytes))
    case .disconnected(let failure):
      let jitter = UInt64.random(in: 0...UInt64.max)
      switch failure.concern {
      case .connection, .renewal:
        handle(
          .disconnected(link, reason: failure.reason, retry: .automatic, jitter: jitter))
      case .identity:
        handle(
          .disconnected(link, reason: failure.reason, retry: .identityRefused, jitter: jitter))
      case .files: handle(.filesUnusable(link, reason: failure.reason, jitter: jitter))
      }
    }
  }

  /// Handles one event at a time: events that an effect causes wait until the effects before are
  /// done.
  private func handle(_ event: SessionEvent) {
    events.append(event)
    if handling { return }
    handling = true
    defer { handling = false }
    while !events.isEmpty {
      let next = events.removeFirst()
      let restarts = restarts
      for effect in session.handle(next, now: Clock.monotonic) where restarts == self.restarts {
        perform(effect)
      }
    }
  }

  private func perform(_ effect: SessionEffect) {
    switch effect {
    case .connect(let link): links[link]?.connect()
    case .send(let link, let bytes): links[link]?.send(bytes)
    case .disconnect(let link): links[link]?.disconnect()
    case .answered(let message): reply(.answered(message, from: session.store))
    case .windowShown(let inTime): reply(.windowShown(inTime))
    case .ready:
      guard let board = session.board else { return }
      tell(.started(board))
      reply(.ready(board))
    case .decided(let decisions):
      if let board = session.board { reply(.decided(decisions, board)) }
    case .made(let decisions): reply(.made(decisions))
    case .committed(let operations):
      if let board = session.board { tell(.committed(operations, board)) }
    case .reloaded: if let board = session.board { tell(.reloaded(board)) }
    case .linkLost: tell(.linkLost)
    case .linkBack: tell(.linkBack)
    case .needsFreshIdentity:
      handle(.freshIdentity(session: .random(), instance: .random()))
    case .wake(let time): wake(at: time)
    case .failed(let failure): fail(failure)
    case .done:
      timer?.cancel()
      // Nothing needs the events that may still come on the links.
      links = [:]
      isOver = true
      let promise = answer
      answer = nil
      promise?.fail(failure ?? SessionOver())
      if let failure { done.fail(failure) } else { done.succeed() }
    }
  }

  private func reply(_ value: SessionAnswer) {
    first = .answered
    let promise = answer
    answer = nil
    promise?.succeed(value)
  }

  /// Tells the follower. If it throws, the session is left in good order.
  private func tell(_ followed: Followed) {
    do throws(CommandFailure) {
      try follower?(followed)
    } catch {
      follower = nil
      failure = error
      finish()
    }
  }

  private func fail(_ failure: CommandFailure) {
    if beginAnew(after: failure) { return }
    self.failure = failure
    let promise = answer
    answer = nil
    promise?.fail(failure)
  }

  private func wake(at time: UInt64) {
    timer?.cancel()
    timer = loop.assumeIsolated().scheduleTask(deadline: Clock.deadline(time)) {
      self.handle(.timer)
    }
  }
}

/// The system's clocks, in milliseconds.
enum Clock {
  private static let nanoseconds: UInt64 = 1_000_000

  static var monotonic: UInt64 { NIODeadline.now().uptimeNanoseconds / nanoseconds }

  /// The first moment at which `monotonic` has reached `time`.
  static func deadline(_ time: UInt64) -> NIODeadline {
    let (product, overflows) = time.multipliedReportingOverflow(by: nanoseconds)
    return .uptimeNanoseconds(overflows ? UInt64(Int64.max) : product)
  }

  /// The time of day, in milliseconds since 1970.
  static var wall: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec) * 1_000 + UInt64(clamping: time.tv_nsec) / nanoseconds
  }
}

extension Identifier {
  /// A random identifier from the system's source of randomness.
  static func random() -> Identifier {
    Identifier(high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
  }
}
