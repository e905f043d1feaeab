public import BoardModel

/// What the log has of an invitation (SPEC.md JOI).
public struct InvitationRecord: Hashable, Sendable {
  public let id: InvitationID
  /// The SHA-256 of its secret, 32 bytes.
  public let secretHash: [UInt8]
  /// The user whose device may join.
  public let user: String
  /// The board whose owner invites somebody who is not here yet; nil where a user invites a device
  /// of their own, or an administrator anybody.
  public let board: BoardID?
  /// Who made it; nil for an administrator.
  public let creator: Author?
  /// When it was made and when it ends, in milliseconds since 1970.
  public let created: UInt64
  public let expires: UInt64
  /// What it was used for; nil while it is open.
  public var use: Use?

  /// The device that joined by an invitation.
  public struct Use: Hashable, Sendable {
    public let device: String
    /// The SHA-256 of the key for which it got a certificate.
    public let keyHash: [UInt8]
    /// In milliseconds since 1970.
    public let time: UInt64

    public init(device: String, keyHash: [UInt8], time: UInt64) {
      self.device = device
      self.keyHash = keyHash
      self.time = time
    }
  }

  public init(
    id: InvitationID, secretHash: [UInt8], user: String, board: BoardID?, creator: Author?,
    created: UInt64, expires: UInt64, use: Use? = nil
  ) {
    self.id = id
    self.secretHash = secretHash
    self.user = user
    self.board = board
    self.creator = creator
    self.created = created
    self.expires = expires
    self.use = use
  }
}

extension InvitationRecord.Use: WireRecord {
  public static let layout = WireLayout(
    InvitationRecord.Use.init, WireField(title: \.device), WireField(data: \.keyHash),
    WireField(\.time))
}

extension InvitationRecord: WireRecord {
  public static let layout = WireLayout(
    InvitationRecord.init, WireField(\.id), WireField(raw: \.secretHash, count: 32),
    WireField(title: \.user), WireField(\.board), WireField(\.creator), WireField(\.created),
    WireField(\.expires), WireField(\.use))
}
