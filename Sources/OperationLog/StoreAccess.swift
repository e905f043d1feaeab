import BoardModel
import Foundation
import GRDB
import LogRecords

/// What the store has of who may come in, and of what an operator may have to know of it later.
enum StoreAccess {
  // MARK: Writing

  static func write(
    _ changes: AccessChanges, _ inventory: inout Inventory, _ db: Database
  ) throws -> Int {
    guard !changes.isEmpty else { return 0 }
    try write(changes.devices, removing: changes.removedDevices, &inventory, db)
    try write(changes.invitations, removing: changes.removedInvitations, &inventory, db)
    try write(changes.audit, &inventory, db)
    if changes.confirmsRevocations { try StoreMeta.remove(StoreMeta.copied, &inventory, db) }
    let rows =
      changes.devices.count + changes.removedDevices.count + changes.invitations.count
      + changes.removedInvitations.count + changes.audit.count
    return rows * 2 * StoreWriting.pageBytes
  }

  private static func write(
    _ devices: [DeviceRecord], removing removed: [DeviceName], _ inventory: inout Inventory,
    _ db: Database
  ) throws {
    func drop(_ name: DeviceName) throws {
      try inventory.remove(
        .devices, foundBy: "SELECT checksum FROM devices WHERE user = ? AND device = ?",
        [name.user, name.device], db)
    }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO devices VALUES (?, ?, ?, ?)")
    for device in devices {
      let bytes = device.stored
      try drop(device.name)
      try replace.execute(arguments: [
        device.name.user, device.name.device, Checksum.of(bytes), Data(bytes),
      ])
      inventory.add(.devices, Checksum.of(bytes))
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM devices WHERE user = ? AND device = ?")
    for name in removed {
      try drop(name)
      try delete.execute(arguments: [name.user, name.device])
    }
  }

  private static func write(
    _ invitations: [InvitationRecord], removing removed: [InvitationID],
    _ inventory: inout Inventory, _ db: Database
  ) throws {
    func drop(_ id: InvitationID) throws {
      try inventory.remove(
        .invitations, foundBy: "SELECT checksum FROM invitations WHERE id = ?", [id.stored], db)
    }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO invitations VALUES (?, ?, ?)")
    for invitation in invitations {
      let bytes = invitation.stored
      try drop(invitation.id)
      try replace.execute(arguments: [invitation.id.stored, Checksum.of(bytes), Data(bytes)])
      inventory.add(.invitations, Checksum.of(bytes))
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM invitations WHERE id = ?")
    for id in removed {
      try drop(id)
      try delete.execute(arguments: [id.stored])
    }
  }

  private static func write(
    _ audit: [AuditRecord], _ inventory: inout Inventory, _ db: Database
  ) throws {
    let insert = try db.cachedStatement(
      sql: "INSERT INTO audit (kind, cause, checksum, bytes) VALUES (?, ?, ?, ?)")
    for record in audit {
      let bytes = record.stored
      try insert.execute(arguments: [
        Int64(record.kind.rawValue), record.cause, Checksum.of(bytes), Data(bytes),
      ])
      inventory.add(.audit, Checksum.of(bytes))
    }
    func trim(_ which: String, _ most: Int, _ arguments: StatementArguments) throws {
      let old = """
        FROM audit WHERE \(which) AND number <= (
          SELECT number FROM audit WHERE \(which) ORDER BY number DESC LIMIT 1 OFFSET \(most))
        """
      try inventory.remove(.audit, foundBy: "SELECT checksum " + old, arguments, db)
      try db.cachedStatement(sql: "DELETE " + old).execute(arguments: arguments)
    }
    for (kind, records) in Dictionary(grouping: audit, by: \.kind.rawValue).sorted(by: {
      $0.key < $1.key
    }) {
      for cause in Set(records.map(\.cause)).sorted() where !cause.isEmpty {
        try trim("kind = ?1 AND cause = ?2", AuditRecord.mostOfCause, [Int64(kind), cause])
      }
      try trim("kind = ?1", AuditRecord.mostOfKind, [Int64(kind)])
    }
  }

  /// Makes a copy one that is served as such: what it does not know of revocations since is asked of
  /// an administrator, and no invitation is good a second time. Of a copy of a copy the first counts.
  /// - Parameter time: in milliseconds since 1970.
  static func markCopied(
    at time: UInt64, _ inventory: inout Inventory, _ db: Database
  ) throws {
    if try StoreMeta.value(StoreMeta.copied, db) == nil {
      try StoreMeta.set(
        StoreMeta.copied, withUnsafeBytes(of: time.bigEndian, Array.init), &inventory, db)
    }
    try inventory.remove(.invitations, foundBy: "SELECT checksum FROM invitations", [], db)
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
    let copied = try StoreMeta.value(StoreMeta.copied, db)
    if let copied, copied.count != 8 { throw damaged("when this copy was made") }
    return AccessContents(
      devices: devices, invitations: invitations, unconfirmedSince: try unconfirmedSince(db))
  }

  /// As `AccessContents.unconfirmedSince`.
  static func unconfirmedSince(_ db: Database) throws -> UInt64? {
    try StoreMeta.value(StoreMeta.copied, db)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  static let deviceRows = "SELECT user, device, checksum, bytes FROM devices"
  static let invitationRows = "SELECT id, checksum, bytes FROM invitations"
  static let auditRows = "SELECT kind, cause, checksum, bytes FROM audit"

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

  /// - Parameter row: kind, cause, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func audit(_ row: Row) -> AuditRecord? {
    guard let bytes = try? row.bytes(3), Checksum.of(bytes) == (try? row.integer(2)),
      let record = try? AuditRecord(stored: bytes),
      Int64(record.kind.rawValue) == (try? row.integer(0)), record.cause == (try? row.text(1))
    else { return nil }
    return record
  }

  /// The records behind a number, the oldest first, as many as are read at once. What is damaged is
  /// left out: `boardd check` says so.
  static func audit(after number: Int64, _ db: Database) throws -> AuditPart {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT kind, cause, checksum, bytes, number FROM audit WHERE number > ? ORDER BY number
        LIMIT \(auditAtOnce)
        """, arguments: [number])
    return AuditPart(
      records: try rows.compactMap { row in
        guard let record = audit(row) else { return nil }
        return StoredAudit(number: try row.integer(4), record: record)
      }, through: try rows.last?.integer(4) ?? number)
  }

  /// A record has a few hundred bytes.
  static let auditAtOnce = 256

  /// Looks at every row of a table.
  static func check(_ table: Inventory.Table, _ db: Database, _ add: (String) -> Void) throws {
    let checks: [Inventory.Table: (sql: String, name: String, isWhole: (Row) -> Bool)] = [
      .devices: (deviceRows, "a device", { device($0) != nil }),
      .invitations: (invitationRows, "an invitation", { invitation($0) != nil }),
      .audit: (auditRows, "what happened (boardd audit)", { audit($0) != nil }),
    ]
    guard let check = checks[table] else { return }
    let cursor = try Row.fetchCursor(db, sql: check.sql)
    while let row = try cursor.next() {
      if !check.isWhole(row) { add("what is known of \(check.name) is damaged") }
    }
  }
}
