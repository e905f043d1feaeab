import NIOCore
import NIOPosix
import Transport

/// A connection with a handler of its own, which says what came of it.
enum OwnConnection {
  /// - Parameters:
  ///   - otherwise: what came of it where the handler does not say so in time.
  ///   - handler: makes the handler, which fulfils the promise.
  static func outcome<Value: Sendable>(
    at endpoint: Endpoint, on eventLoop: any EventLoop, timeout: TimeAmount, otherwise: Value,
    handler: @escaping @Sendable (EventLoopPromise<Value>) throws -> any ChannelHandler
  ) async throws -> Value {
    let outcome = eventLoop.makePromise(of: Value.self)
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: eventLoop)
        .connectTimeout(timeout)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(handler(outcome))
          }
        }
        .connect(host: endpoint.host, port: endpoint.port).get()
    } catch {
      outcome.succeed(otherwise)
      throw error
    }
    let timer = eventLoop.scheduleTask(in: timeout) { outcome.succeed(otherwise) }
    let value = try await outcome.futureResult.get()
    timer.cancel()
    channel.close(promise: nil)
    return value
  }
}
