import BoardModel
import LogRecords
import Wire

// What an administrator on the host asks. What changes something is answered when it is durable.
extension Coordinator {
  mutating func administer(_ token: AdministratorToken, _ request: AdministratorRequest) {
    switch life {
    case .serving: break
    case .opening, .draining, .stopped:
      return answer(token, .refused("this coordinator is stopping"))
    }
    switch request {
    case .devices(let user):
      answer(
        token, .devices(listedDevices(of: user), unconfirmedSince: access.unconfirmedSince))
    case .invite(let id, let secretHash, let user, let seconds):
      invite(token, id, secretHash, user, seconds)
    case .revoke(let name): revoke(token, name)
    case .takeRevocations(let revocations): take(token, revocations)
    case .confirmRevocations:
      access.confirm()
      access.note(AuditRecord(time: now.wall, kind: .confirmed))
      commits.answer(.administered(token, .done(0)))
    }
  }

  private mutating func answer(_ token: AdministratorToken, _ answer: AdministratorAnswer) {
    output.append(.administered(token, answer))
  }

  private func listedDevices(of user: String?) -> [ListedDevice] {
    var connected: [DeviceName: Int] = [:]
    for id in connections.keys {
      if let author = author(of: id) { connected[DeviceName(author), default: 0] += 1 }
    }
    return (user.map { [$0] } ?? access.users).flatMap { access.devices(of: $0) }.map {
      ListedDevice(record: $0, connections: connected[$0.name] ?? 0)
    }
  }

  private mutating func invite(
    _ token: AdministratorToken, _ id: InvitationID, _ secretHash: [UInt8], _ user: String,
    _ seconds: UInt32
  ) {
    let body = Admit(
      invitation: id, secretHash: secretHash, user: user, board: nil, seconds: seconds)
    let grounds = InvitationGrounds(mayRead: false, owns: false, isSeen: false)
    switch access.invite(body, by: nil, grounds, now: now) {
    case .refused(let refusal): answer(token, .refused(refusal.text))
    case .made(let expires):
      access.note(
        AuditRecord(
          time: now.wall, kind: .invited, subject: DeviceName(user: user, device: "")))
      commits.answer(.administered(token, .invited(expires: expires)))
    }
  }

  private mutating func revoke(_ token: AdministratorToken, _ name: DeviceName) {
    let devices = access.devices(of: name.user).filter { $0.revoked == nil }
    let count = name.device.isEmpty ? devices.count : devices.count { $0.name == name }
    guard Author.isUserName(name.user), access.revoke(name, now: now) else {
      let what =
        name.device.isEmpty
        ? "\(name.user) is no user's name" : "\(name.user) has no device called \(name.device)"
      return answer(token, .refused("\(what): boardd devices lists all"))
    }
    access.note(AuditRecord(time: now.wall, kind: .revoked, subject: name))
    throwOut(name)
    commits.answer(.administered(token, .done(count)))
  }

  private mutating func take(_ token: AdministratorToken, _ revocations: [TakenRevocation]) {
    var count = 0
    for revocation in revocations where Author.isUserName(revocation.name.user) {
      guard access.take(revocation) else { continue }
      count += 1
      access.note(
        AuditRecord(
          time: now.wall, kind: .revoked, subject: revocation.name,
          detail: "taken from the audit of another copy"))
      throwOut(revocation.name)
    }
    commits.answer(.administered(token, .done(count)))
  }
}
