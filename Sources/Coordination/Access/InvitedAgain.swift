public import LogRecords

/// Whom a new authority of a store is to invite, and whom not (`boardd authority replace`).
public struct InvitedAgain: Hashable, Sendable {
  /// The users that the store knows, in ascending order.
  public let users: [String]
  /// The users who were thrown out, in ascending order.
  public let leftOut: [String]

  public init(_ contents: StoreContents) {
    var devices: [String: [DeviceRecord]] = [:]
    for record in contents.access.devices { devices[record.name.user, default: []].append(record) }
    let known = Set(devices.keys).union(contents.users.map(\.user))
      .union(contents.members.map(\.user)).union(contents.access.invitations.map(\.user))
      .filter { !$0.isEmpty }
    func isThrownOut(_ user: String) -> Bool {
      let records = devices[user] ?? []
      return !records.isEmpty && records.allSatisfy { $0.revoked != nil }
    }
    users = known.filter { !isThrownOut($0) }.sorted()
    leftOut = known.filter(isThrownOut).sorted()
  }
}
