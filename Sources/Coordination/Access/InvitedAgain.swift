public import LogRecords

/// Whom a new authority of a store is to invite, and whom not (`boardd authority replace`).
///
/// Of who was thrown out nothing is left after some weeks but a name and roles, as of who never joined:
/// so a name alone is no reason to invite anybody.
public struct InvitedAgain: Hashable, Sendable {
  /// The users with a device that is let in, or with an open invitation, in ascending order.
  public let users: [String]
  /// The other users that the store knows, in ascending order.
  public let leftOut: [String]

  public init(_ contents: StoreContents) {
    let devices = contents.access.devices
    let invited = Set(devices.filter { $0.revoked == nil }.map(\.name.user))
      .union(contents.access.invitations.filter { $0.use == nil }.map(\.user))
    let known = invited.union(devices.map(\.name.user)).union(contents.users.map(\.user))
      .union(contents.members.map(\.user))
    users = invited.sorted()
    leftOut = known.subtracting(invited).filter { !$0.isEmpty }.sorted()
  }
}
