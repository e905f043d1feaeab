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

  /// How far the channel under the session is closed.
  private enum Output {
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

  private var session: TLSSession
  private var output = Output.open
  private var held = HeldWrites()
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
  private func send(_ context: ChannelHandlerContext) {
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

  // MARK: Closing

  public func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    switch mode {
    case .input:
      context.close(mode: .input, promise: promise)
    case .output:
      self.closeOutput(context, promise: promise)
    case .all:
      self.closeAll(context, promise: promise)
    }
  }

  private func closeOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    self.flush(context: context)
    switch self.session.state {
    case .handshaking:
      guard case .open = self.output else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      self.output = .closingAfterHandshake(promise)
    case .established, .peerClosed:
      self.session.close()
      self.output = .closing
      // The channel drops what is not written yet when it has already read the peer's end, so its
      // output is closed only after close_notify has left.
      let sent = context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenComplete { result in
        self.closeNotifyDidLeave(context, result, promise)
      }
      let closeNotify = self.session.drain() ?? ByteBuffer()
      context.writeAndFlush(Self.wrapOutboundOut(closeNotify), promise: sent)
    case .closing, .closed:
      promise?.fail(ChannelError.outputClosed)
    case .failed(let error):
      promise?.fail(error)
    }
  }

  private func closeNotifyDidLeave(
    _ context: ChannelHandlerContext, _ result: Result<Void, any Error>,
    _ promise: EventLoopPromise<Void>?
  ) {
    guard case .closing = self.output, case .success = result else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    self.output = .closed
    switch self.session.state {
    case .closed: self.closeChannel(context, promise: promise)
    case .handshaking, .established, .peerClosed, .closing, .failed:
      context.close(mode: .output, promise: promise)
    }
  }

  /// Closes the channel when each side has sent close_notify and this side's has left.
  private func closeWhenSent(_ context: ChannelHandlerContext) {
    guard case .closed = self.session.state, case .closed = self.output else { return }
    self.closeChannel(context, promise: nil)
  }

  private func closeAll(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    switch self.output {
    case .open, .closing, .closed:
      self.flush(context: context)
      self.session.close()
      self.send(context)
    case .closingAfterHandshake:
      self.takeClosePromise()?.fail(ChannelError.ioOnClosedChannel)
      self.session.close()
    case .lingering, .gone:
      break
    }
    self.closeChannel(context, promise: promise)
  }

  /// The session has failed: says why in both directions, then lets the channel go.
  private func fail(_ context: ChannelHandlerContext, _ error: TLSError) {
    switch self.output {
    case .lingering, .gone: return
    case .open, .closingAfterHandshake, .closing, .closed: break
    }
    self.takeClosePromise()?.fail(error)
    switch error.kind {
    case .truncated, .endedInHandshake:
      self.output = .gone
    case .certificateExpired, .unknownAuthority, .wrongName, .certificateMissing,
      .certificateRefused, .alpn, .version, .tooMuchHeldBack, .configuration, .violation:
      let timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
        self.closeChannel(context, promise: nil)
      }
      self.output = .lingering(timer)
    }
    self.send(context)
    self.fail(self.held.takePromises(), error)
    context.fireErrorCaught(error)
    switch self.output {
    case .lingering: context.close(mode: .output, promise: nil)
    case .open, .closingAfterHandshake, .closing, .closed, .gone: context.close(promise: nil)
    }
  }

  private func closeChannel(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    if case .lingering(let timer) = self.output { timer.cancel() }
    self.output = .gone
    context.close(promise: promise)
  }

  private func takeClosePromise() -> EventLoopPromise<Void>? {
    guard case .closingAfterHandshake(let promise) = self.output else { return nil }
    self.output = .open
    return promise
  }

  private func fail(_ promises: [EventLoopPromise<Void>], _ error: any Error) {
    promises.forEach { $0.fail(error) }
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
