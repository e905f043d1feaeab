import BoardModel
import Foundation
import GRDB
import GRDBSQLite
import LogRecords
import Wire

/// How what was purged leaves the log. The store's connection has SQLite overwrite what it deletes
/// (`secure_delete`), and the journal is emptied after the transaction.
enum StoreErasing {
  /// Takes what a purge names out of all rows before it. The index has all rows (`StorePlaces`).
  /// - Parameter board: the board's number in the tables.
  /// - Returns: about how many bytes the journal grew by.
  static func erase(_ purge: PurgeRecord, from board: Int64, _ db: Database) throws -> Int {
    var bytes = 0
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT operations.first, operations.last, checksum, bytes, number
        FROM places CROSS JOIN operations ON number = row
        WHERE places.board = ? AND places.first < ? ORDER BY places.last
        """, arguments: [board, Int64(clamping: purge.sequence)])
    var changed: [(number: Int64, row: SaltedRow)] = []
    // What cannot be read may hold what is purged, and nobody could read it ever after: nothing of
    // it stays, and `boardd check` goes on telling of it.
    let empty = try db.cachedStatement(
      sql: "UPDATE operations SET bytes = zeroblob(length(bytes)) WHERE number = ?")
    var unreadable: [(number: Int64, size: Int)] = []
    while let row = try cursor.next() {
      let number = try row.integer(4)
      let left = StoreReading.salted(row, of: purge.board).map { read in
        Result { () throws(MalformedBytes) in try read.purging(purge) }
      }
      switch left {
      case .success(let left?): changed.append((number, left))
      case .success(nil): break
      case .failure, nil: unreadable.append((number, try row.bytes(3).count))
      }
    }
    for (number, size) in unreadable {
      try empty.execute(arguments: [number])
      bytes += size + StoreWriting.pageBytes
    }
    for (number, row) in changed {
      try replace(number, with: row, db)
      bytes += row.row.bytes.count + StoreWriting.pageBytes
    }
    HistoryIndex.forget(board, db)
    return bytes
  }

  /// Writes what is left of a row over it. The chain stays as it is: the hash of what was purged is
  /// left.
  private static func replace(_ number: Int64, with left: SaltedRow, _ db: Database) throws {
    let stored = left.stored
    try overwrite("checksum", of: number, with: [UInt8](Checksum.of(left.row, stored: stored)), db)
    try overwrite("bytes", of: number, with: stored, db)
  }

  /// Writes over what a row of `operations` has in a column: SQLite moves nothing for it.
  /// - Parameter bytes: as many as there are.
  private static func overwrite(
    _ column: String, of number: Int64, with bytes: [UInt8], _ db: Database
  ) throws {
    let connection = db.sqliteConnection
    var blob: OpaquePointer?
    var code = sqlite3_blob_open(connection, "main", "operations", column, number, 1, &blob)
    defer { sqlite3_blob_close(blob) }
    if code == SQLITE_OK {
      guard sqlite3_blob_bytes(blob) == bytes.count else {
        throw StoreError.unfit("what is left of row \(number) is not as long as it was")
      }
      code = sqlite3_blob_write(blob, bytes, Int32(bytes.count), 0)
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// - Parameter board: the board's number in the tables.
  static func dropSnapshots(of board: Int64, before sequence: UInt64, _ db: Database) throws {
    let delete = try db.cachedStatement(
      sql: "DELETE FROM snapshots WHERE board = ? AND sequence < ?")
    try delete.execute(arguments: [board, Int64(clamping: sequence)])
  }
}
