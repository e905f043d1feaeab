import BoardModel
import Foundation
import GRDB
import LogRecords

/// A snapshot in the parts in which it is written and read: other requests have their turn between
/// them.
struct SnapshotParts: Sendable {
  let board: BoardID
  let sequence: UInt64
  private let parts: [[Slice]]
  private let piece: @Sendable (Int) -> [UInt8]

  /// Some bytes of a piece.
  private struct Slice: Sendable {
    let piece: Int
    let range: Range<Int>
  }

  /// - Parameters:
  ///   - sizes: the number of bytes of each piece of the snapshot.
  ///   - piece: makes the bytes of a piece. It is called when they are written, and not before.
  init(
    of board: BoardID, at sequence: UInt64, _ sizes: [Int],
    piece: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (self.board, self.sequence, self.piece) = (board, sequence, piece)
    var parts: [[Slice]] = []
    var room = 0
    for (index, size) in sizes.enumerated() {
      var start = 0
      while start < size {
        if room == 0 {
          parts.append([])
          room = StoreReading.bytesAtOnce
        }
        let end = min(size, start + room)
        parts[parts.count - 1].append(Slice(piece: index, range: start..<end))
        room -= end - start
        start = end
      }
    }
    self.parts = parts.isEmpty ? [[]] : parts
  }

  init(_ snapshot: StoredSnapshot) {
    self.init(of: snapshot.board, at: snapshot.sequence, [snapshot.bytes.count]) { _ in
      snapshot.bytes
    }
  }

  var indices: Range<Int> { parts.indices }

  /// Whether the snapshot is whole with this part.
  func ends(with index: Int) -> Bool { index == parts.count - 1 }

  /// Puts the bytes of a part together.
  func bytes(_ index: Int) -> [UInt8] { parts[index].flatMap { piece($0.piece)[$0.range] } }
}

/// How snapshots are written, and those that are not needed any more removed, a part at a time.
enum StoreSnapshots {
  /// Writes a part, all parts before it being there, unless there is a newer snapshot: it may be that
  /// of a purge, behind which nothing older may come.
  /// - Returns: about how many bytes the journal grew by; nil where nothing is written, or the parts
  ///   before it are gone, as something was purged meanwhile.
  static func insert(
    _ parts: SnapshotParts, _ index: Int, _ board: LogTail.Board, _ db: Database
  ) throws -> Int? {
    guard parts.sequence <= board.last else {
      throw StoreError.unfit("a snapshot of board \(parts.board) beyond its last operation")
    }
    let sequence = Int64(parts.sequence)
    if index == 0 {
      let newer = try db.cachedStatement(
        sql: "SELECT 1 FROM snapshots WHERE board = ? AND sequence > ? AND ends = 1 LIMIT 1")
      guard try Row.fetchOne(newer, arguments: [board.number, sequence]) == nil else { return nil }
      let delete = try db.cachedStatement(
        sql: "DELETE FROM snapshots WHERE board = ? AND sequence = ?")
      try delete.execute(arguments: [board.number, sequence])
    } else {
      let find = try db.cachedStatement(
        sql: "SELECT 1 FROM snapshots WHERE board = ? AND sequence = ? AND part = ?")
      guard try Row.fetchOne(find, arguments: [board.number, sequence, index - 1]) != nil else {
        return nil
      }
    }
    let insert = try db.cachedStatement(
      sql: "INSERT INTO snapshots VALUES (?, ?, ?, ?, \(StoreFormat.pad), ?, ?)")
    let (bytes, ends) = (parts.bytes(index), parts.ends(with: index))
    let checksum = Checksum.of(
      snapshot: parts.board, at: parts.sequence, part: index, ends: ends, bytes)
    try insert.execute(arguments: [
      board.number, sequence, index, ends ? 1 : 0, checksum, Data(bytes),
    ])
    return bytes.count + 3 * StoreWriting.pageBytes
  }

  /// Removes some parts of snapshots that newer ones have made superfluous: of those that are whole
  /// two are kept, of the others those that are newer, as they are being written.
  /// - Returns: whether there may be more.
  static func dropSome(of board: Int64, _ db: Database) throws -> Bool {
    let find = try db.cachedStatement(
      sql: """
        SELECT sequence FROM snapshots WHERE board = ? AND ends = 1 ORDER BY sequence DESC LIMIT 2
        """)
    let kept = try Row.fetchAll(find, arguments: [board]).map { try $0.integer(0) }
    guard let newest = kept.first else { return false }
    let delete = try db.cachedStatement(
      sql: """
        DELETE FROM snapshots WHERE rowid IN (
          SELECT rowid FROM snapshots WHERE board = ? AND sequence < ? AND sequence IS NOT ?
          LIMIT \(partsAtOnce))
        """)
    try delete.execute(arguments: [board, newest, kept.last])
    return db.changesCount == partsAtOnce
  }

  /// The parts that are removed in one transaction. Each is overwritten.
  private static let partsAtOnce = 2
}
