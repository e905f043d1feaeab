import NIOCore
import NIOPosix
import TLS
import Transport

/// A client that writes its first bytes of the protocol together with the last bytes of its TLS
/// handshake, so that a coordinator reads both at once.
final class FirstFlight: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var session: TLSSession
  private var request: [UInt8]?
  private let wanted: Int
  private let answer: EventLoopPromise<[UInt8]?>
  private var received: [UInt8] = []

  private init(
    _ context: TLSContext, _ request: [UInt8], _ wanted: Int, _ answer: EventLoopPromise<[UInt8]?>
  ) throws {
    session = try TLSSession(context: context)
    self.request = request
    self.wanted = wanted
    self.answer = answer
  }

  /// Connects, and sends `request` behind the handshake.
  /// - Returns: at least the first `wanted` bytes of the answer; nil if they do not come in time.
  static func ask(
    _ endpoint: Endpoint, _ context: TLSContext, _ request: [UInt8], wanted: Int,
    on eventLoop: any EventLoop, timeout: TimeAmount
  ) async throws -> [UInt8]? {
    let answer = eventLoop.makePromise(of: [UInt8]?.self)
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: eventLoop)
        .connectTimeout(timeout)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              FirstFlight(context, request, wanted, answer))
          }
        }
        .connect(host: endpoint.host, port: endpoint.port).get()
    } catch {
      answer.succeed(nil)
      throw error
    }
    let timer = eventLoop.scheduleTask(in: timeout) { answer.succeed(nil) }
    let bytes = try await answer.futureResult.get()
    timer.cancel()
    channel.close(promise: nil)
    return bytes
  }

  func channelActive(context: ChannelHandlerContext) {
    session.handshake()
    drain(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    Self.unwrapInboundIn(data).withUnsafeReadableBytes { session.receive($0) }
    session.handshake()
    if case .established = session.state, let request {
      self.request = nil
      request.withUnsafeBytes { session.write($0) }
    }
    var plaintext = ByteBuffer()
    session.read(into: &plaintext)
    received += plaintext.readableBytesView
    drain(context)
    if received.count >= wanted { answer.succeed(received) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    answer.succeed(nil)
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
