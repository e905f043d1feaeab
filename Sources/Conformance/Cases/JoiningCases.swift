import NIOCore
import TLS

// How devices join by an invitation.
extension ConformanceCase {
  static let joining: [ConformanceCase] = [
    ConformanceCase(
      "joining/invited", "Who is invited joins once, and is who the invitation says",
      [
        "TLS-002", "TLS-003", "JOI-003", "JOI-004", "JOI-006", "JOI-008", "JOI-010", "JOI-011",
        "JOI-014",
      ]
    ) { bench in
      try await bench.needs(feature: "devices")
      let (peer, welcome) = try await bench.welcomed()
      let invitation = try await bench.invitation(peer)
      let name = Bench.deviceName()
      let device = try await bench.joined(invitation, as: name, .first)
      let own = try await bench.connected(device)
      try requireEqual(try own.welcome.text("peer", "device"), name, "the device of WELCOME")
      try requireEqual(
        try own.welcome.text("peer", "user"), try welcome.text("peer", "user"),
        "the user of WELCOME")
      // The answer may have been lost.
      let again = try await bench.joined(invitation, as: name, .first)
      try requireEqual(again.certificate, device.certificate, "the certificate for the same key")
      for fields in [
        Bench.joinFields(invitation, name, JoiningKey.second.request),
        Bench.joinFields(invitation, Bench.deviceName(), JoiningKey.first.request),
      ] {
        try await bench.requireRefused(fields, "invitation-refused")
      }
      try await bench.revoke(name, by: peer)
      try await bench.requireNotServed(device)
    },
    ConformanceCase(
      "joining/refused", "What is no invitation lets nobody in, and tells nothing",
      ["JOI-007", "JOI-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let peer = try await bench.greeted()
      let invitation = try await bench.invitation(peer)
      let (name, key) = (Bench.deviceName(), JoiningKey.first.request)
      let texts = try await [
        bench.requireRefused(
          Bench.joinFields((invitation.id, Bench.secret()), name, key), "invitation-refused"),
        bench.requireRefused(
          Bench.joinFields((.random(), invitation.secret), name, key), "invitation-refused"),
      ]
      try requireEqual(texts[0], texts[1], "the texts of the two refusals")
      var changed = key
      changed[changed.count - 1] ^= 1
      for request in [[], [0x30], changed, [UInt8](repeating: 0x30, count: 1_025)] {
        try await bench.requireRefused(
          Bench.joinFields(invitation, name, request), "signing-request-refused")
      }
      for device in ["", "two words", "..", String(repeating: "a", count: 65)] {
        try await bench.requireRefused(
          Bench.joinFields(invitation, device, key), "signing-request-refused")
      }
      // None of that used it up.
      let device = try await bench.joined(invitation, as: name, .first)
      try await bench.revoke(device.name, by: peer)
    },
    ConformanceCase(
      "joining/replaced", "A device's name is given again only where it is asked for",
      ["JOI-012", "DEV-003", "REN-003", "TLS-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let peer = try await bench.greeted()
      let name = Bench.deviceName()
      let device = try await bench.joined(
        try await bench.invitation(peer), as: name, .first)
      let live = try await bench.connected(device).peer
      let invitation = try await bench.invitation(peer)
      try await bench.requireRefused(
        Bench.joinFields(invitation, name, JoiningKey.second.request), "device-in-use")
      try await live.settle()
      let successor = try await bench.joined(invitation, as: name, .second, replaces: true)
      try await live.requireRefusal("identity-refused", within: .seconds(1))
      try await bench.requireNotServed(device)
      _ = try await bench.connected(successor)
      try await bench.revoke(name, by: peer)
    },
    ConformanceCase(
      "joining/first-message", "Nothing but JOIN is served to who has no certificate",
      ["JOI-004", "JOI-005"]
    ) { bench in
      for name in ["hello", "list-boards", "ping"] {
        let peer = try await bench.newcomer()
        let fields: Value =
          switch name {
          case "hello": try bench.hello()
          case "ping": ["nonce": 1]
          default: [:]
          }
        _ = try await peer.post(name, fields)
        try await peer.requireRefusal("unexpected-message")
      }
      let renewing = try await bench.newcomer()
      _ = try await renewing.post("renew", ["request": .bytes(JoiningKey.first.request)])
      try await renewing.requireRefusal("unexpected-message")
      let large = try await bench.newcomer()
      let type = try bench.schema.message(named: "join").type
      await large.send(
        bytes: Frame(type: type, request: 1, payload: [UInt8](repeating: 0, count: 4_097)).bytes)
      try await large.requireRefusal("frame-too-large")
      let joining = try await bench.greeted()
      _ = try await joining.post(
        "join",
        Bench.joinFields((.random(), Bench.secret()), "phone", JoiningKey.first.request))
      try await joining.requireRefusal("unexpected-message")
    },
    ConformanceCase(
      "joining/admit", "Who may invite whom, and for how long",
      ["JOI-014", "JOI-015", "JOI-016"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let (peer, welcome) = try await bench.welcomed()
      let user = try welcome.text("peer", "user")
      let newcomer = "new-" + Identifier.random().description.prefix(12)
      let fixture = try await bench.board(everyone: nil)
      let board = Value.id(fixture.board)
      func fields(
        _ user: String, _ board: Value = .absent, seconds: UInt64 = 60
      ) throws -> Value {
        try Bench.admitFields(.random(), Bench.secret(), user, board: board, seconds: seconds)
      }
      _ = try await peer.request("admit", try fields(newcomer, board), answeredBy: "admitted")
      for (refused, on) in [(user, board), ("Nobody", board), ("everyone", board)] {
        try await peer.request("admit", try fields(refused, on), refusedWith: "name-refused")
      }
      try await peer.request("admit", try fields(newcomer), refusedWith: "name-refused")
      try await peer.request(
        "admit", try fields(newcomer, .id(.random())), refusedWith: "board-unknown")
      try await peer.request(
        "admit", try fields(user, seconds: 604_801), refusedWith: "request-too-large")
      let (id, secret) = (Identifier.random(), Bench.secret())
      let first = try await peer.request(
        "admit", try Bench.admitFields(id, secret, user), answeredBy: "admitted")
      let again = try await peer.request(
        "admit", try Bench.admitFields(id, secret, user), answeredBy: "admitted")
      try requireEqual(first, again, "the answer to the same ADMIT")
      try await peer.request(
        "admit", try Bench.admitFields(id, Bench.secret(), user),
        refusedWith: "identifier-in-use")
    },
    ConformanceCase(
      "joining/renewed", "A device renews, and its older certificate is served until then",
      ["REN-001", "REN-003", "REN-004", "REN-005", "JOI-004", "TLS-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let peer = try await bench.greeted()
      let name = Bench.deviceName()
      let device = try await bench.joined(try await bench.invitation(peer), as: name, .first)
      let live = try await bench.connected(device).peer
      let request: Value = ["request": .bytes(JoiningKey.second.request)]
      let answer = try await live.request("renew", request, answeredBy: "certificate")
      let renewed = try JoinedDevice(name, .second, answer)
      try require(
        renewed.certificate != device.certificate, "RENEW brings the certificate that there was")
      let begins = try [device, renewed].map {
        try CertificateContents(pem: $0.credentials.certificateChain).validity.notBefore
      }
      try require(
        begins[1] > begins[0], "the certificate of RENEW begins no later than that before")
      try requireEqual(
        try await live.request("renew", request, answeredBy: "certificate"), answer,
        "the answer to the same key")
      _ = try await bench.connected(device)
      // Nothing but RENEW is served where a certificate may be late; nor does that use up the old one.
      let late = try await bench.renewing(renewed)
      let third = try await late.response(to: late.post("renew", request))
      try requireEqual(third.name, "certificate", "the answer to RENEW with board-join/1")
      try await late.requireGoodbye(reason: 0, behind: third.position)
      let asking = try await bench.renewing(renewed)
      _ = try await asking.post("list-boards")
      try await asking.requireRefusal("unexpected-message")
      _ = try await bench.connected(device)
      _ = try await bench.connected(renewed)
      try await bench.requireNotServed(device)
      try await live.settle()
      try await bench.revoke(name, by: peer)
      try await bench.requireNotServed(renewed)
    },
    ConformanceCase(
      "joining/devices", "One's own devices are listed and revoked, and no others",
      ["DEV-001", "DEV-002", "DEV-003", "TLS-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      _ = try bench.credentials(.second)
      let (peer, welcome) = try await bench.welcomed()
      let name = Bench.deviceName()
      let device = try await bench.joined(try await bench.invitation(peer), as: name, .first)
      let live = try await bench.connected(device).peer
      let names = try await peer.deviceNames()
      try require(names.contains(name), "DEVICES lacks the device that joined")
      try require(
        names.contains(try welcome.text("peer", "device")), "DEVICES lacks the one that asks")
      try requireEqual(
        names, names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
        "the order of DEVICES")
      let other = try await bench.greeted(.second)
      try require(try await !other.deviceNames().contains(name), "another's device is listed")
      try await other.request(
        "revoke-device", ["device": .text(name)], refusedWith: "device-unknown")
      try await live.settle()
      for _ in 0..<2 { try await bench.revoke(name, by: peer) }
      try await live.requireRefusal("identity-refused", within: .seconds(1))
      try await bench.requireNotServed(device)
    },
  ]
}

extension Bench {
  /// - Returns: the text of the ERROR.
  @discardableResult
  func requireRefused(_ fields: Value, _ error: String) async throws -> String {
    let answer = try await join(fields)
    let code = UInt64(try schema.error(error))
    guard answer.name == "error", try answer.fields.number("code") == code else {
      throw CaseFailure("JOIN is answered by \(answer.words(schema)), expected \(error)")
    }
    return try answer.fields.text("text")
  }

  /// A connection of `board-join/1` with a device's certificate.
  fileprivate func renewing(_ device: JoinedDevice) async throws -> ScriptedPeer {
    try await dial(
      TLSContext(
        role: .client, credentials: device.credentials, protocols: [schema.joinALPN],
        expecting: .anyone))
  }
}

extension ScriptedPeer {
  func deviceNames() async throws -> [String] {
    try await request("list-devices", answeredBy: "devices").list("devices").map {
      try $0.text("device")
    }
  }
}
