import BoardModel
import LogRecords
import Wire

/// What boards say of who invites and who is invited.
struct InvitationGrounds: Hashable, Sendable {
  let mayRead: Bool
  let owns: Bool
  /// Whether the invited user was ever connected, or has a role on a board of others.
  let isKnown: Bool
}

/// Who asks for an invitation.
enum Inviter: Hashable, Sendable {
  /// An administrator on the host, who may invite anybody.
  case administrator
  case user(Author, InvitationGrounds)

  var author: Author? {
    switch self {
    case .administrator: nil
    case .user(let author, _): author
    }
  }
}

/// What came of asking for an invitation.
enum Inviting: Hashable, Sendable {
  case refused(Refusal)
  /// The invitation is there, from before or from now on, and ends then.
  case made(expires: UInt64)
}

/// What has to be certified for a JOIN or RENEW.
struct CertificateOrder: Hashable, Sendable {
  let name: DeviceName
  /// The second in which the certificate shall begin.
  let notBefore: UInt64
}

// Who may make an invitation, and who may use it (SPEC.md JOI).
extension AccessTable {
  /// Makes an invitation.
  mutating func invite(_ body: Admit, by inviter: Inviter, now: Moment) -> Inviting {
    let creator = inviter.author
    if body.seconds > Limits.invitationSeconds {
      return .refused(
        Refusal(
          .requestTooLarge,
          "An invitation is good for at most \(Limits.invitationSeconds) seconds."))
    }
    if let known = self[body.invitation] {
      let isSame =
        known.secretHash == body.secretHash && known.user == body.user
        && known.board == body.board && known.creator?.user == creator?.user
        && known.expires == known.created + UInt64(body.seconds) * 1_000
      return isSame
        ? .made(expires: known.expires)
        : .refused(Refusal(.identifierInUse, "There is another invitation of that identifier."))
    }
    if case .user(let creator, let grounds) = inviter,
      let refusal = refusal(of: body, by: creator, grounds)
    {
      return .refused(refusal)
    }
    guard Author.isUserName(body.user) else {
      return .refused(.noUserName)
    }
    if let creator, let refusal = refusalOfAnother(by: creator, now: now) {
      return .refused(refusal)
    }
    let record = InvitationRecord(
      id: body.invitation, secretHash: body.secretHash, user: body.user, board: body.board,
      creator: creator, created: now.wall, expires: now.wall + UInt64(body.seconds) * 1_000)
    put(record)
    return .made(expires: record.expires)
  }

  /// Why somebody makes no further invitation now; nil where one is made.
  private func refusalOfAnother(by creator: Author, now: Moment) -> Refusal? {
    var (count, open, ofDevice, used) = (0, 0, 0, 0)
    var (nextEnd, nextOfDevice) = (UInt64.max, UInt64.max)
    for invitation in invitations {
      count += 1
      guard let other = invitation.creator, other.user == creator.user else { continue }
      if invitation.use != nil {
        used += 1
      } else if now.wall < invitation.expires {
        open += 1
        nextEnd = min(nextEnd, invitation.expires)
        guard other == creator else { continue }
        ofDevice += 1
        nextOfDevice = min(nextOfDevice, invitation.expires)
      }
    }
    if let excess = shares.invitations.excess(all: count, ofUser: open, ofDevice: ofDevice) {
      let advice =
        switch excess {
        case .user: "The next of them expires in \(now.minutes(until: nextEnd)) minutes."
        case .device:
          "The next of them expires in \(now.minutes(until: nextOfDevice)) minutes; another device of yours "
            + "can make one."
        case .address, .all, .reserve:
          "Wait until some were used or have expired, or revoke a device that made some."
        }
      return Refusal(
        .limitReached,
        "The limit \(excess.name(of: "invitations")) is reached: \(excess.words("invitations")). "
          + advice)
    }
    guard used >= shares.invitationsUsedInDay else { return nil }
    return Refusal(
      .limitReached,
      "The limit invitations-used-in-day is reached: \(shares.invitationsUsedInDay) invitations of one "
        + "user are used within a day. Go on tomorrow.")
  }

  private func refusal(of body: Admit, by creator: Author, _ grounds: InvitationGrounds) -> Refusal?
  {
    guard let board = body.board else {
      return body.user == creator.user
        ? nil
        : Refusal(.nameRefused, "Without a board, you can invite a device of your own only.")
    }
    guard grounds.mayRead else { return .unknown(board) }
    guard grounds.owns else {
      return Refusal(.roleLacking, "Only an owner of the board invites somebody new to it.")
    }
    guard Author.isUserName(body.user) else { return .noUserName }
    if grounds.isKnown || isTaken(body.user) {
      return Refusal(
        .nameRefused,
        "\(body.user) is here already: give that user a role. A further device is invited by its own "
          + "user, or by an administrator.")
    }
    let isInvited = invitations.contains {
      $0.use == nil && $0.user == body.user && $0.creator?.user != creator.user
    }
    return isInvited
      ? Refusal(.nameRefused, "\(body.user) is invited by somebody else already.") : nil
  }

