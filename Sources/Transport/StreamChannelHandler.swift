import NIOCore
import TLS

/// The handler behind the TLS handler: it watches the handshake's deadline, then feeds the stream.
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
    state = .waiting(deadline: deadline, outcome)
  }

  var isHandshaking: Bool { if case .handshaking = state { true } else { false } }

  func handlerAdded(context: ChannelHandlerContext) {
    guard case .waiting(let deadline, let outcome) = state else { return }
    let timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.giveUp(.timeout(.handshake))
    }
    state = .handshaking(context, timer: timer, outcome)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let peer as TLSPeer:
      guard case .handshaking(_, let timer, let outcome) = state else { return }
      timer.cancel()
      let stream = ByteStream(context: context, peer: peer)
      state = .streaming(stream)
      stream.start(outcome.opened)
    case ChannelEvent.inputClosed:
      if case .streaming(let stream) = state { stream.peerDidFinish() }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .streaming(let stream) = state else { return }
    stream.receive(Self.unwrapInboundIn(data))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    giveUp(StreamEnd(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    switch state {
    case .streaming(let stream): stream.channelDidClose()
    case .waiting, .handshaking: giveUp(.io("the connection was closed"))
    case .ended: break
    }
    state = .ended
    context.fireChannelInactive()
  }

  func giveUp(_ end: StreamEnd) {
    switch state {
    case .waiting(_, let outcome):
      state = .ended
      outcome.refused(end)
    case .handshaking(let context, let timer, let outcome):
      timer.cancel()
      state = .ended
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
