import BoardModel
import Foundation
import GRDB
import LogRecords

/// What the store has of who may come in, and of what an operator may have to know of it later.
enum StoreAccess {
  /// Where there is a value of this name in `meta`, the store is a copy whose revocations nobody
  /// confirmed: the milliseconds since 1970 when it was made, as 8 bytes.
  private static let copied = "copied"

  // MARK: Writing

  static func write(_ changes: AccessChanges, _ db: Database) throws -> Int {
    guard !changes.isEmpty else { return 0 }
    try write(changes.devices, removing: changes.removedDevices, db)
    try write(changes.invitations, removing: changes.removedInvitations, db)
    try write(changes.audit, db)
    if changes.confirmsRevocations {
      try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [copied])
    }
    let rows =
      changes.devices.count + changes.removedDevices.count + changes.invitations.count
      + changes.removedInvitations.count + changes.audit.count
    return rows * 2 * StoreWriting.pageBytes
  }

  private static func write(
    _ devices: [DeviceRecord], removing removed: [DeviceName], _ db: Database
  ) throws {
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)")
    for device in devices {
      let bytes = device.stored
      try replace.execute(arguments: [
        device.name.user, device.name.device, Checksum.of(bytes), Data(bytes),
      ])
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM devices WHERE user = ? AND device = ?")
    for name in removed { try delete.execute(arguments: [name.user, name.device]) }
  }

  private static func write(
    _ invitations: [InvitationRecord], removing removed: [InvitationID], _ db: Database
  ) throws {
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO invitations VALUES (?, ?, ?)")
    for invitation in invitations {
      let bytes = invitation.stored
      try replace.execute(arguments: [invitation.id.stored, Checksum.of(bytes), Data(bytes)])
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM invitations WHERE id = ?")
    for id in removed { try delete.execute(arguments: [id.stored]) }
  }

  private static func write(_ audit: [AuditRecord], _ db: Database) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO audit (kind, checksum, bytes) VALUES (?, ?, ?)")
    for record in audit {
      let bytes = record.stored
      try insert.execute(arguments: [
        Int64(record.kind.rawValue), Checksum.of(bytes), Data(bytes),
      ])
    }
    let trim = try db.cachedStatement(
      sql: """
        DELETE FROM audit WHERE kind = ?1 AND number <= (
          SELECT number FROM audit WHERE kind = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
        """)
    for kind in Set(audit.map(\.kind.rawValue)).sorted() {
      try trim.execute(arguments: [Int64(kind), AuditRecord.mostOfKind])
    }
  }

  /// Makes a copy one that is served as such: what it does not know of revocations since is asked of
  /// an administrator, and no invitation is good a second time. Of a copy of a copy the first counts.
  /// - Parameter time: in milliseconds since 1970.
  static func markCopied(at time: UInt64, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO meta VALUES (?, ?)",
      arguments: [copied, Data(withUnsafeBytes(of: time.bigEndian, Array.init))])
    try db.execute(sql: "DELETE FROM invitations")
  }

  // MARK: Reading

  /// - Throws: `damaged` where a row is: without it, somebody who was thrown out might be served.
  static func contents(_ db: Database, path: String) throws -> AccessContents {
    func damaged(_ what: String) -> StoreError {
      .damaged(path: path, IntegrityReport(faults: ["what is known of \(what) is damaged"]))
    }
    let devices = try Row.fetchAll(db, sql: deviceRows + " ORDER BY user, device").map { row in
      guard let device = device(row) else { throw damaged("a device") }
      return device
    }
    let invitations = try Row.fetchAll(db, sql: invitationRows + " ORDER BY id").map { row in
      guard let invitation = invitation(row) else { throw damaged("an invitation") }
      return invitation
    }
    let copied = try Data.fetchOne(
      db, sql: "SELECT value FROM meta WHERE name = ?", arguments: [copied])
    if let copied, copied.count != 8 { throw damaged("when this copy was made") }
    return AccessContents(
      devices: devices, invitations: invitations,
      unconfirmedSince: copied?.reduce(0) { $0 << 8 | UInt64($1) })
  }

  static let deviceRows = "SELECT user, device, checksum, bytes FROM devices"
  static let invitationRows = "SELECT id, checksum, bytes FROM invitations"
  static let auditRows = "SELECT kind, checksum, bytes FROM audit"

  /// - Parameter row: user, device, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func device(_ row: Row) -> DeviceRecord? {
    guard let bytes = try? row.bytes(3), Checksum.of(bytes) == (try? row.integer(2)),
      let record = try? DeviceRecord(stored: bytes), record.name.user == (try? row.text(0)),
      record.name.device == (try? row.text(1))
    else { return nil }
    return record
  }

  /// - Parameter row: id, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func invitation(_ row: Row) -> InvitationRecord? {
    guard let bytes = try? row.bytes(2), Checksum.of(bytes) == (try? row.integer(1)),
      let record = try? InvitationRecord(stored: bytes), record.id == (try? row.identifier(0))
    else { return nil }
    return record
  }

  /// - Parameter row: kind, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func audit(_ row: Row) -> AuditRecord? {
    guard let bytes = try? row.bytes(2), Checksum.of(bytes) == (try? row.integer(1)),
      let record = try? AuditRecord(stored: bytes),
      Int64(record.kind.rawValue) == (try? row.integer(0))
    else { return nil }
    return record
  }

  /// The records behind a number, the oldest first, as many as are read at once. What is damaged is
  /// left out: `boardd check` says so.
  static func audit(after number: Int64, _ db: Database) throws -> [StoredAudit] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT kind, checksum, bytes, number FROM audit WHERE number > ? ORDER BY number
        LIMIT \(auditAtOnce)
        """, arguments: [number]
    ).compactMap { row in
      guard let record = audit(row) else { return nil }
      return StoredAudit(number: try row.integer(3), record: record)
    }
  }

  /// A record has a few hundred bytes.
  static let auditAtOnce = 256

  /// Looks at every row.
  static func check(_ db: Database, _ add: (String) -> Void) throws {
    let tables: [(sql: String, name: String, isWhole: (Row) -> Bool)] = [
      (deviceRows, "a device", { device($0) != nil }),
      (invitationRows, "an invitation", { invitation($0) != nil }),
      (auditRows, "what happened (boardd audit)", { audit($0) != nil }),
    ]
    for table in tables {
      let cursor = try Row.fetchCursor(db, sql: table.sql)
      while let row = try cursor.next() {
        if !table.isWhole(row) { add("what is known of \(table.name) is damaged") }
      }
    }
  }
}
