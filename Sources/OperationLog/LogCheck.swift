import BoardModel
import GRDB

/// Finds what is gone of the log, by what is known of it besides its rows: the index and the list of
/// boards, the link that each row has of the one before it, and the witness of its end. Whether a row
/// is what its link says is for the whole check to tell (`IntegrityCheck`).
enum LogCheck {
  /// - Parameter everyRow: follows the chain through all rows, not only those that the index does
  ///   not have yet.
  static func run(
    _ db: Database, everyRow: Bool, _ witness: Witness.Record?, _ report: inout IntegrityReport
  ) {
    IntegrityCheck.attempt(&report, reading: "the end of the log") { report in
      let tail = try LogTail(db)
      let placed = tail.end.number - Int64(tail.unplaced.count)
      IntegrityCheck.attempt(&report, reading: "the index of the log") { report in
        try index(db, placed, everyRow: everyRow, &report)
      }
      try chain(db, from: everyRow ? 1 : max(placed, 1), through: tail.end.number, &report)
      try behind(db, tail, &report)
      if let witness { try compare(db, tail, with: witness, &report) }
    }
  }

  /// Compares the index with the list of boards and with the rows that it has.
  private static func index(
    _ db: Database, _ placed: Int64, everyRow: Bool, _ report: inout IntegrityReport
  ) throws {
    for row in try Row.fetchAll(
      db,
      sql: """
        SELECT title, sequence FROM boards LEFT JOIN titles ON titles.board = number LEFT JOIN (
          SELECT board AS placed, min(first) AS lowest, max(last) AS highest,
            sum(last - first + 1) AS operations
          FROM places GROUP BY board) ON placed = number
        WHERE ifnull(lowest, 1) IS NOT 1 OR ifnull(highest, 0) IS NOT sequence
          OR ifnull(operations, 0) IS NOT sequence
        """)
    {
      report.add(
        "board \"\(try row.text(0))\" does not have all of its \(try row.integer(1)) edits")
    }
    let rows = try Int64.fetchOne(db, sql: "SELECT count(*) FROM places") ?? 0
    if rows != placed {
      report.add("the log has \(placed) of the \(rows) rows that its index has")
    }
    guard everyRow else { return }
    let unfit = try Int64.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM places LEFT JOIN operations ON number = row
        WHERE operations.board IS NOT places.board OR operations.first IS NOT places.first
          OR operations.last IS NOT places.last
        """)
    if let unfit, unfit > 0 { report.add("\(unfit) rows are not where the index has them") }
  }

  /// Follows the chain of rows.
  private static func chain(
    _ db: Database, from first: Int64, through last: Int64, _ report: inout IntegrityReport
  ) throws {
    let cursor = try Row.fetchCursor(
      db,
      sql: "SELECT number, link, before FROM operations WHERE number >= ? ORDER BY number",
      arguments: [first])
    var before: LogEnd? = first == 1 ? LogEnd.none : nil
    while let row = try cursor.next() {
      let found = LogEnd(number: try row.integer(0), link: try row.integer(1))
      if let before {
        if found.number != before.number + 1 {
          report.add("the log goes from row \(before.number) to row \(found.number)")
        } else if try row.integer(2) != before.link {
          report.add("row \(found.number) of the log does not follow the one before it")
        }
      }
      before = found
    }
  }

  /// Whether the rows that the index does not have yet continue their boards.
  private static func behind(
    _ db: Database, _ tail: LogTail, _ report: inout IntegrityReport
  ) throws {
    var next: [Int64: UInt64] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT number, sequence FROM boards") {
      next[try row.integer(0)] = try row.sequence(1) + 1
    }
    for place in tail.unplaced {
      if place.first != next[place.board] {
        report.add("row \(place.row) of the log does not continue its board")
      }
      next[place.board] = place.last + 1
    }
  }

  private static func compare(
    _ db: Database, _ tail: LogTail, with witness: Witness.Record, _ report: inout IntegrityReport
  ) throws {
    let end = tail.end
    guard StoreReading.incarnation(db) == witness.incarnation else { return }
    guard witness.row <= end.number else {
      return report.add(
        "the end of the log is gone: it had \(witness.row) rows, and has \(end.number)")
    }
    let missing = witness.changes - min(witness.changes, tail.inventory.changes)
    if missing > 0 {
      report.add(
        "the last \(missing) changes of what is known of windows, users and devices are gone")
    }
    guard witness.row > 0 else { return }
    let found = try Int64.fetchOne(
      db, sql: "SELECT link FROM operations WHERE number = ?", arguments: [witness.row])
    if found != witness.link {
      report.add("row \(witness.row) of the log is another than was written")
    }
  }
}
