import NIOCore
import TLS

/// The handler of the listening channel. It accepts a few connections at a time, when the newcomers'
/// share of the event loop's time allows it. It is confined to that loop, as all its connections
/// are.
///
/// When the process has no file descriptors left, SwiftNIO's own handler in front of this one
/// pauses accepting for a second by a timer of the event loop.
final class AcceptControl: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private let tls: () -> TLSContext
  private let newcomers: Newcomers
  private let accepted: (ByteStream) -> StreamHandlers
  private let refused: (Endpoint?, StreamEnd) -> Void
  private let failed: (StreamEnd) -> Void
  private var isClosed = false
  /// The connections of this listener whose handshake is not complete.
  private var handshaking: [ObjectIdentifier: StreamChannelHandler] = [:]

  init(
    tls: @escaping () -> TLSContext, newcomers: Newcomers,
    accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (Endpoint?, StreamEnd) -> Void,
    failed: @escaping (StreamEnd) -> Void
  ) {
    self.tls = tls
    self.newcomers = newcomers
    self.accepted = accepted
    self.refused = refused
    self.failed = failed
  }

  // MARK: Accepting

  func read(context: ChannelHandlerContext) {
    newcomers.wantAccept {
      if !self.isClosed { context.read() }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    newcomers.measure { context.fireChannelRead(data) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failed(StreamEnd(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    isClosed = true
    let unfinished = Array(handshaking.values)
    unfinished.forEach { $0.giveUp(.aborted) }
    context.fireChannelInactive()
  }

  // MARK: Connections

  /// Gives an accepted connection a place among the newcomers.
  func admit(_ channel: any Channel) {
    let remote = Endpoint(channel.remoteAddress)
    let id = ObjectIdentifier(channel)
    let newcomers = newcomers
    var wasEstablished = false
    let outcome = StreamChannelHandler.Outcome(
      opened: { stream in
        wasEstablished = true
        self.handshaking[id] = nil
        newcomers.establish(id)
        return self.accepted(stream)
      },
      refused: { self.refused(remote, $0) })
    let newcomer = StreamChannel.receive(
      channel, context: tls, deadline: .now() + newcomers.limits.handshakeDeadline,
      outcome: outcome, ready: { newcomers.isReady(id) })
    guard let newcomer else { return }
    handshaking[id] = newcomer.stream
    channel.closeFuture.assumeIsolated().whenComplete { _ in
      self.handshaking[id] = nil
      newcomers.leave(id, wasEstablished: wasEstablished)
    }
    newcomers.enter(id, newcomer, from: PeerAddress(channel.remoteAddress))
  }
}
