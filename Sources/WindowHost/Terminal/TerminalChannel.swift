import NIOCore
import NIOPosix

/// Passes the bytes of the terminal's channel to the screen, and reports its end.
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
  /// Opens a channel on duplicates of the terminal's descriptor. It reads nothing until automatic
  /// reading is turned on.
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
