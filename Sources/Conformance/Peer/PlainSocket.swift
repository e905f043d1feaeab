import NIOCore
import NIOPosix
import Transport

/// A TCP connection without TLS, to see what a coordinator answers a peer that speaks none.
final class PlainSocket: Sendable {
  private let channel: any Channel
  private let collected: EventLoopFuture<[UInt8]>

  private init(_ channel: any Channel, _ collected: EventLoopFuture<[UInt8]>) {
    self.channel = channel
    self.collected = collected
  }

  static func open(
    _ endpoint: Endpoint, on eventLoop: any EventLoop, timeout: TimeAmount
  ) async throws -> PlainSocket {
    let done = eventLoop.makePromise(of: [UInt8].self)
    let channel = try await ClientBootstrap(group: eventLoop)
      .connectTimeout(timeout)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Collector(done))
        }
      }
      .connect(host: endpoint.host, port: endpoint.port).get()
    return PlainSocket(channel, done.futureResult)
  }

  func write(_ bytes: [UInt8]) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  /// All bytes that the coordinator sent until it closed the socket; nil if it did not close it in
  /// time.
  func everything(within deadline: TimeAmount) async throws -> [UInt8]? {
    let result = channel.eventLoop.makePromise(of: [UInt8]?.self)
    let timer = channel.eventLoop.scheduleTask(in: deadline) { result.succeed(nil) }
    collected.whenSuccess { bytes in
      timer.cancel()
      result.succeed(bytes)
    }
    let bytes = try await result.futureResult.get()
    channel.close(promise: nil)
    return bytes
  }

  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<[UInt8]>
    private var bytes: [UInt8] = []

    init(_ done: EventLoopPromise<[UInt8]>) {
      self.done = done
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += Self.unwrapInboundIn(data).readableBytesView
    }

    /// A reset ends the connection like a close: what had come until then is the answer.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      done.succeed(bytes)
    }
  }
}
