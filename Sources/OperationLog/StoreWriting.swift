import BoardModel
import Files
import Foundation
import GRDB
import LogRecords
import TLS
import Wire

/// The writes of the log's thread. Each function is one transaction, and returns about how many
/// bytes the journal grew by.
enum StoreWriting {
  static func append(
    _ group: CommitGroup, to tail: inout LogTail, _ db: Database
  ) throws -> Int {
    let (growth, bytes) = try db.transaction { try write(group, behind: tail, db) }
    tail.take(growth)
    return bytes
  }

  private static func write(
    _ group: CommitGroup, behind tail: LogTail, _ db: Database
  ) throws -> (LogTail.Growth, Int) {
    var writing = GroupWriting(group, tail)
    try writing.place(db)
    var bytes = try writing.boards(db)
    bytes += try writing.members(db)
    bytes += try sessions(group, &writing.growth.inventory, db)
    bytes += try writing.forgottenEpochs(db)
    bytes += try users(group, &writing.growth.inventory, db)
    bytes += try holdings(group, &writing.growth.inventory, db)
    bytes += try StoreAccess.write(group.access, &writing.growth.inventory, db)
    bytes += try writing.purges(db)
    bytes += try writing.snapshots(db)
    // A group that adds a row to the log is told from the one before it by that.
    if writing.growth.inventory != tail.inventory || group.operations.isEmpty {
      try writing.growth.inventory.write(db)
      bytes += pageBytes
    }
    return (writing.growth, bytes)
  }

