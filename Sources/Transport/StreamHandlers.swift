public import NIOCore

/// The closures by which a stream informs its owner, always called on its event loop. After `ended`
/// none is called any more, and all are released.
public struct StreamHandlers {
  /// Receives plaintext, in order and in portions of any size.
  public var received: (ByteBuffer) -> Void
  /// Is called when the socket has taken bytes; `unsentBytes` are still waiting.
  public var progressed: (_ unsentBytes: Int) -> Void
  /// Is called when the peer has sent close_notify. The owner may still send, and calls `finish`
  /// when it is done. Where this is nil the stream finishes by itself.
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
