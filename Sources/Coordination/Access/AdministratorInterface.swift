public import BoardModel
public import LogRecords

/// A request of an administrator that was not answered yet.
public struct AdministratorToken: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// What an administrator on the host asks. There is no administrator in the protocol.
public enum AdministratorRequest: Hashable, Sendable {
  /// Makes an invitation for any user, who may have devices already.
  case invite(InvitationID, secretHash: [UInt8], user: String, seconds: UInt32)
  /// Lists the devices of a user, or of all.
  case devices(user: String?)
  /// Throws out a device, or all devices of a user with the empty name; one that nothing here names only
  /// where that is said.
  case revoke(DeviceName, evenUnknown: Bool = false)
  /// Takes revocations that another life of this store knew, with the milliseconds since 1970 of
  /// each.
  case takeRevocations([TakenRevocation])
  /// Says that all revocations are known, so that certificates are renewed again.
  case confirmRevocations
  /// Lists the users that the store knows.
  case users
  /// Lists the boards that there are.
  case boards
  /// Lists the windows of a user, or of all.
  case windows(user: String?)
  /// Edits a board, as an operation of `Author.administrator`. The session is in its identifier, and
  /// no window has it.
  case edit(BoardID, AdministratorEdit, session: SessionID)
  /// Ends a window for good; one that holds drafts or unsent edits only where that is said.
  /// - Parameter away: whether only if nobody is connected with it.
  case drop(SessionID, withDrafts: Bool, away: Bool = false)
}

/// What an administrator does to a board, whoever owns it.
public enum AdministratorEdit: Hashable, Sendable {
  /// Makes a user one of its owners.
  case own(user: String)
  case archive
  /// Takes it back from the archive.
  case unarchive
  /// Takes it away for good.
  case purge
  /// The same, where it has no card and this user is its only owner.
  case purgeEmpty(of: String)

  var intent: Intent {
    switch self {
    case .own(let user): .set(.memberRole(user), .role(.owner))
    case .archive: .set(.boardArchived, .flag(true))
    case .unarchive: .set(.boardArchived, .flag(false))
    case .purge, .purgeEmpty: .purge(.board)
    }
  }
}

public struct TakenRevocation: Hashable, Sendable {
  public let name: DeviceName
  public let time: UInt64
  /// The second from which on the device's certificates had to begin; 0 where that is not known.
  public let floor: UInt64

  public init(name: DeviceName, time: UInt64, floor: UInt64 = 0) {
    self.name = name
    self.time = time
    self.floor = floor
  }
}

public enum AdministratorAnswer: Hashable, Sendable {
  /// When the invitation ends, in milliseconds since 1970.
  case invited(expires: UInt64)
  case devices([ListedDevice], unconfirmedSince: UInt64?)
  case users([ListedUser])
  case boards([ListedBoard])
  case windows([ListedWindow])
  /// How many things it was done to, or how many revocations were new; 0 where nothing was to be
  /// confirmed.
  case done(Int)
  /// How many devices are thrown out, and how many open invitations ended with them.
  case revoked(devices: Int, invitations: Int)
  /// Why not, as a sentence.
  case refused(String)
}

/// A device as an administrator sees it.
public struct ListedDevice: Hashable, Sendable {
  public let record: DeviceRecord
  /// When it was connected last, in milliseconds since 1970: the present while it is, 0 for never.
  public let used: UInt64
  public let connections: Int

  public init(record: DeviceRecord, used: UInt64, connections: Int) {
    self.record = record
    self.used = used
    self.connections = connections
  }
}

/// What a user holds for good by all devices (SPEC.md LIM-009).
public struct HeldForGood: Hashable, Sendable {
  /// The boards that are not purged, and those that were ever made.
  public let boards: Int
  public let boardsMade: Int
  /// The bytes of operations that were ever stored.
  public let bytes: Int
}

/// A user as an administrator sees them.
public struct ListedUser: Hashable, Sendable {
  public let user: String
  /// What the user wants to be called; empty where they did not say.
  public let name: String
  /// The devices that are let in.
  public let devices: Int
  public let connections: Int
  /// The windows that have not ended.
  public let windows: Int
  /// The boards on which the user has a role of their own.
  public let boards: Int
  /// What the user made: boards, and bytes of edits.
  public let held: HeldForGood
  /// When one of their devices was connected last, in milliseconds since 1970: the present while one is, 0
  /// where that is not known.
  public let used: UInt64
}

/// A board as an administrator sees it: nothing of what is on it.
public struct ListedBoard: Hashable, Sendable {
  public let board: BoardID
  public let title: String
  /// The number of its last operation, and the time of it in milliseconds since 1970.
  public let sequence: UInt64
  public let time: UInt64
  public let isArchived: Bool
  /// The users with a role of their own, and the owners among them.
  public let members: Int
  public let owners: [String]
  /// The cards, where the board is in memory; nil where it is not.
  public let cards: Int?
}

/// A window as an administrator sees it: nothing of what is in it.
public struct ListedWindow: Hashable, Sendable {
  public let record: SessionRecord
  public let isConnected: Bool
  /// The bytes of its record.
  public let bytes: Int
}
