public import NIOCore

/// Puts a TLS session between a channel and the handlers behind it.
///
/// Behind it, plaintext comes in and goes out. A `TLSPeer` as inbound user event says that the
/// handshake is done; `ChannelEvent.inputClosed` that the peer has sent close_notify; a `TLSError`
/// in `errorCaught` that the session failed, after which the handler closes the channel itself.
public final class TLSHandler: ChannelDuplexHandler {
  public typealias InboundIn = ByteBuffer
  public typealias InboundOut = ByteBuffer
  public typealias OutboundIn = ByteBuffer
  public typealias OutboundOut = ByteBuffer

  /// The most bytes of plaintext that a flush encrypts at once and gives the channel as one write:
  /// large enough that the cost of a write does not matter, small enough that a slow socket still
  /// shows progress.
  public static let writeChunk = 64 * 1024

  /// The most bytes of plaintext held until the handshake is complete: enough for a first request,
  /// and all that a peer who never completes it can make this side keep.
  public static let mostHeldBack = 256 * 1024

  /// The time for which the socket stays half open after an alert, while what comes is thrown away:
  /// closing it with bytes unread would reset the connection and lose the alert.
  public static let lingering = TimeAmount.seconds(1)

  /// The most bytes that are thrown away behind the peer's close_notify, or behind an alert: what a
  /// network and two systems hold between them is less.
  public static let mostThrownAway = 16 * 1024 * 1024

  /// The most bytes of answers of the TLS layer itself (to key updates) that may wait in the
  /// channel. A peer that asks for more without reading them only wastes memory here.
  static let mostControlBytes = 64 * 1024

  /// An outbound user event that closes the channel without close_notify, so that the peer knows
  /// that something may be missing.
  public struct Drop: Sendable {
    public init() {}
  }

  /// The progress of closing the channel under the session.
  enum Output {
    case open
    /// `close(mode: .output)` came during the handshake; what was written before still goes out.
    case closingAfterHandshake(EventLoopPromise<Void>?)
    /// close_notify is on its way behind the last plaintext.
    case closing
    /// close_notify has left, and nothing more is written.
    case closed
    /// The session failed; the timer closes the channel once the peer has had time to read the
    /// alert.
    case lingering(Scheduled<Void>)
    /// The channel is closed, or has been told to close.
    case gone
  }

  var session: TLSSession
  var output = Output.open
  var held = HeldWrites()
  /// The bytes of the TLS layer's own answers that the socket has not taken yet.
  private var controlBytes = 0
  private var thrownAway = 0

  /// Throws `TLSError` of kind `configuration` when OpenSSL has no memory for a session.
  public init(context: TLSContext, expecting expectation: PeerExpectation? = nil) throws {
    session = try TLSSession(context: context, expecting: expectation)
  }

  public var state: TLSSession.State { session.state }

  // MARK: Life of the channel

