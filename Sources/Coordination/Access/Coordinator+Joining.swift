import BoardModel
import LogRecords
import Wire

// How a device comes to a certificate: by an invitation, or by the one that it has (SPEC.md JOI, REN).
extension Coordinator {
  /// Takes the first message of a connection of `board-join/1`.
  mutating func knock(_ id: ConnectionID, _ frame: Frame, _ message: Message) {
    if case .goodbye = message { return sayGoodbye(id, reason: 0, "") }
    // The peer could not read what this side sent; nothing more is to come.
    if case .error = message { return }
    guard frame.request > 0, frame.flags.isEmpty, let visitor = visitor(of: id),
      acceptRequest(id, frame.request)
    else { return expectKnock(id) }
    switch (message, visitor) {
    case (.join(let join), .newcomer):
      connections[id]?.awaitCertificate()
      self.join(id, frame.request, join)
    case (.renew(let renew), .renewing(let device, _)):
      connections[id]?.awaitCertificate()
      self.renew(id, frame.request, renew, of: device)
    default: expectKnock(id)
    }
  }

  private mutating func expectKnock(_ id: ConnectionID) {
    fail(
      id, .unexpectedMessage,
      "The first frame must be JOIN, or RENEW with a certificate, as a request.")
  }

  private mutating func join(_ id: ConnectionID, _ request: UInt64, _ body: Join) {
    switch access.joining(body, now: now, mayInvite: mayInvite) {
    case .failure(let refusal): decline(id, request, refusal.refusal)
    case .success(let order):
      certify(id, request, order, body.request, for: .join(body))
    }
  }

  /// Takes RENEW on a connection of either application protocol.
  mutating func renew(
    _ id: ConnectionID, _ request: UInt64, _ body: Renew, of device: CertifiedDevice
  ) {
    let name = DeviceName(device.author)
    guard body.request.count <= Limits.signingRequestBytes else {
      return decline(id, request, JoinRefusal.request.refusal)
    }
    if access.unconfirmedSince != nil { return decline(id, request, .suspended) }
    let order = CertificateOrder(
      name: name, notBefore: access.nextBeginning(of: name, now: now))
    guard order.notBefore <= now.wall / 1_000 else { return decline(id, request, .clock) }
    certify(id, request, order, body.request, for: .renew)
  }

  private mutating func certify(
    _ id: ConnectionID, _ request: UInt64, _ order: CertificateOrder, _ signingRequest: [UInt8],
    for purpose: Certifications.Purpose
  ) {
    guard case .serving = life else {
      return decline(
        id, request, Refusal(.notNow, "This coordinator is stopping.", retryAfter: 1_000))
    }
    guard !certifications.isBusy(order.name) else {
      return decline(
        id, request,
        Refusal(.notNow, "A certificate of this device is being made.", retryAfter: 1_000))
    }
    guard certifications.count < Limits.certificatesAtOnce else {
      return decline(
        id, request,
        Refusal(
          .notNow,
          "The limit certificates-at-once is reached: \(Limits.certificatesAtOnce) are being signed. "
            + "Try again in a second.", retryAfter: 1_000))
    }
    let token = certifications.begin(
      Certifications.Waiting(
        connection: id, request: request, name: order.name, purpose: purpose))
    output.append(
      .certify(
        token, order.name, notBefore: order.notBefore, request: signingRequest))
  }

  /// Takes what the shell signed. What was decided before it is decided again: an invitation may be
  /// used by another meanwhile.
  mutating func certified(_ token: CertificateToken, _ result: Result<SignedDevice, SigningFailure>)
  {
    guard let waiting = certifications.end(token) else { return }
    let (id, request) = (waiting.connection, waiting.request)
    // What nobody waits for any more is not made: its peer asks again.
    guard isOpen(request, of: id) else { return }
    switch result {
    case .failure(.request(let text)): decline(id, request, Refusal(.signingRequestRefused, text))
    case .failure(.authority(let text)):
      decline(id, request, Refusal(.storeUnavailable, text, retryAfter: 60_000))
    case .success(let signed):
      switch waiting.purpose {
      case .join(let body): finishJoin(id, request, body, signed)
      case .renew: finishRenewal(id, request, waiting.name, signed)
      }
    }
  }

