public import NIOCore
import NIOPosix
public import TLS

/// The reason why no stream to a coordinator could be opened.
public struct DialFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint
  public let reason: StreamEnd

  public init(endpoint: Endpoint, reason: StreamEnd) {
    self.endpoint = endpoint
    self.reason = reason
  }

  public var description: String { advice.map { "\(fact); \($0)" } ?? fact }

  /// What happened, without what to do.
  public var fact: String { "cannot connect to \(endpoint): \(reason)" }

  /// Nil where the reason says what to do.
  private var advice: String? {
    switch reason {
    case .tls(let error) where error.kind == .unknownAuthority && error.origin == .local:
      return nil
    case .tls(let error) where error.kind == .certificateExpired:
      return "then try again"
    case _ where reason.concernsIdentity:
      return "check that this device's certificate and the coordinator's come from one authority "
        + "and are valid"
    case .tls(let error) where error.kind == .alpn || error.kind == .version:
      return "check that a board coordinator of a compatible version listens there"
    case .tls, .truncated:
      return "check that a board coordinator listens there, and try again"
    case .clean, .aborted, .io, .timeout:
      return "check the address and that a coordinator is running there"
    }
  }
}

/// Opens streams to coordinators.
public enum Dialer {
  /// The time that name resolution, the TCP connection and the TLS handshake may take together.
  public static let timeout = TimeAmount.seconds(5)

  /// Opens a stream. Must be called on `eventLoop`, where exactly one of the two closures is
  /// called, once.
  ///
  /// In TLS 1.3 a client's handshake is complete before the server has seen its certificate. A
  /// coordinator that refuses this device therefore ends the opened stream with `.tls`, and the
  /// error's origin is the peer.
  public static func connect(
    to endpoint: Endpoint, context: TLSContext, expecting expectation: PeerExpectation? = nil,
    eventLoop: any EventLoop, timeout: TimeAmount = Dialer.timeout,
    opened: @escaping (ByteStream) -> StreamHandlers,
    failed: @escaping (DialFailure) -> Void
  ) {
    let deadline = NIODeadline.now() + timeout
    let outcome = StreamChannelHandler.Outcome(
      opened: opened, refused: { failed(DialFailure(endpoint: endpoint, reason: $0)) })
    let bootstrap = ClientBootstrap(group: eventLoop)
      .connectTimeout(timeout)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.maxMessagesPerRead, value: StreamChannel.readsPerTurn)
    let connected: EventLoopFuture<any Channel>
    if let literal = try? SocketAddress(ipAddress: endpoint.host, port: endpoint.port) {
      connected = bootstrap.connect(to: literal)
    } else {
      connected = bootstrap.connect(host: endpoint.host, port: endpoint.port)
    }
    // The handlers are added to the connection that won: for a host name there may be several
    // attempts.
    connected.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let channel):
        StreamChannel.set(
          up: channel, context: context, expecting: expectation, deadline: deadline,
          outcome: outcome)
      case .failure(let error):
        outcome.refused(Self.reason(error))
      }
    }
  }

  private static func reason(_ error: any Error) -> StreamEnd {
    guard let error = error as? NIOConnectionError else { return StreamEnd(error) }
    if let first = error.connectionErrors.first { return StreamEnd(first.error) }
    return .io("the host name \(error.host.debugDescription) is not known")
  }
}
