import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// How what was purged leaves the log. The store's connection has SQLite overwrite what it deletes
/// (`secure_delete`), and the journal is emptied after the transaction.
enum StoreErasing {
  /// Takes what a purge names out of all rows before it.
  /// - Returns: about how many bytes the journal grew by.
  static func erase(_ purge: PurgeRecord, _ db: Database) throws -> Int {
    let (number, _) = try StoreReading.find(purge.board, db)
    let update = try db.cachedStatement(
      sql: "UPDATE operations SET checksum = ?, bytes = ? WHERE board = ? AND last = ?")
    var bytes = 0
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT first, last, checksum, bytes FROM operations
        WHERE board = ? AND first < ? ORDER BY last
        """, arguments: [number, Int64(clamping: purge.sequence)])
    var changed: [OperationRow] = []
    while let row = try cursor.next() {
      // What cannot be read is left as it is: `boardd check` tells of it.
      guard let read = StoreReading.operations(row, of: purge.board),
        let left = try? purge.purging(read)
      else { continue }
      changed.append(left)
    }
    for row in changed {
      let checksum = Checksum.of(board: row.board, first: row.first, last: row.last, row.bytes)
      try update.execute(arguments: [checksum, Data(row.bytes), number, Int64(row.last)])
      bytes += row.bytes.count + StoreWriting.rowBytes
    }
    return bytes
  }

  static func dropSnapshots(of board: BoardID, before sequence: UInt64, _ db: Database) throws {
    let (number, _) = try StoreReading.find(board, db)
    try db.execute(
      sql: "DELETE FROM snapshots WHERE board = ? AND sequence < ?",
      arguments: [number, Int64(clamping: sequence)])
  }
}
