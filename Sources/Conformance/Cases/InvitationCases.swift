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
      "joining/inviters",
      "Who does not own a board invites nobody to it, and nobody invites another's",
      ["JOI-015", "JOI-016"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let (host, welcome) = try await bench.welcomed(.second)
      let user = try welcome.text("peer", "user")
      let fixture = try await bench.board(everyone: nil)
      var window = try await bench.window(on: fixture)
      func admit(_ name: String, to board: Identifier) throws -> Value {
        try Bench.admitFields(.random(), Bench.secret(), name, board: .id(board))
      }
      let names = (0..<3).map { _ in "new-" + Identifier.random().description.prefix(12) }
      try await host.request(
        "admit", try admit(names[0], to: fixture.board), refusedWith: "board-unknown")
      try await window.edit(.giveRole("editor", to: user))
      try await host.request(
        "admit", try admit(names[0], to: fixture.board), refusedWith: "role-lacking")
      // A name that has a role on a board of another's, one that another invited, and one that is seen.
      let own = Fixture(everyone: nil)
      _ = try await host.request("create-board", own.request, answeredBy: "outcome")
      try await window.edit(.giveRole("editor", to: names[1]))
      _ = try await window.peer.request(
        "admit", try admit(names[2], to: fixture.board), answeredBy: "admitted")
      let first = try await bench.welcomed().welcome.text("peer", "user")
      for name in [names[1], names[2], first] {
        try await host.request("admit", try admit(name, to: own.board), refusedWith: "name-refused")
      }
      _ = try await host.request(
        "admit", try admit(names[0], to: own.board), answeredBy: "admitted")
    },
    ConformanceCase(
      "joining/expired", "An invitation that has expired lets nobody in", ["JOI-009"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let (peer, welcome) = try await bench.welcomed()
      let invitation = (id: Identifier.random(), secret: Bench.secret())
      let fields = try Bench.admitFields(
        invitation.id, invitation.secret, try welcome.text("peer", "user"), seconds: 1)
      _ = try await peer.request("admit", fields, answeredBy: "admitted")
      // Nothing tells a client when that second is over at the coordinator.
      try await Task.sleep(for: .seconds(2))
      try await bench.requireRefused(
        Bench.joinFields(invitation, Bench.deviceName(), JoiningKey.first.request),
        "invitation-refused")
    },
    ConformanceCase(
      "joining/silent", "A JOIN that does not come whole ends the connection", ["JOI-005"]
    ) { bench in
      try await bench.needs(feature: "devices")
      let limit = try bench.schema.limit("hello-milliseconds")
      try bench.needs(milliseconds: limit, for: "the deadline of JOIN")
      let started = NIODeadline.now()
      let (silent, slow) = (try await bench.newcomer(), try await bench.newcomer())
      let fields = Bench.joinFields((.random(), Bench.secret()), "phone", JoiningKey.first.request)
      await slow.send(bytes: try slow.frame("join", fields, request: 1).bytes.dropLast())
      for peer in [silent, slow] {
        try await peer.requireRefusal(
          "hello-timeout", within: .milliseconds(Int64(limit)) + bench.timeout)
        try require(
          NIODeadline.now() - started >= .milliseconds(Int64(limit) - 500),
          "the connection was ended before its time")
      }
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
      "joining/open", "One device has so many open invitations and no more, and others have theirs",
      ["JOI-018", "LIM-023"]
    ) { bench in
      let guest = try await bench.guest()
      let peer = try await bench.connected(guest.device).peer
      for _ in 0..<(try bench.schema.limit("invitations-of-device")) {
        _ = try await bench.invitation(of: guest, peer)
      }
      let more = try await peer.post(
        "admit", try Bench.admitFields(.random(), Bench.secret(), guest.user))
      try bench.requireShare(
        of: "invitations", try await peer.response(to: more), "limit-reached")
      _ = try await bench.invitation(try await bench.greeted())
    },
    ConformanceCase(
      "joining/devices-of-user", "One user has so many devices and no more", ["DEV-006", "LIM-023"]
    ) { bench in
      let guest = try await bench.guest()
      let peer = try await bench.connected(guest.device).peer
      for _ in 1..<(try bench.schema.limit("devices-of-user")) {
        _ = try await bench.joined(
          try await bench.invitation(of: guest, peer), as: Bench.deviceName(), .second)
      }
      let invitation = try await bench.invitation(of: guest, peer)
      let fields = Bench.joinFields(invitation, Bench.deviceName(), JoiningKey.second.request)
      try bench.requireShare(of: "devices", try await bench.join(fields), "limit-reached")
      // Another one makes room.
      let names = try await peer.deviceNames()
      try await bench.revoke(names.first { $0 != guest.device.name } ?? "", by: peer)
      _ = try await bench.joined(invitation, as: Bench.deviceName(), .second)
    },
    ConformanceCase(
      "joining/renewals", "A device renews so often within an hour and no more",
      ["REN-006", "LIM-023"]
    ) { bench in
      let peer = try await bench.connected(try await bench.guest().device).peer
      let keys = [JoiningKey.second, .first]
      let most = Int(try bench.schema.limit("renewals-in-hour"))
      var newest: Value?
      for number in 0..<most {
        let request: Value = ["request": .bytes(keys[number % 2].request)]
        newest = try await peer.request("renew", request, answeredBy: "certificate")
      }
      let refused = try await peer.response(
        to: peer.post("renew", ["request": .bytes(keys[most % 2].request)]))
      try bench.requireShare(of: "renewals", refused, "not-now")
      try require(
        try refused.fields.number("retry-after") > 0, "the refusal does not say for how long")
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
