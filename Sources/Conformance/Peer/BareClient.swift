import NIOCore
import NIOPosix
import TLS
import Transport

/// A client that does one thing in the moment in which its TLS handshake is complete, in the same write
/// as the end of that, and looks at what comes of it.
final class BareClient<Outcome: Sendable>: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// What it does, and what may come of it.
  struct Script: Sendable {
    /// Is called once, when the handshake is complete.
    let established: @Sendable (inout TLSSession) -> Void
    /// What came of it, by the session and all that was received; nil while that is open.
    let outcome: @Sendable (borrowing TLSSession, [UInt8]) -> Outcome?
    /// What came of it where the connection ended.
    let ended: Outcome
    /// What came of it where nothing else did in time.
    let late: Outcome
  }

  private var session: TLSSession
  private let script: Script
  private let promise: EventLoopPromise<Outcome>
  private var isEstablished = false
  private var received: [UInt8] = []

  private init(
    _ context: TLSContext, _ script: Script, _ promise: EventLoopPromise<Outcome>
  ) throws {
    session = try TLSSession(context: context)
    self.script = script
    self.promise = promise
  }

  static func run(
    _ script: Script, at endpoint: Endpoint, _ context: TLSContext, on eventLoop: any EventLoop,
    timeout: TimeAmount
  ) async throws -> Outcome {
    let promise = eventLoop.makePromise(of: Outcome.self)
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: eventLoop)
        .connectTimeout(timeout)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(BareClient(context, script, promise))
          }
        }
        .connect(host: endpoint.host, port: endpoint.port).get()
    } catch {
      promise.succeed(script.late)
      throw error
    }
    let timer = eventLoop.scheduleTask(in: timeout) { promise.succeed(script.late) }
    let outcome = try await promise.futureResult.get()
    timer.cancel()
    channel.close(promise: nil)
    return outcome
  }

  func channelActive(context: ChannelHandlerContext) {
    session.handshake()
    drain(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    Self.unwrapInboundIn(data).withUnsafeReadableBytes { session.receive($0) }
    session.handshake()
    if case .established = session.state, !isEstablished {
      isEstablished = true
      script.established(&session)
    }
    var plaintext = ByteBuffer()
    session.read(into: &plaintext)
    received += plaintext.readableBytesView
    drain(context)
    if let outcome = script.outcome(session, received) { promise.succeed(outcome) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.succeed(script.ended)
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
