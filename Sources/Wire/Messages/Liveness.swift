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
  public static let type = FrameType.ping

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    nonce = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(nonce)
    writer.extensions(extensions)
  }
}

extension Pong: MessageBody {
  public static let type = FrameType.pong

  public init(_ reader: inout ByteReader) throws(MalformedBytes) {
    nonce = try reader.uint64()
    extensions = try reader.extensions()
  }

  public func write(to writer: inout ByteWriter) {
    writer.uint64(nonce)
    writer.extensions(extensions)
  }
}
