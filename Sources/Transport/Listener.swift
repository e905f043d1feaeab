public import NIOCore
import NIOPosix
public import TLS

/// Why nothing listens at an address.
public struct BindFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint
  public let reason: StreamEnd

  public var description: String {
    "cannot listen at \(self.endpoint): \(self.reason); choose another address or stop what uses it"
  }
}

/// Accepts connections over TLS, all on one event loop.
public final class Listener: Sendable {
  public struct Limits: Sendable {
    /// Open connections, established or not. A safety net above what the coordinator refuses with
    /// a reason of its own: beyond it a newcomer is closed without a word.
    public var connections = 4096
    /// Handshakes at once: each costs some tens of KiB and up to a millisecond of the event loop,
    /// so this bounds both what strangers can make us hold and the queue a newcomer stands in.
    public var handshakes = 256
    public var handshakeDeadline = TimeAmount.seconds(5)
    /// What is left of the deadline when all `handshakes` are taken. An honest peer needs a few
    /// round trips.
    public var handshakePatience = TimeAmount.seconds(1)

    public init() {}
  }

  /// Connections the system completes before they are accepted.
  private static let backlog: Int32 = 1024

  /// Where it listens, with the port the system chose.
  public let local: Endpoint
  let channel: any Channel
  private let control: NIOLoopBound<AcceptControl>

  private init(local: Endpoint, channel: any Channel, control: NIOLoopBound<AcceptControl>) {
    self.local = local
    self.channel = channel
    self.control = control
  }

  /// Must be called on `eventLoop`; the closures are called there. `accepted` gets each connection
  /// once its handshake is complete; `refused` each one that came to nothing, for the record;
  /// `failed` what the listening socket itself meets, such as no room for another connection.
  ///
  /// Fails with `BindFailure`.
  public static func bind(
    _ endpoint: Endpoint, context: TLSContext, eventLoop: any EventLoop,
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
          // In front of ours: the socket stays readable, and without a pause the loop would turn.
          try channel.pipeline.syncOperations.addHandlers(AcceptBackoffHandler(), control.value)
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: StreamChannel.readsPerTurn)
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

  /// How many connections are open, those that are still in their handshake included. On the event
  /// loop only.
  public var connections: Int { self.control.value.connections }

  /// Accepts nobody any more and drops unfinished handshakes; established streams stay.
  public func close() -> EventLoopFuture<Void> {
    self.channel.close()
  }
}
