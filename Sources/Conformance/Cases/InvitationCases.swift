import NIOCore
import TLS

// How many invitations, certificates and devices there are, and when invitations end. A case that uses
// these up does it as a guest, so that the suite's own users keep theirs.
extension ConformanceCase {
  static let invitations: [ConformanceCase] = [
    ConformanceCase(
      "joining/certificate",
      "A certificate that is signed names the device alone, and ends in time",
      ["TLS-004", "TLS-015", "TLS-018"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let (peer, welcome) = try await bench.welcomed()
      let device = try await bench.joined(
        try await bench.invitation(peer), as: Bench.deviceName(), .first)
      let signed = try CertificateContents(pem: device.credentials.certificateChain)
      let user = try welcome.text("peer", "user")
      let cluster = try welcome.text("cluster")
      try requireEqual(
        signed.uris, ["board://\(cluster)/u/\(user)/d/\(device.name)"],
        "the names in the certificate")
      try require(signed.isOfClient, "the certificate is not for clients alone")
      let issuer = try CertificateContents(pem: device.credentials.authority)
      try require(
        signed.validity.notAfter <= issuer.validity.notAfter,
        "the certificate is valid longer than that of its issuer")
      // Longer ones are not let in (TLS-024).
      try require(
        signed.validity.notAfter - signed.validity.notBefore <= 7 * 86_400 + 3_600,
        "the certificate is good for longer than 7 days and one hour")
      try await bench.revoke(device.name, by: peer)
    },
    ConformanceCase(
      "joining/lost-owner", "The invitation of an owner who is none any longer lets nobody in",
      ["JOI-017", "JOI-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let owner = try await bench.welcomed(.second).welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      try await window.edit(.giveRole("owner", to: owner))
      let host = try await bench.greeted(.second)
      let invitation = (id: Identifier.random(), secret: Bench.secret())
      let newcomer = "new-" + Identifier.random().description.prefix(12)
      _ = try await host.request(
        "admit",
        try Bench.admitFields(
          invitation.id, invitation.secret, newcomer, board: .id(fixture.board)),
        answeredBy: "admitted")
      try await window.edit(.giveRole(nil, to: owner))
      try await bench.requireRefused(
        Bench.joinFields(invitation, Bench.deviceName(), JoiningKey.first.request),
        "invitation-refused")
    },
    ConformanceCase(
      "joining/ended", "With a device that is revoked the invitations end that it made",
      ["DEV-007"]
    ) { bench in
      let guest = try await bench.guest()
      let first = try await bench.connected(guest.device).peer
      let second = try await bench.joined(
        try await bench.invitation(of: guest, first), as: Bench.deviceName(), .second)
      let other = try await bench.connected(second).peer
      let (ended, kept) = (
        try await bench.invitation(of: guest, first), try await bench.invitation(of: guest, other)
      )
      try await bench.revoke(guest.device.name, by: other)
      try await bench.requireRefused(
        Bench.joinFields(ended, Bench.deviceName(), JoiningKey.first.request),
        "invitation-refused")
      _ = try await bench.joined(kept, as: Bench.deviceName(), .first)
    },
    ConformanceCase(
      "joining/open", "One user has so many open invitations and no more, and others have theirs",
      ["JOI-018"]
    ) { bench in
      let guest = try await bench.guest()
      let peer = try await bench.connected(guest.device).peer
      for _ in 0..<(try bench.schema.limit("invitations-of-user")) {
        _ = try await bench.invitation(of: guest, peer)
      }
      try await peer.request(
        "admit", try Bench.admitFields(.random(), Bench.secret(), guest.user),
        refusedWith: "limit-reached")
      _ = try await bench.invitation(try await bench.greeted())
    },
    ConformanceCase(
      "joining/devices-of-user", "One user has so many devices and no more", ["DEV-006"]
    ) { bench in
      let guest = try await bench.guest()
      let peer = try await bench.connected(guest.device).peer
      for _ in 1..<(try bench.schema.limit("devices-of-user")) {
        _ = try await bench.joined(
          try await bench.invitation(of: guest, peer), as: Bench.deviceName(), .second)
      }
      let invitation = try await bench.invitation(of: guest, peer)
      let fields = Bench.joinFields(invitation, Bench.deviceName(), JoiningKey.second.request)
      try await bench.requireRefused(fields, "limit-reached")
      // Another one makes room.
      let names = try await peer.deviceNames()
      try await bench.revoke(names.first { $0 != guest.device.name } ?? "", by: peer)
      _ = try await bench.joined(invitation, as: Bench.deviceName(), .second)
    },
    ConformanceCase(
      "joining/renewals", "A device renews so often within an hour and no more", ["REN-006"]
    ) { bench in
      let peer = try await bench.connected(try await bench.guest().device).peer
      let keys = [JoiningKey.second, .first]
      let most = Int(try bench.schema.limit("renewals-in-hour"))
      var newest: Value?
      for number in 0..<most {
        let request: Value = ["request": .bytes(keys[number % 2].request)]
        newest = try await peer.request("renew", request, answeredBy: "certificate")
      }
      try await peer.request(
        "renew", ["request": .bytes(keys[most % 2].request)], refusedWith: "not-now")
      try requireEqual(
        try await peer.request(
          "renew", ["request": .bytes(keys[(most + 1) % 2].request)], answeredBy: "certificate"),
        newest, "the answer to the key of the newest certificate")
    },
  ]
}

extension Bench {
  /// An invitation of a guest's for themselves, made on a connection of one of their devices, and its
  /// secret.
  fileprivate func invitation(
    of guest: Guest, _ peer: ScriptedPeer
  ) async throws -> (id: Identifier, secret: [UInt8]) {
    let invitation = (id: Identifier.random(), secret: Bench.secret())
    _ = try await peer.request(
      "admit", try Bench.admitFields(invitation.id, invitation.secret, guest.user),
      answeredBy: "admitted")
    return invitation
  }
}
