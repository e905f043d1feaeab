import NIOCore
import TLS

/// Two sessions with a wire between them that can split and cut.
final class SessionPair {
  var client: TLSSession
  var server: TLSSession
  var clientReceived = ByteBuffer()
  var serverReceived = ByteBuffer()
  /// How many bytes a session is fed at once.
  var portion = Int.max

  init(client: TLSContext, server: TLSContext) throws {
    self.client = try TLSSession(context: client)
    self.server = try TLSSession(context: server)
  }

  // The testing macros copy what they look at, and a session cannot be copied.
  var clientState: TLSSession.State { self.client.state }
  var serverState: TLSSession.State { self.server.state }
  var clientFailure: TLSError? { self.client.state.failure }
  var serverFailure: TLSError? { self.server.state.failure }
  func drainClient() -> ByteBuffer? { self.client.drain() }
  func drainServer() -> ByteBuffer? { self.server.drain() }

  /// Carries bytes both ways until neither side has any.
  func exchange() {
    self.client.handshake()
    while true {
      let fromClient = self.client.drain()
      let fromServer = self.server.drain()
      if fromClient == nil, fromServer == nil { return }
      if let fromClient {
        Self.deliver(fromClient, to: &self.server, into: &self.serverReceived, self.portion)
      }
      if let fromServer {
        Self.deliver(fromServer, to: &self.client, into: &self.clientReceived, self.portion)
      }
    }
  }

  static func deliver(
    _ ciphertext: ByteBuffer, to session: inout TLSSession, into plaintext: inout ByteBuffer,
    _ portion: Int
  ) {
    var rest = ciphertext
    while let slice = rest.readSlice(length: min(portion, rest.readableBytes)),
      slice.readableBytes > 0
    {
      slice.withUnsafeReadableBytes { session.receive($0) }
      session.handshake()
      session.read(into: &plaintext)
    }
  }
}

extension TLSSession {
  mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { self.write($0) }
  }
}

extension TLSSession.State {
  /// The other side of an established session.
  var peer: TLSPeer? {
    guard case .established(let peer) = self else { return nil }
    return peer
  }

  /// The error a session failed with.
  var failure: TLSError? {
    guard case .failed(let error) = self else { return nil }
    return error
  }
}

/// Bytes that repeat only after 251, so that a lost or doubled portion shows.
func patterned(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8($0 % 251) }
}
