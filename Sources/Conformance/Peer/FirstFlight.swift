import NIOCore
import NIOPosix
import TLS
import Transport

/// A client whose first bytes of the protocol leave in one piece with the last of its handshake, so
/// that a coordinator reads both at once.
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
    self.session = try TLSSession(context: context)
    self.request = request
    self.wanted = wanted
    self.answer = answer
  }

  /// Sends `request` behind the handshake.
  /// - Returns: at least the first `wanted` bytes of the answer; nil where they do not come.
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
    self.session.handshake()
    self.drain(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    Self.unwrapInboundIn(data).withUnsafeReadableBytes { self.session.receive($0) }
    self.session.handshake()
    if case .established = self.session.state, let request = self.request {
      self.request = nil
      request.withUnsafeBytes { self.session.write($0) }
    }
    var plaintext = ByteBuffer()
    self.session.read(into: &plaintext)
    self.received += plaintext.readableBytesView
    self.drain(context)
    if self.received.count >= self.wanted { self.answer.succeed(self.received) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.answer.succeed(nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func drain(_ context: ChannelHandlerContext) {
    if let bytes = self.session.drain() {
      context.writeAndFlush(NIOAny(bytes), promise: nil)
    }
  }
}
