public import BoardModel

/// Makes an invitation, by which one device of a user can join once.
public struct Admit: Hashable, Sendable {
  public let invitation: InvitationID
  /// The SHA-256 of the secret, 32 bytes: the coordinator learns the secret only from JOIN.
  public let secretHash: [UInt8]
  /// The user whose device may join.
  public let user: String
  /// A board of which the sender is an owner, to invite somebody who is not here yet; nil to invite
  /// a further device of one's own.
  public let board: BoardID?
  /// The seconds for which it is good.
  public let seconds: UInt32
  public let extensions: Extensions

  public init(
    invitation: InvitationID, secretHash: [UInt8], user: String, board: BoardID?, seconds: UInt32,
    extensions: Extensions = .none
  ) {
    self.invitation = invitation
    self.secretHash = secretHash
    self.user = user
    self.board = board
    self.seconds = seconds
    self.extensions = extensions
  }
}

/// Answers ADMIT, once the invitation is durable.
public struct Admitted: Hashable, Sendable {
  /// When it ends, in milliseconds since 1970.
  public let expires: UInt64
  public let extensions: Extensions

  public init(expires: UInt64, extensions: Extensions = .none) {
    self.expires = expires
    self.extensions = extensions
  }
}

/// Asks for the devices of the connection's user.
public struct ListDevices: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

/// What a coordinator knows of a device. Times are milliseconds since 1970.
public struct DeviceEntry: Hashable, Sendable {
  public let device: String
  public let joined: UInt64
  /// When it was connected last, right to a minute: the present while it is.
  public let used: UInt64
  /// When its newest certificate ends.
  public let expires: UInt64
  public let connections: UInt32
  public let isRevoked: Bool

  public init(
    device: String, joined: UInt64, used: UInt64, expires: UInt64, connections: UInt32,
    isRevoked: Bool
  ) {
    self.device = device
    self.joined = joined
    self.used = used
    self.expires = expires
    self.connections = connections
    self.isRevoked = isRevoked
  }
}

/// Answers LIST_DEVICES, in the order of their names.
public struct Devices: Hashable, Sendable {
  public let devices: [DeviceEntry]
  public let extensions: Extensions

  public init(devices: [DeviceEntry], extensions: Extensions = .none) {
    self.devices = devices
    self.extensions = extensions
  }
}

/// Throws out a device of the connection's user.
public struct RevokeDevice: Hashable, Sendable {
  public let device: String
  public let extensions: Extensions

  public init(device: String, extensions: Extensions = .none) {
    self.device = device
    self.extensions = extensions
  }
}

/// Answers REVOKE_DEVICE, once that is durable.
public struct DeviceRevoked: Hashable, Sendable {
  public let extensions: Extensions

  public init(extensions: Extensions = .none) {
    self.extensions = extensions
  }
}

extension Admit: MessageBody {
  public static let type = FrameType(rawValue: 0x0063)
  public static let layout = WireLayout(
    Admit.init, WireField(\.invitation), WireField(raw: \.secretHash, count: 32),
    WireField(title: \.user), WireField(\.board), WireField(\.seconds), WireField(\.extensions))
}

extension Admitted: MessageBody {
  public static let type = FrameType(rawValue: 0x0064)
  public static let layout = WireLayout(
    Admitted.init, WireField(\.expires), WireField(\.extensions))
}

extension ListDevices: MessageBody {
  public static let type = FrameType(rawValue: 0x0065)
  public static let layout = WireLayout(ListDevices.init, WireField(\.extensions))
}

extension DeviceEntry: WireRecord {
  public static let layout = WireLayout(
    DeviceEntry.init, WireField(title: \.device), WireField(\.joined), WireField(\.used),
    WireField(\.expires), WireField(\.connections), WireField(\.isRevoked))
}

extension Devices: MessageBody {
  public static let type = FrameType(rawValue: 0x0066)
  public static let layout = WireLayout(
    Devices.init, WireField(\.devices), WireField(\.extensions))
}

extension RevokeDevice: MessageBody {
  public static let type = FrameType(rawValue: 0x0067)
  public static let layout = WireLayout(
    RevokeDevice.init, WireField(title: \.device), WireField(\.extensions))
}

extension DeviceRevoked: MessageBody {
  public static let type = FrameType(rawValue: 0x0068)
  public static let layout = WireLayout(DeviceRevoked.init, WireField(\.extensions))
}
