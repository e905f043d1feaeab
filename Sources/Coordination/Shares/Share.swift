public import LogRecords
import Wire

/// How much there is of one finite thing, and how much of it one holder gets (SPEC.md LIM-009).
public struct Share: Hashable, Sendable {
  /// What all hold together, at most.
  public var all: Int
  /// The last of it, which only users who hold less than `modest` get: so a few who each have their
  /// whole share leave something to everybody else.
  public var reserve: Int
  public var modest: Int
  public var ofUser: Int
  /// What one device holds, at most; as much as its user where there is no limit of that name.
  public var ofDevice: Int
  /// What one network holds, at most.
  public var ofAddress: Int

  /// What anybody gets, whoever holds the rest.
  var ofAnybody: Int { min(all - reserve, ofUser, ofDevice, ofAddress) }

  public init(
    all: Int, reserve: Int, modest: Int, ofUser: Int, ofDevice: Int = .max, ofAddress: Int = .max
  ) {
    self.all = all
    self.reserve = reserve
    self.modest = modest
    self.ofUser = ofUser
    self.ofDevice = ofDevice
    self.ofAddress = ofAddress
  }
}

/// The shares of everything that is finite, as an operator may set them.
public struct Shares: Hashable, Sendable {
  public var connections = Share(
    all: Limits.connections, reserve: Limits.connectionsReserve,
    modest: Limits.connectionsModest, ofUser: Limits.connectionsOfUser,
    ofDevice: Limits.connectionsOfDevice, ofAddress: Limits.connectionsOfAddress)
  /// Connections of those who have no certificate yet, or want another one. They count among all
  /// connections too.
  public var newcomers = Share(
    all: Limits.newcomers, reserve: Limits.newcomersReserve, modest: Limits.newcomersModest,
    ofUser: .max, ofAddress: Limits.newcomersOfAddress)
  public var sessions = Share(
    all: Limits.sessions, reserve: Limits.sessionsReserve, modest: Limits.sessionsModest,
    ofUser: Limits.sessionsOfUser, ofDevice: Limits.sessionsOfDevice)
  /// Boards that are not purged, by who made them.
  public var boards = Share(
    all: Limits.boards, reserve: Limits.boardsReserve, modest: Limits.boardsModest,
    ofUser: Limits.boardsOfUser, ofDevice: Limits.boardsOfDevice)
  /// Boards that were ever made: the identifier of one that was purged is remembered.
  public var boardsMade = Share(
    all: Limits.boardsMade, reserve: Limits.boardsMadeReserve, modest: Limits.boardsMadeModest,
    ofUser: Limits.boardsMadeOfUser, ofDevice: Limits.boardsMadeOfDevice)
  /// Bytes of operations on the disk, by who submitted them.
  public var storedBytes = Share(
    all: Limits.storedBytes, reserve: Limits.storedBytesReserve, modest: Limits.storedBytesModest,
    ofUser: Limits.storedBytesOfUser, ofDevice: Limits.storedBytesOfDevice)
  /// Bytes of operations that wait for the log.
  public var waitingBytes = Share(
    all: Limits.groupBytes, reserve: Limits.groupBytesReserve, modest: Limits.groupBytesModest,
    ofUser: Limits.groupBytesOfUser, ofDevice: Limits.groupBytesOfDevice)
  /// Bytes of outcomes that wait to be acknowledged.
  public var outcomeBytes = Share(
    all: Limits.outcomeBytes, reserve: Limits.outcomeBytesReserve,
    modest: Limits.outcomeBytesModest, ofUser: Limits.outcomeBytesOfUser,
    ofDevice: Limits.outcomeBytesOfDevice)
  /// Bytes of windows' user information.
  public var infoBytes = Share(
    all: Limits.infoBytes, reserve: Limits.infoBytesReserve, modest: Limits.infoBytesModest,
    ofUser: Limits.infoBytesOfUser, ofDevice: Limits.infoBytesOfDevice)
  /// Bytes of frames that have not come whole.
  public var partialBytes = Share(
    all: Limits.partialBytes, reserve: Limits.partialBytesReserve,
    modest: Limits.partialBytesModest, ofUser: Limits.partialBytesOfUser,
    ofDevice: Limits.partialBytesOfDevice)
  /// Open invitations, by who made them; those of administrators count among all.
  public var invitations = Share(
    all: Limits.invitations, reserve: Limits.invitationsReserve, modest: Limits.invitationsModest,
    ofUser: Limits.invitationsOfUser, ofDevice: Limits.invitationsOfDevice)
  /// Devices that are not revoked, by their user.
  public var devices = Share(
    all: Limits.devices, reserve: Limits.devicesReserve, modest: Limits.devicesModest,
    ofUser: Limits.devicesOfUser)
  /// Invitations of one user that are used within a day.
  public var invitationsUsedInDay = Limits.invitationsUsedInDay
  /// Devices of one user that are remembered, revoked ones among them.
  public var knownDevicesOfUser = Limits.knownDevicesOfUser
  /// Certificates that one device gets by RENEW within an hour.
  public var renewalsInHour = Limits.renewalsInHour
  /// Users whose names are remembered.
  public var users = Limits.users
  /// Runs of one text.
  public var textRuns = Limits.textRuns
  /// Connections whose handshake is not complete.
  public var handshakes = Limits.handshakes
  /// Bytes that may wait for the windows of one user, and of all, before each of those that come later
  /// has less room.
  public var peerBytesOfUser = Limits.peerBytesOfUser
  public var peerBytes = Limits.peerBytes
  /// Bytes that wait to be read by the peers of one user, and of all, at most.
  public var unreadBytesOfUser = Limits.unreadBytesOfUser
  public var unreadBytes = Limits.unreadBytes

