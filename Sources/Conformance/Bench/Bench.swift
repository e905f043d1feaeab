import NIOCore
import Synchronization
import TLS
import Transport

/// What one case works with: connections to the coordinator, and boards that only this case uses.
final class Bench: Sendable {
  /// The user whose certificate a connection shows to the coordinator.
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

  var schema: Schema { codec.schema }

  var timeout: TimeAmount { .milliseconds(Int64(target.patience * 1_000)) }

  func credentials(_ user: User) throws -> TLSCredentials {
    switch user {
    case .first: return target.identity
    case .second:
      guard let second = target.secondIdentity else {
        throw CaseSkip("needs --second-identity, of another user of the cluster")
      }
      return second
    }
  }

  /// Skips the case if it has to wait long and the run is not `--slow`. A wait of up to 6 s is
  /// always allowed.
  /// - Throws: `CaseSkip`.
  func needs(milliseconds: UInt64, for what: String) throws {
    guard target.slow || milliseconds <= 6_000 else {
      throw CaseSkip("waits \(milliseconds / 1_000) s for \(what); runs with --slow")
    }
  }

  // MARK: Connections

  /// Opens a connection and makes its TLS handshake. Nothing of the protocol is sent yet.
  /// - Throws: `DialFailure`.
  func dial(_ user: User = .first) async throws -> ScriptedPeer {
    let context = try TLSContext(
      role: .client, credentials: try credentials(user), protocols: [schema.alpn],
      expecting: .anyone)
    return try await dial(context)
  }

  /// - Throws: `DialFailure` if the handshake fails.
  func dial(_ context: TLSContext) async throws -> ScriptedPeer {
    let connection = try await PeerConnection.open(
      target.endpoint, context, on: eventLoop, timeout: timeout)
    connections.withLock { $0.append(connection) }
    return try ScriptedPeer(connection, codec, timeout: timeout)
  }

  /// Opens a TCP connection on which no TLS handshake is made.
  func plainSocket() async throws -> PlainSocket {
    try await PlainSocket.open(target.endpoint, on: eventLoop, timeout: timeout)
  }

  /// Sends bytes in the same write as the end of the TLS handshake.
  /// - Returns: at least the first `wanted` bytes of the answer; nil if they do not come in time.
  func firstFlight(_ bytes: [UInt8], wanted: Int) async throws -> [UInt8]? {
    let script = BareClient<[UInt8]>.Script(
      established: { session in bytes.withUnsafeBytes { session.write($0) } },
      outcome: { _, received in received.count >= wanted ? received : nil },
      ended: [], late: [])
    let answer = try await run(script, timeout: timeout)
    return answer.isEmpty ? nil : answer
  }

  /// Changes the keys of a connection so often, and sends nothing else.
  /// - Returns: whether the coordinator ended it in time.
  func isEnded(changingKeys changes: Int) async throws -> Bool {
    let script = BareClient<Bool>.Script(
      established: { session in for _ in 0..<changes { session.updateKeys() } },
      outcome: { session, _ in
        switch session.state {
        case .handshaking, .established: nil
        case .peerClosed, .closing, .closed, .failed: true
        }
      },
      ended: true, late: false)
    return try await run(script, timeout: .seconds(3))
  }

  private func run<Outcome: Sendable>(
    _ script: BareClient<Outcome>.Script, timeout: TimeAmount
  ) async throws -> Outcome {
    let context = try TLSContext(
      role: .client, credentials: target.identity, protocols: [schema.alpn], expecting: .anyone)
    return try await BareClient.run(
      script, at: target.endpoint, context, on: eventLoop, timeout: timeout)
  }

  /// Opens a connection on which HELLO has been answered by WELCOME.
  func greeted(_ user: User = .first) async throws -> ScriptedPeer {
    try await welcomed(user).peer
  }

  func welcomed(_ user: User = .first) async throws -> (peer: ScriptedPeer, welcome: Value) {
    let peer = try await dial(user)
    return (peer, try await welcome(peer))
  }

  /// - Returns: the fields of WELCOME.
  @discardableResult
  func welcome(_ peer: ScriptedPeer, withMembers: Bool = false) async throws -> Value {
    let grease = try greaseFrame()
    let hello = try peer.frame("hello", try hello(withMembers: withMembers), request: 1)
    await peer.send(hello, grease)
    return try await peer.response(to: 1, is: "welcome").fields
  }

  /// The fields of a valid HELLO. It does not name the feature *members*, as what other cases do with
  /// boards is told to every connection that does. They hold one random feature and one extension tag of the
  /// schema's grease: unknown values, which a coordinator has to ignore.
  func hello(withMembers: Bool = false) throws -> Value {
    let known = schema.features.filter { withMembers || $0.key != "members" }
    let grease = schema.grease
    guard let feature = grease.features.randomElement(), let tag = grease.tags.randomElement()
    else { throw HarnessFault("the schema lists no grease") }
    return [
      "lowest-minor": .number(UInt64(schema.lowestMinor)),
      "newest-minor": .number(UInt64(schema.newestMinor)),
      "features": .list(
        (known.values.sorted() + [feature]).map { .number(UInt64($0)) }),
      "frame-limit": .number(try schema.limit("frame-bytes")),
      "agent": "board-conformance",
      "extensions": .extensions([.init(tag: tag, bytes: [0x0A, 0x0A])]),
    ]
  }

  func greaseFrame() throws -> Frame {
    guard let type = schema.grease.frameTypes.randomElement() else {
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
