import Glibc
public import NIOCore

/// The connections whose handshake is not complete, of all listeners of one event loop, and their
/// turns. Confined to that loop.
public final class Newcomers {
  /// The bounds of what a listener takes.
  public struct Limits: Sendable {
    /// The most connections whose handshake is complete. A newcomer beyond them is closed without an
    /// answer, unlike one beyond the coordinator's own limit, which is told why.
    public var connections = 4_352
    /// The time that a handshake may take, waiting for turns included.
    public var handshakeDeadline = TimeAmount.seconds(5)
    var handshakes = HandshakeLimits()

    /// The most connections at once whose handshake is not complete: each is a descriptor.
    public var unfinished: Int { handshakes.waiting + handshakes.started }

    public init() {}

    /// Bounds the unfinished handshakes where the process may not open many files.
    public mutating func restrict(unfinished: Int) {
      guard unfinished < self.unfinished else { return }
      handshakes.waiting = max(unfinished * 2 / 3, 1)
      handshakes.waitingPerAddress = max(handshakes.waiting / 2, 1)
      handshakes.started = max(unfinished / 3, 1)
      handshakes.startedPerAddress = max(handshakes.started / 2, 1)
    }
  }

  struct Newcomer {
    let handler: NewcomerHandler
    let stream: StreamChannelHandler
  }

  let limits: Limits
  private let eventLoop: any EventLoop
  private var queue: HandshakeQueue<ObjectIdentifier>
  private var newcomers: [ObjectIdentifier: Newcomer] = [:]
  /// The listeners that want to accept.
  private var accepts: [() -> Void] = []
  private var rounds: LoopRounds?
  private var timer: Scheduled<Void>?
  /// Whose the loop's time was since the last round.
  private var time: LoopTime
  /// The connections whose handshake is complete.
  private var established = 0

  private init(_ limits: Limits, _ eventLoop: any EventLoop) {
    self.limits = limits
    self.eventLoop = eventLoop
    queue = HandshakeQueue(limits.handshakes)
    time = LoopTime(now: Self.processorTime())
  }

  /// Must be called on `eventLoop`. Fails with `StreamEnd` where the system has no descriptors left.
  public static func open(
    limits: Limits = Limits(), on eventLoop: any EventLoop
  ) -> EventLoopFuture<Newcomers> {
    let newcomers = NIOLoopBound(Newcomers(limits, eventLoop), eventLoop: eventLoop)
    return LoopRounds.open(on: eventLoop) { newcomers.value.roundIsOver() }
      .flatMapErrorThrowing { throw StreamEnd($0) }
      .assumeIsolated().map { rounds in
        newcomers.value.rounds = rounds.value
        return newcomers.value
      }.nonisolated()
  }

  /// The number of open connections, those in their handshake included.
  public var connections: Int { established + newcomers.count }

  /// The number of those that have a TLS session and whose handshake is not complete.
  var sessions: Int { queue.started }

  /// Ends what was opened; the listeners are closed before.
  public func close() {
    timer?.cancel()
    accepts = []
    rounds?.close()
  }

  // MARK: Events

  /// Has `accept` called when there is time for one connection more.
  func wantAccept(_ accept: @escaping () -> Void) {
    accepts.append(accept)
    handle(.acceptWanted)
  }

  func enter(_ id: ObjectIdentifier, _ newcomer: Newcomer, from address: PeerAddress) {
    newcomers[id] = newcomer
    handle(.arrived(id, from: address))
  }

  func isReady(_ id: ObjectIdentifier) { handle(.ready(id)) }

  /// Notes that the handshake is complete.
  func establish(_ id: ObjectIdentifier) {
    guard newcomers.removeValue(forKey: id) != nil else { return }
    established += 1
    handle(.served(id, .established))
  }

  /// Notes that the connection is closed.
  func leave(_ id: ObjectIdentifier, wasEstablished: Bool) {
    newcomers[id] = nil
    if wasEstablished { established -= 1 }
    handle(.left(id))
  }

  /// Does what is done for newcomers, and counts its time as theirs.
  func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let began = Self.processorTime()
    defer {
      let spent = Self.processorTime() - began
      time.spend(spent)
      handle(.spent(spent))
    }
    return try body()
  }

  private func roundIsOver() {
    let others = time.endRound(now: Self.processorTime())
    measure { handle(.roundOver(others: others)) }
    while queue.canGoOn { measure { handle(.wentOn) } }
  }

  // MARK: Effects

  private func handle(_ event: HandshakeQueue<ObjectIdentifier>.Event) {
    for effect in queue.handle(event, now: NIODeadline.now().uptimeNanoseconds) {
      perform(effect)
    }
  }

  private func perform(_ effect: HandshakeQueue<ObjectIdentifier>.Effect) {
    switch effect {
    case .awaitRound:
      rounds?.ask()
    case .accept:
      let wanted = accepts
      accepts = []
      wanted.forEach { $0() }
    case .serve(let id):
      serve(id)
    case .evict(let id):
      guard let newcomer = newcomers[id] else { return }
      // Of one that was refused all know already.
      guard newcomer.stream.isHandshaking else { return newcomer.handler.drop() }
      newcomer.stream.giveUp(
        .io("it had to make room for others, as more handshakes were begun than there is room for"))
    case .wake(let time):
      timer?.cancel()
      timer = eventLoop.assumeIsolated().scheduleTask(deadline: .uptimeNanoseconds(time)) {
        self.handle(.woken)
      }
    }
  }

  private func serve(_ id: ObjectIdentifier) {
    guard let handler = newcomers[id]?.handler else { return handle(.left(id)) }
    // The sessions include this one.
    guard handler.hasSession || established + queue.started <= limits.connections else {
      newcomers[id]?.stream.giveUp(
        .io("the limit of \(limits.connections) connections is reached"))
      return
    }
    handler.serve()
    guard let newcomer = newcomers[id] else { return handler.stepAside() }
    if newcomer.stream.isHandshaking {
      handle(.served(id, .unfinished))
      handler.readOn()
    } else {
      handle(.served(id, .refused))
      handler.passOn()
    }
  }

  /// The processor time of this thread, in nanoseconds.
  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

@available(*, unavailable)
extension Newcomers: Sendable {}
