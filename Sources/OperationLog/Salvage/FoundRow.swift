import BoardModel
import Files
import Foundation
import LogRecords

/// What may be a row of `operations`.
struct FoundRow: Hashable {
  let board: Int64
  let first: UInt64
  let last: UInt64
  private let checksum: [UInt8]
  private let bytes: [UInt8]

  init?(_ cell: StoredCell) {
    let values = cell.values
    guard values.count == 8, let board = values[1].integer,
      let first = values[2].integer.flatMap(UInt64.init(exactly:)),
      let last = values[3].integer.flatMap(UInt64.init(exactly:)), first > 0, last >= first,
      let checksum = values[4].blob, let bytes = values[7].blob
    else { return nil }
    (self.board, self.first, self.last) = (board, first, last)
    (self.checksum, self.bytes) = (checksum, bytes)
  }

  /// The row, if it is as it was written for a board.
  func salted(of board: BoardID) -> SaltedRow? {
    guard let salted = try? SaltedRow(board: board, first: first, last: last, stored: bytes),
      [UInt8](Checksum.of(salted.row, stored: bytes)) == checksum, (try? salted.hashes()) != nil
    else { return nil }
    return salted
  }
}

extension ListedBoard {
  /// - Returns: nil where the record is none of `boards`, or damaged.
  init?(_ cell: StoredCell) {
    let values = cell.values
    guard values.count == 7, let id = values[1].blob.flatMap({ BoardID(stored: Data($0)) }),
      let sequence = values[2].integer.flatMap(UInt64.init(exactly:)), let time = values[3].integer,
      let archived = values[4].integer, let epoch = values[5].integer.flatMap(UInt32.init(exactly:))
    else { return nil }
    self.init(
      number: cell.rowID, id: id, sequence: sequence, time: UInt64(bitPattern: time),
      isArchived: archived != 0, forgottenEpoch: epoch)
    guard checksum == values[6].integer else { return nil }
  }
}

/// What may be a part of a snapshot.
struct FoundPart: Hashable {
  let board: Int64
  let sequence: UInt64
  let part: Int
  let ends: Bool
  private let checksum: Int64
  private let bytes: [UInt8]

  init?(_ cell: StoredCell) {
    let values = cell.values
    guard values.count == 7, let board = values[0].integer,
      let sequence = values[1].integer.flatMap(UInt64.init(exactly:)),
      let part = values[2].integer.flatMap(Int.init(exactly:)), part >= 0, part < 1 << 32,
      let ends = values[3].integer, let checksum = values[5].integer, let bytes = values[6].blob
    else { return nil }
    (self.board, self.sequence, self.part, self.ends) = (board, sequence, part, ends != 0)
    (self.checksum, self.bytes) = (checksum, bytes)
  }

  /// Whether it is as it was written for a board.
  func fits(_ board: BoardID) -> Bool {
    Checksum.of(snapshot: board, at: sequence, part: part, ends: ends, bytes) == checksum
  }

  fileprivate var content: [UInt8] { bytes }
}

/// The parts of one snapshot.
struct FoundSnapshot {
  private var parts: [Int: FoundPart] = [:]

  mutating func add(_ part: FoundPart, of board: BoardID) {
    if part.fits(board) { parts[part.part] = part }
  }

  /// All of it; nil where a part is missing.
  func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    for index in 0..<parts.count {
      guard let part = parts[index] else { return nil }
      bytes += part.content
      if part.ends { return bytes }
    }
    return nil
  }
}
