import Foundation
import NIOCore
import TLS

/// A device that joined, by a key that the suite has.
struct JoinedDevice: Sendable {
  let name: String
  let credentials: TLSCredentials
  /// What CERTIFICATE brought, in DER.
  let certificate: [UInt8]
}

// Invitations, and devices that join by them. The first user invites their own devices, as everybody
// may (JOI-014), so that a case needs nobody's help.
extension Bench {
  /// A name for a device that nobody has.
  static func deviceName() -> String { "suite-" + Identifier.random().description.prefix(12) }

  /// An invitation of the first user's for themselves, and its secret.
  func invitation(_ peer: ScriptedPeer) async throws -> (id: Identifier, secret: [UInt8]) {
    let (id, secret) = (Identifier.random(), Bench.secret())
    let user = try await welcomed().welcome.text("peer", "user")
    _ = try await peer.request(
      "admit", try Bench.admitFields(id, secret, user), answeredBy: "admitted")
    return (id, secret)
  }

  static func secret() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: 0 ... .max) } }

  static func admitFields(
    _ id: Identifier, _ secret: [UInt8], _ user: String, board: Value = .absent,
    seconds: UInt64 = 60
  ) throws -> Value {
    [
      "invitation": .id(id), "secret-hash": .bytes(try MessageDigest.sha256(secret)),
      "user": .text(user), "board": board, "seconds": .number(seconds),
    ]
  }

  static func joinFields(
    _ invitation: (id: Identifier, secret: [UInt8]), _ device: String, _ request: [UInt8],
    replaces: Bool = false
  ) -> Value {
    [
      "invitation": .id(invitation.id), "secret": .bytes(invitation.secret),
      "device": .text(device), "request": .bytes(request), "replaces": .bool(replaces),
    ]
  }

  /// A connection of `board-join/1` without a certificate, whose chain was followed to the authority
  /// that the suite's identity names.
  func newcomer() async throws -> ScriptedPeer {
    let pin = try TLSContext.pin(of: target.identity.authority)
    return try await dial(
      try TLSContext(joining: pin, protocols: [schema.joinALPN], expecting: .anyone))
  }

  /// Sends JOIN on a connection of its own and takes the answer, behind which nothing but GOODBYE
  /// may come.
  func join(_ fields: Value) async throws -> Message {
    let peer = try await newcomer()
    let answer = try await peer.response(to: peer.post("join", fields))
    try await peer.requireGoodbye(reason: 0, behind: answer.position)
    return answer
  }

  /// Lets a device join.
  func joined(
    _ invitation: (id: Identifier, secret: [UInt8]), as device: String, _ key: JoiningKey,
    replaces: Bool = false
  ) async throws -> JoinedDevice {
    let answer = try await join(
      Bench.joinFields(invitation, device, key.request, replaces: replaces))
    guard answer.name == "certificate" else {
      throw CaseFailure("JOIN is answered by \(answer.words(schema)), not by certificate")
    }
    return try JoinedDevice(device, key, answer.fields)
  }

  /// Connects as a device with `board/1` and says HELLO.
  func connected(
    _ device: JoinedDevice
  ) async throws -> (peer: ScriptedPeer, welcome: Value) {
    let peer = try await dial(
      TLSContext(
        role: .client, credentials: device.credentials, protocols: [schema.alpn],
        expecting: .anyone))
    return (peer, try await welcome(peer))
  }

  /// Connects as a device that is not served any more.
  func requireNotServed(_ device: JoinedDevice) async throws {
    let peer = try await dial(
      TLSContext(
        role: .client, credentials: device.credentials, protocols: [schema.alpn],
        expecting: .anyone))
    try await peer.requireRefusal("identity-refused")
  }

  /// Revokes what a case has let join, so that the coordinator is as before.
  func revoke(_ names: String..., by peer: ScriptedPeer) async throws {
    for name in names {
      _ = try await peer.request(
        "revoke-device", ["device": .text(name)], answeredBy: "device-revoked")
    }
  }
}

extension JoinedDevice {
  /// - Parameter answer: the fields of CERTIFICATE.
  init(_ name: String, _ key: JoiningKey, _ answer: Value) throws {
    guard case .bytes(let certificate) = try answer.at("certificate"),
      case .bytes(let authority) = try answer.at("authority")
    else { throw CaseFailure("CERTIFICATE holds no certificates") }
    self.name = name
    self.certificate = certificate
    credentials = TLSCredentials(
      certificateChain: JoinedDevice.pem(certificate), privateKey: key.key,
      authority: JoinedDevice.pem(authority))
  }

  private static func pem(_ der: [UInt8]) -> [UInt8] {
    let text = Data(der).base64EncodedString(options: [
      .lineLength64Characters, .endLineWithLineFeed,
    ])
    return Array("-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n".utf8)
  }
}
