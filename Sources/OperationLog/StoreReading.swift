import BoardModel
import Foundation
import GRDB
import LogRecords
import Wire

/// The reads of the log's thread. Where something is damaged, they throw `damaged` or
/// `boardDamaged`, or skip it where they say so.
enum StoreReading {
  static func contents(_ db: Database, _ tail: LogTail, path: String) throws -> StoreContents {
    let incarnation = try requireIncarnation(db, path: path)
    let boards = tail.boards.map { id, board in
      BoardSummary(
        id: id, title: board.title, sequence: board.last, time: board.time,
        isArchived: board.isArchived)
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
      incarnation: incarnation, boards: boards.sorted { $0.id < $1.id },
      members: try members(db, path: path), sessions: sessions,
      forgottenEpochs: try forgottenEpochs(db, path: path), users: try users(db, path: path),
      holdings: try holdings(db, path: path),
      access: try StoreAccess.contents(db, path: path))
  }

  /// The incarnation of the store; nil where it is damaged.
  static func incarnation(_ db: Database) -> IncarnationID? {
    (try? StoreMeta.value(StoreMeta.incarnation, db))
      .flatMap { IncarnationID(stored: Data($0)) }
  }

  static func requireIncarnation(_ db: Database, path: String) throws -> IncarnationID {
    guard let incarnation = incarnation(db) else {
      throw damaged(path, "the number that tells it from other stores is missing")
    }
    return incarnation
  }

  private static func forgottenEpochs(_ db: Database, path: String) throws -> [ForgottenEpoch] {
    try Row.fetchAll(
      db, sql: "SELECT id, forgotten_epoch FROM boards WHERE forgotten_epoch IS NOT 0 ORDER BY id"
    ).map { row in
      let board: BoardID = try row.identifier(0)
      guard let epoch = UInt32(exactly: try row.integer(1)) else {
        throw damaged(path, "what is known of the windows that board \(board) had is damaged")
      }
      return ForgottenEpoch(board: board, epoch: epoch)
    }
  }

  private static func members(_ db: Database, path: String) throws -> [MemberRecord] {
    let cursor = try Row.fetchCursor(db, sql: memberRows + " ORDER BY id, user")
    var members: [MemberRecord] = []
    while let row = try cursor.next() {
      guard let member = member(row) else {
        throw damaged(path, "what is listed of a board's members is damaged")
      }
      members.append(member)
    }
    return members
  }

