public import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// A request for operations of one board that concern one card.
public struct CardQuery: Hashable, Sendable {
  public let card: CardID
  /// The first and the last sequence number wanted.
  public let from: UInt64
  public let through: UInt64
  /// The most operations wanted.
  public let count: UInt32

  public init(card: CardID, from: UInt64, through: UInt64, count: UInt32) {
    self.card = card
    self.from = from
    self.through = through
    self.count = count
  }
}

/// The index of which operations concern which card (SPEC.md HIS-006).
///
/// It is made from the rows of the log when somebody asks, a slice at a time, and kept in temporary
/// tables. So no acknowledgement waits for it, and no start trusts what an earlier one left: if it
/// is lost or broken, it is made again.
enum HistoryIndex {
  /// The operations that are indexed before other requests have their turn.
  static let slice: UInt64 = 512
  /// The bytes of operations after which an answer is full: more than a chunk holds.
  private static let enoughBytes = Limits.chunkBytes

  /// - Returns: the first operations wanted, each in a row of its own, or nil where the index does
  ///   not reach far enough yet: then ask again.
  static func rows(
    _ db: Database, _ tail: LogTail, _ board: BoardID, _ query: CardQuery, path: String
  ) throws -> [OperationRow]? {
    let number = try tail.board(board).number
    let done = try written(db) { try mark(of: number, db) }
    let through = Swift.min(query.through, UInt64(Int64.max))
    guard done >= through else {
      try extend(db, tail, board, number, from: done + 1, through: through, path: path)
      return nil
    }
    let sequences = try written(db) { try find(query, through, number, db) }
    var rows: [OperationRow] = []
    var bytes = 0
    var group: (last: UInt64, operations: [CommittedOperation]) = (0, [])
    for sequence in sequences where bytes < enoughBytes {
      if sequence > group.last {
        guard
          let row = try StoreReading.rows(
            db, tail, board, from: sequence, through: sequence, path: path
          ).first
        else { throw damaged(board, path, "edit \(sequence) is gone") }
        group = (row.last, try operations(row, path))
      }
      guard let operation = group.operations.first(where: { $0.sequence == sequence }) else {
        throw damaged(board, path, "edit \(sequence) is gone")
      }
      var writer = ByteWriter()
      writer.value([operation])
      bytes += writer.bytes.count
      rows.append(
        OperationRow(board: board, first: sequence, last: sequence, bytes: writer.bytes))
    }
    return rows
  }

  private static func find(
    _ query: CardQuery, _ through: UInt64, _ number: Int64, _ db: Database
  ) throws -> [UInt64] {
    let select = try db.cachedStatement(
      sql: """
        SELECT sequence FROM temp.card_operations
        WHERE board = ? AND card = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?
        """)
    return try Row.fetchAll(
      select,
      arguments: [
        number, query.card.stored, Int64(clamping: query.from), Int64(through), query.count,
      ]
    ).map { try $0.sequence(0) }
  }

  /// Forgets what is indexed of a board: a purge changes which operations concern which card, and the
  /// index is made again from what is left.
  static func forget(_ number: Int64, _ db: Database) {
    do {
      guard try tableCount(db) == names.count else { return }
      for name in names {
        try db.execute(sql: "DELETE FROM temp.\(name) WHERE board = ?", arguments: [number])
      }
    } catch {
      try? drop(db)
    }
  }

  // MARK: Making it

  /// `card_operations` answers queries; `operation_places` finds the operation that an undo takes
  /// back, and so its cards; `history_marks` says how far the index reaches.
  private static let tables = """
    CREATE TEMP TABLE card_operations (
      board INTEGER NOT NULL, card BLOB NOT NULL, sequence INTEGER NOT NULL,
      PRIMARY KEY (board, card, sequence)) STRICT, WITHOUT ROWID;
    CREATE INDEX temp.operation_cards ON card_operations (board, sequence, card);
    CREATE TEMP TABLE operation_places (
      board INTEGER NOT NULL, operation BLOB NOT NULL, sequence INTEGER NOT NULL,
      PRIMARY KEY (board, operation)) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE history_marks (
      board INTEGER PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
    """
  private static let names = ["card_operations", "operation_places", "history_marks"]

