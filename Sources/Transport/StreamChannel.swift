import NIOCore
import TLS

/// How a socket becomes a stream, on either side.
enum StreamChannel {
  /// One read per turn of the event loop: a busy connection never delays another, and a paused one
  /// delivers nothing more.
  static let readsPerTurn: UInt = 1

  /// Small frames are not held back to go with later ones (TCP_NODELAY). On its event loop.
  static func sendAtOnce(_ channel: any Channel) throws {
    try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
  }

  /// Adds the handlers to an accepted or connected channel, on its event loop.
  @discardableResult
  static func set(
    up channel: any Channel, context: TLSContext, expecting expectation: PeerExpectation? = nil,
    deadline: NIODeadline, outcome: StreamChannelHandler.Outcome
  ) -> StreamChannelHandler? {
    do {
      let tls = try TLSHandler(context: context, expecting: expectation)
      let stream = StreamChannelHandler(deadline: deadline, outcome: outcome)
      // From the back, so that the stream's handler sees all that the TLS handler does.
      try channel.pipeline.syncOperations.addHandler(stream)
      try channel.pipeline.syncOperations.addHandler(tls, position: .before(stream))
      return stream
    } catch {
      channel.close(promise: nil)
      outcome.refused(StreamEnd(error))
      return nil
    }
  }
}
