public import NIOCore

/// How the channel goes: finished by its owner, dropped by it, or after the session has failed.
extension TLSHandler {
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

  func closeOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
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
  func closeWhenSent(_ context: ChannelHandlerContext) {
    guard case .closed = self.session.state, case .closed = self.output else { return }
    self.closeChannel(context, promise: nil)
  }

  public func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Drop else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    self.takeClosePromise()?.fail(ChannelError.ioOnClosedChannel)
    self.closeChannel(context, promise: promise)
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
  func fail(_ context: ChannelHandlerContext, _ error: TLSError) {
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

  func closeChannel(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    if case .lingering(let timer) = self.output { timer.cancel() }
    self.output = .gone
    context.close(promise: promise)
  }

  func takeClosePromise() -> EventLoopPromise<Void>? {
    guard case .closingAfterHandshake(let promise) = self.output else { return nil }
    self.output = .open
    return promise
  }

  func fail(_ promises: [EventLoopPromise<Void>], _ error: any Error) {
    promises.forEach { $0.fail(error) }
  }
}
