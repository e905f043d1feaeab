import NIOCore
import NIOEmbedded
import TLS

/// Stands between the TLS handler and the channel: what reaches the socket, and when it is taken.
final class SocketSide: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  var writes: [Int] = []
  var flushes = 0
  var closes: [CloseMode] = []
  /// While true no write completes, as with a peer that does not read.
  var stalls = false
  private var stalled: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    self.writes.append(Self.unwrapOutboundIn(data).readableBytes)
    guard self.stalls else {
      context.write(data, promise: promise)
      return
    }
    if let promise { self.stalled.append(promise) }
    context.write(data, promise: nil)
  }

  func flush(context: ChannelHandlerContext) {
    self.flushes += 1
    context.flush()
  }

  /// An embedded channel knows no half-closed state.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    self.closes.append(mode)
    switch mode {
    case .all: context.close(promise: promise)
    case .input, .output: promise?.succeed()
    }
  }

  func takeStalled() {
    self.stalls = false
    let promises = self.stalled
    self.stalled = []
    promises.forEach { $0.succeed() }
  }
}

/// Stands behind the TLS handler: what the owner of the connection sees.
final class OwnerSide: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Equatable {
    case established(TLSPeer)
    case received
    case inputClosed
    case error(TLSError.Kind)
    case inactive
  }

  var events: [Event] = []
  var received = ByteBuffer()
  /// Called with each event, to act from within it.
  var reaction: (ChannelHandlerContext, Event) -> Void = { _, _ in }

  private func note(_ context: ChannelHandlerContext, _ event: Event) {
    if event != .received || self.events.last != .received { self.events.append(event) }
    self.reaction(context, event)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let peer = event as? TLSPeer { self.note(context, .established(peer)) }
    if event as? ChannelEvent == .inputClosed { self.note(context, .inputClosed) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.received.writeImmutableBuffer(Self.unwrapInboundIn(data))
    self.note(context, .received)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? TLSError else { return }
    self.note(context, .error(error.kind))
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.note(context, .inactive)
  }
}

/// One end of an embedded connection.
struct HandlerEnd {
  let channel: EmbeddedChannel
  let tls: TLSHandler
  let socket = SocketSide()
  let owner = OwnerSide()

  init(_ context: TLSContext, _ loop: EmbeddedEventLoop) throws {
    self.tls = try TLSHandler(context: context)
    self.channel = EmbeddedChannel(handlers: [self.socket, self.tls, self.owner], loop: loop)
  }

  func connect() throws {
    try self.channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// Writes without a flush. The future is the promise's.
  @discardableResult
  func write(_ bytes: [UInt8]) -> EventLoopFuture<Void> {
    self.channel.write(ByteBuffer(bytes: bytes))
  }

  func close(_ mode: CloseMode) -> EventLoopFuture<Void> {
    self.channel.close(mode: mode)
  }

  /// The peer's FIN.
  func endInput() {
    self.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }
}

/// Two embedded channels with a wire between them.
struct HandlerPair {
  let loop = EmbeddedEventLoop()
  let client: HandlerEnd
  let server: HandlerEnd

  init(_ authority: TestAuthority) throws {
    try self.init(client: authority.client(), server: authority.server())
  }

  init(client: TLSContext, server: TLSContext) throws {
    self.client = try HandlerEnd(client, self.loop)
    self.server = try HandlerEnd(server, self.loop)
  }

  func connect() throws {
    try self.client.connect()
    try self.server.connect()
  }

  func establish() throws {
    try self.connect()
    try self.exchange()
  }

  /// Carries bytes both ways until there are none. A closed channel takes nothing more.
  func exchange() throws {
    while true {
      let fromClient = try self.client.channel.readOutbound(as: ByteBuffer.self)
      let fromServer = try self.server.channel.readOutbound(as: ByteBuffer.self)
      if fromClient == nil, fromServer == nil { return }
      if let fromClient, self.server.channel.isActive {
        try self.server.channel.writeInbound(fromClient)
      }
      if let fromServer, self.client.channel.isActive {
        try self.client.channel.writeInbound(fromServer)
      }
    }
  }
}

/// How a future stands now, without waiting.
final class Outcome {
  var result: Result<Void, any Error>?

  init(_ future: EventLoopFuture<Void>) {
    future.assumeIsolated().whenComplete { self.result = $0 }
  }

  var succeeded: Bool {
    if case .success = self.result { return true }
    return false
  }

  var error: (any Error)? {
    if case .failure(let error) = self.result { return error }
    return nil
  }
}
