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

  /// What a flush encrypts at once and gives the channel as one write: large enough that the cost
  /// of a write does not matter, small enough that a slow socket still shows progress.
  public static let writeChunk = 64 * 1024

  /// A peer that never completes the handshake must not make this side hold more than a first
  /// request.
  public static let mostHeldBack = 256 * 1024

  /// After an alert the socket stays half open so long, reading into the void: closing it with
  /// bytes unread would reset the connection and take the alert with it.
  public static let lingering = TimeAmount.seconds(1)

  /// Answers of the TLS layer itself (to key updates) that may wait in the channel. A peer that
  /// asks for more without reading them only wants memory.
  static let mostControlBytes = 64 * 1024

  /// As outbound user event: closes the channel without close_notify, so that the peer knows that
  /// something may be missing.
  public struct Drop: Sendable {
    public init() {}
  }

  /// How far the channel under the session is closed.
  enum Output {
    case open
    /// `close(mode: .output)` came during the handshake; what was written before still goes out.
    case closingAfterHandshake(EventLoopPromise<Void>?)
    /// close_notify is on its way behind the last plaintext.
    case closing
    case closed
    /// The session failed; waiting for the peer to have read the alert.
    case lingering(Scheduled<Void>)
    /// The channel is closed, or told to.
    case gone
  }

  var session: TLSSession
  var output = Output.open
  var held = HeldWrites()
  private var controlBytes = 0

  /// Throws `TLSError` of kind `configuration` when OpenSSL has no memory for a session.
  public init(context: TLSContext, expecting expectation: PeerExpectation? = nil) throws {
    self.session = try TLSSession(context: context, expecting: expectation)
  }

  public var state: TLSSession.State { self.session.state }

  // MARK: Life of the channel

  public func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { self.start(context) }
  }

  public func channelActive(context: ChannelHandlerContext) {
    self.start(context)
    context.fireChannelActive()
  }

  private func start(_ context: ChannelHandlerContext) {
    self.session.handshake()
    self.send(context)
  }

  public func channelInactive(context: ChannelHandlerContext) {
    switch self.output {
    case .lingering(let timer): timer.cancel()
    case .gone: break
    case .open, .closingAfterHandshake, .closing, .closed: self.reportEnd(context)
    }
    self.output = .gone
    self.fail(self.held.takePromises(), ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  private func reportEnd(_ context: ChannelHandlerContext) {
    self.session.receiveEnd()
    guard case .failed(let error) = self.session.state else { return }
    self.takeClosePromise()?.fail(error)
    self.output = .gone
    context.fireErrorCaught(error)
  }

  // MARK: From the peer

  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.output {
    case .lingering, .gone: return
    case .open, .closingAfterHandshake, .closing, .closed: break
    }
    let ciphertext = Self.unwrapInboundIn(data)
    ciphertext.withUnsafeReadableBytes { self.session.receive($0) }
    if case .handshaking = self.session.state { self.handshake(context) }
    self.read(context)
  }

  private func handshake(_ context: ChannelHandlerContext) {
    self.session.handshake()
    switch self.session.state {
    case .established(let peer):
      self.send(context)
      context.fireUserInboundEventTriggered(peer)
      self.sendHeld(context)
      if case .closingAfterHandshake(let promise) = self.output {
        self.closeOutput(context, promise: promise)
      }
    case .failed(let error):
      self.fail(context, error)
    case .handshaking, .peerClosed, .closing, .closed:
      self.send(context)
    }
  }

  private func read(_ context: ChannelHandlerContext) {
    switch self.session.state {
    case .established, .closing: break
    case .handshaking, .peerClosed, .closed, .failed: return
    }
    var plaintext = ByteBuffer()
    self.session.read(into: &plaintext)
    let state = self.session.state
    self.sendControl(context)
    if plaintext.readableBytes > 0 { context.fireChannelRead(Self.wrapInboundOut(plaintext)) }
    switch state {
    case .peerClosed:
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    case .closed:
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      self.closeWhenSent(context)
    case .failed(let error):
      self.fail(context, error)
    case .handshaking, .established, .closing:
      break
    }
  }

  public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let event = event as? ChannelEvent, event == .inputClosed else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    switch self.output {
    case .gone: return
    case .lingering: self.closeChannel(context, promise: nil)
    case .open, .closingAfterHandshake, .closing, .closed:
      self.session.receiveEnd()
      if case .failed(let error) = self.session.state { self.fail(context, error) }
    }
  }

  // MARK: To the peer

  public func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let plaintext = Self.unwrapOutboundIn(data)
    switch self.session.state {
    case .handshaking:
      guard case .open = self.output else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      guard self.held.byteCount + plaintext.readableBytes <= Self.mostHeldBack else {
        promise?.fail(
          TLSError(
            kind: .tooMuchHeldBack,
            detail: "more than \(Self.mostHeldBack) bytes were written before the TLS handshake "
              + "was complete"))
        return
      }
      self.held.append(plaintext, promise: promise)
    case .established, .peerClosed:
      self.held.append(plaintext, promise: promise)
    case .closing:
      promise?.fail(ChannelError.outputClosed)
    case .closed:
      promise?.fail(ChannelError.ioOnClosedChannel)
    case .failed(let error):
      promise?.fail(error)
    }
  }

  public func flush(context: ChannelHandlerContext) {
    self.held.release()
    self.sendHeld(context)
  }

  private func sendHeld(_ context: ChannelHandlerContext) {
    switch self.session.state {
    case .established, .peerClosed: break
    case .handshaking, .closing, .closed, .failed: return
    }
    var sent = false
    while let chunk = self.held.takeChunk(limit: Self.writeChunk) {
      chunk.plaintext.withUnsafeReadableBytes { self.session.write($0) }
      if case .failed(let error) = self.session.state {
        self.fail(chunk.promises, error)
        self.fail(context, error)
        return
      }
      let ciphertext = self.session.drain() ?? ByteBuffer()
      let promise = self.join(chunk.promises, context)
      context.write(Self.wrapOutboundOut(ciphertext), promise: promise)
      sent = true
    }
    if sent { context.flush() }
  }

  /// Sends what the session itself has to say: handshake, alert, close_notify.
  func send(_ context: ChannelHandlerContext) {
    guard let ciphertext = self.session.drain() else { return }
    context.writeAndFlush(Self.wrapOutboundOut(ciphertext), promise: nil)
  }

  private func sendControl(_ context: ChannelHandlerContext) {
    guard let ciphertext = self.session.drain() else { return }
    let count = ciphertext.readableBytes
    self.controlBytes += count
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in self.controlBytes -= count }
    context.writeAndFlush(Self.wrapOutboundOut(ciphertext), promise: sent)
    guard self.controlBytes > Self.mostControlBytes else { return }
    let error = TLSError(
      kind: .violation, detail: "the peer asks for TLS answers and does not read them")
    self.session.fail(error)
    self.fail(context, error)
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
