import BoardModel
import LogRecords
import Wire

// Which certificates are served, and what becomes of a device (SPEC.md REN, DEV). Certificates of a
// device are told apart by the second in which they begin, and there is one number for what is not
// served any more: what begins before the floor.
extension AccessTable {
  /// A certificate begins an hour before it is made, so that it is good where a clock is behind.
  static let backdatedSeconds: UInt64 = 3_600

  /// Takes a device whose certificate TLS has verified.
  ///
  /// - Parameter opens: whether it opens a connection to work with, after which no older certificate
  ///   of it is served (SPEC.md REN-004).
  /// - Returns: why it is not served; nil where it is.
  mutating func arrive(_ device: CertifiedDevice, opens: Bool, now: Moment) -> Refusal? {
    let name = DeviceName(device.author)
    if device.notBefore < floor(ofUser: name.user) { return .revoked(name.user) }
    guard var record = self[name] else {
      // The authority signed it, and this store does not know of it: it is older than the
      // certificate.
      guard deviceCount < shares.devices.all else { return .tooManyDevices(shares.devices.all) }
      put(DeviceRecord(found: device, now: now))
      return nil
    }
    if device.notBefore < record.floor {
      let what = "\(name.device) of \(name.user)"
      if record.revoked != nil { return .revoked(what) }
      // Where a clock was ahead, the newest certificate begins in a time to come, and the one before
      // may be all that its device can use.
      if record.floor <= now.wall / 1_000 { return .superseded(what) }
    }
    let before = record
    record.revoked = nil
    record.newest = max(record.newest, device.notBefore)
    record.expires = max(record.expires, device.notAfter)
    if opens { record.floor = max(record.floor, device.notBefore) }
    if now.wall >= record.used + 3_600_000 { record.used = now.wall }
    if record != before { put(record) }
    return nil
  }

  /// Notes that a device was connected until now: a connection more is no reason to write each time.
  ///
  /// - Parameter milliseconds: how old may be what is known of that.
  mutating func noteUse(
    of name: DeviceName, unlessWithin milliseconds: UInt64 = 60_000, now: Moment
  ) {
    guard var record = self[name], record.revoked == nil, now.wall >= record.used + milliseconds
    else { return }
    record.used = now.wall
    put(used: record)
  }

  /// The second in which the next certificate of a device begins (SPEC.md REN-003).
  func nextBeginning(of name: DeviceName, now: Moment) -> UInt64 {
    let present = now.wall / 1_000
    let record = self[name]
    return max(
      present - min(present, AccessTable.backdatedSeconds), floor(ofUser: name.user),
      record?.floor ?? 0, record.map { $0.newest + 1 } ?? 0)
  }

  /// Whether a certificate of a device that begins in this second may be given to it: it is newer than
  /// any before it, and than every revocation, also one that came while it was signed.
  func mayBegin(_ notBefore: UInt64, of name: DeviceName) -> Bool {
    let record = self[name]
    return notBefore >= max(floor(ofUser: name.user), record?.floor ?? 0)
      && record.map { notBefore > $0.newest } ?? true
  }

  /// Whether a user has a device of that name that may still be used, or renewed.
  func isInUse(_ name: DeviceName, now: Moment) -> Bool {
    self[name].map { $0.revoked == nil && !$0.isForgotten(now: now) } ?? false
  }

  /// Throws a device out, or all of a user with the empty name, also those that are not known.
  ///
  /// Their open invitations end with them (SPEC.md DEV-007).
  mutating func revoke(_ name: DeviceName, now: Moment) {
    endInvitations(by: name)
    guard name.device.isEmpty else { return revokeOne(name, now: now) }
    var floor = nextBeginning(of: name, now: now) + 1
    for record in devices(of: name.user) {
      floor = max(floor, record.newest + 1)
      revokeOne(record.name, now: now)
    }
    put(
      revoked: DeviceRecord(
        name: name, floor: floor, newest: floor, expires: 0, joined: now.wall, used: 0,
        revoked: now.wall, keyHash: [], certificate: []))
  }

