import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// Finds the damage in a store. A part that cannot be read is a fault in the report, and the search
/// goes on behind it.
enum IntegrityCheck {
  /// The check at a start: that sessions decode and sequence numbers have no gaps.
  /// - Parameter everyPage: also checks each page of the file with SQLite's `quick_check`.
  static func quick(_ db: Database, everyPage: Bool) -> IntegrityReport {
    var report = IntegrityReport()
    if everyPage { pages(db, "quick_check", &report) }
    attempt(&report) { report in
      for row in try Row.fetchAll(
        db,
        sql: """
          SELECT title, sequence, rows, lowest, highest, operations FROM boards LEFT JOIN (
            SELECT board, count(*) AS rows, min(first) AS lowest, max(last) AS highest,
              sum(last - first + 1) AS operations
            FROM operations GROUP BY board) ON board = number
          WHERE lowest IS NOT 1 OR highest IS NOT sequence OR operations IS NOT sequence
          """)
      {
        report.add(
          "board \"\(try row.text(0))\" does not have all of its \(try row.integer(1)) edits")
      }
    }
    sessions(db, &report)
    return report
  }

  /// The boards whose operations do not match their checksums, a sentence each. Such a board cannot
  /// be served; the others can.
  static func damagedBoards(_ db: Database) throws -> [String] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT first, last, checksum, bytes, id, title FROM operations JOIN boards
        ON board = number ORDER BY board, last
        """)
    var faults: [String] = []
    var last: BoardID?
    while let row = try cursor.next() {
      let id: BoardID = try row.identifier(4)
      guard id != last, StoreReading.operations(row, of: id) == nil else { continue }
      last = id
      faults.append(
        "edits \(try row.integer(0)) to \(try row.integer(1)) of board "
          + "\"\(try row.text(5))\" are damaged")
    }
    return faults
  }

  /// The whole check: also that each row matches its checksum and decodes, and, where `thorough`,
  /// that each index is right.
  static func run(_ db: Database, thorough: Bool) -> IntegrityReport {
    var report = IntegrityReport()
    pages(db, thorough ? "integrity_check" : "quick_check", &report)
    sessions(db, &report)
    members(db, &report)
    users(db, &report)
    attempt(&report) { report in
      let found = try Row.fetchAll(db, sql: "SELECT number, id, title, sequence FROM boards")
      for row in found {
        let board = IntegrityReport.Board(
          id: try row.identifier(1), title: try row.text(2), sequence: try row.sequence(3))
        let checked = check(db, try row.integer(0), board, &report)
        // No other board is without a title.
        if board.title.isEmpty {
          report.purgedBoards += 1
        } else {
          report.boards.append(checked)
        }
      }
    }
    return report
  }

  private static func pages(_ db: Database, _ pragma: String, _ report: inout IntegrityReport) {
    attempt(&report) { report in
      let said = try String.fetchAll(db, sql: "PRAGMA \(pragma)(\(IntegrityReport.faultLimit))")
      for line in said where line != "ok" {
        report.add(line.replacing("\n", with: ", "))
      }
    }
  }

  private static func sessions(_ db: Database, _ report: inout IntegrityReport) {
    attempt(&report) { report in
      let cursor = try Row.fetchCursor(db, sql: "SELECT id, checksum, bytes FROM sessions")
      while let row = try cursor.next() {
        if StoreReading.session(row) == nil {
          report.add("what is known of a window is damaged")
        } else {
          report.sessions += 1
        }
      }
    }
  }

  private static func members(_ db: Database, _ report: inout IntegrityReport) {
    attempt(&report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreReading.memberRows)
      while let row = try cursor.next() {
        guard StoreReading.member(row) == nil else { continue }
        report.add("what is listed of a board's members is damaged")
      }
    }
  }

  private static func users(_ db: Database, _ report: inout IntegrityReport) {
    attempt(&report) { report in
      let cursor = try Row.fetchCursor(db, sql: StoreReading.userRows)
      while let row = try cursor.next() {
        guard StoreReading.user(row) == nil else { continue }
        report.add("what is known of a user is damaged")
      }
    }
  }

  private static func check(
    _ db: Database, _ number: Int64, _ found: IntegrityReport.Board,
    _ report: inout IntegrityReport
  ) -> IntegrityReport.Board {
    var board = found
    attempt(&report) { report in
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT first, last, checksum, bytes FROM operations WHERE board = ? ORDER BY last
          """, arguments: [number])
      while let row = try cursor.next() {
        board.rows += 1
        let (first, last): (Int64, Int64) = (try row.integer(0), try row.integer(1))
        guard let operations = StoreReading.operations(row, of: board.id), decodes(operations)
        else {
          report.add("edits \(first) to \(last) of board \"\(board.title)\" are damaged")
          continue
        }
        if operations.first == board.readable + 1 { board.readable = operations.last }
      }
    }
    if !board.isWhole {
      report.add(
        "board \"\(board.title)\" can be read up to edit \(board.readable) of "
          + "\(board.sequence)")
    }
    attempt(&report) { report in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT sequence, checksum, bytes FROM snapshots WHERE board = ?",
        arguments: [number])
      while let row = try cursor.next() {
        if let snapshot = StoreReading.snapshot(row, of: board.id) {
          board.snapshots.append(snapshot.sequence)
        } else {
          report.add("a snapshot of board \"\(board.title)\" is damaged")
        }
      }
    }
    board.snapshots.sort()
    return board
  }

  private static func decodes(_ row: OperationRow) -> Bool {
    var reader = ByteReader(row.bytes)
    guard let operations = try? reader.committedList(), reader.remaining == 0 else { return false }
    return operations.map(\.sequence) == Array(row.first...row.last)
  }

  private static func attempt(
    _ report: inout IntegrityReport, _ body: (inout IntegrityReport) throws -> Void
  ) {
    do {
      try body(&report)
    } catch {
      report.add((error as? DatabaseError)?.message ?? String(describing: error))
    }
  }
}