  public func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { start(context) }
  }

  public func channelActive(context: ChannelHandlerContext) {
    start(context)
    context.fireChannelActive()
  }

  private func start(_ context: ChannelHandlerContext) {
    session.handshake()
    send(context)
  }

  public func channelInactive(context: ChannelHandlerContext) {
    switch output {
    case .lingering(let timer): timer.cancel()
    case .gone: break
    case .open, .closingAfterHandshake, .closing, .closed: reportEnd(context)
    }
    output = .gone
    fail(held.takePromises(), ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  private func reportEnd(_ context: ChannelHandlerContext) {
    session.receiveEnd()
    guard case .failed(let error) = session.state else { return }
    takeClosePromise()?.fail(error)
    output = .gone
    context.fireErrorCaught(error)
  }

  // MARK: From the peer

  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let ciphertext = Self.unwrapInboundIn(data)
    switch (output, session.state) {
    case (.gone, _): return
    case (.lingering, _), (_, .peerClosed), (_, .closed), (_, .failed):
      return throwAway(ciphertext.readableBytes, context)
    case (.open, _), (.closingAfterHandshake, _), (.closing, _), (.closed, _): break
    }
    ciphertext.withUnsafeReadableBytes { session.receive($0) }
    if case .handshaking = session.state { handshake(context) }
    read(context)
  }

  /// Takes bytes that nobody wants, so that the peer can still read what it was sent last.
  private func throwAway(_ count: Int, _ context: ChannelHandlerContext) {
    thrownAway += count
    if thrownAway > Self.mostThrownAway { closeChannel(context, promise: nil) }
  }

  private func handshake(_ context: ChannelHandlerContext) {
    session.handshake()
    switch session.state {
    case .established(let peer):
      send(context)
      context.fireUserInboundEventTriggered(peer)
      sendHeld(context)
      if case .closingAfterHandshake(let promise) = output {
        closeOutput(context, promise: promise)
      }
    case .failed(let error):
      fail(context, error)
    case .handshaking, .peerClosed, .closing, .closed:
      send(context)
    }
  }

  private func read(_ context: ChannelHandlerContext) {
    switch session.state {
    case .established, .closing: break
    case .handshaking, .peerClosed, .closed, .failed: return
    }
    var plaintext = ByteBuffer()
    session.read(into: &plaintext)
    let state = session.state
    sendControl(context)
    if plaintext.readableBytes > 0 { context.fireChannelRead(Self.wrapInboundOut(plaintext)) }
    switch state {
    case .peerClosed:
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    case .closed:
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      closeWhenSent(context)
    case .failed(let error):
      fail(context, error)
    case .handshaking, .established, .closing:
      break
    }
  }

  public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let event = event as? ChannelEvent, event == .inputClosed else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    switch output {
    case .gone: return
    case .lingering: closeChannel(context, promise: nil)
    case .open, .closingAfterHandshake, .closing, .closed:
      session.receiveEnd()
      if case .failed(let error) = session.state { fail(context, error) }
    }
  }

  // MARK: To the peer

  public func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let plaintext = Self.unwrapOutboundIn(data)
    switch session.state {
    case .handshaking:
      guard case .open = output else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      guard held.byteCount + plaintext.readableBytes <= Self.mostHeldBack else {
        promise?.fail(
          TLSError(
            kind: .tooMuchHeldBack,
            detail: "more than \(Self.mostHeldBack) bytes were written before the TLS handshake "
              + "was complete"))
        return
      }
      held.append(plaintext, promise: promise)
    case .established, .peerClosed:
      held.append(plaintext, promise: promise)
    case .closing:
      promise?.fail(ChannelError.outputClosed)
    case .closed:
      promise?.fail(ChannelError.ioOnClosedChannel)
    case .failed(let error):
      promise?.fail(error)
    }
  }

  public func flush(context: ChannelHandlerContext) {
    held.release()
    sendHeld(context)
  }

  private func sendHeld(_ context: ChannelHandlerContext) {
    switch session.state {
    case .established, .peerClosed: break
    case .handshaking, .closing, .closed, .failed: return
    }
    var sent = false
    while let chunk = held.takeChunk(limit: Self.writeChunk) {
      chunk.plaintext.withUnsafeReadableBytes { session.write($0) }
      if case .failed(let error) = session.state {
        fail(chunk.promises, error)
        fail(context, error)
        return
      }
      let ciphertext = session.drain() ?? ByteBuffer()
      let promise = join(chunk.promises, context)
      context.write(Self.wrapOutboundOut(ciphertext), promise: promise)
      sent = true
    }
    if sent { context.flush() }
  }

  /// Sends the session's own bytes: handshake, alert or close_notify.
  func send(_ context: ChannelHandlerContext) {
    guard let ciphertext = session.drain() else { return }
    context.writeAndFlush(Self.wrapOutboundOut(ciphertext), promise: nil)
  }

  private func sendControl(_ context: ChannelHandlerContext) {
    guard let ciphertext = session.drain() else { return }
    let count = ciphertext.readableBytes
    controlBytes += count
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in self.controlBytes -= count }
    context.writeAndFlush(Self.wrapOutboundOut(ciphertext), promise: sent)
    guard controlBytes > Self.mostControlBytes else { return }
    let error = TLSError(
      kind: .violation, detail: "the peer asks for TLS answers and does not read them")
    session.fail(error)
    fail(context, error)
  }

  private func join(
    _ promises: [EventLoopPromise<Void>], _ context: ChannelHandlerContext
  ) -> EventLoopPromise<Void>? {
    guard promises.count > 1 else { return promises.first }
    let joined = context.eventLoop.makePromise(of: Void.self)
    promises.forEach { joined.futureResult.cascade(to: $0) }
    return joined
  }
}

@available(*, unavailable)
extension TLSHandler: Sendable {}
