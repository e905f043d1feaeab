import NIOCore
import NIOPosix
import Synchronization

/// Passes bytes between windows and a coordinator, and once it is told to hold, nothing of what the
/// windows send: what the coordinator says still passes. It can cut all connections, and then makes
/// none until it is told to.
final class HoldingProxy: Sendable {
  /// As in `BOARD_URL`.
  let url: String
  private let listener: any Channel
  private let isHolding: Gate

  fileprivate final class Gate: Sendable {
    let isShut = Mutex(false)
    /// The connections of the windows; nil while none may be made.
    let clients = Mutex<[any Channel]?>([])
  }

  /// - Parameter url: where the coordinator is, as in `BOARD_URL`.
  init(to url: String) throws {
    let gate = Gate()
    guard let port = url.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw PseudoTerminal.Failure(description: "no port in \(url)")
    }
    listener = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { client in
        let isCut = gate.clients.withLock { clients in
          clients?.append(client)
          return clients == nil
        }
        if isCut { return client.close() }
        return ClientBootstrap(group: client.eventLoop)
          .connect(host: "127.0.0.1", port: port)
          .flatMapThrowing { server in
            try client.pipeline.syncOperations.addHandler(Passing(to: server, through: gate))
            try server.pipeline.syncOperations.addHandler(Passing(to: client, through: nil))
          }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    self.url = "board://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    isHolding = gate
  }

  func hold() { isHolding.isShut.withLock { $0 = true } }

  func cut() {
    for client in isHolding.clients.withLock({ $0.take() }) ?? [] { client.close(promise: nil) }
  }

  func mend() { isHolding.clients.withLock { $0 = [] } }

  func close() throws { try listener.close().wait() }
}

/// Hands what it reads to the other side.
private final class Passing: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let other: any Channel
  private let gate: HoldingProxy.Gate?

  init(to other: any Channel, through gate: HoldingProxy.Gate?) {
    self.other = other
    self.gate = gate
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard gate?.isShut.withLock({ $0 }) != true else { return }
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
