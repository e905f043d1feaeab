public import NIOCore
public import TLS

/// An established connection that carries bytes both ways over TLS, confined to its event loop.
public final class ByteStream {
  /// The time that the peer has after `finish` to take the rest and close its own side.
  public static let drainDeadline = TimeAmount.seconds(5)
  /// The time that a peer which is not read any more has for the last words once they are sent.
  public static let lingerTime = TimeAmount.seconds(1)

  private enum State {
    case open(StreamHandlers)
    /// `finish` was called.
    case finishing(StreamHandlers, Draining)
    case ended(StreamEnd)
  }

  private struct Draining {
    /// The bytes that may still come in.
    var room: Int
    let deadline: NIODeadline
    /// Ends the stream at the deadline or before it.
    var timer: Scheduled<Void>
  }

  public let peer: TLSPeer
  /// The other side's address, for messages to people.
  public let remote: Endpoint?
  public let eventLoop: any EventLoop

  /// The bytes given to `write` that the socket has not taken yet. The bytes of one encrypted
  /// portion (`TLSHandler.writeChunk`) count until all of it is taken.
  public private(set) var unsentBytes = 0

  private var state: State
  private let context: ChannelHandlerContext
  /// The bytes written in this turn of the event loop.
  private var unflushed = ByteBuffer()
  private var peerHasFinished = false

  init(context: ChannelHandlerContext, peer: TLSPeer) {
    self.peer = peer
    remote = Endpoint(context.channel.remoteAddress)
    eventLoop = context.eventLoop
    self.context = context
    state = .open(StreamHandlers(received: { _ in }, ended: { _ in }))
  }

  /// Asks the owner for its handlers. The owner may already write, finish or abort while it
  /// answers.
  func start(_ opened: (ByteStream) -> StreamHandlers) {
    let handlers = opened(self)
    switch state {
    case .open: state = .open(handlers)
    case .finishing(_, let draining): state = .finishing(handlers, draining)
    case .ended(let end): handlers.ended(end)
    }
  }

  // MARK: Writing

  /// Writes `bytes`; everything written in one turn of the event loop is sent together at its end.
  /// Has no effect after `finish`, `abort` or the end.
  public func write(_ bytes: some Collection<UInt8>) {
    guard beginWrite(bytes.count) else { return }
    flushLater()
    unflushed.writeBytes(bytes)
  }

  public func write(_ bytes: ByteBuffer) {
    guard beginWrite(bytes.readableBytes) else { return }
    flushLater()
    if unflushed.readableBytes == 0 {
      unflushed = bytes
    } else {
      unflushed.writeImmutableBuffer(bytes)
    }
  }

  /// Writes `bytes` and gives them to the socket now, with what was written before in this turn.
  public func send(_ bytes: some Collection<UInt8>) {
    guard beginWrite(bytes.count) else { return }
    unflushed.writeBytes(bytes)
    flush()
  }

  private func beginWrite(_ count: Int) -> Bool {
    eventLoop.preconditionInEventLoop()
    guard case .open = state, count > 0 else { return false }
    unsentBytes += count
    return true
  }

  private func flushLater() {
    guard unflushed.readableBytes == 0 else { return }
    eventLoop.assumeIsolated().execute { self.flush() }
  }

  /// Encrypts the bytes written so far and gives them to the socket now, not at the end of the
  /// turn.
  public func flush() {
    eventLoop.preconditionInEventLoop()
    guard unflushed.readableBytes > 0 else { return }
    var rest = unflushed
    unflushed = ByteBuffer()
    // Nearly always the socket takes everything at once: a promise is for what has to wait.
    let isAlone =
      rest.readableBytes == unsentBytes && rest.readableBytes <= TLSHandler.writeChunk
    if isAlone {
      context.write(NIOAny(rest), promise: nil)
      context.flush()
      if context.channel.isWritable { return didSend(rest.readableBytes, .success(())) }
      report(rest.readableBytes, behind: ByteBuffer())
    } else {
      while rest.readableBytes > 0 {
        let count = min(TLSHandler.writeChunk, rest.readableBytes)
        guard let portion = rest.readSlice(length: count) else { break }
        report(count, behind: portion)
      }
    }
    context.flush()
  }

