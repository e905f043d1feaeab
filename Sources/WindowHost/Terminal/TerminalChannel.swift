import NIOCore
import NIOPosix

/// What the terminal's channel brings: bytes for the screen, or the end.
final class TerminalReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let screen: TerminalScreen
  private let hungUp: () -> Void

  init(_ screen: TerminalScreen, hungUp: @escaping () -> Void) {
    self.screen = screen
    self.hungUp = hungUp
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    screen.received(Self.unwrapInboundIn(data))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    screen.hangUp()
    hungUp()
  }
}

enum TerminalChannel {
  /// A channel on descriptors of its own, which reads nothing before somebody asks it to.
  static func open(
    _ device: borrowing TerminalDevice, loop: any EventLoop,
    then: @escaping (Result<any Channel, any Error>) -> Void
  ) throws {
    NIOPipeBootstrap(group: loop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .takingOwnershipOfDescriptors(input: try device.duplicate(), output: try device.duplicate())
      .assumeIsolated()
      .whenComplete(then)
  }
}
