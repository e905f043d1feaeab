public import BoardModel

/// What a group changes of who may come in, in the order of the changes.
public struct AccessChanges: Hashable, Sendable {
  public var devices: [DeviceRecord] = []
  public var removedDevices: [DeviceName] = []
  public var invitations: [InvitationRecord] = []
  public var removedInvitations: [InvitationID] = []
  public var audit: [AuditRecord] = []
  /// Whether an administrator confirmed that a restored store knows all revocations.
  public var confirmsRevocations = false

  public init() {}

  public var isEmpty: Bool { self == AccessChanges() }

  /// Adds what came later. Of one device or invitation, the later record counts.
  public mutating func append(_ later: AccessChanges) {
    devices += later.devices
    removedDevices += later.removedDevices
    invitations += later.invitations
    removedInvitations += later.removedInvitations
    audit += later.audit
    confirmsRevocations = confirmsRevocations || later.confirmsRevocations
  }
}

/// What a store has of who may come in.
public struct AccessContents: Hashable, Sendable {
  public var devices: [DeviceRecord]
  public var invitations: [InvitationRecord]
  /// When the copy was made from which the store was restored, in milliseconds since 1970, as long as
  /// no administrator has confirmed that it knows all revocations; nil otherwise.
  public var unconfirmedSince: UInt64?

  public init(
    devices: [DeviceRecord] = [], invitations: [InvitationRecord] = [],
    unconfirmedSince: UInt64? = nil
  ) {
    self.devices = devices
    self.invitations = invitations
    self.unconfirmedSince = unconfirmedSince
  }
}
