import NIOCore
import TLS

/// Stands on the listening channel: counts connections and handshakes, and holds back `accept`
/// while there is no room. Confined to the listener's event loop, as all its connections are.
///
/// When the process has no file descriptors left, SwiftNIO's own handler in front of this one
/// pauses accepting for a second by a timer of the event loop.
final class AcceptControl: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private enum Accepting {
    case open
    /// A read waits for room; the timer fires when the oldest handshake is overdue.
    case held(ChannelHandlerContext, Scheduled<Void>?)
    case closed
  }

  private let tls: TLSContext
  private let limits: Listener.Limits
  private let accepted: (ByteStream) -> StreamHandlers
  private let refused: (Endpoint?, StreamEnd) -> Void
  private let failed: (StreamEnd) -> Void
  private var accepting = Accepting.open
  private var room: HandshakeRoom<ObjectIdentifier>
  private var handshaking: [ObjectIdentifier: StreamChannelHandler] = [:]
  private(set) var connections = 0

  init(
    tls: TLSContext, limits: Listener.Limits, accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (Endpoint?, StreamEnd) -> Void,
    failed: @escaping (StreamEnd) -> Void
  ) {
    self.tls = tls
    self.limits = limits
    self.accepted = accepted
    self.refused = refused
    self.failed = failed
    self.room = HandshakeRoom(capacity: limits.handshakes, patience: limits.handshakePatience)
  }

  // MARK: Accepting

  func read(context: ChannelHandlerContext) {
    switch self.accepting {
    case .open where !self.room.isFull:
      context.read()
    case .open:
      self.accepting = .held(context, self.scheduleCut(context))
    case .held, .closed:
      break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.failed(StreamEnd(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .held(_, let timer) = self.accepting { timer?.cancel() }
    self.accepting = .closed
    let unfinished = Array(self.handshaking.values)
    unfinished.forEach { $0.giveUp(.aborted) }
    context.fireChannelInactive()
  }

  private func scheduleCut(_ context: ChannelHandlerContext) -> Scheduled<Void>? {
    guard let deadline = self.room.nextOverdue else { return nil }
    return context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.cutOverdue()
    }
  }

  private func cutOverdue() {
    guard case .held(let context, _) = self.accepting else { return }
    let overdue = self.room.overdue(at: .now())
    for id in overdue { self.handshaking[id]?.giveUp(.timeout(.handshake)) }
    guard case .held = self.accepting else { return }
    self.accepting = .held(context, self.scheduleCut(context))
  }

  private func resume() {
    guard case .held(let context, let timer) = self.accepting, !self.room.isFull else { return }
    timer?.cancel()
    self.accepting = .open
    context.read()
  }

  // MARK: Connections

  /// Makes a stream of an accepted connection, or closes it when there are too many.
  func admit(_ channel: any Channel) {
    let remote = Endpoint(channel.remoteAddress)
    guard self.connections < self.limits.connections else {
      channel.close(promise: nil)
      self.refused(remote, .io("the limit of \(self.limits.connections) connections is reached"))
      return
    }
    do {
      try StreamChannel.sendAtOnce(channel)
    } catch {
      channel.close(promise: nil)
      return self.refused(remote, StreamEnd(error))
    }
    let id = ObjectIdentifier(channel)
    self.connections += 1
    self.room.enter(id, at: .now())
    channel.closeFuture.assumeIsolated().whenComplete { _ in
      self.connections -= 1
      self.leave(id)
    }
    let outcome = StreamChannelHandler.Outcome(
      opened: { stream in
        self.leave(id)
        return self.accepted(stream)
      },
      refused: { self.refused(remote, $0) })
    let handler = StreamChannel.set(
      up: channel, context: self.tls, deadline: .now() + self.limits.handshakeDeadline,
      outcome: outcome)
    if self.room.contains(id) { self.handshaking[id] = handler }
  }

  private func leave(_ id: ObjectIdentifier) {
    self.handshaking[id] = nil
    self.room.leave(id)
    self.resume()
  }
}
