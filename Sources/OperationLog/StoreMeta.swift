import BoardModel
import Foundation
import GRDB

/// What a store knows of itself: a value for each name, with a checksum.
enum StoreMeta {
  static let incarnation = "incarnation"
  static let cluster = "cluster"
  /// Where there is a value of this name, the store is a copy whose revocations nobody confirmed: the
  /// milliseconds since 1970 when it was made, as 8 bytes.
  static let copied = "copied"
  /// The one value that is not in the inventory, as it is that.
  static let inventory = "inventory"

  static let rows = "SELECT name, value, checksum FROM meta"

  /// - Throws: `SQLITE_CORRUPT` where the value is damaged.
  static func value(_ name: String, _ db: Database) throws -> [UInt8]? {
    guard let row = try Row.fetchOne(db, sql: rows + " WHERE name = ?", arguments: [name]) else {
      return nil
    }
    guard let found = value(row) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "what the store knows of itself is damaged")
    }
    return found.bytes
  }

  /// - Parameter row: name, value, checksum.
  /// - Returns: nil if the row is damaged.
  static func value(_ row: Row) -> (name: String, bytes: [UInt8])? {
    guard let name = try? row.text(0), let bytes = try? row.bytes(1),
      Checksum.of(meta: name, bytes) == (try? row.integer(2))
    else { return nil }
    return (name, bytes)
  }

  static func set(
    _ name: String, _ bytes: [UInt8], _ inventory: inout Inventory, _ db: Database
  ) throws {
    try remove(name, &inventory, db)
    let checksum = Checksum.of(meta: name, bytes)
    try db.execute(
      sql: "INSERT INTO meta VALUES (?, ?, ?)", arguments: [name, Data(bytes), checksum])
    inventory.add(.meta, checksum)
  }

  static func remove(_ name: String, _ inventory: inout Inventory, _ db: Database) throws {
    try inventory.remove(
      .meta, foundBy: "SELECT checksum FROM meta WHERE name = ?", [name], db)
    try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [name])
  }

  /// Changes values where nobody has the inventory in memory, in a transaction of its own.
  static func change(
    _ db: Database, _ body: (inout Inventory) throws -> Void
  ) throws {
    try db.transaction {
      var inventory = try Inventory(db)
      try body(&inventory)
      try inventory.write(db)
    }
  }
}
