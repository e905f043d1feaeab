import NIOCore
import Synchronization
import TLS
import Transport

/// What one case works with: connections to the coordinator, and boards of its own on it.
final class Bench: Sendable {
  /// Whose certificate a connection shows.
  enum User: Hashable, Sendable {
    case first
    case second
  }

  let codec: SchemaCodec
  let target: Target
  private let eventLoop: any EventLoop
  private let connections = Mutex<[PeerConnection]>([])

  init(_ target: Target, _ codec: SchemaCodec, on eventLoop: any EventLoop) {
    self.target = target
    self.codec = codec
    self.eventLoop = eventLoop
  }

  var schema: Schema { self.codec.schema }

  var timeout: TimeAmount { .milliseconds(Int64(self.target.patience * 1_000)) }

  func credentials(_ user: User) throws -> TLSCredentials {
    switch user {
    case .first: return self.target.identity
    case .second:
      guard let second = self.target.secondIdentity else {
        throw CaseSkip("needs --second-identity, of another user of the cluster")
      }
      return second
    }
  }

  /// - Throws: `CaseSkip` unless cases may wait for so long.
  func needs(milliseconds: UInt64, for what: String) throws {
    guard self.target.slow || milliseconds <= 6_000 else {
      throw CaseSkip("waits \(milliseconds / 1_000) s for \(what); runs with --slow")
    }
  }

  // MARK: Connections

  /// A connection after its TLS handshake, without a byte of the protocol on it.
  /// - Throws: `DialFailure`.
  func dial(_ user: User = .first) async throws -> ScriptedPeer {
    let context = try TLSContext(
      role: .client, credentials: try self.credentials(user), protocols: [self.schema.alpn],
      expecting: .anyone)
    return try await self.dial(context)
  }

  /// - Throws: `DialFailure` where the handshake does not come about.
  func dial(_ context: TLSContext) async throws -> ScriptedPeer {
    let connection = try await PeerConnection.open(
      self.target.endpoint, context, on: self.eventLoop, timeout: self.timeout)
    self.connections.withLock { $0.append(connection) }
    return try ScriptedPeer(connection, self.codec, timeout: self.timeout)
  }

  /// A socket without TLS.
  func plainSocket() async throws -> PlainSocket {
    try await PlainSocket.open(self.target.endpoint, on: self.eventLoop, timeout: self.timeout)
  }

  /// The answer to bytes that leave together with the end of the TLS handshake.
  func firstFlight(_ bytes: [UInt8], wanted: Int) async throws -> [UInt8]? {
    let context = try TLSContext(
      role: .client, credentials: self.target.identity, protocols: [self.schema.alpn],
      expecting: .anyone)
    return try await FirstFlight.ask(
      self.target.endpoint, context, bytes, wanted: wanted, on: self.eventLoop,
      timeout: self.timeout)
  }

  /// A connection that has been welcomed.
  func greeted(_ user: User = .first) async throws -> ScriptedPeer {
    try await self.welcomed(user).peer
  }

  func welcomed(_ user: User = .first) async throws -> (peer: ScriptedPeer, welcome: Value) {
    let peer = try await self.dial(user)
    return (peer, try await self.welcome(peer))
  }

  /// - Returns: the fields of WELCOME.
  func welcome(_ peer: ScriptedPeer) async throws -> Value {
    let grease = try self.greaseFrame()
    let hello = try peer.frame("hello", try self.hello(), request: 1)
    await peer.send(hello, grease)
    return try await peer.response(to: 1, is: "welcome").fields
  }

  /// The fields of a HELLO without fault, with grease.
  func hello() throws -> Value {
    let grease = self.schema.grease
    guard let feature = grease.features.randomElement(), let tag = grease.tags.randomElement()
    else { throw HarnessFault("the schema lists no grease") }
    return [
      "lowest-minor": .number(UInt64(self.schema.lowestMinor)),
      "newest-minor": .number(UInt64(self.schema.newestMinor)),
      "features": .list(
        (self.schema.features.values.sorted() + [feature]).map { .number(UInt64($0)) }),
      "frame-limit": .number(try self.schema.limit("frame-bytes")),
      "agent": "board-conformance",
      "extensions": .extensions([.init(tag: tag, bytes: [0x0A, 0x0A])]),
    ]
  }

  func greaseFrame() throws -> Frame {
    guard let type = self.schema.grease.frameTypes.randomElement() else {
      throw HarnessFault("the schema lists no grease")
    }
    return Frame(type: type, payload: [0x0A])
  }

  /// Drops every connection of the case.
  func clear() {
    let connections = self.connections.withLock { connections in
      defer { connections = [] }
      return connections
    }
    connections.forEach { $0.abort() }
  }
}
