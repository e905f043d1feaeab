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
    bytes += try sessions(group, db)
    bytes += try writing.forgottenEpochs(db)
    bytes += try users(group, db)
    bytes += try holdings(group, db)
    bytes += try StoreAccess.write(group.access, db)
    bytes += try writing.purges(db)
    bytes += try writing.snapshots(db)
    return (writing.growth, bytes)
  }

  private static func sessions(_ group: CommitGroup, _ db: Database) throws -> Int {
    guard !group.sessions.isEmpty || !group.removedSessions.isEmpty else { return 0 }
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO sessions VALUES (?, \(StoreFormat.padWithoutRowID), ?, ?)")
    for session in group.sessions {
      let bytes = session.stored
      try replace.execute(arguments: [
        session.id.stored, Checksum.of(session: session.id, bytes), Data(bytes),
      ])
    }
    let delete = try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?")
    for id in group.removedSessions { try delete.execute(arguments: [id.stored]) }
    return (group.sessions.count + group.removedSessions.count) * 2 * pageBytes
  }

  private static func users(_ group: CommitGroup, _ db: Database) throws -> Int {
    guard !group.users.isEmpty else { return 0 }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO users VALUES (?, ?, ?)")
    for record in group.users {
      try replace.execute(arguments: [
        record.user, record.name, Checksum.of(user: record.user, name: record.name),
      ])
    }
    return group.users.count * pageBytes
  }

  private static func holdings(_ group: CommitGroup, _ db: Database) throws -> Int {
    guard !group.holdings.isEmpty else { return 0 }
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO holdings VALUES (?, ?, ?, ?, ?)")
    for record in group.holdings {
      try replace.execute(arguments: [
        record.user, record.boards, record.boardsMade, record.bytes, Checksum.of(record),
      ])
    }
    return group.holdings.count * pageBytes
  }

  /// The size of a page. A small row makes the journal grow by one.
  static let pageBytes = StoreFormat.pageSize
}

/// The part of a group that is about boards, and what it does to the log.
private struct GroupWriting {
  private let group: CommitGroup
  private let tail: LogTail
  private(set) var growth: LogTail.Growth

  init(_ group: CommitGroup, _ tail: LogTail) {
    (self.group, self.tail, growth) = (group, tail, LogTail.Growth(end: tail.end))
  }

  /// Writes rows of earlier groups into the index, if there are many of them.
  mutating func place(_ db: Database) throws {
    guard tail.unplaced.count >= LogTail.limit, let last = tail.unplaced.last else { return }
    try StorePlaces.write(tail.unplaced, tail.boards.values, db)
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
      let update = try db.cachedStatement(sql: "UPDATE boards SET archived = ? WHERE number = ?")
      try update.execute(arguments: [summary.isArchived ? 1 : 0, board.number])
      try write(summary.title, of: board.number, db)
      growth.boards[summary.id]?.title = summary.title
      growth.boards[summary.id]?.isArchived = summary.isArchived
      bytes += StoreWriting.pageBytes
    }
    return bytes
  }

  /// The board; one that is new gets a row.
  private func known(_ summary: BoardSummary, _ db: Database) throws -> LogTail.Board {
    if let board = tail.boards[summary.id] { return board }
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO boards (id, sequence, time, archived, forgotten_epoch)
        VALUES (?, 0, 0, ?, 0)
        """)
    try insert.execute(arguments: [summary.id.stored, summary.isArchived ? 1 : 0])
    let number = db.lastInsertedRowID
    try write(summary.title, of: number, db)
    return LogTail.Board(
      number: number, title: summary.title, isArchived: summary.isArchived, last: 0, time: 0)
  }

  private func write(_ title: String, of board: Int64, _ db: Database) throws {
    let replace = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO titles VALUES (?, \(StoreFormat.pad), ?)")
    try replace.execute(arguments: [board, title])
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
    let insert = try db.cachedStatement(
      sql: "INSERT INTO operations VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    let link = Checksum.link(
      board: row.board, first: row.first, last: row.last,
      hashes: try SaltedRow.hashes(of: new, salts: salts, by: MessageDigest.sha256))
    let number = growth.end.number + 1
    try insert.execute(arguments: [
      number, board, Int64(row.first), Int64(row.last), Checksum.of(row, stored: stored), link,
      growth.end.link, Data(stored),
    ])
    growth.end = LogEnd(number: number, link: link)
    growth.places.append(
      LogTail.Place(board: board, first: row.first, last: row.last, row: number))
    return stored.count
  }

  func members(_ db: Database) throws -> Int {
    guard !group.members.isEmpty else { return 0 }
    let replace = try db.cachedStatement(sql: "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)")
    let delete = try db.cachedStatement(sql: "DELETE FROM members WHERE board = ? AND user = ?")
    for member in group.members {
      let board = try board(member.board).number
      if let role = member.role {
        try replace.execute(arguments: [
          board, member.user, Int64(role.rawValue),
          Checksum.of(member: member.user, role: role, board: member.board),
        ])
      } else {
        try delete.execute(arguments: [board, member.user])
      }
    }
    return group.members.count * StoreWriting.pageBytes
  }

  func forgottenEpochs(_ db: Database) throws -> Int {
    for number in group.forgottenEpochs {
      let update = try db.cachedStatement(
        sql: "UPDATE boards SET forgotten_epoch = max(forgotten_epoch, ?) WHERE number = ?")
      try update.execute(arguments: [Int64(number.epoch), try board(number.board).number])
    }
    return group.forgottenEpochs.count * StoreWriting.pageBytes
  }

  /// Takes out of the log what is purged. For this the index has to have all rows, those of the
  /// group too.
  mutating func purges(_ db: Database) throws -> Int {
    guard !group.purges.isEmpty else { return 0 }
    let rows = tail.unplaced.filter { $0.row > growth.placed } + growth.places
    try StorePlaces.write(
      rows, tail.boards.merging(growth.boards) { $1 }.values, db)
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
      let parts = SnapshotParts(snapshot)
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
