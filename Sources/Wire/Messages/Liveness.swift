public import BoardModel

/// Asks for a PONG, to see whether the peer is alive.
public struct Ping: Hashable, Sendable {
  public let nonce: UInt64
  public let extensions: Extensions

  public init(nonce: UInt64, extensions: Extensions = .none) {
    self.nonce = nonce
    self.extensions = extensions
  }
}

/// Answers a PING with its nonce.
public struct Pong: Hashable, Sendable {
  public let nonce: UInt64
  public let extensions: Extensions

  public init(nonce: UInt64, extensions: Extensions = .none) {
    self.nonce = nonce
    self.extensions = extensions
  }
}

extension Ping: MessageBody {
  public static let type = FrameType(rawValue: 0x0004)
  public static let layout = WireLayout(Ping.init, WireField(\.nonce), WireField(\.extensions))
}

extension Pong: MessageBody {
  public static let type = FrameType(rawValue: 0x0005)
  public static let layout = WireLayout(Pong.init, WireField(\.nonce), WireField(\.extensions))
}
