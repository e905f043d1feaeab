import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// The reads of the log's thread. Where something is damaged, they throw `damaged` or
/// `boardDamaged`, or skip it where they say so.
enum StoreReading {
  static func contents(_ db: Database, path: String) throws -> StoreContents {
    guard
      let stored = try Data.fetchOne(
        db, sql: "SELECT value FROM meta WHERE name = 'incarnation'"),
      let incarnation = IncarnationID(stored: stored)
    else { throw damaged(path, "the number that tells it from other stores is missing") }
    var boards: [BoardSummary] = []
    var forgottenEpochs: [ForgottenEpoch] = []
    for row in try Row.fetchAll(
      db, sql: "SELECT id, title, sequence, time, archived, forgotten_epoch FROM boards ORDER BY id"
    ) {
      let summary = BoardSummary(
        id: try row.identifier(0), title: try row.text(1), sequence: try row.sequence(2),
        time: UInt64(bitPattern: try row.integer(3)), isArchived: try row.integer(4) != 0)
      guard let epoch = UInt32(exactly: try row.integer(5)) else {
        throw damaged(path, "what is known of the windows that board \(summary.id) had is damaged")
      }
      boards.append(summary)
      if epoch > 0 { forgottenEpochs.append(ForgottenEpoch(board: summary.id, epoch: epoch)) }
    }
    let sessions = try Row.fetchAll(
      db, sql: "SELECT id, checksum, bytes FROM sessions ORDER BY id"
    ).map { row in
      guard let session = session(row) else {
        throw damaged(path, "what is known of a window is damaged")
      }
      return session
    }
    return StoreContents(
      incarnation: incarnation, boards: boards, members: try members(db), sessions: sessions,
      forgottenEpochs: forgottenEpochs, users: try users(db))
  }

  /// The members of all boards. One whose row is damaged is left out: the board is found to be
  /// damaged when it is loaded, as it has other members then, and nobody reads what they may not.
  private static func members(_ db: Database) throws -> [MemberRecord] {
    let cursor = try Row.fetchCursor(db, sql: memberRows + " ORDER BY id, user")
    var members: [MemberRecord] = []
    while let row = try cursor.next() {
      if let member = member(row) { members.append(member) }
    }
    return members
  }

  static let memberRows = """
    SELECT id, user, role, checksum FROM members JOIN boards ON board = number
    """

  /// - Parameter row: id of the board, user, role, checksum.
  /// - Returns: nil if the row is damaged.
  static func member(_ row: Row) -> MemberRecord? {
    guard let id: BoardID = try? row.identifier(0), let user = try? row.text(1),
      let role = (try? row.integer(2)).flatMap(UInt8.init(exactly:)).flatMap(Role.init),
      Checksum.of(member: user, role: role, board: id) == (try? row.integer(3))
    else { return nil }
    return MemberRecord(board: id, user: user, role: role)
  }

  /// The users who were connected once. One whose row is damaged is left out: nothing hangs on it
  /// but what the user wants to be called, which they can say again.
  private static func users(_ db: Database) throws -> [UserRecord] {
    let cursor = try Row.fetchCursor(db, sql: userRows + " ORDER BY user")
    var users: [UserRecord] = []
    while let row = try cursor.next() {
      if let user = user(row) { users.append(user) }
    }
    return users
  }

  static let userRows = "SELECT user, name, checksum FROM users"

  /// - Parameter row: user, name, checksum.
  /// - Returns: nil if the row is damaged.
  static func user(_ row: Row) -> UserRecord? {
    guard let user = try? row.text(0), let name = try? row.text(1),
      Checksum.of(user: user, name: name) == (try? row.integer(2))
    else { return nil }
    return UserRecord(user: user, name: name)
  }

