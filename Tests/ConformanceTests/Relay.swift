import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing
import Transport

/// What stands before a coordinator's socket and treats connections as that one would not: for what no
/// change of its messages can do.
enum Relay: Sendable {
  /// Whoever was cut is not told.
  case keepsOpen
  /// Whoever was cut is reset.
  case resets
  /// So many connections are let through in all, and later ones are closed: those that have a place keep it.
  case lets(through: Int)

  /// - Returns: where it listens.
  func open(before endpoint: Endpoint, on eventLoop: any EventLoop) async throws -> Endpoint {
    let count = Mutex(0)
    let most = if case .lets(let most) = self { most } else { Int.max }
    let counted = Counted(count)
    let channel = try await ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: 1_024)
      .childChannelInitializer { client in
        guard counted.enter(most) else { return client.close() }
        return ClientBootstrap(group: eventLoop)
          .channelInitializer { coordinator in
            coordinator.pipeline.addHandler(Forward(to: client, atEnd: self))
          }
          .connect(host: endpoint.host, port: endpoint.port)
          .flatMap { coordinator in
            client.pipeline.addHandler(Forward(to: coordinator, atEnd: nil))
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return try #require(Endpoint(channel.localAddress))
  }

  /// The connections that were let through.
  private final class Counted: Sendable {
    private let count: Mutex<Int>

    init(_ count: consuming Mutex<Int>) { self.count = count }

    func enter(_ most: Int) -> Bool {
      count.withLock { count in
        guard count < most else { return false }
        count += 1
        return true
      }
    }
  }

  /// Gives what comes to the other side, and its end in its manner.
  private final class Forward: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    /// How the coordinator's end is passed on; nil for the client's.
    private let atEnd: Relay?

    init(to other: any Channel, atEnd: Relay?) {
      self.other = other
      self.atEnd = atEnd
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      other.writeAndFlush(Self.unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      switch atEnd {
      case .keepsOpen: break
      case .resets:
        let other = self.other
        _ = (other as? any SocketOptionProvider)?
          .setSoLinger(linger(l_onoff: 1, l_linger: 0)).flatMap { other.close() }
      case .lets, nil: other.close(promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