  public init() {}

  /// What there is where nobody else needs a part of it: at one's own coordinator.
  public static var ofOneUser: Shares {
    var shares = Shares()
    for path in [
      \Shares.connections, \.sessions, \.boards, \.boardsMade, \.storedBytes, \.outcomeBytes,
      \.infoBytes, \.waitingBytes, \.partialBytes,
    ] {
      shares[keyPath: path].reserve = 0
      shares[keyPath: path].ofUser = shares[keyPath: path].all
      shares[keyPath: path].ofDevice = shares[keyPath: path].all
      shares[keyPath: path].ofAddress = shares[keyPath: path].all
    }
    return shares
  }

  /// Takes account of it that the system allows no more connections.
  public mutating func restrict(connections most: Int) {
    guard most < connections.all else { return }
    connections.all = most
    connections.reserve = min(connections.reserve, connections.all / 8)
  }

  /// What the disk of a store has of operations, and what it takes yet, in bytes.
  public struct Disk: Hashable, Sendable {
    let stored: Int
    /// What the user has of it who has most.
    let mostOfUser: Int
    /// What the device has of it that has most.
    let mostOfDevice: Int
    let room: Int

    public init(_ holdings: [HoldingRecord], room: Int) {
      var counts = ShareCounts()
      for record in holdings { counts.add(record.bytes, of: Holder(author: record.holder)) }
      stored = counts.all
      mostOfUser = counts.users.values.max() ?? 0
      mostOfDevice = counts.devices.values.max() ?? 0
      self.room = room
    }

    /// What operations get of the room: half of it, as they need more than their bytes, and others use
    /// the disk too. Where there is next to none it is the disk that says so, and when there is again.
    var forOperations: Int { max(room / 2, 1 << 30) }
  }

  /// Takes account of it that a disk has room for no more bytes of operations: so no user fills it alone.
  /// Whoever has much already can go on.
  /// - Parameter named: the settings that an operator made, which stay.
  /// - Returns: whether there is less now.
  public mutating func restrict(to disk: Disk, but named: Set<String> = []) -> Bool {
    let most = disk.stored + disk.forOperations
    guard most < storedBytes.all, !named.contains("stored-bytes") else { return false }
    storedBytes.all = most
    if !named.contains("stored-bytes-of-user") {
      storedBytes.ofUser = min(
        storedBytes.ofUser, max(most / 4, disk.mostOfUser + disk.forOperations / 4))
    }
    if named.isDisjoint(with: ["stored-bytes-of-user", "stored-bytes-of-device"]) {
      storedBytes.ofDevice = min(
        storedBytes.ofDevice, max(most / 8, disk.mostOfDevice + disk.forOperations / 8))
    }
    storedBytes.reserve = min(
      storedBytes.reserve, most / (named.contains("stored-bytes-reserve") ? 2 : 16))
    return true
  }
}
