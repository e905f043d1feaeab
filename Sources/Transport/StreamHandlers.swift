public import NIOCore

/// What a stream tells its owner, always on the connection's event loop. After `ended` nothing more
/// is called and the handlers are let go.
public struct StreamHandlers {
  /// Plaintext, in order and in no particular portions.
  public var received: (ByteBuffer) -> Void
  /// The socket has taken bytes; `unsentBytes` are still waiting.
  public var progressed: (_ unsentBytes: Int) -> Void
  /// The peer has sent close_notify and will send nothing more; the owner still may, and calls
  /// `finish` when it has. Where this is nil the stream finishes by itself.
  public var peerFinished: (() -> Void)?
  public var ended: (StreamEnd) -> Void

  public init(
    received: @escaping (ByteBuffer) -> Void,
    progressed: @escaping (_ unsentBytes: Int) -> Void = { _ in },
    peerFinished: (() -> Void)? = nil,
    ended: @escaping (StreamEnd) -> Void
  ) {
    self.received = received
    self.progressed = progressed
    self.peerFinished = peerFinished
    self.ended = ended
  }
}