  private mutating func finishJoin(
    _ id: ConnectionID, _ request: UInt64, _ body: Join, _ signed: SignedDevice
  ) {
    let order: CertificateOrder
    switch access.joining(body, now: now, mayInvite: mayInvite) {
    case .success(let again): order = again
    // It was used, or became void, while the certificate was signed.
    case .failure(let refusal): return decline(id, request, refusal.refusal)
    }
    guard var invitation = access[body.invitation] else { return decline(id, request, .changed) }
    if let use = invitation.use {
      guard use.keyHash == signed.keyHash, let record = access[order.name],
        record.keyHash == signed.keyHash, record.revoked == nil
      else { return decline(id, request, JoinRefusal.used.refusal) }
      return answer(id, request, record.certificate, signed)
    }
    guard access.mayBegin(signed.notBefore, of: order.name) else {
      return decline(id, request, .changed)
    }
    let isReplaced = access.isInUse(order.name, now: now)
    invitation.use = InvitationRecord.Use(
      device: body.device, keyHash: signed.keyHash, time: now.wall)
    access.put(invitation)
    access.put(
      DeviceRecord(
        name: order.name, floor: signed.notBefore, newest: signed.notBefore,
        expires: signed.notAfter, joined: now.wall, used: 0, revoked: nil, keyHash: signed.keyHash,
        certificate: signed.certificate))
    if isReplaced {
      access.endInvitations(by: order.name)
      noteRevocation(
        of: order.name, by: invitation.creator, at: visitor(of: id)?.address ?? "")
    }
    access.note(
      AuditRecord(
        time: now.wall, kind: .joined, subject: order.name, author: invitation.creator,
        address: visitor(of: id)?.address ?? "", detail: isReplaced ? "replaced the device" : ""))
    answer(id, request, signed.certificate, signed)
  }

  private mutating func finishRenewal(
    _ id: ConnectionID, _ request: UInt64, _ name: DeviceName, _ signed: SignedDevice
  ) {
    guard var record = access[name] else { return decline(id, request, .changed) }
    // It may have been revoked while the certificate was signed.
    guard record.revoked == nil else {
      return decline(id, request, .revoked("\(name.device) of \(name.user)"))
    }
    guard access.mayBegin(signed.notBefore, of: name) else {
      return decline(id, request, .changed)
    }
    let isSame = record.keyHash == signed.keyHash && now.wall / 1_000 < record.expires
    guard !isSame else { return answer(id, request, record.certificate, signed) }
    let most = configuration.shares.renewalsInHour
    guard certifications.mayRenew(name, most: most, now: now) else {
      let wait = certifications.untilNextHour(now)
      return decline(
        id, request,
        Refusal(
          .notNow,
          "The limit renewals-in-hour is reached: this device got \(most) certificates "
            + "within an hour. Try again in \(wait / 60_000 + 1) minutes.", retryAfter: wait))
    }
    certifications.noteRenewal(of: name, now: now)
    (record.newest, record.expires) = (signed.notBefore, signed.notAfter)
    (record.keyHash, record.certificate) = (signed.keyHash, signed.certificate)
    access.put(record)
    access.note(
      AuditRecord(
        time: now.wall, kind: .renewed, subject: name, address: visitor(of: id)?.address ?? ""))
    answer(id, request, signed.certificate, signed)
  }

  private mutating func answer(
    _ id: ConnectionID, _ request: UInt64, _ certificate: [UInt8], _ signed: SignedDevice
  ) {
    commits.answer(
      .certificate(
        id, request: request,
        CertificateMessage(certificate: certificate, authority: signed.authority)))
  }

  /// Gives a certificate whose device is durable.
  mutating func give(_ id: ConnectionID, _ request: UInt64, _ certificate: CertificateMessage) {
    respond(id, request, certificate)
    endKnock(id)
  }

  /// Refuses a JOIN or RENEW. A refusal of the identity ends the connection.
  mutating func decline(_ id: ConnectionID, _ request: UInt64, _ refusal: Refusal) {
    if refusal.code.scope == .connection {
      return fail(id, refusal.code, refusal.text, request: request)
    }
    if connections.read(id, { $0.visitor.author == nil }) == true {
      noteRefusal(at: id, refusal.text)
      output.append(.refused(id, refusal.text))
    }
    refuse(id, request, refusal)
    endKnock(id)
  }

  /// Says goodbye where nothing but one certificate was to be had (SPEC.md JOI-006).
  private mutating func endKnock(_ id: ConnectionID) {
    guard connections.read(id, { $0.visitor.author == nil }) == true else { return }
    sayGoodbye(id, reason: 0, "")
  }

  func visitor(of id: ConnectionID) -> Visitor? { connections.read(id) { $0.visitor } }

  /// Whether a user may invite another, whom nobody knows, to a board: they own it, and the other has
  /// no role but on boards that they own. Else whoever uses the invitation would come by the roles
  /// that others meant for somebody.
  func mayInvite(_ user: String, _ other: String, _ board: BoardID) -> Bool {
    owns(user, board) && isUnknown(other, but: user)
  }

  /// Whether a user was never connected and has no role but on boards of one other user.
  func isUnknown(_ user: String, but owner: String) -> Bool {
    !users.entry(of: user).isSeen
      && boards.members.boards(naming: user).allSatisfy { owns(owner, $0) }
  }

  /// Whether a user owns a board, by the roles that are durable.
  func owns(_ user: String, _ board: BoardID) -> Bool {
    boards.members.role(of: user, on: board) == .owner
  }
}

extension Refusal {
  fileprivate static let changed = Refusal(
    .notNow, "What is known of this device changed meanwhile. Ask again.", retryAfter: 1_000)
}
