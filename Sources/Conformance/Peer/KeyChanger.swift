import NIOCore
import TLS
import Transport

/// A client that changes its keys again and again once its TLS handshake is complete, and sends nothing
/// else.
final class KeyChanger: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var session: TLSSession
  private var changes: Int
  private let ended: EventLoopPromise<Bool>

  private init(_ context: TLSContext, _ changes: Int, _ ended: EventLoopPromise<Bool>) throws {
    session = try TLSSession(context: context)
    self.changes = changes
    self.ended = ended
  }

  /// - Returns: whether the coordinator ended the connection in time.
  static func isEnded(
    _ endpoint: Endpoint, _ context: TLSContext, changes: Int, on eventLoop: any EventLoop,
    timeout: TimeAmount
  ) async throws -> Bool {
    try await OwnConnection.outcome(
      at: endpoint, on: eventLoop, timeout: timeout, otherwise: false
    ) { try KeyChanger(context, changes, $0) }
  }

  func channelActive(context: ChannelHandlerContext) {
    session.handshake()
    drain(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    Self.unwrapInboundIn(data).withUnsafeReadableBytes { session.receive($0) }
    session.handshake()
    if case .established = session.state {
      for _ in 0..<changes { session.updateKeys() }
      changes = 0
    }
    var plaintext = ByteBuffer()
    session.read(into: &plaintext)
    drain(context)
    switch session.state {
    case .handshaking, .established: break
    case .peerClosed, .closing, .closed, .failed: ended.succeed(true)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    ended.succeed(true)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func drain(_ context: ChannelHandlerContext) {
    if let bytes = session.drain() {
      context.writeAndFlush(NIOAny(bytes), promise: nil)
    }
  }
}
