import NIOCore
import NIOPosix
import Synchronization

/// Passes bytes between clients and a coordinator, and cuts the first connection after so many
/// bytes from the coordinator. Later connections pass whole.
final class CuttingProxy: Sendable {
  let port: Int
  private let listener: any Channel
  private let state: State

  final class State: Sendable {
    /// Bytes that still pass on the first connection; nil once that is gone.
    let left: Mutex<Int?>
    let connections = Mutex(0)

    init(_ bytes: Int) { left = Mutex(bytes) }
  }

  var connections: Int { state.connections.withLock { $0 } }

  init(to port: Int, cuttingAfter bytes: Int) async throws {
    let state = State(bytes)
    self.state = state
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { client in
        let isFirst = state.connections.withLock { count in
          count += 1
          return count == 1
        }
        return ClientBootstrap(group: client.eventLoop)
          .connect(host: "127.0.0.1", port: port)
          .flatMapThrowing { server in
            try client.pipeline.syncOperations.addHandler(Passing(to: server, cut: nil))
            try server.pipeline.syncOperations.addHandler(
              Passing(to: client, cut: isFirst ? state : nil))
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.port = listener.localAddress?.port ?? 0
  }

  func close() async throws { try await listener.close() }
}

/// Hands what it reads to the other side.
private final class Passing: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let other: any Channel
  private let cut: CuttingProxy.State?

  init(to other: any Channel, cut: CuttingProxy.State?) {
    self.other = other
    self.cut = cut
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    guard let cut else { return other.writeAndFlush(bytes, promise: nil) }
    let (passing, isOver) = cut.left.withLock { left in
      let passing = min(left ?? 0, bytes.readableBytes)
      left = (left ?? 0) - passing
      return (passing, left == 0)
    }
    if let slice = bytes.readSlice(length: passing), passing > 0 {
      other.writeAndFlush(slice, promise: nil)
    }
    if isOver {
      context.close(promise: nil)
      other.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
