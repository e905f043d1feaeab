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
  /// Throws out a device, or all devices of a user with the empty name.
  case revoke(DeviceName)
  /// Takes revocations that another life of this store knew, with the milliseconds since 1970 of
  /// each.
  case takeRevocations([TakenRevocation])
  /// Says that all revocations are known, so that certificates are renewed again.
  case confirmRevocations
}

public struct TakenRevocation: Hashable, Sendable {
  public let name: DeviceName
  public let time: UInt64

  public init(name: DeviceName, time: UInt64) {
    self.name = name
    self.time = time
  }
}

public enum AdministratorAnswer: Hashable, Sendable {
  /// When the invitation ends, in milliseconds since 1970.
  case invited(expires: UInt64)
  case devices([ListedDevice], unconfirmedSince: UInt64?)
  /// How many devices are thrown out, or how many revocations were new.
  case done(Int)
  /// Why not, as a sentence.
  case refused(String)
}

/// A device as an administrator sees it.
public struct ListedDevice: Hashable, Sendable {
  public let record: DeviceRecord
  public let connections: Int

  public init(record: DeviceRecord, connections: Int) {
    self.record = record
    self.connections = connections
  }
}