  private static func sessions(
    _ group: CommitGroup, _ inventory: inout Inventory, _ db: Database
  ) throws -> Int {
    guard !group.sessions.isEmpty || !group.removedSessions.isEmpty else { return 0 }
    let find = try db.cachedStatement(sql: "SELECT 1 FROM sessions WHERE id = ?")
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO sessions VALUES (?, \(StoreFormat.padWithoutRowID), ?, ?)")
    for session in group.sessions {
      let bytes = session.stored
      if try Row.fetchOne(find, arguments: [session.id.stored]) == nil {
        inventory.add(.sessions, Checksum.of(key: session.id))
      }
      try replace.execute(arguments: [
        session.id.stored, Checksum.of(session: session.id, bytes), Data(bytes),
      ])
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?")
    for id in group.removedSessions {
      guard try Row.fetchOne(find, arguments: [id.stored]) != nil else { continue }
      inventory.remove(.sessions, Checksum.of(key: id))
      try delete.execute(arguments: [id.stored])
    }
    return (group.sessions.count + group.removedSessions.count) * 2 * pageBytes
  }

  private static func users(
    _ group: CommitGroup, _ inventory: inout Inventory, _ db: Database
  ) throws -> Int {
    guard !group.users.isEmpty else { return 0 }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO users VALUES (?, ?, ?)")
    for record in group.users {
      let checksum = Checksum.of(user: record.user, name: record.name)
      try inventory.remove(
        .users, foundBy: "SELECT checksum FROM users WHERE user = ?", [record.user], db)
      try replace.execute(arguments: [record.user, record.name, checksum])
      inventory.add(.users, checksum)
    }
    return group.users.count * pageBytes
  }

  private static func holdings(
    _ group: CommitGroup, _ inventory: inout Inventory, _ db: Database
  ) throws -> Int {
    guard !group.holdings.isEmpty else { return 0 }
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO holdings VALUES (?, ?, ?, ?, ?, ?)")
    for record in group.holdings {
      let checksum = Checksum.of(record)
      try inventory.remove(
        .holdings, foundBy: "SELECT checksum FROM holdings WHERE user = ? AND device = ?",
        [record.holder.user, record.holder.device], db)
      try replace.execute(arguments: [
        record.holder.user, record.holder.device, record.boards, record.boardsMade,
        record.bytes, checksum,
      ])
      inventory.add(.holdings, checksum)
    }
    return group.holdings.count * pageBytes
  }

  /// Adds a row to the log.
  /// - Parameters:
  ///   - hashes: those of its operations, one behind the other.
  ///   - board: the board's number in the tables.
  ///   - end: the row before it, and then this one.
  static func insert(
    _ salted: SaltedRow, hashes: [UInt8], _ board: Int64, behind end: inout LogEnd, _ db: Database
  ) throws {
    let (row, stored) = (salted.row, salted.stored)
    let insert = try db.cachedStatement(
      sql: "INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    let link = Checksum.link(board: row.board, first: row.first, last: row.last, hashes: hashes)
    try insert.execute(arguments: [
      end.number + 1, board, Int64(row.first), Int64(row.last), Checksum.of(row, stored: stored),
      link, end.link, Data(stored),
    ])
    end = LogEnd(number: end.number + 1, link: link)
  }

  /// The size of a page. A small row makes the journal grow by one.
  static let pageBytes = StoreFormat.pageSize
}

/// The part of a group that is about boards, and what it does to the log.
private struct GroupWriting {
  private let group: CommitGroup
  private let tail: LogTail
  var growth: LogTail.Growth
  /// Boards are numbered from 1 in the order in which they were made; none is ever removed.
  private var newBoards = 0

  init(_ group: CommitGroup, _ tail: LogTail) {
    (self.group, self.tail, growth) = (
      group, tail, LogTail.Growth(end: tail.end, inventory: tail.inventory)
    )
  }

  /// Writes rows of earlier groups into the index, if there are many of them.
  mutating func place(_ db: Database) throws {
    guard tail.unplaced.count >= LogTail.limit, let last = tail.unplaced.last else { return }
    try StorePlaces.write(tail.unplaced, tail.boards.values, &growth.inventory, db)
    growth.placed = last.row
  }

  private func board(_ id: BoardID) throws(StoreError) -> LogTail.Board {
    if let board = growth.boards[id] { board } else { try tail.board(id) }
  }

  mutating func boards(_ db: Database) throws -> Int {
    guard !group.operations.isEmpty || !group.summaries.isEmpty else { return 0 }
    var summaries: [BoardID: BoardSummary] = [:]
    for summary in group.summaries {
      guard summaries.updateValue(summary, forKey: summary.id) == nil else {
        throw StoreError.unfit("two summaries of board \(summary.id)")
      }
    }
    var bytes = StoreWriting.pageBytes
    for row in group.operations {
      guard let summary = summaries[row.board] else {
        throw StoreError.unfit("operations of board \(row.board) without its summary")
      }
      var board = try growth.boards[row.board] ?? known(summary, db)
      try row.check(follows: board.last)
      bytes += try insert(row, board.number, db)
      board.last = row.last
      growth.boards[row.board] = board
    }
    for summary in group.summaries {
      guard let board = growth.boards[summary.id], board.last == summary.sequence else {
        throw StoreError.unfit("the summary of board \(summary.id) is of another operation")
      }
      growth.boards[summary.id]?.time = summary.time
      guard board.title != summary.title || board.isArchived != summary.isArchived else { continue }
      try StoreBoards.change(board.number, &growth.inventory, db) {
        $0.isArchived = summary.isArchived
      }
      try StoreBoards.write(summary.title, of: summary.id, board.number, db)
      growth.boards[summary.id]?.title = summary.title
      growth.boards[summary.id]?.isArchived = summary.isArchived
      bytes += StoreWriting.pageBytes
    }
    return bytes
  }

  /// The board; one that is new gets a row.
  private mutating func known(_ summary: BoardSummary, _ db: Database) throws -> LogTail.Board {
    if let board = tail.boards[summary.id] { return board }
    let number = Int64(tail.boards.count + newBoards + 1)
    newBoards += 1
    try StoreBoards.insert(
      ListedBoard(number: number, id: summary.id, isArchived: summary.isArchived),
      &growth.inventory, db)
    try StoreBoards.write(summary.title, of: summary.id, number, db)
    return LogTail.Board(
      number: number, title: summary.title, isArchived: summary.isArchived, last: 0, time: 0)
  }

  /// - Returns: the bytes of the row.
  private mutating func insert(_ new: EncodedRow, _ board: Int64, _ db: Database) throws -> Int {
    let salts = RandomBytes.make(new.operations.count * SaltedRow.saltSize)
    let salted = SaltedRow(new, salts: salts)
    let (row, stored) = (salted.row, salted.stored)
    guard new.operations.count == 1 || stored.count <= StoreReading.bytesAtOnce else {
      throw StoreError.unfit(
        "the row of operations \(row.first) to \(row.last) of board \(row.board) is longer than what "
          + "is read at once")
    }
    let hashes = try SaltedRow.hashes(of: new, salts: salts, by: MessageDigest.sha256)
    try StoreWriting.insert(salted, hashes: hashes, board, behind: &growth.end, db)
    growth.places.append(
      LogTail.Place(board: board, first: row.first, last: row.last, row: growth.end.number))
    return stored.count
  }

  mutating func members(_ db: Database) throws -> Int {
    guard !group.members.isEmpty else { return 0 }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)")
    let delete = try db.cachedStatement(sql: "DELETE FROM members WHERE board = ? AND user = ?")
    for member in group.members {
      let board = try board(member.board).number
      try growth.inventory.remove(
        .members, foundBy: "SELECT checksum FROM members WHERE board = ? AND user = ?",
        [board, member.user], db)
      if let role = member.role {
        let checksum = Checksum.of(member: member.user, role: role, board: member.board)
        try replace.execute(arguments: [board, member.user, Int64(role.rawValue), checksum])
        growth.inventory.add(.members, checksum)
      } else {
        try delete.execute(arguments: [board, member.user])
      }
    }
    return group.members.count * StoreWriting.pageBytes
  }

  mutating func forgottenEpochs(_ db: Database) throws -> Int {
    for number in group.forgottenEpochs {
      try StoreBoards.change(try board(number.board).number, &growth.inventory, db) {
        $0.forgottenEpoch = max($0.forgottenEpoch, number.epoch)
      }
    }
    return group.forgottenEpochs.count * StoreWriting.pageBytes
  }

  /// Takes out of the log what is purged. For this the index has to have all rows, those of the
  /// group too.
  mutating func purges(_ db: Database) throws -> Int {
    guard !group.purges.isEmpty else { return 0 }
    let rows = tail.unplaced.filter { $0.row > growth.placed } + growth.places
    try StorePlaces.write(
      rows, tail.boards.merging(growth.boards) { $1 }.values, &growth.inventory, db)
    growth.placed = growth.end.number
    var bytes = 0
    for purge in group.purges {
      bytes += try StoreErasing.erase(purge, from: try board(purge.board).number, db)
    }
    return bytes
  }

  func snapshots(_ db: Database) throws -> Int {
    var bytes = 0
    for snapshot in group.snapshots {
      let parts = SnapshotParts(snapshot.stored())
      let board = try board(snapshot.board)
      for index in parts.indices {
        bytes += try StoreSnapshots.insert(parts, index, board, db) ?? 0
      }
      try StoreErasing.dropSnapshots(of: board.number, before: snapshot.sequence, db)
    }
    return bytes
  }
}

extension EncodedRow {
  fileprivate func check(follows last: UInt64) throws(StoreError) {
    guard first == last + 1 else {
      throw .gap(board: board, expected: last + 1, found: first)
    }
    // SQLite's integers end at 2^63 - 1.
    guard !operations.isEmpty, UInt64(operations.count) < UInt64(Int64.max) - last else {
      throw .unfit(
        "the row of board \(board) behind operation \(last) has \(operations.count) operations")
    }
  }
}
