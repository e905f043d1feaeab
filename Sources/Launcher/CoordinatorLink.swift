public import NIOCore
public import NIOPosix
public import TLS
import Transport

/// The connection of one machine to its coordinator: dials, starts this user's own where it does
/// not run, carries bytes. Confined to its event loop.
public final class CoordinatorLink {
  public enum Event {
    case connected
    case received([UInt8])
    /// Exactly one for each `connect`.
    case disconnected(StreamFailure)
  }

  public struct StreamFailure: Hashable, Sendable {
    public enum Concern: Hashable, Sendable {
      /// The network, or the coordinator.
      case connection
      /// One side does not accept the other's certificate: to dial again is of no use.
      case identity
      /// This user's own coordinator cannot be looked for: the files about it cannot be used.
      case files
    }

    public let reason: String
    public let concern: Concern

    public var concernsIdentity: Bool { concern == .identity }
  }

  /// What links have in common.
  public struct Way: Sendable {
    public let place: CoordinatorPlace
    public let context: TLSContext
    public let loop: any EventLoop
    /// For what blocks: waiting for a coordinator to start.
    public let threads: NIOThreadPool

    public init(
      place: CoordinatorPlace, context: TLSContext, loop: any EventLoop, threads: NIOThreadPool
    ) {
      self.place = place
      self.context = context
      self.loop = loop
      self.threads = threads
    }
  }

  private enum State {
    case idle
    /// Answers to an older attempt are not for us.
    case dialing(attempt: Int)
    case open(ByteStream)
  }

  private let way: Way
  private let deliver: (Event) -> Void
  private var state = State.idle
  private var attempts = 0

  /// The peer's last words may take so long after ours: a person may be waiting to leave.
  private static let drain = TimeAmount.seconds(1)

  /// - Parameter deliver: called on the event loop.
  public init(_ way: Way, deliver: @escaping (Event) -> Void) {
    self.way = way
    self.deliver = deliver
  }

  public func connect() {
    guard case .idle = state else { return }
    attempts += 1
    let attempt = attempts
    state = .dialing(attempt: attempt)
    switch way.place {
    case .named(let url): dial(url.endpoint, attempt) { self.failed($0, attempt) }
    case .own(let coordinator): find(coordinator, attempt)
    }
  }

  public func send(_ bytes: [UInt8]) {
    if case .open(let stream) = state { stream.write(bytes) }
  }

  /// Writes out what was sent, and ends.
  public func disconnect() {
    switch state {
    case .idle: return
    case .dialing:
      state = .idle
      way.loop.assumeIsolated().execute {
        self.deliver(.disconnected(StreamFailure(reason: "given up", concern: .connection)))
      }
    case .open(let stream): stream.finish(deadline: CoordinatorLink.drain)
    }
  }

  // MARK: Dialing

  /// The address of our own coordinator is in a file, which stays when it crashes: whoever does not
  /// answer there, be it a stranger at the same port, is not it.
  private func find(_ coordinator: LocalCoordinator, _ attempt: Int) {
    guard let last = coordinator.lastAddress else {
      return start(coordinator, insteadOf: nil, attempt)
    }
    dial(last, attempt) { failure in
      guard self.isCurrent(attempt) else { return }
      self.start(coordinator, insteadOf: last, attempt, after: failure)
    }
  }

  private func start(
    _ coordinator: LocalCoordinator, insteadOf known: Endpoint?, _ attempt: Int,
    after first: DialFailure? = nil
  ) {
    way.threads.runIfActive(eventLoop: way.loop) { try coordinator.ensureRunning(insteadOf: known) }
      .assumeIsolated()
      .whenComplete { result in
        guard self.isCurrent(attempt) else { return }
        switch result {
        case .success(let endpoint): self.dial(endpoint, attempt) { self.failed($0, attempt) }
        // It runs and does not know us: that it does not start a second time says nothing.
        case .failure where first?.reason.concernsIdentity ?? false:
          if let first { self.failed(first, attempt) }
        case .failure(let error as LocalCoordinator.UnusableFiles): self.end("\(error)", .files)
        case .failure(let error): self.end("\(error)", .connection)
        }
      }
  }

  private func dial(
    _ endpoint: Endpoint, _ attempt: Int, failed: @escaping (DialFailure) -> Void
  ) {
    Dialer.connect(
      to: endpoint, context: way.context, eventLoop: way.loop,
      opened: { self.opened($0, attempt) }, failed: failed)
  }

  private func failed(_ failure: DialFailure, _ attempt: Int) {
    guard isCurrent(attempt) else { return }
    end("\(failure)", failure.reason.concernsIdentity ? .identity : .connection)
  }

  private func isCurrent(_ attempt: Int) -> Bool {
    if case .dialing(attempt) = state { true } else { false }
  }

  // MARK: The stream

  private func opened(_ stream: ByteStream, _ attempt: Int) -> StreamHandlers {
    guard isCurrent(attempt) else {
      stream.abort()
      return StreamHandlers(received: { _ in }, ended: { _ in })
    }
    state = .open(stream)
    // Before any byte: they come only after the handlers are returned.
    deliver(.connected)
    return StreamHandlers(
      received: { self.deliver(.received(Array($0.readableBytesView))) },
      ended: { end in
        guard case .open(let current) = self.state, current === stream else { return }
        self.end("\(end)", end.concernsIdentity ? .identity : .connection)
      })
  }

  private func end(_ reason: String, _ concern: StreamFailure.Concern) {
    state = .idle
    deliver(.disconnected(StreamFailure(reason: reason, concern: concern)))
  }
}

/// Where a coordinator is.
public enum CoordinatorPlace: Sendable {
  /// `BOARD_URL` names it.
  case named(CoordinatorURL)
  /// This user's own, started when it does not run.
  case own(LocalCoordinator)

  /// What a person reads of where it is. Windows are kept by cluster: it may move.
  public var name: String {
    switch self {
    case .named(let url): "\(url)"
    case .own: "this device's own"
    }
  }
}
