import BoardModel
import LogRecords
import Wire

/// What boards say of who invites and who is invited.
struct InvitationGrounds: Hashable, Sendable {
  let mayRead: Bool
  let owns: Bool
  /// Whether the invited user was ever connected.
  let isSeen: Bool
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
  ///
  /// - Parameters:
  ///   - creator: who asks; nil for an administrator on the host, who may invite anybody.
  ///   - grounds: what the board of the invitation says, or of none.
  mutating func invite(
    _ body: Admit, by creator: Author?, _ grounds: InvitationGrounds, now: Moment
  ) -> Inviting {
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
      return isSame
        ? .made(expires: known.expires)
        : .refused(Refusal(.identifierInUse, "There is another invitation of that identifier."))
    }
    if let creator, let refusal = refusal(of: body, by: creator, grounds) {
      return .refused(refusal)
    }
    guard Author.isUserName(body.user) else {
      return .refused(.noUserName)
    }
    var (count, own) = (0, 0)
    for invitation in invitations {
      count += 1
      if invitation.use == nil, invitation.creator?.user == creator?.user { own += 1 }
    }
    guard count < Limits.invitations, creator == nil || own < Limits.invitationsOfUser else {
      return .refused(
        Refusal(
          .limitReached,
          "\(Limits.invitationsOfUser) invitations of one user are open at once, and "
            + "\(Limits.invitations) of all. Wait until some were used or have expired."))
    }
    let record = InvitationRecord(
      id: body.invitation, secretHash: body.secretHash, user: body.user, board: body.board,
      creator: creator, created: now.wall, expires: now.wall + UInt64(body.seconds) * 1_000)
    put(record)
    return .made(expires: record.expires)
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
    if grounds.isSeen || isTaken(body.user) {
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
  /// - Parameter owns: whether a user owns a board.
  func joining(
    _ join: Join, now: Moment, owns: (String, BoardID) -> Bool
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
    if let board = invitation.board, let creator = invitation.creator {
      guard owns(creator.user, board), !isTaken(invitation.user) else { return .failure(.void) }
    }
    guard join.replaces || !isInUse(name, now: now) else { return .failure(.inUse(join.device)) }
    let inUse = devices(of: name.user).count { $0.revoked == nil && $0.name != name }
    guard inUse < Limits.devicesOfUser, deviceCount < Limits.devices else {
      return .failure(.full)
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
  case inUse(String)
  case full

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
    case .inUse(let device):
      Refusal(
        .deviceInUse,
        "You have a device called \(device). Choose another name, or say that this one replaces it."
      )
    case .full:
      Refusal(
        .limitReached,
        "\(Limits.devicesOfUser) devices of one user are let in at once. Revoke one that is not used."
      )
    }
  }
}

extension Refusal {
  fileprivate static let noUserName = Refusal(
    .nameRefused,
    "A user's name is 1 to 64 of a-z, 0-9, '.', '_' and '-', not only dots, and not everyone.")
}
