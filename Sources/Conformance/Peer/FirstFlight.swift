import NIOCore
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
    try await OwnConnection.outcome(
      at: endpoint, on: eventLoop, timeout: timeout, otherwise: nil
    ) { try FirstFlight(context, request, wanted, $0) }
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
