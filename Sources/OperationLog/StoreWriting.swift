import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// The writes of the log's thread. Each function is one transaction, and returns about how many
/// bytes the journal grew by.
enum StoreWriting {
  static func append(_ group: CommitGroup, _ db: Database) throws -> Int {
    var bytes = 0
    try db.inTransaction(.immediate) {
      bytes = try boards(group, db)
      bytes += try members(group, db)
      bytes += try sessions(group, db)
      try forgottenEpochs(group, db)
      bytes += try users(group, db)
      for purge in group.purges { bytes += try StoreErasing.erase(purge, db) }
      for snapshot in group.snapshots {
        bytes += try insert(snapshot, db)
        try StoreErasing.dropSnapshots(of: snapshot.board, before: snapshot.sequence, db)
      }
      return .commit
    }
    return bytes
  }

  private struct BoardRow {
    var number: Int64
    var last: UInt64
  }

  private static func boards(_ group: CommitGroup, _ db: Database) throws -> Int {
    var bytes = 0
    var known: [BoardID: BoardRow] = [:]
    var summaries: [BoardID: BoardSummary] = [:]
    for summary in group.summaries {
      guard summaries.updateValue(summary, forKey: summary.id) == nil else {
        throw StoreError.unfit("two summaries of board \(summary.id)")
      }
    }
    for row in group.operations {
      guard let summary = summaries[row.board] else {
        throw StoreError.unfit("operations of board \(row.board) without its summary")
      }
      var board = try known[row.board] ?? find(summary, db)
      try check(row, follows: board.last)
      try insert(row, board.number, db)
      board.last = row.last
      known[row.board] = board
      bytes += row.bytes.count + rowBytes
    }
    for summary in group.summaries {
      guard let board = known[summary.id], board.last == summary.sequence else {
        throw StoreError.unfit("the summary of board \(summary.id) is of another operation")
      }
      let update = try db.cachedStatement(
        sql: "UPDATE boards SET title = ?, sequence = ?, time = ?, archived = ? WHERE number = ?")
      try update.execute(arguments: [
        summary.title, Int64(summary.sequence), Int64(bitPattern: summary.time),
        summary.isArchived ? 1 : 0, board.number,
      ])
    }
    return bytes
  }

  /// The board's number and last operation; a board that is new gets a row.
  private static func find(_ summary: BoardSummary, _ db: Database) throws -> BoardRow {
    do {
      let (number, last) = try StoreReading.find(summary.id, db)
      return BoardRow(number: number, last: last)
    } catch StoreError.boardUnknown {}
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO boards (id, title, sequence, time, archived, forgotten_epoch)
        VALUES (?, ?, 0, 0, 0, 0)
        """)
    try insert.execute(arguments: [summary.id.stored, summary.title])
    return BoardRow(number: db.lastInsertedRowID, last: 0)
  }

  private static func check(_ row: OperationRow, follows last: UInt64) throws {
    guard row.first == last + 1 else {
      throw StoreError.gap(board: row.board, expected: last + 1, found: row.first)
    }
    // A row begins with the count of its operations. SQLite's integers end at 2^63 - 1.
    guard row.last >= row.first, row.last < UInt64(Int64.max), row.bytes.count >= 4,
      row.bytes[..<4].reduce(0, { $0 << 8 | UInt64($1) }) == row.last - row.first + 1
    else {
      throw StoreError.unfit(
        "the row of operations \(row.first) to \(row.last) of board \(row.board) holds another "
          + "number of them")
    }
  }

  private static func insert(_ row: OperationRow, _ board: Int64, _ db: Database) throws {
    let insert = try db.cachedStatement(sql: "INSERT INTO operations VALUES (?, ?, ?, ?, ?)")
    let checksum = Checksum.of(
      board: row.board, first: row.first, last: row.last, row.bytes)
    try insert.execute(arguments: [
      board, Int64(row.first), Int64(row.last), checksum, Data(row.bytes),
    ])
  }

  private static func members(_ group: CommitGroup, _ db: Database) throws -> Int {
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)")
    let delete = try db.cachedStatement(sql: "DELETE FROM members WHERE board = ? AND user = ?")
    for member in group.members {
      let (board, _) = try StoreReading.find(member.board, db)
      if let role = member.role {
        try replace.execute(arguments: [
          board, member.user, Int64(role.rawValue),
          Checksum.of(member: member.user, role: role, board: member.board),
        ])
      } else {
        try delete.execute(arguments: [board, member.user])
      }
    }
    return group.members.count * rowBytes
  }

  private static func sessions(_ group: CommitGroup, _ db: Database) throws -> Int {
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO sessions (id, checksum, bytes) VALUES (?, ?, ?)")
    for session in group.sessions {
      let bytes = session.stored
      try replace.execute(arguments: [
        session.id.stored, Checksum.of(session: session.id, bytes), Data(bytes),
      ])
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?")
    for id in group.removedSessions { try delete.execute(arguments: [id.stored]) }
    return (group.sessions.count + group.removedSessions.count) * rowBytes
  }

  private static func forgottenEpochs(_ group: CommitGroup, _ db: Database) throws {
    for number in group.forgottenEpochs {
      let (board, _) = try StoreReading.find(number.board, db)
      let update = try db.cachedStatement(
        sql: "UPDATE boards SET forgotten_epoch = max(forgotten_epoch, ?) WHERE number = ?")
      try update.execute(arguments: [Int64(number.epoch), board])
    }
  }

  private static func users(_ group: CommitGroup, _ db: Database) throws -> Int {
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO users VALUES (?, ?, ?)")
    for record in group.users {
      try replace.execute(arguments: [
        record.user, record.name, Checksum.of(user: record.user, name: record.name),
      ])
    }
    return group.users.count * rowBytes
  }

  /// The journal's growth for a row: about a page of its table and one of an index.
  static let rowBytes = 8_192

  static func save(_ snapshot: StoredSnapshot, _ db: Database) throws -> Int {
    var bytes = 0
    try db.inTransaction(.immediate) {
      bytes = try insert(snapshot, db)
      let (number, _) = try StoreReading.find(snapshot.board, db)
      let delete = try db.cachedStatement(
        sql: """
          DELETE FROM snapshots WHERE board = ?1 AND sequence NOT IN (
            SELECT sequence FROM snapshots WHERE board = ?1 ORDER BY sequence DESC LIMIT 2)
          """)
      try delete.execute(arguments: [number])
      return .commit
    }
    return bytes
  }

  private static func insert(_ snapshot: StoredSnapshot, _ db: Database) throws -> Int {
    let (number, last) = try StoreReading.find(snapshot.board, db)
    guard snapshot.sequence <= last else {
      throw StoreError.unfit("a snapshot of board \(snapshot.board) beyond its last operation")
    }
    let insert = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)")
    let checksum = Checksum.of(
      board: snapshot.board, first: 0, last: snapshot.sequence, snapshot.bytes)
    try insert.execute(arguments: [
      number, Int64(snapshot.sequence), checksum, Data(snapshot.bytes),
    ])
    return snapshot.bytes.count + rowBytes
  }
}
