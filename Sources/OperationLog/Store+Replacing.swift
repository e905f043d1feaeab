import Foundation
import GRDB
public import LogRecords

// How a store comes to another cluster, whose authority is new (`boardd authority replace`).
extension Store {
  /// The cluster whose boards the store holds; nil where no coordinator has named one yet.
  public func cluster() throws(StoreError) -> String? {
    try wait { db in try StoreOpening.owner(db) }
  }

  /// The users who are to be invited to the new cluster, as long as that was not done; nil where
  /// nobody is.
  public func invitedAgain() throws(StoreError) -> [String]? {
    try wait { db in
      try Data.fetchOne(
        db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [Self.inviting]
      )
      .map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
    }
  }

  /// Gives the store to another cluster, in one transaction: no device is known any longer, no
  /// invitation is open, and no revocation is missing, since nothing counts that the old authority has
  /// signed. Boards, roles, windows and users stay.
  ///
  /// - Parameters:
  ///   - users: those who are to be invited again.
  ///   - record: what an operator has to know of it later.
  public func replace(
    cluster: String, inviting users: [String], noting record: AuditRecord
  ) throws(StoreError) {
    try wait { db in
      try db.transaction {
        try db.execute(
          sql: "UPDATE meta SET value = ? WHERE name = 'cluster'", arguments: [Data(cluster.utf8)])
        try db.execute(sql: "DELETE FROM devices")
        try db.execute(sql: "DELETE FROM invitations")
        try db.execute(
          sql: "INSERT OR REPLACE INTO meta VALUES (?, ?)",
          arguments: [Self.inviting, Data(users.joined(separator: "\n").utf8)])
        var changes = AccessChanges()
        changes.audit = [record]
        changes.confirmsRevocations = true
        _ = try StoreAccess.write(changes, db)
      }
    }
  }

  /// Notes that everybody was invited.
  public func endInviting() throws(StoreError) {
    try wait { db in
      try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [Self.inviting])
    }
  }

  /// While there is a value of this name in `meta`, the invitations of a new authority are still to be
  /// made: the users, a line each.
  private static let inviting = "inviting"
}
