import Glibc
public import NIOCore
import NIOPosix

/// Tells when the event loop has served, once, everybody who was ready.
///
/// A task given to the loop runs before it looks at its sockets again. So a byte is sent through a
/// pair of sockets: when that is read, all other sockets that were ready had their turn too, or have
/// it in the same round. What they gave the loop to do comes before what `over` does.
public final class LoopRounds: ChannelInboundHandler {
  public typealias InboundIn = ByteBuffer

  private enum State {
    case quiet
    case asked
    case closed
  }

  private var state = State.quiet
  /// The end that bytes are sent into, which is not the loop's.
  private let sending: CInt
  private let over: () -> Void
  private var channel: (any Channel)?

  private init(sending: CInt, _ over: @escaping () -> Void) {
    self.sending = sending
    self.over = over
  }

  /// Must be called on `eventLoop`, where `over` is called once for each `ask`. Fails with
  /// `IOError`.
  public static func open(
    on eventLoop: any EventLoop, over: @escaping () -> Void
  ) -> EventLoopFuture<NIOLoopBound<LoopRounds>> {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      return eventLoop.makeFailedFuture(IOError(errnoCode: errno, reason: "socketpair"))
    }
    let rounds = NIOLoopBound(LoopRounds(sending: ends[1], over), eventLoop: eventLoop)
    return ClientBootstrap(group: eventLoop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          rounds.value.channel = channel
          try channel.pipeline.syncOperations.addHandler(rounds.value)
        }
      }
      .withConnectedSocket(ends[0])
      .map { _ in rounds }
  }

  public func ask() {
    guard case .quiet = state else { return }
    state = .asked
    var byte: UInt8 = 0
    // There is room for it: no more than one byte is on its way.
    _ = send(sending, &byte, 1, CInt(MSG_NOSIGNAL))
  }

  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .asked = state else { return }
    context.eventLoop.assumeIsolated().execute {
      guard case .asked = self.state else { return }
      self.state = .quiet
      self.over()
    }
  }

  public func channelInactive(context: ChannelHandlerContext) {
    close()
    context.fireChannelInactive()
  }

  public func close() {
    if case .closed = state { return }
    state = .closed
    Glibc.close(sending)
    channel?.close(promise: nil)
    channel = nil
  }
}
