import BoardModel
import Files
import Foundation
import GRDB
public import LogRecords
public import Wire

/// What is kept of a board of a damaged store.
public struct SalvagedBoard: Hashable, Sendable {
  public let board: DamagedStore.Board
  public let summary: BoardSummary
  public let members: [MemberRecord]
  /// The snapshot from which the board is made; nil where it is made from its first operation on. Rows
  /// that are missing before it leave operations of which nothing is known.
  public let snapshot: StoredSnapshot?
  public let forgottenEpoch: UInt32

  public init(
    _ board: DamagedStore.Board, _ summary: BoardSummary, members: [MemberRecord],
    snapshot: StoredSnapshot?, forgottenEpoch: UInt32
  ) {
    (self.board, self.summary, self.members) = (board, summary, members)
    (self.snapshot, self.forgottenEpoch) = (snapshot, forgottenEpoch)
  }

  /// The rows that go into the new log, without gaps.
  func rows() -> [SaltedRow] {
    var rows: [SaltedRow] = []
    var next: UInt64 = 1
    func fill(before end: UInt64) {
      guard next < end else { return }
      rows += LostOperations.rows(of: board.id, next..<end, time: time(of: rows.last))
    }
    for row in board.salted where row.row.last <= summary.sequence && row.row.first >= next {
      fill(before: row.row.first)
      rows.append(row)
      next = row.row.last + 1
    }
    fill(before: summary.sequence + 1)
    return rows
  }

  /// The time of the last operation in a row, 0 for none: those that are lost came no earlier.
  private func time(of row: SaltedRow?) -> UInt64 {
    guard let row else { return 0 }
    var reader = ByteReader(row.row.bytes)
    return (try? reader.committedList())?.last?.time ?? 0
  }
}

/// What stands in the log for operations that were lost, while a snapshot behind them has what they did:
/// the same as for those of which everything was purged, with a name that no other operation has.
enum LostOperations {
  /// The author of whom nothing is known; no user or device is called so.
  static let author = Author(user: "-", device: "-")
  private static let rowLength: UInt64 = 512

  static func rows(of board: BoardID, _ range: Range<UInt64>, time: UInt64) -> [SaltedRow] {
    stride(from: range.lowerBound, to: range.upperBound, by: Int(rowLength)).compactMap { first in
      let last = min(first + rowLength, range.upperBound) - 1
      var writer = ByteWriter()
      writer.value((first...last).map { operation($0, of: board, time) })
      var stored = ByteWriter()
      stored.uint32(UInt32(writer.bytes.count))
      stored.raw(writer.bytes)
      return try? SaltedRow(board: board, first: first, last: last, stored: stored.bytes)
    }
  }

  private static func operation(
    _ sequence: UInt64, of board: BoardID, _ time: UInt64
  ) -> CommittedOperation {
    // A session that nobody has: the board's identifier, turned over.
    let session = SessionID(high: ~board.high, low: ~board.low)
    return CommittedOperation(
      sequence: sequence, time: time, author: author,
      content: .purged(
        PurgedOperation(
          id: OperationID(session: session, epoch: 0, counter: sequence),
          hash: [UInt8](repeating: 0, count: 32), base: 0, queued: false, parts: [],
          outcome: .applied(displaced: [], notes: []))))
  }
}

extension Store {
  /// Adds what is kept of a board that this store does not have. Blocks until it is on disk.
  public func adopt(_ salvaged: SalvagedBoard) throws(StoreError) {
    try wait { db in
      let tail = self.tail
      var growth = LogTail.Growth(end: tail.end, inventory: tail.inventory)
      let summary = salvaged.summary
      let board = LogTail.Board(
        number: Int64(tail.boards.count + 1), title: summary.title,
        isArchived: summary.isArchived, last: summary.sequence, time: summary.time)
      guard tail.boards[summary.id] == nil, tail.unplaced.isEmpty else {
        throw StoreError.unfit("the store has board \(summary.id) already")
      }
      try db.transaction {
        try write(salvaged, board, &growth, db)
        try growth.inventory.write(db)
      }
      growth.boards[summary.id] = board
      take(growth)
    }
  }

  private func write(
    _ salvaged: SalvagedBoard, _ board: LogTail.Board, _ growth: inout LogTail.Growth,
    _ db: Database
  ) throws {
    let summary = salvaged.summary
    try StoreBoards.insert(
      ListedBoard(
        number: board.number, id: summary.id, sequence: summary.sequence, time: summary.time,
        isArchived: summary.isArchived, forgottenEpoch: salvaged.forgottenEpoch),
      &growth.inventory, db)
    try StoreBoards.write(summary.title, of: summary.id, board.number, db)
    let insert = try db.cachedStatement(sql: "INSERT INTO members VALUES (?, ?, ?, ?)")
    for member in salvaged.members {
      guard let role = member.role else { continue }
      let checksum = Checksum.of(member: member.user, role: role, board: summary.id)
      try insert.execute(
        arguments: [board.number, member.user, Int64(role.rawValue), checksum])
      growth.inventory.add(.members, checksum)
    }
    let place = try db.cachedStatement(sql: "INSERT INTO places VALUES (?, ?, ?, ?)")
    for row in salvaged.rows() {
      try StoreWriting.insert(
        row, hashes: try row.hashes(), board.number, behind: &growth.end, db)
      try place.execute(arguments: [
        board.number, Int64(row.row.last), Int64(row.row.first), growth.end.number,
      ])
    }
    if let snapshot = salvaged.snapshot {
      let parts = SnapshotParts(snapshot)
      for index in parts.indices { _ = try StoreSnapshots.insert(parts, index, board, db) }
    }
  }

  /// Makes the store one whose revocations an administrator has to confirm.
  /// - Parameter time: since when some may be missing, in milliseconds since 1970.
  public func markCopied(at time: UInt64) throws(StoreError) {
    try change { db, inventory in try StoreAccess.markCopied(at: time, &inventory, db) }
  }
}
