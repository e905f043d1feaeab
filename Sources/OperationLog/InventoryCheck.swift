import BoardModel
import GRDB
import LogRecords

/// Finds what is gone or altered in the tables that are read whole at a start: each row has its checksum,
/// and the inventory says how many there are.
enum InventoryCheck {
  /// - Parameter everyRow: reads each row of the audit too, which no start needs.
  static func run(_ db: Database, everyRow: Bool, _ report: inout IntegrityReport) {
    attempt(.meta, &report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreMeta.rows)
      while let row = try cursor.next() {
        guard StoreMeta.value(row) == nil else { continue }
        report.add("what the store knows of itself is damaged")
      }
    }
    boards(db, &report)
    members(db, &report)
    users(db, &report)
    holdings(db, &report)
    for table in [Inventory.Table.devices, .invitations, .audit] where everyRow || table != .audit {
      attempt(table, &report) { report in try StoreAccess.check(table, db) { report.add($0) } }
    }
    var sessions = Inventory.Entry()
    attempt(.sessions, &report) { report in
      sessions = try Self.sessions(db, &report)
    }
    IntegrityCheck.attempt(&report, reading: "the number of rows of the tables") { report in
      let inventory = try Inventory(db)
      for table in Inventory.Table.allCases {
        attempt(table, &report) { report in
          let found = table == .sessions ? sessions : try counted(table, db)
          compare(found, with: inventory[table], table, &report)
        }
      }
    }
  }

  private static func attempt(
    _ table: Inventory.Table, _ report: inout IntegrityReport,
    _ body: (inout IntegrityReport) throws -> Void
  ) {
    IntegrityCheck.attempt(&report, reading: "what is known of \(table.title)", body)
  }

  private static func compare(
    _ found: Inventory.Entry, with expected: Inventory.Entry, _ table: Inventory.Table,
    _ report: inout IntegrityReport
  ) {
    if found.rows != expected.rows {
      report.add(
        "what is known of \(table.title) has \(found.rows) records, and there were "
          + "\(expected.rows)")
    } else if found.sum != expected.sum {
      report.add("what is known of \(table.title) is not what was written")
    }
  }

  private static func counted(
    _ table: Inventory.Table, _ db: Database
  ) throws -> Inventory.Entry {
    let rest = table == .meta ? " WHERE name IS NOT '\(StoreMeta.inventory)'" : ""
    let row = try Row.fetchOne(
      db,
      sql: "SELECT count(*), ifnull(sum(checksum), 0) FROM \(table.rawValue) NOT INDEXED" + rest)
    return Inventory.Entry(
      rows: try row?.sequence(0) ?? 0, sum: UInt64(bitPattern: try row?.integer(1) ?? 0))
  }

  private static func boards(_ db: Database, _ report: inout IntegrityReport) {
    attempt(.boards, &report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreBoards.rows)
      while let row = try cursor.next() {
        guard StoreBoards.listed(row) == nil else { continue }
        report.add("what is listed of board \(boardName(row, 1)) is damaged")
      }
    }
    IntegrityCheck.attempt(&report, reading: "the titles of boards") { report in
      let cursor = try Row.fetchCursor(db, sql: StoreBoards.titleRows)
      while let row = try cursor.next() {
        guard StoreBoards.title(row) == nil else { continue }
        report.add("the title that is listed of board \(boardName(row, 0)) is damaged")
      }
    }
  }

  private static func boardName(_ row: Row, _ index: Int) -> String {
    (try? row.identifier(index) as BoardID).map { "\($0)" } ?? "(which one is not known)"
  }

  private static func members(_ db: Database, _ report: inout IntegrityReport) {
    attempt(.members, &report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreReading.memberRows)
      while let row = try cursor.next() {
        guard StoreReading.member(row) == nil else { continue }
        report.add("what is listed of the members of board \(boardName(row, 0)) is damaged")
      }
    }
  }

  private static func users(_ db: Database, _ report: inout IntegrityReport) {
    attempt(.users, &report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreReading.userRows)
      while let row = try cursor.next() {
        guard StoreReading.user(row) == nil else { continue }
        report.add("what is known of a user is damaged")
      }
    }
  }

  private static func holdings(_ db: Database, _ report: inout IntegrityReport) {
    attempt(.holdings, &report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreReading.holdingRows)
      while let row = try cursor.next() {
        guard StoreReading.holding(row) == nil else { continue }
        report.add("what is known of how much a user holds is damaged")
      }
    }
  }

  /// - Returns: what there is of sessions that can be read.
  private static func sessions(
    _ db: Database, _ report: inout IntegrityReport
  ) throws -> Inventory.Entry {
    var found = Inventory()
    let cursor = try Row.fetchCursor(db, sql: "SELECT id, checksum, bytes FROM sessions")
    while let row = try cursor.next() {
      if let session = StoreReading.session(row) {
        report.sessions += 1
        found.add(.sessions, Checksum.of(key: session.id))
      } else {
        report.add("what is known of a window is damaged")
        // Whether it is there: its identifier is what the inventory has.
        if let id: SessionID = try? row.identifier(0) {
          found.add(.sessions, Checksum.of(key: id))
        }
      }
    }
    return found[.sessions]
  }
}
