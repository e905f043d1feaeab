import NIOCore
import TLS

/// The settings and handlers that turn a socket into a stream, on either side.
enum StreamChannel {
  /// The reads of a connection in one turn of the event loop. With one, a busy connection never
  /// delays another, and a paused one delivers nothing more.
  static let readsPerTurn: UInt = 1

  /// What a connection reads into, and keeps: an idle one needs no more, a busy one gets more. One
  /// round of the loop reads that from each, before anybody's turn, and an honest answer waits for
  /// some rounds. With a whole TLS record of 16 KiB, 650 connections that send all the time made a
  /// round twice as long as with a quarter of it, and sent a quarter more.
  static let readBuffer = AdaptiveRecvByteBufferAllocator(
    minimum: 256, initial: 1_024, maximum: 4 * 1_024)

  /// With these a channel is writable exactly while the socket has taken everything.
  private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1, high: 1)

  /// Sets TCP_NODELAY, so that small frames are not held back to go with later ones. Must be called
  /// on the channel's event loop.
  static func sendAtOnce(_ channel: any Channel) throws {
    try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
  }

  /// Adds the handlers to a connected channel. Must be called on its event loop. Where this fails, it
  /// closes the channel and tells `outcome`.
  static func set(
    up channel: any Channel, context: TLSContext, expecting expectation: PeerExpectation? = nil,
    deadline: NIODeadline, outcome: StreamChannelHandler.Outcome
  ) {
    do {
      let tls = try TLSHandler(context: context, expecting: expectation)
      try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waterMark)
      let stream = StreamChannelHandler(deadline: deadline, outcome: outcome)
      // The stream's handler is added first, so that it sees all events of the TLS handler.
      try channel.pipeline.syncOperations.addHandler(stream)
      try channel.pipeline.syncOperations.addHandler(tls, position: .before(stream))
    } catch {
      channel.close(promise: nil)
      outcome.refused(StreamEnd(error))
    }
  }

  /// Adds the handlers to an accepted channel, which gets its TLS session with its first turn. Must
  /// be called on its event loop. Returns nil where this fails, after it has closed the channel and
  /// told `outcome`.
  static func receive(
    _ channel: any Channel, context: @escaping () -> TLSContext, deadline: NIODeadline,
    outcome: StreamChannelHandler.Outcome, ready: @escaping () -> Void
  ) -> Newcomers.Newcomer? {
    do {
      try sendAtOnce(channel)
      try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waterMark)
      let stream = StreamChannelHandler(deadline: deadline, outcome: outcome)
      let handler = NewcomerHandler(ready: ready) { try TLSHandler(context: context()) }
      try channel.pipeline.syncOperations.addHandlers(handler, stream)
      return Newcomers.Newcomer(handler: handler, stream: stream)
    } catch {
      channel.close(promise: nil)
      outcome.refused(StreamEnd(error))
      return nil
    }
  }
}