  /// Removes the open invitations that a device made; of all devices of a user, also those for them.
  mutating func endInvitations(by name: DeviceName) {
    for invitation in Array(invitations) where invitation.use == nil {
      let isOwn =
        invitation.creator?.user == name.user
        && (name.device.isEmpty || invitation.creator?.device == name.device)
      if isOwn || name.device.isEmpty && invitation.user == name.user { end(invitation.id) }
    }
  }

  private mutating func revokeOne(_ name: DeviceName, now: Moment) {
    var record =
      self[name]
      ?? DeviceRecord(
        name: name, floor: 0, newest: 0, expires: 0, joined: now.wall, used: 0, revoked: nil,
        keyHash: [], certificate: [])
    if record.revoked != nil { return }
    // Also above what was certified in this second, and is not known here.
    record.floor = nextBeginning(of: name, now: now) + 1
    record.revoked = now.wall
    (record.keyHash, record.certificate) = ([], [])
    put(revoked: record)
  }

  /// Takes a revocation that another life of this store knew. A device that joined again after it
  /// stays.
  /// - Returns: whether it was new.
  mutating func take(_ revocation: TakenRevocation) -> Bool {
    let name = revocation.name
    let present = revocation.time / 1_000
    if name.device.isEmpty {
      for record in devices(of: name.user) {
        _ = take(
          TakenRevocation(name: record.name, time: revocation.time, floor: revocation.floor))
      }
    }
    // What was certified before begins an hour before that at the latest.
    let floor = max(present - min(present, AccessTable.backdatedSeconds) + 1, revocation.floor)
    guard var record = self[name] else {
      put(
        revoked: DeviceRecord(
          name: name, floor: floor, newest: floor, expires: 0, joined: revocation.time, used: 0,
          revoked: revocation.time, keyHash: [], certificate: []))
      return true
    }
    guard record.floor < floor else { return false }
    record.floor = floor
    if record.newest < floor {
      record.revoked = revocation.time
      (record.keyHash, record.certificate) = ([], [])
    }
    put(revoked: record)
    return true
  }

  /// Removes what is of no use any more, of some users each time: there may be many.
  mutating func sweep(now: Moment) {
    for user in isClockSteady(now) ? nextSwept() : [] {
      for record in devices(of: user) where record.isForgotten(now: now) { remove(record.name) }
      let all = DeviceName(user: user, device: "")
      if self[all]?.isForgotten(now: now) == true { remove(all) }
    }
    for invitation in Array(invitations) where invitation.isOver(now: now) {
      remove(invitation.id)
    }
  }
}

extension DeviceRecord {
  /// A device of which only its certificate is known.
  init(found device: CertifiedDevice, now: Moment) {
    self.init(
      name: DeviceName(device.author), floor: device.notBefore, newest: device.notBefore,
      expires: device.notAfter, joined: 0, used: now.wall, revoked: nil, keyHash: [],
      certificate: [])
  }

  /// Whether no certificate of the device could be used or renewed any more.
  fileprivate func isForgotten(now: Moment) -> Bool {
    let late = Limits.lateRenewalDays * 86_400
    // A certificate that was made before the revocation is good for seven days.
    let last = max(expires, revoked.map { $0 / 1_000 + 7 * 86_400 } ?? 0)
    return now.wall / 1_000 > last + late + 86_400
  }
}

extension InvitationRecord {
  /// Whether it is neither open nor to be remembered.
  fileprivate func isOver(now: Moment) -> Bool {
    if let use { return now.wall >= use.time + Limits.usedInvitationSeconds * 1_000 }
    return now.wall >= expires
  }
}

extension Refusal {
  static func tooManyDevices(_ most: Int) -> Refusal {
    Refusal(
      .tooManyConnections,
      "The limit devices is reached: this coordinator knows \(most) devices and no more. Ask its "
        + "administrator to raise it.", retryAfter: 60_000)
  }

  static func revoked(_ what: String) -> Refusal {
    Refusal(
      .identityRefused,
      "\(what) was revoked here. Ask for an invitation (boardd invite) to come in again with board join --replace."
    )
  }

  fileprivate static func superseded(_ what: String) -> Refusal {
    Refusal(
      .identityRefused,
      "A newer certificate of \(what) was used already: by another device that joined under its name, or that "
        + "has a copy of its files. Let this one join by an invitation of its own.")
  }
}
