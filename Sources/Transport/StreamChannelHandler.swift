import NIOCore
import TLS

/// Stands behind the TLS handler: watches the handshake's deadline, then feeds the stream.
final class StreamChannelHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  struct Outcome {
    let opened: (ByteStream) -> StreamHandlers
    let refused: (StreamEnd) -> Void
  }

  private enum State {
    case waiting(deadline: NIODeadline, Outcome)
    case handshaking(ChannelHandlerContext, timer: Scheduled<Void>, Outcome)
    case streaming(ByteStream)
    case ended
  }

  private var state: State

  /// Exactly one of the outcome's closures is called, once.
  init(deadline: NIODeadline, outcome: Outcome) {
    self.state = .waiting(deadline: deadline, outcome)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    guard case .waiting(let deadline, let outcome) = self.state else { return }
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.giveUp(.timeout(.handshake))
    }
    self.state = .handshaking(context, timer: timer, outcome)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let peer as TLSPeer:
      guard case .handshaking(_, let timer, let outcome) = self.state else { return }
      timer.cancel()
      let stream = ByteStream(context: context, peer: peer)
      self.state = .streaming(stream)
      stream.start(outcome.opened)
    case ChannelEvent.inputClosed:
      if case .streaming(let stream) = self.state { stream.peerDidFinish() }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .streaming(let stream) = self.state else { return }
    stream.receive(Self.unwrapInboundIn(data))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.giveUp(StreamEnd(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    switch self.state {
    case .streaming(let stream): stream.channelDidClose()
    case .waiting, .handshaking: self.giveUp(.io("the connection was closed"))
    case .ended: break
    }
    self.state = .ended
    context.fireChannelInactive()
  }

  func giveUp(_ end: StreamEnd) {
    switch self.state {
    case .waiting(_, let outcome):
      self.state = .ended
      outcome.refused(end)
    case .handshaking(let context, let timer, let outcome):
      timer.cancel()
      self.state = .ended
      switch end {
      // The TLS handler closes the channel itself, once the peer has had time to read the alert.
      case .tls: break
      case .clean, .truncated, .aborted, .io, .timeout: context.close(promise: nil)
      }
      outcome.refused(end)
    case .streaming(let stream):
      stream.end(end)
    case .ended:
      break
    }
  }
}
