public import NIOCore
public import TLS

/// An established connection: bytes both ways over TLS, confined to its event loop.
public final class ByteStream {
  /// After `finish` the peer has this long to take the rest and close its own side.
  public static let drainDeadline = TimeAmount.seconds(5)

  private enum State {
    case open(StreamHandlers)
    /// `finish` was called; the timer aborts.
    case finishing(StreamHandlers, Scheduled<Void>)
    case ended(StreamEnd)
  }

  public let peer: TLSPeer
  /// Where the other side is, for messages.
  public let remote: Endpoint?
  public let eventLoop: any EventLoop

  /// Bytes given to `write` that the socket has not taken yet. Those of one encrypted portion
  /// (`TLSHandler.writeChunk`) count until all of it is taken.
  public private(set) var unsentBytes = 0

  private var state: State
  private let context: ChannelHandlerContext
  /// Written in this turn of the event loop.
  private var unflushed = ByteBuffer()
  private var peerHasFinished = false

  init(context: ChannelHandlerContext, peer: TLSPeer) {
    self.peer = peer
    self.remote = Endpoint(context.channel.remoteAddress)
    self.eventLoop = context.eventLoop
    self.context = context
    self.state = .open(StreamHandlers(received: { _ in }, ended: { _ in }))
  }

  /// Asks the owner for its handlers; it may already write, finish or abort.
  func start(_ opened: (ByteStream) -> StreamHandlers) {
    let handlers = opened(self)
    switch self.state {
    case .open: self.state = .open(handlers)
    case .finishing(_, let timer): self.state = .finishing(handlers, timer)
    case .ended(let end): handlers.ended(end)
    }
  }

  // MARK: Writing

  /// Everything written in one turn of the event loop leaves together at the end of the turn.
  /// Without effect after `finish`, `abort` or the end.
  public func write(_ bytes: some Collection<UInt8>) {
    guard self.beginWrite(bytes.count) else { return }
    self.unflushed.writeBytes(bytes)
  }

  public func write(_ bytes: ByteBuffer) {
    guard self.beginWrite(bytes.readableBytes) else { return }
    if self.unflushed.readableBytes == 0 {
      self.unflushed = bytes
    } else {
      self.unflushed.writeImmutableBuffer(bytes)
    }
  }

  private func beginWrite(_ count: Int) -> Bool {
    self.eventLoop.preconditionInEventLoop()
    guard case .open = self.state, count > 0 else { return false }
    self.unsentBytes += count
    if self.unflushed.readableBytes == 0 {
      self.eventLoop.assumeIsolated().execute { self.flush() }
    }
    return true
  }

  /// Encrypts what was written and gives it to the socket now instead of at the end of the turn.
  public func flush() {
    self.eventLoop.preconditionInEventLoop()
    guard self.unflushed.readableBytes > 0 else { return }
    var rest = self.unflushed
    self.unflushed = ByteBuffer()
    while rest.readableBytes > 0 {
      let count = min(TLSHandler.writeChunk, rest.readableBytes)
      guard let portion = rest.readSlice(length: count) else { break }
      let sent = self.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenComplete { self.didSend(count, $0) }
      self.context.write(NIOAny(portion), promise: sent)
    }
    self.context.flush()
  }

  private func didSend(_ count: Int, _ result: Result<Void, any Error>) {
    switch (result, self.state) {
    case (.success, .open(let handlers)), (.success, .finishing(let handlers, _)):
      self.unsentBytes -= count
      handlers.progressed(self.unsentBytes)
    case (.failure(let error), .open), (.failure(let error), .finishing):
      self.end(StreamEnd(error))
    case (_, .ended):
      break
    }
  }

  // MARK: Reading

  /// Takes nothing more from the socket, so that the peer feels it. What happens to the connection
  /// meanwhile is noticed after `resumeReading`.
  public func pauseReading() {
    self.setReading(false)
  }

  public func resumeReading() {
    self.setReading(true)
  }

  private func setReading(_ reading: Bool) {
    self.eventLoop.preconditionInEventLoop()
    switch self.state {
    case .open: try? self.context.channel.syncOptions?.setOption(.autoRead, value: reading)
    case .finishing, .ended: break
    }
  }

  // MARK: Ending

  /// Sends what was written, then close_notify, and ends when the peer has closed its side too, or
  /// after `deadline`. Bytes from the peer still come in until then.
  public func finish(deadline: TimeAmount = ByteStream.drainDeadline) {
    self.resumeReading()
    guard case .open(let handlers) = self.state else { return }
    self.flush()
    guard case .open = self.state else { return }
    let timer = self.eventLoop.assumeIsolated().scheduleTask(in: deadline) {
      self.end(.timeout(.drain))
    }
    self.state = .finishing(handlers, timer)
    self.context.close(mode: .output, promise: nil)
  }

  /// Drops the connection and what was not sent yet.
  public func abort() {
    self.eventLoop.preconditionInEventLoop()
    self.end(.aborted)
  }

  func end(_ end: StreamEnd) {
    let handlers: StreamHandlers
    switch self.state {
    case .open(let open):
      handlers = open
    case .finishing(let finishing, let timer):
      timer.cancel()
      handlers = finishing
    case .ended:
      return
    }
    self.state = .ended(end)
    self.unflushed = ByteBuffer()
    switch end {
    // The TLS handler closes the channel itself, once the peer has had time to read the alert.
    case .tls: break
    case .clean, .truncated, .aborted, .io, .timeout:
      self.context.triggerUserOutboundEvent(TLSHandler.Drop(), promise: nil)
    }
    handlers.ended(end)
  }

  // MARK: From the channel

  func receive(_ bytes: ByteBuffer) {
    switch self.state {
    case .open(let handlers), .finishing(let handlers, _): handlers.received(bytes)
    case .ended: break
    }
  }

  func peerDidFinish() {
    self.peerHasFinished = true
    guard case .open(let handlers) = self.state else { return }
    if let peerFinished = handlers.peerFinished { peerFinished() } else { self.finish() }
  }

  func channelDidClose() {
    switch self.state {
    case .finishing where self.peerHasFinished: self.end(.clean)
    case .open, .finishing: self.end(.io("the connection was closed"))
    case .ended: break
    }
  }
}

@available(*, unavailable)
extension ByteStream: Sendable {}
