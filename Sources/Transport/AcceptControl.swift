import NIOCore
import TLS

/// The handler of the listening channel. It counts connections and handshakes, and holds back
/// `accept` while there is no room. It is confined to the listener's event loop, as all its
/// connections are.
///
/// When the process has no file descriptors left, SwiftNIO's own handler in front of this one
/// pauses accepting for a second by a timer of the event loop.
final class AcceptControl: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private enum Accepting {
    case open
    /// A read waits for room; the timer fires when the oldest handshake is overdue. The timer is
    /// nil only while no handshake is under way.
    case held(ChannelHandlerContext, Scheduled<Void>?)
    case closed
  }

  private let tls: () -> TLSContext
  private let limits: Listener.Limits
  private let accepted: (ByteStream) -> StreamHandlers
  private let refused: (Endpoint?, StreamEnd) -> Void
  private let failed: (StreamEnd) -> Void
  private var accepting = Accepting.open
  private var room: HandshakeRoom<ObjectIdentifier>
  private var handshaking: [ObjectIdentifier: StreamChannelHandler] = [:]
  private(set) var connections = 0

  init(
    tls: @escaping () -> TLSContext, limits: Listener.Limits,
    accepted: @escaping (ByteStream) -> StreamHandlers,
    refused: @escaping (Endpoint?, StreamEnd) -> Void,
    failed: @escaping (StreamEnd) -> Void
  ) {
    self.tls = tls
    self.limits = limits
    self.accepted = accepted
    self.refused = refused
    self.failed = failed
    room = HandshakeRoom(capacity: limits.handshakes, patience: limits.handshakePatience)
  }

  // MARK: Accepting

  func read(context: ChannelHandlerContext) {
    switch accepting {
    case .open where !room.isFull:
      context.read()
    case .open:
      accepting = .held(context, scheduleCut(context))
    case .held, .closed:
      break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failed(StreamEnd(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .held(_, let timer) = accepting { timer?.cancel() }
    accepting = .closed
    let unfinished = Array(handshaking.values)
    unfinished.forEach { $0.giveUp(.aborted) }
    context.fireChannelInactive()
  }

  private func scheduleCut(_ context: ChannelHandlerContext) -> Scheduled<Void>? {
    guard let deadline = room.nextOverdue else { return nil }
    return context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.cutOverdue()
    }
  }

  private func cutOverdue() {
    guard case .held(let context, _) = accepting else { return }
    let overdue = room.overdue(at: .now())
    for id in overdue { handshaking[id]?.giveUp(.timeout(.handshake)) }
    guard case .held = accepting else { return }
    accepting = .held(context, scheduleCut(context))
  }

  private func resume() {
    guard case .held(let context, let timer) = accepting, !room.isFull else { return }
    timer?.cancel()
    accepting = .open
    context.read()
  }

  // MARK: Connections

  /// Turns an accepted connection into a stream, or closes it when there are too many.
  func admit(_ channel: any Channel) {
    let remote = Endpoint(channel.remoteAddress)
    guard connections < limits.connections else {
      channel.close(promise: nil)
      refused(remote, .io("the limit of \(limits.connections) connections is reached"))
      return
    }
    do {
      try StreamChannel.sendAtOnce(channel)
    } catch {
      channel.close(promise: nil)
      return refused(remote, StreamEnd(error))
    }
    let id = ObjectIdentifier(channel)
    connections += 1
    room.enter(id, at: .now())
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
      up: channel, context: tls(), deadline: .now() + limits.handshakeDeadline,
      outcome: outcome)
    if room.contains(id) { handshaking[id] = handler }
  }

  private func leave(_ id: ObjectIdentifier) {
    handshaking[id] = nil
    room.leave(id)
    resume()
  }
}
