import BoardModel
import GRDB
import LogRecords

/// The index of where each board's operations stand. A row comes into it with a later group, or when
/// the store is closed or copied, and with it what is listed of its board's last operation: nobody
/// waits for either, and a start finds the rows behind it (`LogTail`).
enum StorePlaces {
  /// Writes rows into the index.
  /// - Parameter boards: the boards of these rows, and what is to be listed of them.
  static func write(
    _ places: [LogTail.Place], _ boards: some Collection<LogTail.Board>,
    _ inventory: inout Inventory, _ db: Database
  ) throws {
    guard !places.isEmpty else { return }
    let insert = try db.cachedStatement(sql: "INSERT INTO places VALUES (?, ?, ?, ?)")
    for place in places.sorted(by: { ($0.board, $0.last) < ($1.board, $1.last) }) {
      try insert.execute(arguments: [
        place.board, Int64(place.last), Int64(place.first), place.row,
      ])
    }
    let changed = Set(places.map(\.board))
    for board in boards where changed.contains(board.number) {
      try StoreBoards.change(board.number, &inventory, db) {
        ($0.sequence, $0.time) = (board.last, board.time)
      }
    }
  }

  /// Writes all rows into the index that it does not have.
  static func complete(_ tail: inout LogTail, _ db: Database) throws {
    guard let last = tail.unplaced.last else { return }
    let log = tail
    let inventory = try db.transaction {
      var inventory = log.inventory
      try write(log.unplaced, log.boards.values, &inventory, db)
      try inventory.write(db)
      return inventory
    }
    tail.take(LogTail.Growth(end: tail.end, inventory: inventory, placed: last.row))
  }
}

extension Database {
  /// Runs `body` in a transaction. No statement of it is prepared more than once.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try cachedStatement(sql: "BEGIN IMMEDIATE").execute()
    do {
      let value = try body()
      try cachedStatement(sql: "COMMIT").execute()
      return value
    } catch {
      // SQLite itself takes a transaction back where the disk is full.
      if isInsideTransaction { try? cachedStatement(sql: "ROLLBACK").execute() }
      throw error
    }
  }
}
