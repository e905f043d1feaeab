import Identity
import NIOCore
import NIOEmbedded
import Statements
import TLS
import Testing

@Suite("The TLS handler between embedded channels")
struct TLSHandlerTests {
  let authority: TestAuthority

  init() throws {
    self.authority = try TestAuthority()
  }

  private var coordinator: TLSPeer { self.authority.coordinatorPeer }
  private var device: TLSPeer { self.authority.devicePeer() }

  @Test("Each owner is told once who the other is")
  func established() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    #expect(pair.client.owner.events == [.established(self.coordinator)])
    #expect(pair.server.owner.events == [.established(self.device)])
    #expect(pair.client.tls.state == .established(self.coordinator))
    #expect(pair.server.tls.state == .established(self.device))
  }

  @Test("A handler added to a channel that is already active begins by itself")
  func addedLate() throws {
    let loop = EmbeddedEventLoop()
    let channel = EmbeddedChannel(loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.pipeline.syncOperations.addHandler(TLSHandler(context: self.authority.client()))
    let hello = try channel.readOutbound(as: ByteBuffer.self)
    #expect(hello != nil)
  }

  // MARK: Writing

  @Test("What is written and flushed before the handshake arrives after it, in order")
  func heldBack() throws {
    let pair = try HandlerPair(self.authority)
    let first = Outcome(pair.client.write([1, 2]))
    let second = Outcome(pair.client.write([3]))
    pair.client.channel.flush()
    let unflushed = Outcome(pair.client.write([4]))
    #expect(first.result == nil)
    try pair.establish()
    #expect(first.succeeded)
    #expect(second.succeeded)
    #expect(unflushed.result == nil)
    #expect(pair.server.owner.received == ByteBuffer(bytes: [1, 2, 3]))
    #expect(pair.server.owner.events == [.established(self.device), .received])
    pair.client.channel.flush()
    try pair.exchange()
    #expect(unflushed.succeeded)
    #expect(pair.server.owner.received == ByteBuffer(bytes: [1, 2, 3, 4]))
  }

  @Test("No more is held back before the handshake than the bound says")
  func heldBackBound() throws {
    let pair = try HandlerPair(self.authority)
    try pair.connect()
    let fits = Outcome(pair.client.write(patterned(TLSHandler.mostHeldBack)))
    let exceeds = Outcome(pair.client.write([0]))
    #expect(fits.result == nil)
    #expect((exceeds.error as? TLSError)?.kind == .tooMuchHeldBack)
    pair.client.channel.flush()
    try pair.exchange()
    #expect(fits.succeeded)
    #expect(pair.server.owner.received.readableBytes == TLSHandler.mostHeldBack)
  }

  @Test("A hundred small writes and one flush are one write to the channel and one record")
  func coalescing() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    let (writes, flushes) = (pair.client.socket.writes.count, pair.client.socket.flushes)
    let outcomes = (0..<100).map { Outcome(pair.client.write([UInt8($0)])) }
    #expect(pair.client.socket.writes.count == writes)
    pair.client.channel.flush()
    // 100 bytes, the record's header (5), content type (1) and authentication tag (16).
    #expect(pair.client.socket.writes.dropFirst(writes) == [122])
    #expect(pair.client.socket.flushes == flushes + 1)
    try pair.exchange()
    #expect(outcomes.filter(\.succeeded).count == outcomes.count)
    #expect(pair.server.owner.received == ByteBuffer(bytes: 0..<100))
  }

  @Test("A large write leaves in chunks with one flush; its promise waits for the last")
  func largeWrite() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    pair.client.socket.writes = []
    let flushes = pair.client.socket.flushes
    pair.client.socket.stalls = true
    let bytes = patterned(TLSHandler.writeChunk * 3 + 1)
    let outcome = Outcome(pair.client.write(bytes))
    pair.client.channel.flush()
    #expect(pair.client.socket.writes.count == 4)
    #expect(pair.client.socket.flushes == flushes + 1)
    try pair.exchange()
    #expect(pair.server.owner.received == ByteBuffer(bytes: bytes))
    #expect(outcome.result == nil)
    pair.client.socket.takeStalled()
    #expect(outcome.succeeded)
  }

  @Test("Writes of every size around the chunk arrive whole", arguments: [-1, 0, 1])
  func chunkBoundary(offset: Int) throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    let bytes = patterned(TLSHandler.writeChunk + offset)
    let outcomes = [
      Outcome(pair.client.write(Array(bytes.prefix(10)))),
      Outcome(pair.client.write([])),
      Outcome(pair.client.write(Array(bytes.dropFirst(10)))),
      Outcome(pair.client.write([])),
    ]
    pair.client.channel.flush()
    try pair.exchange()
    #expect(outcomes.filter(\.succeeded).count == outcomes.count)
    #expect(pair.server.owner.received == ByteBuffer(bytes: bytes))
  }

  @Test("Bytes that come byte by byte are delivered in order")
  func byteByByte() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    pair.client.write(patterned(500))
    pair.client.channel.flush()
    var ciphertext = try #require(try pair.client.channel.readOutbound(as: ByteBuffer.self))
    while let byte = ciphertext.readSlice(length: 1) {
      #expect(pair.server.owner.received.readableBytes == 0)
      try pair.server.channel.writeInbound(byte)
    }
    #expect(pair.server.owner.received == ByteBuffer(bytes: patterned(500)))
  }

  // MARK: Closing

  @Test("Each side closes its own direction; the channel goes when both have")
  func halfClose() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    pair.client.write([1])
    let closed = Outcome(pair.client.close(.output))
    try pair.exchange()
    #expect(closed.succeeded)
    #expect(pair.client.socket.closes == [.output])
    #expect(pair.client.tls.state == .closing(self.coordinator))
    #expect(pair.server.tls.state == .peerClosed(self.device))
    #expect(pair.server.owner.events == [.established(self.device), .received, .inputClosed])
    let late = Outcome(pair.client.write([2]))
    #expect(late.error as? ChannelError == .outputClosed)

    pair.server.endInput()
    pair.server.write([3, 4])
    let answered = Outcome(pair.server.close(.output))
    #expect(answered.succeeded)
    #expect(pair.server.tls.state == .closed(.clean))
    #expect(pair.server.socket.closes == [.all])
    try pair.exchange()
    #expect(pair.client.owner.received == ByteBuffer(bytes: [3, 4]))
    #expect(pair.client.tls.state == .closed(.clean))
    #expect(pair.client.socket.closes == [.output, .all])
    #expect(
      pair.client.owner.events == [
        .established(self.coordinator), .received, .inputClosed, .inactive,
      ]
    )
  }

  @Test("The socket's output is closed only when close_notify has left")
  func closeWaits() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    pair.client.socket.stalls = true
    pair.client.write([1])
    let closed = Outcome(pair.client.close(.output))
    #expect(closed.result == nil)
    #expect(pair.client.socket.closes == [])
    pair.client.socket.takeStalled()
    #expect(closed.succeeded)
    #expect(pair.client.socket.closes == [.output])
  }

  @Test("Behind its close_notify a peer sends so much and no more")
  func thrownAway() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    _ = pair.client.close(.output)
    try pair.exchange()
    #expect(pair.server.tls.state == .peerClosed(self.device))
    let half = ByteBuffer(repeating: 7, count: TLSHandler.mostThrownAway / 2)
    for _ in 0..<2 { try pair.server.channel.writeInbound(half) }
    #expect(pair.server.socket.closes == [])
    #expect(pair.server.owner.events == [.established(self.device), .inputClosed])
    try pair.server.channel.writeInbound(ByteBuffer(bytes: [7]))
    #expect(pair.server.socket.closes == [.all])
  }

  @Test("Closing all sends what is written and close_notify first")
  func closeAll() throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    pair.client.write([7])
    #expect(Outcome(pair.client.close(.all)).succeeded)
    try pair.exchange()
    #expect(pair.server.owner.received == ByteBuffer(bytes: [7]))
    #expect(pair.server.tls.state == .peerClosed(self.device))
    #expect(pair.client.owner.events == [.established(self.coordinator), .inactive])
  }

  @Test(
    "A FIN or a reset without close_notify is a truncation", .holds("TLS-008"),
    arguments: [true, false])
  func truncated(fin: Bool) throws {
    let pair = try HandlerPair(self.authority)
    try pair.establish()
    if fin {
      pair.server.endInput()
    } else {
      pair.server.channel.close(mode: .input, promise: nil)
      pair.server.channel.pipeline.fireChannelInactive()
    }
    #expect(pair.server.tls.state.failure?.kind == .truncated)
    #expect(pair.server.owner.events.prefix(2) == [.established(self.device), .error(.truncated)])
    #expect(pair.server.owner.events.filter { $0 == .error(.truncated) }.count == 1)
    let late = Outcome(pair.server.write([1]))
    #expect((late.error as? TLSError)?.kind == .truncated)
  }

  @Test("Closing during the handshake fails what was held back; the peer sees the end")
  func closeInHandshake() throws {
    let pair = try HandlerPair(self.authority)
    try pair.connect()
    let held = Outcome(pair.client.write([1]))
    #expect(Outcome(pair.client.close(.all)).succeeded)
    #expect(held.error as? ChannelError == .ioOnClosedChannel)
    #expect(pair.client.tls.state == .closed(.abandoned))
    #expect(pair.client.owner.events == [.inactive])
    pair.server.endInput()
    #expect(pair.server.tls.state.failure?.kind == .endedInHandshake)
    #expect(pair.server.owner.events == [.error(.endedInHandshake), .inactive])
    #expect(pair.server.socket.closes == [.all])
  }

  @Test("Finishing during the handshake waits for it, and for what was written")
  func finishInHandshake() throws {
    let pair = try HandlerPair(self.authority)
    try pair.connect()
    pair.client.write([1, 2])
    let closed = Outcome(pair.client.close(.output))
    #expect(closed.result == nil)
    let late = Outcome(pair.client.write([3]))
    #expect(late.error as? ChannelError == .outputClosed)
    try pair.exchange()
    #expect(closed.succeeded)
    #expect(pair.server.owner.received == ByteBuffer(bytes: [1, 2]))
    #expect(pair.server.tls.state == .peerClosed(self.device))
  }

  // MARK: Failing

  @Test("A refused peer gets the alert; the channel lingers half open, then goes")
  func lingering() throws {
    let pair = try HandlerPair(
      client: self.authority.client(protocols: ["other/1"]), server: self.authority.server())
    let held = Outcome(pair.client.write([1]))
    try pair.establish()
    #expect(pair.server.owner.events == [.error(.alpn)])
    #expect(pair.client.owner.events == [.error(.alpn)])
    #expect((held.error as? TLSError)?.origin == .peer)
    #expect(pair.server.socket.closes == [.output])
    try pair.server.channel.writeInbound(ByteBuffer(string: "whatever still comes"))
    #expect(pair.server.owner.events == [.error(.alpn)])
    pair.loop.advanceTime(by: TLSHandler.lingering - .milliseconds(1))
    #expect(pair.server.channel.isActive)
    pair.loop.advanceTime(by: .milliseconds(1))
    #expect(!pair.server.channel.isActive)
    #expect(pair.server.socket.closes == [.output, .all])
  }

  @Test("A refused peer is listened to for so many bytes and no more")
  func lingeringFlood() throws {
    let pair = try HandlerPair(
      client: self.authority.client(protocols: ["other/1"]), server: self.authority.server())
    try pair.establish()
    try pair.server.channel.writeInbound(
      ByteBuffer(repeating: 7, count: TLSHandler.mostThrownAway))
    #expect(pair.server.socket.closes == [.output])
    try pair.server.channel.writeInbound(ByteBuffer(bytes: [7]))
    #expect(pair.server.socket.closes == [.output, .all])
  }

  @Test("A lingering channel goes at once when the peer has closed")
  func lingeringEnds() throws {
    let pair = try HandlerPair(
      client: self.authority.client(protocols: ["other/1"]), server: self.authority.server())
    try pair.establish()
    pair.server.endInput()
    #expect(pair.server.owner.events == [.error(.alpn), .inactive])
  }

  @Test("An owner that closes in each of its events is obeyed and hears nothing more but the end")
  func closeFromWithin() throws {
    for trigger in [OwnerSide.Event.established(self.device), .received, .inputClosed] {
      let pair = try HandlerPair(self.authority)
      pair.server.owner.reaction = { context, event in
        if event == trigger { context.close(promise: nil) }
      }
      pair.client.write([1])
      _ = pair.client.close(.output)
      try pair.establish()
      let events = pair.server.owner.events
      #expect(!pair.server.channel.isActive)
      #expect(events.last == .inactive)
      #expect(events.allSatisfy { $0 != .error(.truncated) })
    }
  }

  @Test("A peer that asks for endless key updates and reads none is cut")
  func keyUpdateFlood() throws {
    let credentials = try self.authority.authority.mint(user: part("eve"), device: part("pc"))
    let habits = RawPeer.Habits(credentials: credentials.credentials)
    let raw = try #require(RawPeer(role: .client, habits))
    let end = try HandlerEnd(self.authority.server(), EmbeddedEventLoop())
    try end.connect()
    while case .handshaking = end.tls.state {
      raw.advance()
      try end.channel.writeInbound(raw.drain())
      while let bytes = try end.channel.readOutbound(as: ByteBuffer.self) { raw.receive(bytes) }
    }
    end.socket.stalls = true
    var updates = 0
    while end.tls.state.failure == nil, updates < 10_000 {
      raw.requestKeyUpdate()
      try end.channel.writeInbound(raw.drain())
      updates += 1
    }
    #expect(end.tls.state.failure?.kind == .violation)
    #expect(updates == 33)
  }
}
