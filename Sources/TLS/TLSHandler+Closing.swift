public import NIOCore

/// Closing the channel: its owner finishes or drops it, or the session has failed.
extension TLSHandler {
  public func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    switch mode {
    case .input:
      context.close(mode: .input, promise: promise)
    case .output:
      closeOutput(context, promise: promise)
    case .all:
      closeAll(context, promise: promise)
    }
  }

  func closeOutput(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    flush(context: context)
    switch session.state {
    case .handshaking:
      guard case .open = output else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      output = .closingAfterHandshake(promise)
    case .established, .peerClosed:
      session.close()
      output = .closing
      // The channel drops what is not written yet when it has already read the peer's end, so its
      // output is closed only after close_notify has left.
      let sent = context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenComplete { result in
        self.closeNotifyDidLeave(context, result, promise)
      }
      let closeNotify = session.drain() ?? ByteBuffer()
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
    guard case .closing = output, case .success = result else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    output = .closed
    switch session.state {
    case .closed: closeChannel(context, promise: promise)
    case .handshaking, .established, .peerClosed, .closing, .failed:
      context.close(mode: .output, promise: promise)
    }
  }

  /// Closes the channel when each side has sent close_notify and this side's has left.
  func closeWhenSent(_ context: ChannelHandlerContext) {
    guard case .closed = session.state, case .closed = output else { return }
    closeChannel(context, promise: nil)
  }

  public func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Drop else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    takeClosePromise()?.fail(ChannelError.ioOnClosedChannel)
    closeChannel(context, promise: promise)
  }

  private func closeAll(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    switch output {
    case .open, .closing, .closed:
      flush(context: context)
      session.close()
      send(context)
    case .closingAfterHandshake:
      takeClosePromise()?.fail(ChannelError.ioOnClosedChannel)
      session.close()
    case .lingering, .gone:
      break
    }
    closeChannel(context, promise: promise)
  }

  /// Ends the channel after the session has failed: sends the alert to the peer and the error to
  /// the handlers behind, then closes.
  func fail(_ context: ChannelHandlerContext, _ error: TLSError) {
    switch output {
    case .lingering, .gone: return
    case .open, .closingAfterHandshake, .closing, .closed: break
    }
    takeClosePromise()?.fail(error)
    switch error.kind {
    case .truncated, .endedInHandshake:
      output = .gone
    case .certificateExpired, .unknownAuthority, .wrongName, .certificateMissing,
      .certificateRefused, .alpn, .version, .tooMuchHeldBack, .configuration, .violation:
      let timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
        self.closeChannel(context, promise: nil)
      }
      output = .lingering(timer)
    }
    send(context)
    fail(held.takePromises(), error)
    context.fireErrorCaught(error)
    switch output {
    case .lingering: context.close(mode: .output, promise: nil)
    case .open, .closingAfterHandshake, .closing, .closed, .gone: context.close(promise: nil)
    }
  }

  func closeChannel(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    if case .lingering(let timer) = output { timer.cancel() }
    output = .gone
    context.close(promise: promise)
  }

  func takeClosePromise() -> EventLoopPromise<Void>? {
    guard case .closingAfterHandshake(let promise) = output else { return nil }
    output = .open
    return promise
  }

  func fail(_ promises: [EventLoopPromise<Void>], _ error: any Error) {
    promises.forEach { $0.fail(error) }
  }
}
