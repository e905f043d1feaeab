import BoardModel
import LogRecords
import Wire

// What users ask about their devices and invitations (SPEC.md JOI-014, DEV), and how a device is
// thrown out.
extension Coordinator {
  mutating func admit(_ id: ConnectionID, _ request: UInt64, _ body: Admit) {
    guard let author = author(of: id) else { return }
    if let refusal = stopping { return refuse(id, request, refusal) }
    if access.unconfirmedSince != nil { return refuse(id, request, .suspended) }
    let isNew = access[body.invitation] == nil
    let inviter = Inviter.user(author, grounds(of: author.user, body))
    switch access.invite(body, by: inviter, now: now) {
    case .refused(let refusal): refuse(id, request, refusal)
    case .made(let expires):
      guard isNew else {
        return commits.answer(.admitted(id, request: request, expires: expires))
      }
      access.note(
        AuditRecord(
          time: now.wall, kind: .invited, subject: DeviceName(user: body.user, device: ""),
          author: author, address: visitor(of: id)?.address ?? "",
          detail: body.board.map { "\($0)" } ?? ""))
      commits.answer(.admitted(id, request: request, expires: expires))
    }
  }

  private func grounds(of user: String, _ body: Admit) -> InvitationGrounds {
    InvitationGrounds(
      mayRead: body.board.map { boards.mayRead($0, user) } ?? false,
      owns: body.board.map { owns(user, $0) } ?? false, isKnown: !isUnknown(body.user, but: user))
  }

  mutating func listDevices(_ id: ConnectionID, _ request: UInt64) {
    guard let user = author(of: id)?.user else { return }
    let connected = connectedDevices(of: user)
    let entries = access.devices(of: user).map { record in
      let connections = connected[record.name.device] ?? 0
      return DeviceEntry(
        device: record.name.device, joined: record.joined,
        used: connections > 0 ? now.wall : record.used, expires: record.expires * 1_000,
        connections: connections, isRevoked: record.revoked != nil)
    }
    // An entry has at most 95 bytes, and `Limits.knownDevicesOfUser` bounds their number.
    respond(id, request, Devices(devices: entries))
  }

  private func connectedDevices(of user: String) -> [String: UInt32] {
    var connected: [String: UInt32] = [:]
    for id in connections.keys {
      guard let author = author(of: id), author.user == user,
        connections.read(id, { $0.isLeaving }) == false
      else { continue }
      connected[author.device, default: 0] += 1
    }
    return connected
  }

  mutating func revokeDevice(_ id: ConnectionID, _ request: UInt64, _ body: RevokeDevice) {
    guard let author = author(of: id) else { return }
    if let refusal = stopping { return refuse(id, request, refusal) }
    let name = DeviceName(user: author.user, device: body.device)
    guard !body.device.isEmpty, let before = access[name] else {
      return refuse(
        id, request,
        Refusal(.deviceUnknown, "You have no device of that name. LIST_DEVICES names them."))
    }
    if before.revoked == nil {
      access.revoke(name, now: now)
      noteRevocation(of: name, by: author, at: visitor(of: id)?.address ?? "")
    }
    commits.answer(.deviceRevoked(id, request: request))
  }

  /// Notes that a device was thrown out, or all of a user, and has their connections end.
  mutating func noteRevocation(of name: DeviceName, by author: Author?, at address: String) {
    access.note(
      AuditRecord(
        time: now.wall, kind: .revoked, subject: name, author: author, address: address,
        floor: access[name]?.floor ?? 0))
    throwOut(name)
  }

  private var stopping: Refusal? {
    if case .serving = life { return nil }
    return Refusal(.notNow, "This coordinator is stopping.", retryAfter: 1_000)
  }

  /// Has the connections of a device, or of all devices of a user, end when that is durable.
  mutating func throwOut(_ name: DeviceName) { commits.throwOut(name) }

  /// Ends connections whose devices are revoked, which is durable. Their sessions stay, and so does
  /// what they have not sent.
  mutating func endConnections(of names: [DeviceName]) {
    for name in names {
      for id in connections.keys.sorted() {
        guard let visitor = visitor(of: id), let device = visitor.certified,
          device.author.user == name.user,
          name.device.isEmpty || device.author.device == name.device,
          device.notBefore < max(access.floor(ofUser: name.user), access[name]?.floor ?? 0)
        else { continue }
        let refusal = Refusal.revoked("\(device.author.device) of \(device.author.user)")
        fail(id, refusal.code, refusal.text)
      }
    }
  }
}
