public import BoardModel

/// A device of a user, or all of them: what is revoked, and which of its certificates are served.
public struct DeviceName: Hashable, Sendable, Comparable {
  public let user: String
  /// The device; the empty name stands for all devices of the user, also those that are not known.
  public let device: String

  public init(user: String, device: String) {
    self.user = user
    self.device = device
  }

  public init(_ author: Author) {
    self.init(user: author.user, device: author.device)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.user, left.device) < (right.user, right.device)
  }
}

/// What the log has of a device (SPEC.md DEV). Its certificates are told apart by the second in
/// which they begin, which rises with each of them.
public struct DeviceRecord: Hashable, Sendable {
  public let name: DeviceName
  /// The second, since 1970, in which a certificate has to begin at the earliest to be served.
  public var floor: UInt64
  /// The second in which the newest certificate begins.
  public var newest: UInt64
  /// The second in which the newest certificate ends.
  public var expires: UInt64
  /// When it joined, in milliseconds since 1970; 0 where it was let in by its certificate alone, of which
  /// this store knew nothing, also when it was renewed after that.
  public var joined: UInt64
  /// When it was connected last, right to a minute, in milliseconds since 1970; 0 for never.
  public var used: UInt64
  /// When it was revoked, in milliseconds since 1970; nil while it is not.
  public var revoked: UInt64?
  /// The SHA-256 of the newest certificate's key, and that certificate in DER; both empty where this
  /// coordinator did not have it made.
  public var keyHash: [UInt8]
  public var certificate: [UInt8]

  public init(
    name: DeviceName, floor: UInt64, newest: UInt64, expires: UInt64, joined: UInt64, used: UInt64,
    revoked: UInt64?, keyHash: [UInt8], certificate: [UInt8]
  ) {
    self.name = name
    self.floor = floor
    self.newest = newest
    self.expires = expires
    self.joined = joined
    self.used = used
    self.revoked = revoked
    self.keyHash = keyHash
    self.certificate = certificate
  }
}

extension DeviceName: WireRecord {
  public static let layout = WireLayout(
    DeviceName.init(user:device:), WireField(title: \.user), WireField(title: \.device))
}

extension DeviceRecord: WireRecord {
  public static let layout = WireLayout(
    DeviceRecord.init, WireField(\.name), WireField(\.floor), WireField(\.newest),
    WireField(\.expires), WireField(\.joined), WireField(\.used), WireField(\.revoked),
    WireField(data: \.keyHash), WireField(data: \.certificate))
}
