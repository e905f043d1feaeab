public import BoardModel
import GRDB
public import LogRecords

// What is read of the store: by the log's thread, at most 256 KiB or one operation at a time, so that
// a group which is appended meanwhile waits for no more than that.
extension Store {
  /// The contents of the store that a starting coordinator needs. Blocks until they are read.
  public func contents() throws(StoreError) -> StoreContents {
    try wait { db in try StoreReading.contents(db, tail, path: path) }
  }

  /// Reads the rows that hold operations `from` through `through`, or a part of them.
  public func read(
    _ board: BoardID, from: UInt64, through: UInt64,
    completion: @escaping @Sendable (Result<[OperationRow], StoreError>) -> Void
  ) {
    perform { db in
      try reading("what was done on board \(board)") {
        try StoreReading.rows(db, self.tail, board, from: from, through: through, path: self.path)
      }
    } completion: {
      completion($0)
    }
  }

  /// Reads what an operator may have to know, behind the record of that number and the oldest first:
  /// a part of it, and none where there is no more.
  public func audit(
    after number: Int64,
    completion: @escaping @Sendable (Result<AuditPart, StoreError>) -> Void
  ) {
    perform { db in
      try reading("what happened (boardd audit)") { try StoreAccess.audit(after: number, db) }
    } completion: {
      completion($0)
    }
  }

  /// The bytes of a board's operations. Blocks until they are counted; other requests have their turn
  /// meanwhile.
  public func bytes(of board: BoardID) throws(StoreError) -> Int {
    let found = try wait { _ in try tail.board(board) }
    var bytes = 0
    var next: UInt64 = 1
    while next <= found.last {
      let rows = try wait { db in
        try StoreReading.sizes(db, tail, of: found.number, from: next)
      }
      guard let last = rows.last else { break }
      bytes += rows.reduce(0) { $0 + $1.bytes }
      next = last.last + 1
    }
    return bytes
  }

  /// Reads the first operations that concern a card, each in a row of its own, until there are as
  /// many as wanted or they fill a chunk. Other requests have their turn while the index is
  /// extended.
  public func read(
    _ board: BoardID, _ query: CardQuery,
    completion: @escaping @Sendable (Result<[OperationRow], StoreError>) -> Void
  ) {
    perform { db in
      try HistoryIndex.rows(db, self.tail, board, query, path: self.path)
    } completion: { result in
      switch result {
      case .success(let rows?): completion(.success(rows))
      case .success(nil): self.read(board, query, completion: completion)
      case .failure(let error): completion(.failure(error))
      }
    }
  }

  /// Reads the newest undamaged snapshot of a board and the rows behind it, a piece at a time: other
  /// requests have their turn while `take` works on one. Blocks meanwhile, so call it on a thread of
  /// its own.
  ///
  /// - Parameter take: called with the snapshot, if there is one, and then with each row from the
  ///   operation after it, or from the first one, without gaps to the last.
  /// - Returns: the sequence numbers of newer snapshots that are damaged, which is worth a warning.
  /// - Throws: `StoreError`, or what `take` throws.
  @discardableResult
  public func load(_ board: BoardID, _ take: (StoredPiece) throws -> Void) throws -> [UInt64] {
    let (found, snapshots) = try wait { db in
      let found = try tail.board(board)
      return try reading("which snapshots board \(board) has") {
        (found, try StoreReading.snapshots(db, of: found.number))
      }
    }
    var skipped: [UInt64] = []
    var next: UInt64 = 1
    for sequence in snapshots {
      guard let bytes = try snapshot(of: board, found.number, at: sequence) else {
        skipped.append(sequence)
        continue
      }
      try take(.snapshot(StoredSnapshot(board: board, sequence: sequence, bytes: bytes)))
      next = sequence + 1
      break
    }
    while next <= found.last {
      let rows = try wait { db in
        let rows = try reading("what was done on board \(board)") {
          try StoreReading.rows(db, tail, board, from: next, through: found.last, path: path)
        }
        guard let first = rows.first, first.first <= next else {
          throw StoreError.boardDamaged(
            path: path, board: board, fault: "edits from \(next) on are gone")
        }
        return rows
      }
      for row in rows { try take(.row(row)) }
      next = (rows.last?.last ?? found.last) + 1
    }
    return skipped
  }

  /// - Returns: nil where a part of it is damaged.
  private func snapshot(
    of board: BoardID, _ number: Int64, at sequence: UInt64
  ) throws(StoreError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var index = 0
    while true {
      let part = try wait { db in
        try reading("a snapshot of board \(board)") {
          try StoreReading.part(db, index, of: board, number, at: sequence)
        }
      }
      guard let part else { return nil }
      bytes += part.bytes
      if part.ends { return bytes }
      index += 1
    }
  }
}

/// Some records of the audit, without those that are damaged, and the number of the last one that was
/// looked at; where there is none behind it, that which was asked about.
public struct AuditPart: Hashable, Sendable {
  public let records: [StoredAudit]
  public let through: Int64
}

/// A record of the audit with its number, which rises.
public struct StoredAudit: Hashable, Sendable {
  public let number: Int64
  public let record: AuditRecord
}

/// A part of what a board is restored from.
public enum StoredPiece: Hashable, Sendable {
  case snapshot(StoredSnapshot)
  case row(OperationRow)
}
