public import NIOCore
public import NIOPosix
public import TLS
import Transport

/// The connection of one machine to its coordinator. It dials, starts this user's own coordinator
/// where it does not run, and carries bytes. Confined to its event loop.
public final class CoordinatorLink {
  public enum Event {
    case connected
    case received([UInt8])
    /// The link is down; this event comes exactly once for each `connect`.
    case disconnected(StreamFailure)
  }

  public struct StreamFailure: Hashable, Sendable {
    public enum Concern: Hashable, Sendable {
      /// The network or the coordinator failed.
      case connection
      /// One side does not accept the other's certificate: dialing again is of no use.
      case identity
      /// The files by which this user's own coordinator is found cannot be used.
      case files
    }

    public let reason: String
    public let concern: Concern

    public var concernsIdentity: Bool { concern == .identity }
  }

  /// The settings that links have in common.
  public struct Way: Sendable {
    public let place: CoordinatorPlace
    public let context: TLSContext
    public let loop: any EventLoop
    /// The threads for calls that block, such as waiting for a coordinator to start.
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
    /// The link waits for this attempt; results of older ones are ignored.
    case dialing(attempt: Int)
    case open(ByteStream)
  }

  private let way: Way
  private let deliver: (Event) -> Void
  private var state = State.idle
  private var attempts = 0

  /// The time that the peer has to close its side after `disconnect`: a person may be waiting to
  /// leave.
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

  /// Sends the rest of what was given to `send`, and ends.
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

  /// Dials the address in the file. The file stays when the coordinator crashes, so a failure
  /// there, or a stranger at the same port, means that the coordinator must be started.
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
        // The coordinator runs but refused the certificate: that is the cause, and the failed
        // second start is not.
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
    // `connected` comes before any bytes, which are delivered only after the handlers are returned.
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

/// The place of a coordinator.
public enum CoordinatorPlace: Sendable {
  /// The coordinator that `BOARD_URL` names.
  case named(CoordinatorURL)
  /// This user's own coordinator, started when it does not run.
  case own(LocalCoordinator)

  /// The place in words for people. It does not identify a window's files, which are kept by
  /// cluster: the coordinator may move.
  public var name: String {
    switch self {
    case .named(let url): "\(url)"
    case .own: "this device's own"
    }
  }
}
