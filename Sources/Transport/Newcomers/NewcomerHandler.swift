import NIOCore
import TLS

/// Stands in front of the TLS handler until the handshake is complete, and keeps what the peer sends
/// until it has its turn. The TLS handler, and with it the session, comes with the first turn.
final class NewcomerHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The most bytes of a peer before its handshake is complete, which it is asked for in portions.
  /// A hello has under 2 KiB, and what a client with a chain of three certificates says under 6.
  static let mostBytes = 32 * 1024

  private enum State {
    /// The hello is not there.
    case greeting(ByteBuffer)
    /// It waits for its turn, and nothing more is read.
    case queued(ByteBuffer)
    /// It has a session that needs more.
    case started
    /// It has a session, and more for it.
    case resumed(ByteBuffer)
    /// The handshake is complete, or the connection ends.
    case over
  }

  private let ready: () -> Void
  private let makeTLS: () throws -> TLSHandler
  private var state = State.greeting(ByteBuffer())
  private var context: ChannelHandlerContext?
  private var byteCount = 0
  /// Whether a read was asked for while nothing may be read.
  private var wantsRead = false
  /// Whether the peer's end came behind what waits for a turn.
  private var hasEnded = false

  /// - Parameter ready: called when it can go on with a turn.
  init(ready: @escaping () -> Void, makeTLS: @escaping () throws -> TLSHandler) {
    self.ready = ready
    self.makeTLS = makeTLS
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  // MARK: From the peer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = Self.unwrapInboundIn(data)
    switch state {
    case .greeting(var held):
      held.writeBuffer(&bytes)
      guard isBounded(context, held.readableBytes) else { return }
      guard FirstRecord.isThere(held.readableBytesView) else {
        state = .greeting(held)
        return
      }
      state = .queued(held)
      ready()
    case .started:
      byteCount += bytes.readableBytes
      guard isBounded(context, byteCount) else { return }
      state = .resumed(bytes)
      ready()
    // Nothing was asked for, but with the peer's end comes all that is before it.
    case .queued(var held):
      held.writeBuffer(&bytes)
      guard isBounded(context, held.readableBytes) else { return }
      state = .queued(held)
    case .resumed(var held):
      byteCount += bytes.readableBytes
      held.writeBuffer(&bytes)
      guard isBounded(context, byteCount) else { return }
      state = .resumed(held)
    case .over:
      context.fireChannelRead(data)
    }
  }

  private func isBounded(_ context: ChannelHandlerContext, _ count: Int) -> Bool {
    guard count > Self.mostBytes else { return true }
    state = .over
    context.fireErrorCaught(
      StreamEnd.io("more than \(Self.mostBytes) bytes came before the TLS handshake was complete"))
    return false
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let ended = event as? ChannelEvent, ended == .inputClosed else {
      return context.fireUserInboundEventTriggered(event)
    }
    switch state {
    case .greeting:
      state = .over
      context.fireErrorCaught(
        TLSError(
          kind: .endedInHandshake,
          detail: "the connection ended before the TLS handshake was complete"))
      context.close(promise: nil)
    case .queued, .resumed:
      hasEnded = true
    case .started, .over:
      context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: Its turn

  var hasSession: Bool {
    switch state {
    case .greeting, .queued: false
    case .started, .resumed, .over: true
    }
  }

  /// Gives the session what came, and returns once it has made of it what it can.
  func serve() {
    guard let context else { return }
    switch state {
    case .queued(let bytes):
      do {
        let tls = try makeTLS()
        try context.pipeline.syncOperations.addHandler(tls, position: .after(self))
      } catch {
        state = .over
        context.fireErrorCaught(error)
        context.close(promise: nil)
        return
      }
      byteCount = bytes.readableBytes
      go(on: bytes, context)
    case .resumed(let bytes):
      go(on: bytes, context)
    case .greeting, .started, .over:
      break
    }
  }

  private func go(on bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    state = .started
    context.fireChannelRead(Self.wrapInboundOut(bytes))
    context.fireChannelReadComplete()
    if hasEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
  }

  /// Waits for more bytes.
  func readOn() {
    guard wantsRead, let context else { return }
    wantsRead = false
    context.read()
  }

  /// Lets through what still comes, since it was refused: the TLS handler throws it away.
  func passOn() {
    state = .over
    readOn()
  }

  /// Closes the connection of a peer that was refused and may not have read why.
  func drop() {
    guard let context else { return }
    UnreadInput.discard(of: context.channel)
    context.close(promise: nil)
  }

  /// Steps aside: the handshake is complete.
  func stepAside() {
    passOn()
    guard let context else { return }
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  // MARK: To the peer

  func read(context: ChannelHandlerContext) {
    switch state {
    case .queued, .resumed: wantsRead = true
    case .greeting, .started, .over: context.read()
    }
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    if case .all = mode {
      state = .over
      UnreadInput.discard(of: context.channel)
    }
    context.close(mode: mode, promise: promise)
  }
}

/// The first record of a client (RFC 8446, 5.1).
enum FirstRecord {
  /// The most bytes of it that are waited for before it gets a session.
  static let most = 4 * 1024
  private static let handshake: UInt8 = 22
  private static let header = 5
  /// The longest that a record of plaintext may be.
  private static let longest = 1 << 14

  /// Whether it is complete, or nothing that would need to be.
  static func isThere(_ bytes: ByteBufferView) -> Bool {
    guard let type = bytes.first else { return false }
    guard type == handshake, bytes.count < most else { return true }
    guard bytes.count >= header else { return false }
    let start = bytes.startIndex
    let length = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    return length > longest || bytes.count >= header + length
  }
}
