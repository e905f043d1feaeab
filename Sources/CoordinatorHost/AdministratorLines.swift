import BoardModel
import Coordination
import LogRecords
import OperationLog
import Wire

// What stands in one line of an administrator's list.

/// A device in a line. Times are milliseconds since 1970.
public struct DeviceLine: Codable, Hashable, Sendable {
  public let user: String
  public let device: String
  /// 0 where it was let in by its certificate alone.
  public let joined: UInt64
  public let used: UInt64
  public let expires: UInt64
  public let revoked: UInt64?
  public let connections: Int

  init(_ listed: ListedDevice) {
    let record = listed.record
    user = record.name.user
    device = record.name.device
    joined = record.joined
    used = listed.used
    expires = record.expires * 1_000
    revoked = record.revoked
    connections = listed.connections
  }
}

/// A user in a line. Times are milliseconds since 1970.
public struct UserLine: Codable, Hashable, Sendable {
  public let user: String
  public let name: String
  public let devices: Int
  public let connections: Int
  public let windows: Int
  public let boards: Int
  /// The boards that the user made, of those that there are and of all that ever were.
  public let made: Int
  public let everMade: Int
  /// The bytes of the user's edits in the store.
  public let bytes: Int
  public let used: UInt64

  init(_ listed: ListedUser) {
    user = listed.user
    name = listed.name
    devices = listed.devices
    connections = listed.connections
    windows = listed.windows
    boards = listed.boards
    made = listed.held.boards
    everMade = listed.held.boardsMade
    bytes = listed.held.bytes
    used = listed.used
  }
}

/// A board in a line. Times are milliseconds since 1970.
public struct BoardLine: Codable, Hashable, Sendable {
  public let board: String
  public let title: String
  public let archived: Bool
  /// The number of its last operation, and the time of it.
  public let sequence: UInt64
  public let changed: UInt64
  public let members: Int
  /// The first of the owners, and how many there are.
  public let owners: [String]
  public let ownerCount: Int
  /// Its cards, archived ones too; nil where the board cannot be read.
  public let cards: Int?
  /// The bytes of its operations in the store; nil where they cannot be read.
  public let bytes: Int?

  /// The most owners that are named, since a line is bounded.
  private static let mostOwners = 8

  init(_ listed: ListedBoard, cards: Int?, bytes: Int?) {
    board = "\(listed.board)"
    title = listed.title
    archived = listed.isArchived
    sequence = listed.sequence
    changed = listed.time
    members = listed.members
    owners = Array(listed.owners.prefix(Self.mostOwners))
    ownerCount = listed.owners.count
    self.cards = cards
    self.bytes = bytes
  }
}

/// A window in a line. Times are milliseconds since 1970.
public struct WindowLine: Codable, Hashable, Sendable {
  public let window: String
  public let user: String
  public let device: String
  public let board: String
  /// What it shows: board, card, add-column, favourites, or program where that has no window.
  public let shows: String
  public let connected: Bool
  /// Since when it is connected, or away.
  public let since: UInt64
  public let drafts: UInt32
  public let unsent: UInt32
  /// The bytes of its record in the store.
  public let bytes: Int

  init(_ listed: ListedWindow) {
    let record = listed.record
    window = "\(record.id)"
    user = record.author.user
    device = record.author.device
    board = "\(record.board)"
    shows =
      switch record.configuration {
      case .command: "command"
      case _ where record.window == nil: "program"
      case .board: "board"
      case .card: "card"
      case .addColumn: "add-column"
      case .favourites: "favourites"
      }
    connected = listed.isConnected
    since = record.window?.since ?? record.lastSeen
    drafts = record.window?.drafts ?? 0
    unsent = record.window?.unsent ?? 0
    bytes = listed.bytes
  }
}

/// What happened once, or was counted within a minute, in a line. Times are milliseconds since 1970.
public struct AuditLine: Codable, Hashable, Sendable {
  public let number: Int64
  public let time: UInt64
  public let kind: String
  /// Whom it happened to.
  public let user: String?
  public let device: String?
  /// Who did it; nil for an administrator on the host, and for a stranger.
  public let byUser: String?
  public let byDevice: String?
  public let address: String
  public let detail: String
  public let count: UInt32
  /// Of a revocation, the second from which on a certificate has to begin to be served; else 0.
  public let floor: UInt64

  init(_ stored: StoredAudit) {
    let record = stored.record
    number = stored.number
    time = record.time
    kind = "\(record.kind)"
    user = record.subject?.user
    device = record.subject.flatMap { $0.device.isEmpty ? nil : $0.device }
    byUser = record.author?.user
    byDevice = record.author?.device
    address = record.address
    detail = record.detail
    count = record.count
    floor = record.floor
  }
}