  /// Writes bytes, and notes that so many more are sent once the socket has taken them.
  private func report(_ count: Int, behind bytes: ByteBuffer) {
    let sent = eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { self.didSend(count, $0) }
    context.write(NIOAny(bytes), promise: sent)
  }

  private func didSend(_ count: Int, _ result: Result<Void, any Error>) {
    switch (result, state) {
    case (.success, .open(let handlers)), (.success, .finishing(let handlers, _)):
      unsentBytes -= count
      handlers.progressed(unsentBytes)
      linger()
    case (.failure(let error), .open), (.failure(let error), .finishing):
      end(StreamEnd(error))
    case (_, .ended):
      break
    }
  }

  // MARK: Reading

  /// Reads nothing more from the socket, so that the peer's writes come to a halt. A close by the
  /// peer is then noticed only after `resumeReading`.
  public func pauseReading() {
    setReading(false)
  }

  public func resumeReading() {
    setReading(true)
  }

  private func setReading(_ reading: Bool) {
    eventLoop.preconditionInEventLoop()
    switch state {
    case .open: try? context.channel.syncOptions?.setOption(.autoRead, value: reading)
    case .finishing, .ended: break
    }
  }

  // MARK: Ending

  /// Sends the bytes written so far, then close_notify, and ends when the peer has closed its side
  /// too, or after `deadline`. Bytes from the peer still come in until then.
  /// - Parameter room: how many of them are taken, at least one. Behind them the socket is not read any
  ///   more, and the stream ends `lingerTime` after its own bytes are sent: at once it would be reset,
  ///   and the peer would lose the last words.
  public func finish(deadline: TimeAmount = ByteStream.drainDeadline, room: Int = .max) {
    precondition(room > 0, "a peer needs room to close its side")
    resumeReading()
    guard case .open(let handlers) = state else { return }
    flush()
    guard case .open = state else { return }
    let deadline = eventLoop.now + deadline
    state = .finishing(
      handlers, Draining(room: room, deadline: deadline, timer: endLater(at: deadline)))
    context.close(mode: .output, promise: nil)
  }

  /// Drops the connection and all bytes that are not sent yet.
  public func abort() {
    eventLoop.preconditionInEventLoop()
    end(.aborted)
  }

  func end(_ end: StreamEnd) {
    let handlers: StreamHandlers
    switch state {
    case .open(let open):
      handlers = open
    case .finishing(let finishing, let draining):
      draining.timer.cancel()
      handlers = finishing
    case .ended:
      return
    }
    state = .ended(end)
    unflushed = ByteBuffer()
    switch end {
    // The TLS handler closes the channel itself, once the peer has had time to read the alert.
    case .tls: break
    case .clean, .truncated, .aborted, .io, .timeout:
      context.triggerUserOutboundEvent(TLSHandler.Drop(), promise: nil)
    }
    handlers.ended(end)
  }

  // MARK: From the channel

  func receive(_ bytes: ByteBuffer) {
    switch state {
    case .open(let handlers): handlers.received(bytes)
    case .finishing(let handlers, let draining):
      guard draining.room > 0 else { return }
      handlers.received(bytes)
      take(bytes.readableBytes)
    case .ended: break
    }
  }

  /// Counts bytes that came in after `finish`.
  private func take(_ count: Int) {
    guard case .finishing(let handlers, var draining) = state else { return }
    draining.room -= count
    state = .finishing(handlers, draining)
    guard draining.room <= 0 else { return }
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    linger()
  }

  /// Has a stream that is not read any more end soon, if everything is sent.
  private func linger() {
    guard case .finishing(let handlers, var draining) = state, draining.room <= 0, unsentBytes == 0
    else { return }
    draining.timer.cancel()
    draining.timer = endLater(at: min(draining.deadline, eventLoop.now + Self.lingerTime))
    state = .finishing(handlers, draining)
  }

  private func endLater(at deadline: NIODeadline) -> Scheduled<Void> {
    eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.end(.timeout(.drain)) }
  }

  func peerDidFinish() {
    peerHasFinished = true
    guard case .open(let handlers) = state else { return }
    if let peerFinished = handlers.peerFinished { peerFinished() } else { finish() }
  }

  func channelDidClose() {
    switch state {
    case .finishing where peerHasFinished: end(.clean)
    case .open, .finishing: end(.io("the connection was closed"))
    case .ended: break
    }
  }
}

@available(*, unavailable)
extension ByteStream: Sendable {}