  static let memberRows = """
    SELECT id, user, role, members.checksum FROM members LEFT JOIN boards ON board = number
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

  /// The users who were connected once.
  private static func users(_ db: Database, path: String) throws -> [UserRecord] {
    let cursor = try Row.fetchCursor(db, sql: userRows + " ORDER BY user")
    var users: [UserRecord] = []
    while let row = try cursor.next() {
      guard let user = user(row) else { throw damaged(path, "what is known of a user is damaged") }
      users.append(user)
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

  /// How much users hold for good, by their devices.
  private static func holdings(_ db: Database, path: String) throws -> [HoldingRecord] {
    let cursor = try Row.fetchCursor(db, sql: holdingRows + " ORDER BY user, device")
    var holdings: [HoldingRecord] = []
    while let row = try cursor.next() {
      guard let record = holding(row) else {
        throw damaged(path, "what is known of how much a user holds is damaged")
      }
      holdings.append(record)
    }
    return holdings
  }

  static let holdingRows = "SELECT user, device, boards, made, bytes, checksum FROM holdings"

  /// - Parameter row: user, device, boards, made, bytes, checksum.
  /// - Returns: nil if the row is damaged.
  static func holding(_ row: Row) -> HoldingRecord? {
    guard let user = try? row.text(0), let device = try? row.text(1),
      let numbers = try? [row.integer(2), row.integer(3), row.integer(4)].map({ Int($0) }),
      let record = HoldingRecord(holder: Author(user: user, device: device), numbers)
    else { return nil }
    return Checksum.of(record) == (try? row.integer(5)) ? record : nil
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

  /// The most bytes that are read between two commits, where they are more than one operation.
  static let bytesAtOnce = 256 << 10

  /// The rows with the operations `from` to `through`, or the first of these rows: as many as may be
  /// read at once.
  static func rows(
    _ db: Database, _ tail: LogTail, _ board: BoardID, from: UInt64, through: UInt64, path: String
  ) throws -> [OperationRow] {
    let number = try tail.board(board).number
    var found = FoundRows(board: board, from: from, through: through, path: path)
    let placed = try db.cachedStatement(
      sql: """
        SELECT operations.first, operations.last, checksum, bytes
        FROM places CROSS JOIN operations ON number = row
        WHERE places.board = ? AND places.last >= ? ORDER BY places.last
        """)
    let cursor = try Row.fetchCursor(placed, arguments: [number, Int64(clamping: from)])
    while let row = try cursor.next() {
      guard try found.take(row) else { return found.rows }
    }
    let single = try db.cachedStatement(
      sql: "SELECT first, last, checksum, bytes FROM operations WHERE number = ?")
    for unplaced in tail.unplaced(number, from: from) {
      guard let row = try Row.fetchOne(single, arguments: [unplaced]), try found.take(row) else {
        break
      }
    }
    return found.rows
  }

  /// How many bytes the next rows of a board have, with the last operation of each: so many rows that
  /// the pages which are looked at have no more bytes than may be read at once.
  static func sizes(
    _ db: Database, _ tail: LogTail, of board: Int64, from: UInt64
  ) throws -> [(last: UInt64, bytes: Int)] {
    func size(_ row: Row) throws -> (last: UInt64, bytes: Int) {
      (try row.sequence(0), Int(try row.integer(1)))
    }
    let placed = try db.cachedStatement(
      sql: """
        SELECT places.last, length(bytes)
        FROM places CROSS JOIN operations ON number = row
        WHERE places.board = ? AND places.last >= ? ORDER BY places.last
        LIMIT \(bytesAtOnce / StoreFormat.pageSize)
        """)
    let found = try Row.fetchAll(placed, arguments: [board, Int64(clamping: from)])
    if !found.isEmpty { return try found.map(size) }
    let single = try db.cachedStatement(
      sql: "SELECT last, length(bytes) FROM operations WHERE number = ?")
    return try tail.unplaced(board, from: from).prefix(bytesAtOnce / StoreFormat.pageSize)
      .compactMap { try Row.fetchOne(single, arguments: [$0]).map(size) }
  }

  /// The rows of a board that are read at once.
  private struct FoundRows {
    let board: BoardID
    let through: UInt64
    let path: String
    /// The operation that the next row must have, unless it is an earlier one that has it.
    private var next: UInt64
    private(set) var rows: [OperationRow] = []
    private var bytes = 0

    init(board: BoardID, from: UInt64, through: UInt64, path: String) {
      (self.board, self.through, self.path) = (board, through, path)
      next = max(from, 1)
    }

    /// Takes the next row.
    /// - Returns: false where it is not wanted, or more than is read at once.
    mutating func take(_ row: Row) throws -> Bool {
      if try row.sequence(0) > through { return false }
      guard let operations = operations(row, of: board) else {
        throw fault("edits \(try row.integer(0)) to \(try row.integer(1)) cannot be read")
      }
      bytes += operations.bytes.count
      if !rows.isEmpty, bytes > bytesAtOnce { return false }
      // The first row may begin before what was asked for; each other one follows the one before it.
      guard rows.isEmpty ? operations.first <= next : operations.first == next else {
        throw fault("edit \(next) is gone")
      }
      next = operations.last + 1
      rows.append(operations)
      return true
    }

    private func fault(_ fault: String) -> StoreError {
      .boardDamaged(path: path, board: board, fault: fault)
    }
  }

  /// - Parameter row: first, last, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func operations(_ row: Row, of board: BoardID) -> OperationRow? {
    salted(row, of: board)?.row
  }

  /// The same with what the row has beside its operations.
  static func salted(_ row: Row, of board: BoardID) -> SaltedRow? {
    guard let first = try? row.sequence(0), let last = try? row.sequence(1),
      let stored = try? row.bytes(3),
      let salted = try? SaltedRow(board: board, first: first, last: last, stored: stored),
      (try? row.bytes(2)) == [UInt8](Checksum.of(salted.row, stored: stored))
    else { return nil }
    return salted
  }

  /// The time of the last operation in a row; nil where it cannot be read.
  /// - Parameter number: the number of the row.
  static func time(of number: Int64, on board: BoardID, _ db: Database) throws -> UInt64? {
    let row = try Row.fetchOne(
      db, sql: "SELECT first, last, checksum, bytes FROM operations WHERE number = ?",
      arguments: [number])
    guard let found = row.flatMap({ operations($0, of: board) }) else { return nil }
    var reader = ByteReader(found.bytes)
    return (try? reader.committedList())?.last?.time
  }

  /// The sequence numbers of the snapshots of a board that are whole, the newest first.
  static func snapshots(_ db: Database, of board: Int64) throws -> [UInt64] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT sequence FROM snapshots WHERE board = ? AND ends = 1 ORDER BY sequence DESC
        """, arguments: [board]
    ).map { try $0.sequence(0) }
  }

  /// A part of a snapshot; nil where it is gone or damaged.
  static func part(
    _ db: Database, _ index: Int, of board: BoardID, _ number: Int64, at sequence: UInt64
  ) throws -> (bytes: [UInt8], ends: Bool)? {
    let select = try db.cachedStatement(
      sql: """
        SELECT sequence, part, ends, checksum, bytes FROM snapshots
        WHERE board = ? AND sequence = ? AND part = ?
        """)
    guard let row = try Row.fetchOne(select, arguments: [number, Int64(sequence), index]),
      // The index by which it is found may be damaged: what the row says of itself counts.
      try row.sequence(0) == sequence, try row.integer(1) == Int64(index)
    else { return nil }
    return part(row, of: board)
  }

  /// - Parameter row: sequence, part, ends, checksum, bytes.
  /// - Returns: nil if the row is damaged.
  static func part(_ row: Row, of board: BoardID) -> (bytes: [UInt8], ends: Bool)? {
    guard let sequence = try? row.sequence(0),
      let part = (try? row.integer(1)).flatMap(Int.init(exactly:)), part >= 0,
      let ends = (try? row.integer(2)).map({ $0 != 0 }), let bytes = try? row.bytes(4),
      Checksum.of(snapshot: board, at: sequence, part: part, ends: ends, bytes)
        == (try? row.integer(3))
    else { return nil }
    return (bytes, ends)
  }

  private static func damaged(_ path: String, _ fault: String) -> StoreError {
    .damaged(path: path, IntegrityReport(faults: [fault]))
  }
}
