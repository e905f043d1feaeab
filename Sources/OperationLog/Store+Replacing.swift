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
      try StoreMeta.value(Self.inviting, db)
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
    try change { db, inventory in
      try StoreMeta.set(StoreMeta.cluster, Array(cluster.utf8), &inventory, db)
      for (table, name) in [(Inventory.Table.devices, "devices"), (.invitations, "invitations")] {
        try inventory.remove(table, foundBy: "SELECT checksum FROM \(name)", [], db)
        try db.execute(sql: "DELETE FROM \(name)")
      }
      try StoreMeta.set(
        Self.inviting, Array(users.joined(separator: "\n").utf8), &inventory, db)
      var changes = AccessChanges()
      changes.audit = [record]
      changes.confirmsRevocations = true
      _ = try StoreAccess.write(changes, &inventory, db)
    }
  }

  /// Notes that everybody was invited.
  public func endInviting() throws(StoreError) {
    try change { db, inventory in try StoreMeta.remove(Self.inviting, &inventory, db) }
  }

  /// Changes what is read whole at a start, in one transaction.
  func change(
    _ body: (Database, inout Inventory) throws -> Void
  ) throws(StoreError) {
    try wait { db in
      var growth = LogTail.Growth(end: tail.end, inventory: tail.inventory)
      try db.transaction {
        try body(db, &growth.inventory)
        try growth.inventory.write(db)
      }
      take(growth)
    }
  }

  /// While there is a value of this name in `meta`, the invitations of a new authority are still to be
  /// made: the users, a line each.
  private static let inviting = "inviting"
}
