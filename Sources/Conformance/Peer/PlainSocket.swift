import NIOCore
import NIOPosix
import Transport

/// A TCP connection without TLS, to see what a coordinator answers a peer that speaks none.
final class PlainSocket: Sendable {
  private let channel: any Channel
  private let collected: EventLoopFuture<End>

  private init(_ channel: any Channel, _ collected: EventLoopFuture<End>) {
    self.channel = channel
    self.collected = collected
  }

  static func open(
    _ endpoint: Endpoint, on eventLoop: any EventLoop, timeout: TimeAmount
  ) async throws -> PlainSocket {
    let done = eventLoop.makePromise(of: End.self)
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
    try await end(within: deadline)?.bytes
  }

  /// What the coordinator sent until it closed the socket, and whether it reset the connection; nil if it
  /// did neither in time.
  func end(within deadline: TimeAmount) async throws -> End? {
    let result = channel.eventLoop.makePromise(of: End?.self)
    let timer = channel.eventLoop.scheduleTask(in: deadline) { result.succeed(nil) }
    collected.whenSuccess { end in
      timer.cancel()
      result.succeed(end)
    }
    let end = try await result.futureResult.get()
    channel.close(promise: nil)
    return end
  }

  struct End: Hashable, Sendable {
    var bytes: [UInt8] = []
    var isReset = false
  }

  func close() { channel.close(promise: nil) }

  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let done: EventLoopPromise<End>
    private var end = End()

    init(_ done: EventLoopPromise<End>) {
      self.done = done
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      end.bytes += Self.unwrapInboundIn(data).readableBytesView
    }

    /// A reset ends the connection like a close: what had come until then is the answer.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      end.isReset = true
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      done.succeed(end)
    }
  }
}
