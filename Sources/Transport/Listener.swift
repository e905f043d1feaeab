import Glibc
public import NIOCore
import NIOPosix
public import TLS

/// The reason why listening at an address failed.
public struct BindFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let endpoint: Endpoint
  public let reason: StreamEnd

  public var description: String { "cannot listen at \(endpoint): \(reason); \(advice)" }

  /// What to do, by what the system said.
  private var advice: String {
    switch reason {
    case .io(String(cString: strerror(EACCES))):
      "ports below 1024 are for root, or whoever has CAP_NET_BIND_SERVICE: choose a higher one"
    case .io(String(cString: strerror(EADDRNOTAVAIL))):
      "give an address of this machine, or 0.0.0.0 for all"
    default: "choose another address or stop what uses it"
    }
  }
}

/// Accepts connections over TLS, all on one event loop.
public final class Listener: Sendable {
  /// The most connections that the system completes before they are accepted.
  private static let backlog: Int32 = 4096

  /// The most connections that are accepted in one turn: together they take about as long as one step
  /// of a handshake.
  static let acceptsPerTurn: UInt = 8

  /// The address at which it listens, with the port that the system chose.
  public let local: Endpoint
  let channel: any Channel

  private init(local: Endpoint, channel: any Channel) {
    self.local = local
    self.channel = channel
  }

  /// Listens at `endpoint`. Must be called on `eventLoop`, where the closures are called too.
  /// `accepted` gets each connection once its handshake is complete. `refused` gets each connection
  /// that failed before, for the log. `failed` gets the errors of the listening socket itself, such
  /// as a lack of file descriptors. `context` is asked for each connection, so that a renewed
  /// certificate is used from the next one on. `newcomers` is shared by all listeners of the loop.
  ///
  /// Fails with `BindFailure`.
  public static func bind(
    _ endpoint: Endpoint, context: @escaping () -> TLSContext, sharing newcomers: Newcomers,
    eventLoop: any EventLoop,
    accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (_ remote: Endpoint?, StreamEnd) -> Void = { _, _ in },
    failed: @escaping (StreamEnd) -> Void = { _ in }
  ) -> EventLoopFuture<Listener> {
    let control = NIOLoopBound(
      AcceptControl(
        tls: context, newcomers: newcomers, accepted: accepted, refused: refused, failed: failed),
      eventLoop: eventLoop)
    let bootstrap = ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.maxMessagesPerRead, value: Self.acceptsPerTurn)
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
        return Listener(local: local, channel: channel)
      }
      .flatMapErrorThrowing { error in
        throw BindFailure(endpoint: endpoint, reason: StreamEnd(error))
      }
  }

  /// Listens at an endpoint for a moment, and takes nobody. Fails with `BindFailure`.
  public static func probe(_ endpoint: Endpoint, eventLoop: any EventLoop) -> EventLoopFuture<Void>
  {
    ServerBootstrap(group: eventLoop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: endpoint.host, port: endpoint.port)
      .flatMapErrorThrowing { throw BindFailure(endpoint: endpoint, reason: StreamEnd($0)) }
      .flatMap { $0.close() }
  }

  /// Listens at one endpoint alone, with newcomers of its own.
  public static func bind(
    _ endpoint: Endpoint, context: @escaping () -> TLSContext, eventLoop: any EventLoop,
    limits: Newcomers.Limits = Newcomers.Limits(),
    accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (_ remote: Endpoint?, StreamEnd) -> Void = { _, _ in },
    failed: @escaping (StreamEnd) -> Void = { _ in }
  ) -> EventLoopFuture<Listener> {
    Newcomers.open(limits: limits, on: eventLoop).assumeIsolated().flatMap { newcomers in
      let bound = bind(
        endpoint, context: context, sharing: newcomers, eventLoop: eventLoop, accepted: accepted,
        refused: refused, failed: failed
      ).assumeIsolated()
      bound.whenFailure { _ in newcomers.close() }
      bound.whenSuccess { listener in
        listener.channel.closeFuture.assumeIsolated().whenComplete { _ in newcomers.close() }
      }
      return bound.nonisolated()
    }.nonisolated()
  }

  /// Stops accepting and drops unfinished handshakes; established streams stay open.
  public func close() -> EventLoopFuture<Void> {
    channel.close()
  }
}
