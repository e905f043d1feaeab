import BoardModel
import LogRecords
import Wire

// What an administrator on the host asks. What changes something is answered when it is durable.
extension Coordinator {
  mutating func administer(_ token: AdministratorToken, _ request: AdministratorRequest) {
    switch life {
    case .serving: break
    case .opening, .draining, .stopped: return answer(token, .stopping)
    }
    switch request {
    case .devices(let user):
      answer(
        token, .devices(listedDevices(of: user), unconfirmedSince: access.unconfirmedSince))
    case .invite(let id, let secretHash, let user, let seconds):
      invite(token, id, secretHash, user, seconds)
    case .revoke(let name, let evenUnknown): revoke(token, name, evenUnknown: evenUnknown)
    case .takeRevocations(let revocations): take(token, revocations)
    case .confirmRevocations:
      guard access.unconfirmedSince != nil else { return answer(token, .done(0)) }
      access.confirm()
      access.note(AuditRecord(time: now.wall, kind: .confirmed))
      commits.answer(.administered(token, .done(1)))
    case .users: answer(token, .users(listedUsers))
    case .boards: answer(token, .boards(listedBoards))
    case .windows(let user): answer(token, .windows(listedWindows(of: user)))
    case .edit(let board, let edit, let session):
      self.edit(board, AwaitedEdits.Edit(token: token, edit: edit, session: session))
    case .drop(let session, let withDrafts, let away):
      drop(token, session, withDrafts: withDrafts, away: away)
    }
  }

  mutating func answer(_ token: AdministratorToken, _ answer: AdministratorAnswer) {
    output.append(.administered(token, answer))
  }

  private func listedDevices(of user: String?) -> [ListedDevice] {
    var connected: [DeviceName: Int] = [:]
    for id in connections.keys {
      if let author = author(of: id) { connected[DeviceName(author), default: 0] += 1 }
    }
    return (user.map { [$0] } ?? access.users).flatMap { access.devices(of: $0) }.map {
      let connections = connected[$0.name] ?? 0
      return ListedDevice(
        record: $0, used: connections > 0 ? now.wall : $0.used, connections: connections)
    }
  }

  private mutating func invite(
    _ token: AdministratorToken, _ id: InvitationID, _ secretHash: [UInt8], _ user: String,
    _ seconds: UInt32
  ) {
    let body = Admit(
      invitation: id, secretHash: secretHash, user: user, board: nil, seconds: seconds)
    switch access.invite(body, by: .administrator, now: now) {
    case .refused(let refusal): answer(token, .refused(refusal.text))
    case .made(let expires):
      access.note(
        AuditRecord(
          time: now.wall, kind: .invited, subject: DeviceName(user: user, device: "")))
      commits.answer(.administered(token, .invited(expires: expires)))
    }
  }

  private mutating func revoke(
    _ token: AdministratorToken, _ name: DeviceName, evenUnknown: Bool
  ) {
    let devices = access.devices(of: name.user).filter { $0.revoked == nil }
    let count = name.device.isEmpty ? devices.count : devices.count { $0.name == name }
    guard Author.isUserName(name.user), name.device.isEmpty || Author.isDeviceName(name.device)
    else {
      return answer(
        token,
        .refused(
          "\(name.user) \(name.device) is no user's name, or no device's: boardd devices lists all")
      )
    }
    // Also a device that this store does not know may have to be thrown out: it may have joined after the
    // copy that the store was restored from. But most names that are not known are mistyped.
    guard evenUnknown || knows(name) else { return answer(token, .refused(Self.unknown(name))) }
    let open = openInvitations
    access.revoke(name, now: now)
    noteRevocation(of: name, by: nil, at: "")
    commits.answer(
      .administered(token, .revoked(devices: count, invitations: open - openInvitations)))
  }

  private var openInvitations: Int { access.invitations.count { $0.use == nil } }

  /// Whether anything here names a device, or for the empty name its user.
  private func knows(_ name: DeviceName) -> Bool {
    let user = name.user
    guard name.device.isEmpty else { return access[name] != nil }
    return users.entry(of: user).isSeen || !access.devices(of: user).isEmpty
      || access.floor(ofUser: user) > 0 || !boards.members.boards(naming: user).isEmpty
      || access.invitations.contains { $0.user == user }
  }

  private static func unknown(_ name: DeviceName) -> String {
    let (who, list) =
      name.device.isEmpty
      ? ("no user \(name.user)", "boardd users")
      : ("no device \(name.device) of \(name.user)", "boardd devices \(name.user)")
    return
      "\(who) was ever here (`\(list)` lists who was), and nothing was recorded. Where the store may "
      + "not know who joined, as after a backup was restored, --unknown revokes all the same"
  }

  private mutating func take(_ token: AdministratorToken, _ revocations: [TakenRevocation]) {
    var count = 0
    for revocation in revocations {
      let (user, device) = (revocation.name.user, revocation.name.device)
      guard Author.isUserName(user), device.isEmpty || Author.isDeviceName(device),
        access.take(revocation)
      else { continue }
      count += 1
      access.note(
        AuditRecord(
          time: now.wall, kind: .revoked, subject: revocation.name,
          detail: "taken from the audit of another copy",
          floor: access[revocation.name]?.floor ?? 0))
      throwOut(revocation.name)
    }
    commits.answer(.administered(token, .done(count)))
  }
}
