import Identity
import NIOCore
import Transport
import Wire

/// A device's end of a connection, which greets and then only listens. Confined to its event loop.
final class DialedPeer {
  /// Everything that the coordinator said, and how the connection ended.
  struct Conversation: Sendable {
    var messages: [Message] = []
    var end: StreamEnd?
  }

  private var decoder = FrameDecoder(limit: Limits.frameBytes)
  private var conversation = Conversation()
  private let greeted: EventLoopPromise<Void>
  private let ended: EventLoopPromise<Conversation>

  private init(_ eventLoop: any EventLoop) {
    greeted = eventLoop.makePromise()
    ended = eventLoop.makePromise()
  }

  /// - Returns: what is fulfilled when the coordinator has said something, or the connection has
  ///   ended; and what is fulfilled at its end.
  static func dial(
    _ endpoint: Endpoint, as identity: Identity, on eventLoop: any EventLoop
  ) async throws -> (greeted: EventLoopFuture<Void>, ended: EventLoopFuture<Conversation>) {
    let context = try identity.windowContext()
    return try await eventLoop.submit {
      let peer = DialedPeer(eventLoop)
      Dialer.connect(to: endpoint, context: context, eventLoop: eventLoop) { stream in
        let hello = Hello(
          lowestMinor: 0, newestMinor: 0, features: [], frameLimit: Limits.frameBytes,
          agent: "peer")
        stream.write(hello.frame(request: 1).bytes)
        return StreamHandlers(
          received: { peer.receive(Array($0.readableBytesView)) }, ended: { peer.end($0) })
      } failed: {
        peer.end($0.reason)
      }
      return (peer.greeted.futureResult, peer.ended.futureResult)
    }.get()
  }

  private func receive(_ bytes: [UInt8]) {
    decoder.feed(bytes)
    while let frame = try? decoder.next() {
      if let message = try? Message(frame) { conversation.messages.append(message) }
    }
    if !conversation.messages.isEmpty { greeted.succeed() }
  }

  private func end(_ end: StreamEnd) {
    conversation.end = end
    greeted.succeed()
    ended.succeed(conversation)
  }
}