  /// - Parameter row: id, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func session(_ row: Row) -> SessionRecord? {
    guard let id: SessionID = try? row.identifier(0), let bytes = try? row.bytes(2),
      Checksum.of(session: id, bytes) == (try? row.integer(1)),
      let session = try? SessionRecord(stored: bytes), session.id == id
    else { return nil }
    return session
  }

  /// The most bytes that are read between two commits, where they are more than one row.
  static let bytesAtOnce = 256 << 10

  /// The rows with the operations `from` to `through`, or the first of these rows.
  /// - Parameter bytes: the most bytes of the rows, where they are more than one.
  static func rows(
    _ db: Database, _ board: BoardID, from: UInt64, through: UInt64, bytes: Int = bytesAtOnce,
    path: String
  ) throws -> [OperationRow] {
    let (number, _) = try find(board, db)
    let select = try db.cachedStatement(
      sql: """
        SELECT first, last, checksum, bytes, length(bytes) FROM operations
        WHERE board = ? AND last >= ? ORDER BY last
        """)
    let cursor = try Row.fetchCursor(
      select, arguments: [number, Int64(clamping: from)])
    var rows: [OperationRow] = []
    var read = 0
    while let row = try cursor.next() {
      if try row.sequence(0) > through { break }
      read += Int(try row.integer(4))
      if !rows.isEmpty, read > bytes { break }
      guard let operations = operations(row, of: board) else {
        throw StoreError.boardDamaged(
          path: path, board: board,
          fault: "edits \(try row.integer(0)) to \(try row.integer(1)) cannot be read")
      }
      if let last = rows.last?.last, operations.first != last + 1 {
        throw StoreError.boardDamaged(
          path: path, board: board, fault: "edit \(last + 1) is gone")
      }
      rows.append(operations)
    }
    return rows
  }

  /// - Parameter row: first, last, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func operations(_ row: Row, of board: BoardID) -> OperationRow? {
    guard let first = try? row.sequence(0), let last = try? row.sequence(1),
      let bytes = try? row.bytes(3),
      Checksum.of(board: board, first: first, last: last, bytes) == (try? row.integer(2))
    else { return nil }
    return OperationRow(board: board, first: first, last: last, bytes: bytes)
  }

  static func board(_ db: Database, _ board: BoardID, path: String) throws -> StoredBoard {
    let (number, sequence) = try find(board, db)
    var skipped: [UInt64] = []
    var snapshot: StoredSnapshot?
    let found = try Row.fetchCursor(
      db,
      sql: """
        SELECT sequence, checksum, bytes FROM snapshots WHERE board = ? ORDER BY sequence DESC
        """, arguments: [number])
    while snapshot == nil, let row = try found.next() {
      snapshot = Self.snapshot(row, of: board)
      if snapshot == nil { skipped.append(try row.sequence(0)) }
    }
    let from = (snapshot?.sequence ?? 0) + 1
    let rows = try rows(db, board, from: from, through: .max, bytes: .max, path: path)
    guard (rows.first?.first ?? from) <= from, (rows.last?.last ?? from - 1) == sequence else {
      throw StoreError.boardDamaged(
        path: path, board: board, fault: "edits between \(from) and \(sequence) are gone")
    }
    return StoredBoard(snapshot: snapshot, rows: rows, skipped: skipped)
  }

  /// - Parameter row: sequence, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func snapshot(_ row: Row, of board: BoardID) -> StoredSnapshot? {
    guard let sequence = try? row.sequence(0), let bytes = try? row.bytes(2),
      Checksum.of(board: board, first: 0, last: sequence, bytes) == (try? row.integer(1))
    else { return nil }
    return StoredSnapshot(board: board, sequence: sequence, bytes: bytes)
  }

  /// The board's number in the tables, and the sequence number of its last operation.
  static func find(_ board: BoardID, _ db: Database) throws -> (number: Int64, last: UInt64) {
    let select = try db.cachedStatement(sql: "SELECT number, sequence FROM boards WHERE id = ?")
    guard let row = try Row.fetchOne(select, arguments: [board.stored]) else {
      throw StoreError.boardUnknown(board)
    }
    return (try row.integer(0), try row.sequence(1))
  }

  private static func damaged(_ path: String, _ fault: String) -> StoreError {
    .damaged(path: path, IntegrityReport(faults: [fault]))
  }
}