  /// The sequence number of the board's last operation in the index.
  private static func mark(of number: Int64, _ db: Database) throws -> UInt64 {
    if try tableCount(db) != names.count {
      try drop(db)
      try db.execute(sql: tables)
    }
    let row = try Row.fetchOne(
      db, sql: "SELECT sequence FROM temp.history_marks WHERE board = ?", arguments: [number])
    return try row?.sequence(0) ?? 0
  }

  private static func tableCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_temp_master WHERE type = 'table'") ?? 0
  }

  private static func drop(_ db: Database) throws {
    for name in names { try db.execute(sql: "DROP TABLE IF EXISTS temp.\(name)") }
  }

  private static func extend(
    _ db: Database, _ tail: LogTail, _ board: BoardID, _ number: Int64, from: UInt64,
    through: UInt64, path: String
  ) throws {
    let end = Swift.min(through, from + slice - 1)
    let rows = try StoreReading.rows(db, tail, board, from: from, through: end, path: path)
    // Where the rows are long, they are fewer than asked for: the next slice begins behind them.
    guard let last = rows.last?.last, rows.first.map({ $0.first <= from }) == true else {
      throw damaged(board, path, "edits from \(from) on are gone")
    }
    let operations = try rows.flatMap { try Self.operations($0, path) }
    try written(db) {
      try db.inSavepoint {
        for operation in operations where operation.sequence >= from {
          try add(operation, number, db)
        }
        try db.execute(
          sql: "INSERT OR REPLACE INTO temp.history_marks VALUES (?, ?)",
          arguments: [number, Int64(last)])
        return .commit
      }
    }
  }

  private static func add(
    _ committed: CommittedOperation, _ number: Int64, _ db: Database
  ) throws {
    let cards = try ConcernedCards(of: committed) { try Self.cards(of: $0, number, db) }
    guard !cards.inOrder.isEmpty else { return }
    let sequence = Int64(committed.sequence)
    let insert = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.card_operations VALUES (?, ?, ?)")
    for card in cards.inOrder {
      try insert.execute(arguments: [number, card.stored, sequence])
    }
    let place = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO temp.operation_places VALUES (?, ?, ?)")
    try place.execute(arguments: [number, stored(committed.id), sequence])
  }

  private static func cards(
    of operation: OperationID, _ number: Int64, _ db: Database
  ) throws -> [CardID] {
    let select = try db.cachedStatement(
      sql: """
        SELECT card FROM temp.card_operations WHERE board = ?1 AND sequence = (
          SELECT sequence FROM temp.operation_places WHERE board = ?1 AND operation = ?2)
        """)
    return try Row.fetchAll(select, arguments: [number, stored(operation)])
      .map { try $0.identifier(0) }
  }

  private static func stored(_ operation: OperationID) -> Data {
    var writer = ByteWriter()
    writer.value(operation)
    return Data(writer.bytes)
  }

  private static func operations(
    _ row: OperationRow, _ path: String
  ) throws -> [CommittedOperation] {
    var reader = ByteReader(row.bytes)
    guard let operations = try? reader.committedList() else {
      throw damaged(row.board, path, "edits \(row.first) to \(row.last) cannot be read")
    }
    return operations
  }

  /// Runs `body` on the temporary tables. When it fails, drops them: their failure is not one of
  /// the store, and the next query makes them again.
  private static func written<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      try? drop(db)
      throw StoreError.historyUnusable(error.message ?? error.resultCode.description)
    }
  }

  private static func damaged(_ board: BoardID, _ path: String, _ fault: String) -> StoreError {
    .boardDamaged(path: path, board: board, fault: fault)
  }
}