  /// Whether a user has or had a device, or was thrown out.
  private func isTaken(_ user: String) -> Bool {
    !devices(of: user).isEmpty || floor(ofUser: user) > 0
  }

  /// Decides whether JOIN may have a certificate. Asked again when that is signed, it is decided by
  /// what is true then.
  ///
  /// - Parameter mayInvite: whether a user may invite another, whom nobody knows, to a board.
  func joining(
    _ join: Join, now: Moment, mayInvite: (String, String, BoardID) -> Bool
  ) -> Result<CertificateOrder, JoinRefusal> {
    guard let invitation = self[join.invitation],
      SHA256.hash(join.secret) == invitation.secretHash
    else { return .failure(.unknown) }
    guard join.request.count <= Limits.signingRequestBytes, Author.isDeviceName(join.device) else {
      return .failure(.request)
    }
    let name = DeviceName(user: invitation.user, device: join.device)
    let order = CertificateOrder(name: name, notBefore: nextBeginning(of: name, now: now))
    if let use = invitation.use {
      return use.device == join.device ? .success(order) : .failure(.used)
    }
    guard now.wall < invitation.expires else { return .failure(.expired) }
    if let creator = invitation.creator {
      guard unconfirmedSince == nil else { return .failure(.suspended) }
      if let board = invitation.board {
        guard mayInvite(creator.user, invitation.user, board), !isTaken(invitation.user) else {
          return .failure(.void)
        }
      }
    }
    guard order.notBefore <= now.wall / 1_000 else { return .failure(.clock) }
    guard join.replaces || !isInUse(name, now: now) else { return .failure(.inUse(join.device)) }
    let known = devices(of: name.user).filter { $0.name != name }
    let live = known.count { $0.revoked == nil }
    if let excess = shares.devices.excess(all: deviceCount, ofUser: live) {
      return .failure(.full(excess))
    }
    guard known.count < shares.knownDevicesOfUser else {
      return .failure(.manyKnown(shares.knownDevicesOfUser))
    }
    return .success(order)
  }
}

/// Why a JOIN gets no certificate. Only who knows the secret is told more than that (SPEC.md
/// JOI-009).
enum JoinRefusal: Error, Hashable, Sendable {
  case unknown
  case request
  case used
  case expired
  /// Its creator may not invite any longer, or the name went to somebody else.
  case void
  /// The store was restored, and nobody confirmed yet who was thrown out.
  case suspended
  /// The device's last certificate is from a time to come.
  case clock
  case inUse(String)
  case full(Excess)
  /// Many devices of the user are remembered, revoked ones among them.
  case manyKnown(Int)

  var refusal: Refusal {
    switch self {
    case .unknown:
      Refusal(
        .invitationRefused,
        "There is no such invitation here: it was not copied whole, was used, or has expired. Ask "
          + "for a new one.")
    case .request:
      Refusal(
        .signingRequestRefused,
        "The device's name is 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-', and the signing request at "
          + "most \(Limits.signingRequestBytes) bytes.")
    case .used:
      Refusal(.invitationRefused, "This invitation was used for another device. Ask for a new one.")
    case .expired: Refusal(.invitationRefused, "This invitation has expired. Ask for a new one.")
    case .void:
      Refusal(
        .invitationRefused,
        "Whoever made this invitation may not invite any longer, or the name went to somebody else. "
          + "Ask for a new one.")
    case .suspended: .suspended
    case .clock: .clock
    case .inUse(let device):
      Refusal(
        .deviceInUse,
        "You have a device called \(device). Choose another name, or say that this one replaces it."
      )
    case .full(let excess):
      Refusal(
        .limitReached,
        "The limit \(excess.name(of: "devices")) is reached: \(excess.words("devices")). Revoke one "
          + "that is not used, or ask an administrator to raise it.")
    case .manyKnown(let most):
      Refusal(
        .limitReached,
        "The limit known-devices-of-user is reached: \(most) devices of one user are "
          + "remembered, which does not end by itself. Take the name of one that was revoked.")
    }
  }
}

extension Refusal {
  static let suspended = Refusal(
    .renewalSuspended,
    "This coordinator's boards were restored from a backup, and it may not know who was thrown out "
      + "since. An administrator has to confirm first (boardd confirm).", retryAfter: 600_000)

  static let clock = Refusal(
    .notNow,
    "The last certificate of this device begins in a time to come: the coordinator's clock was ahead, "
      + "or is behind now.", retryAfter: 60_000)

  fileprivate static let noUserName = Refusal(
    .nameRefused,
    "A user's name is 1 to 64 of a-z, 0-9, '.', '_' and '-', not only dots, and not everyone.")
}

extension Moment {
  /// How many minutes there are until then, begun ones counted.
  fileprivate func minutes(until time: UInt64) -> UInt64 { (time - min(wall, time)) / 60_000 + 1 }
}
