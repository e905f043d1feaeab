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
    // What cannot be read may hold what is purged, and nobody could read it ever after: nothing of
    // it stays. Its checksum does, so that `boardd check` goes on telling of it.
    let empty = try db.cachedStatement(
      sql: "UPDATE operations SET bytes = x'' WHERE board = ? AND last = ?")
    var unreadable: [(last: Int64, size: Int)] = []
    while let row = try cursor.next() {
      let left = StoreReading.operations(row, of: purge.board).map { read in
        Result { () throws(MalformedBytes) in try purge.purging(read) }
      }
      switch left {
      case .success(let left?): changed.append(left)
      case .success(nil): break
      case .failure, nil: unreadable.append((try row.integer(1), try row.bytes(3).count))
      }
    }
    for (last, size) in unreadable {
      try empty.execute(arguments: [number, last])
      bytes += size + StoreWriting.rowBytes
    }
    for row in changed {
      let checksum = Checksum.of(board: row.board, first: row.first, last: row.last, row.bytes)
      try update.execute(arguments: [checksum, Data(row.bytes), number, Int64(row.last)])
      bytes += row.bytes.count + StoreWriting.rowBytes
    }
    HistoryIndex.forget(number, db)
    return bytes
  }

  static func dropSnapshots(of board: BoardID, before sequence: UInt64, _ db: Database) throws {
    let (number, _) = try StoreReading.find(board, db)
    try db.execute(
      sql: "DELETE FROM snapshots WHERE board = ? AND sequence < ?",
      arguments: [number, Int64(clamping: sequence)])
  }
}
