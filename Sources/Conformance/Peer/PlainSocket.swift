import NIOCore
import NIOPosix
import Transport

/// A TCP connection without TLS, to see what a coordinator says to those who do not speak it.
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
    self.channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  /// Everything the other side sent until it closed the socket; nil if it does not close it.
  func everything(within deadline: TimeAmount) async throws -> [UInt8]? {
    let result = self.channel.eventLoop.makePromise(of: [UInt8]?.self)
    let timer = self.channel.eventLoop.scheduleTask(in: deadline) { result.succeed(nil) }
    self.collected.whenSuccess { bytes in
      timer.cancel()
      result.succeed(bytes)
    }
    let bytes = try await result.futureResult.get()
    self.channel.close(promise: nil)
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
      self.bytes += Self.unwrapInboundIn(data).readableBytesView
    }

    /// A reset is an end like any other here.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      self.done.succeed(self.bytes)
    }
  }
}
