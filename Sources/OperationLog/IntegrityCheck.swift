import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// Finds the damage in a store. A part that cannot be read is a fault in the report, and the search
/// goes on behind it.
enum IntegrityCheck {
  /// The check at a start: that what is read whole is as it was written, and that the log is whole.
  /// - Parameters:
  ///   - everyPage: also checks each page of the file with SQLite's `quick_check`, and the chain of
  ///     all rows.
  ///   - witness: what is known of the log's end.
  static func quick(
    _ db: Database, everyPage: Bool, witness: Witness.Record?
  ) -> IntegrityReport {
    var report = IntegrityReport()
    if everyPage { PageCheck.run(db, "quick_check", &report) }
    InventoryCheck.run(db, everyRow: everyPage, &report)
    LogCheck.run(db, everyRow: everyPage, witness, &report)
    return report
  }

  /// The boards whose operations do not match their checksums. Such a board cannot
  /// be served; the others can.
  static func damagedBoards(_ db: Database) throws -> [DamagedBoard] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT first, last, operations.checksum, bytes, id, title
        FROM operations CROSS JOIN boards ON operations.board = boards.number
          LEFT JOIN titles ON titles.board = boards.number ORDER BY operations.number
        """)
    var boards: [DamagedBoard] = []
    var damaged: Set<BoardID> = []
    while let row = try cursor.next() {
      let id: BoardID = try row.identifier(4)
      guard !damaged.contains(id), StoreReading.operations(row, of: id) == nil else { continue }
      damaged.insert(id)
      boards.append(
        DamagedBoard(
          id: id,
          fault: "edits \(try row.integer(0)) to \(try row.integer(1)) of board "
            + "\"\(try row.text(5))\" are damaged"))
    }
    return boards
  }

  /// The whole check: also that each row matches its checksum, decodes and is what its link says, and,
  /// where `thorough`, that each index is right.
  static func run(
    _ db: Database, thorough: Bool, witness: Witness.Record?
  ) -> IntegrityReport {
    var report = IntegrityReport()
    PageCheck.run(db, thorough ? "integrity_check" : "quick_check", &report)
    InventoryCheck.run(db, everyRow: true, &report)
    LogCheck.run(db, everyRow: true, witness, &report)
    // Where it is damaged that is a fault already (`InventoryCheck`).
    report.unconfirmedSince = (try? StoreAccess.unconfirmedSince(db)) ?? nil
    attempt(&report, reading: "the list of boards") { report in
      for board in try boards(db, &report) {
        // No other board is without a title.
        if board.title.isEmpty {
          report.purgedBoards += 1
        } else {
          report.boards.append(board)
        }
      }
    }
    return report
  }

  /// All boards, with what of them can be read.
  private static func boards(
    _ db: Database, _ report: inout IntegrityReport
  ) throws -> [IntegrityReport.Board] {
    var boards: [Int64: IntegrityReport.Board] = [:]
    var order: [Int64] = []
    for row in try Row.fetchAll(
      db,
      sql: """
        SELECT number, id, title, sequence FROM boards LEFT JOIN titles ON board = number
        ORDER BY number
        """)
    {
      // What is damaged here is a fault already (`InventoryCheck`).
      guard let number = try? row.integer(0), let id: BoardID = try? row.identifier(1) else {
        continue
      }
      order.append(number)
      boards[number] = IntegrityReport.Board(
        id: id, title: (try? row.text(2)) ?? "\(id)", sequence: (try? row.sequence(3)) ?? 0)
    }
    everyRow(db, &report) { row, report in
      let number = try row.integer(4)
      if let board = boards[number] { boards[number] = try check(row, of: board, &report) }
    }
    for number in order {
      guard let board = boards[number] else { continue }
      if !board.isWhole {
        report.add(
          "board \"\(board.title)\" can be read up to edit \(board.readable) of "
            + "\(board.sequence)")
      }
      attempt(&report, reading: "a snapshot of board \"\(board.title)\"") { report in
        boards[number]?.snapshots = try snapshots(db, number, of: board, &report)
      }
    }
    return order.compactMap { boards[$0] }
  }

  /// Calls `body` with every row of the log. Behind one that cannot be read it goes on: others are whole.
  private static func everyRow(
    _ db: Database, _ report: inout IntegrityReport,
    _ body: (Row, inout IntegrityReport) throws -> Void
  ) {
    var next: Int64 = 1
    var unread: Int64 = 0
    while unread < unreadLimit {
      do {
        let cursor = try Row.fetchCursor(
          db,
          sql: """
            SELECT first, last, checksum, bytes, board, link, number FROM operations
            WHERE number >= ? ORDER BY number
            """, arguments: [next])
        while let row = try cursor.next() {
          next = try row.integer(6)
          try body(row, &report)
          next += 1
        }
        return
      } catch {
        if unread == 0 { attempt(&report, reading: "row \(next) of the log") { _ in throw error } }
        unread += 1
        next += 1
      }
    }
  }

  /// The rows that are tried, one by one, where they cannot be read: more than a page has.
  private static let unreadLimit: Int64 = 1_024

  private static func check(
    _ row: Row, of found: IntegrityReport.Board, _ report: inout IntegrityReport
  ) throws -> IntegrityReport.Board {
    var board = found
    board.rows += 1
    let (first, last) = (try row.sequence(0), try row.sequence(1))
    // The list of boards lags behind the log.
    board.sequence = max(board.sequence, last)
    guard let salted = StoreReading.salted(row, of: board.id), decodes(salted.row) else {
      report.add("edits \(first) to \(last) of board \"\(board.title)\" are damaged")
      return board
    }
    if first == board.readable + 1 { board.readable = last }
    if try !fits(salted, link: row.integer(5)) {
      report.add(
        "edits \(first) to \(last) of board \"\(board.title)\" are others than were committed")
    }
    return board
  }

  /// The sequence numbers of the snapshots that are whole.
  private static func snapshots(
    _ db: Database, _ number: Int64, of board: IntegrityReport.Board,
    _ report: inout IntegrityReport
  ) throws -> [UInt64] {
    var whole: [UInt64] = []
    var damaged: Set<UInt64> = []
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT sequence, part, ends, checksum, bytes FROM snapshots
        WHERE board = ? ORDER BY sequence, part
        """, arguments: [number])
    var next: (sequence: UInt64, part: UInt64) = (0, 0)
    while let row = try cursor.next() {
      let (sequence, part) = (try row.sequence(0), try row.sequence(1))
      let isNext = part == 0 || (sequence, part) == next
      guard isNext, let found = StoreReading.part(row, of: board.id) else {
        damaged.insert(sequence)
        continue
      }
      next = (sequence, part + 1)
      if found.ends, !damaged.contains(sequence) { whole.append(sequence) }
    }
    for _ in damaged { report.add("a snapshot of board \"\(board.title)\" is damaged") }
    return whole
  }

  /// Whether the hashes of a row's operations make its link in the chain.
  private static func fits(_ salted: SaltedRow, link: Int64) -> Bool {
    guard let hashes = try? salted.hashes() else { return false }
    let row = salted.row
    return Checksum.link(board: row.board, first: row.first, last: row.last, hashes: hashes) == link
  }

  private static func decodes(_ row: OperationRow) -> Bool {
    var reader = ByteReader(row.bytes)
    guard let operations = try? reader.committedList(), reader.remaining == 0 else { return false }
    return operations.first?.sequence == row.first && operations.last?.sequence == row.last
      && zip(operations, operations.dropFirst()).allSatisfy { $1.sequence == $0.sequence &+ 1 }
  }

  /// - Parameter what: what a fault says that cannot be read.
  static func attempt(
    _ report: inout IntegrityReport, reading what: String,
    _ body: (inout IntegrityReport) throws -> Void
  ) {
    do {
      try body(&report)
    } catch {
      let said = (error as? DatabaseError)?.message ?? String(describing: error)
      report.add(said.hasPrefix(what) ? said : "\(what) cannot be read: \(said)")
    }
  }
}
