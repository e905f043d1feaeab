public import LogRecords

/// Whom a new authority of a store is to invite, and whom not (`boardd authority replace`).
///
/// Of who was thrown out nothing is left after some weeks but a name and roles, as of who never joined;
/// and with the key that leaked anybody may have come. So neither a name nor a device that this store let in
/// by its certificate alone is a reason to invite anybody.
public struct InvitedAgain: Hashable, Sendable {
  /// The users with a device that joined here and is let in, or with an open invitation, in
  /// ascending order.
  public let users: [String]
  /// The other users that the store knows, in ascending order.
  public let leftOut: [String]

  /// - Parameter now: in milliseconds since 1970.
  public init(_ contents: StoreContents, now: UInt64) {
    let devices = contents.access.devices
    let own = devices.filter { $0.revoked == nil && $0.joined > 0 }.map(\.name.user)
    let awaited = contents.access.invitations.filter { $0.use == nil && now < $0.expires }
    let invited = Set(own).union(awaited.map(\.user))
    let known = invited.union(devices.map(\.name.user)).union(contents.users.map(\.user))
      .union(contents.members.map(\.user))
    users = invited.sorted()
    leftOut = known.subtracting(invited).filter { !$0.isEmpty }.sorted()
  }
}
