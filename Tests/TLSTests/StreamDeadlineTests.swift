import NIOCore
import NIOEmbedded
import TLS
import Testing

@testable import Transport

@Suite("The deadlines of a stream, by the clock of an embedded event loop")
struct StreamDeadlineTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  /// A served stream whose peer is a bare TLS handler.
  private final class Served {
    let loop = EmbeddedEventLoop()
    let channel: EmbeddedChannel
    let peer: HandlerEnd
    let socket = SocketSide()
    var stream: ByteStream?
    var refusal: StreamEnd?
    var end: StreamEnd?
    var received = 0

    init(_ authority: TestAuthority, deadline: TimeAmount) throws {
      self.channel = EmbeddedChannel(handler: self.socket, loop: self.loop)
      self.peer = try HandlerEnd(authority.client(), self.loop)
      StreamChannel.set(
        up: self.channel, context: try authority.server(),
        deadline: .uptimeNanoseconds(0) + deadline,
        outcome: .init(
          opened: { stream in
            self.stream = stream
            return StreamHandlers(
              received: { self.received += $0.readableBytes }, peerFinished: {},
              ended: { self.end = $0 })
          },
          refused: { self.refusal = $0 }))
      try self.channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      try self.peer.connect()
    }

    func exchange() throws {
      while true {
        self.loop.run()
        let fromPeer = try self.peer.channel.readOutbound(as: ByteBuffer.self)
        let fromServed = try self.channel.readOutbound(as: ByteBuffer.self)
        if fromPeer == nil, fromServed == nil { return }
        if let fromPeer { try self.channel.writeInbound(fromPeer) }
        if let fromServed { try self.peer.channel.writeInbound(fromServed) }
      }
    }
  }

  @Test("Without a handshake the connection goes exactly at the deadline")
  func handshakeDeadline() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    served.loop.advanceTime(by: .milliseconds(4999))
    #expect(served.refusal == nil)
    #expect(served.channel.isActive)
    served.loop.advanceTime(by: .milliseconds(1))
    #expect(served.refusal == .timeout(.handshake))
    #expect(!served.channel.isActive)
    #expect(served.stream == nil)
  }

  @Test("An established stream outlives the handshake's deadline")
  func establishedStays() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    #expect(served.stream != nil)
    served.loop.advanceTime(by: .hours(24))
    #expect(served.channel.isActive)
    #expect(served.end == nil)
    #expect(served.refusal == nil)
  }

  @Test("A finished stream waits for the peer until the drain deadline, and not longer")
  func drainDeadline() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    served.stream?.write([1, 2, 3])
    served.stream?.finish()
    try served.exchange()
    #expect(served.peer.owner.received == ByteBuffer(bytes: [1, 2, 3]))
    #expect(served.peer.owner.events.last == .inputClosed)
    served.loop.advanceTime(by: ByteStream.drainDeadline - .nanoseconds(1))
    #expect(served.end == nil)
    served.loop.advanceTime(by: .nanoseconds(1))
    #expect(served.end == .timeout(.drain))
    #expect(!served.channel.isActive)
  }

  @Test("A peer that goes on sending is not read behind its room, and soon left")
  func lingering() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    served.stream?.write([1, 2, 3])
    served.stream?.finish(room: 10)
    for _ in 0..<3 {
      _ = served.peer.write([UInt8](repeating: 7, count: 9))
      served.peer.channel.flush()
      try served.exchange()
    }
    #expect(served.peer.owner.received == ByteBuffer(bytes: [1, 2, 3]))
    #expect(served.received == 18)
    served.loop.advanceTime(by: ByteStream.lingerTime - .nanoseconds(1))
    #expect(served.end == nil)
    served.loop.advanceTime(by: .nanoseconds(1))
    #expect(served.end == .timeout(.drain))
  }

  @Test(
    "That second begins when the last words are sent, and does not outlast the drain deadline",
    arguments: [(2_000, 1_000), (4_500, 500)] as [(Int64, Int64)])
  func lingeringUnsent(sent: Int64, left: Int64) throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    served.socket.stalls = true
    served.stream?.write(patterned(TLSHandler.writeChunk + 10))
    served.stream?.finish(room: 10)
    _ = served.peer.write([UInt8](repeating: 7, count: 10))
    served.peer.channel.flush()
    try served.exchange()
    served.loop.advanceTime(by: .milliseconds(sent))
    #expect(served.stream?.unsentBytes ?? 0 > 0)
    served.socket.takeStalled()
    #expect(served.stream?.unsentBytes == 0)
    served.loop.advanceTime(by: .milliseconds(left) - .nanoseconds(1))
    #expect(served.end == nil)
    served.loop.advanceTime(by: .nanoseconds(1))
    #expect(served.end == .timeout(.drain))
  }

  @Test("A peer that closes its side in time cancels the drain deadline")
  func drained() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    served.stream?.finish()
    _ = served.peer.close(.output)
    try served.exchange()
    #expect(served.end == .clean)
    served.loop.advanceTime(by: .hours(1))
    #expect(served.end == .clean)
  }

  @Test("The count of unsent bytes falls as the socket takes them, portion by portion")
  func unsentBytes() throws {
    let served = try Served(self.authority, deadline: .seconds(5))
    try served.exchange()
    served.socket.stalls = true
    served.socket.writes = []
    served.stream?.write(patterned(TLSHandler.writeChunk + 10))
    #expect(served.socket.writes == [])
    served.loop.run()
    #expect(served.socket.writes.count == 2)
    #expect(served.stream?.unsentBytes == TLSHandler.writeChunk + 10)
    served.socket.takeStalled()
    #expect(served.stream?.unsentBytes == 0)
  }
}
