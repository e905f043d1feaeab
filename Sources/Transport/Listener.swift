public import NIOCore
import NIOPosix
public import TLS

/// The reason why listening at an address failed.
public struct BindFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint
  public let reason: StreamEnd

  public var description: String {
    "cannot listen at \(endpoint): \(reason); choose another address or stop what uses it"
  }
}

/// Accepts connections over TLS, all on one event loop.
public final class Listener: Sendable {
  public struct Limits: Sendable {
    /// The most open connections, established or not. A newcomer beyond them is closed without an
    /// answer, unlike one beyond the coordinator's own limit, which is told why.
    public var connections = 4096
    /// The most handshakes at once. Each costs some tens of KiB and up to a millisecond of the
    /// event loop, so this bounds both the memory that strangers can take and the wait of a
    /// newcomer.
    public var handshakes = 256
    /// The time that a handshake may take.
    public var handshakeDeadline = TimeAmount.seconds(5)
    /// The time that a handshake may take while all `handshakes` are taken. An honest peer needs a
    /// few round trips.
    public var handshakePatience = TimeAmount.seconds(1)

    public init() {}
  }

  /// The most connections that the system completes before they are accepted.
  private static let backlog: Int32 = 1024

  /// The address at which it listens, with the port that the system chose.
  public let local: Endpoint
  let channel: any Channel
  private let control: NIOLoopBound<AcceptControl>

  private init(local: Endpoint, channel: any Channel, control: NIOLoopBound<AcceptControl>) {
    self.local = local
    self.channel = channel
    self.control = control
  }

  /// Listens at `endpoint`. Must be called on `eventLoop`, where the closures are called too.
  /// `accepted` gets each connection once its handshake is complete. `refused` gets each connection
  /// that failed before, for the log. `failed` gets the errors of the listening socket itself, such
  /// as a lack of file descriptors. `context` is asked for each connection, so that a renewed
  /// certificate is used from the next one on.
  ///
  /// Fails with `BindFailure`.
  public static func bind(
    _ endpoint: Endpoint, context: @escaping () -> TLSContext, eventLoop: any EventLoop,
    limits: Limits = Limits(),
    accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (_ remote: Endpoint?, StreamEnd) -> Void = { _, _ in },
    failed: @escaping (StreamEnd) -> Void = { _ in }
  ) -> EventLoopFuture<Listener> {
    let control = NIOLoopBound(
      AcceptControl(
        tls: context, limits: limits, accepted: accepted, refused: refused, failed: failed),
      eventLoop: eventLoop)
    let bootstrap = ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // NIO's handler stands first: when `accept` fails for want of descriptors the socket
          // stays readable, and without its pause the event loop would spin.
          try channel.pipeline.syncOperations.addHandlers(AcceptBackoffHandler(), control.value)
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: StreamChannel.readsPerTurn)
      .childChannelOption(.recvAllocator, value: StreamChannel.readBuffer)
      .childChannelInitializer { channel in
        control.value.admit(channel)
        return channel.eventLoop.makeSucceededVoidFuture()
      }
    return bootstrap.bind(host: endpoint.host, port: endpoint.port)
      .map { channel in
        let local = Endpoint(channel.localAddress) ?? endpoint
        return Listener(local: local, channel: channel, control: control)
      }
      .flatMapErrorThrowing { error in
        throw BindFailure(endpoint: endpoint, reason: StreamEnd(error))
      }
  }

  /// The number of open connections, those in their handshake included. Read it on the event loop
  /// only.
  public var connections: Int { control.value.connections }

  /// Stops accepting and drops unfinished handshakes; established streams stay open.
  public func close() -> EventLoopFuture<Void> {
    channel.close()
  }
}
