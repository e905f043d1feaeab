import BoardModel
import LogRecords
import MemoryStore
import Wire

// The log of the board on which a recording is replayed.
extension MemoryStore {
  private var log: [OperationRow] { rows[Names.board] ?? [] }

  var lastSequence: UInt64 { log.last?.last ?? 0 }

  /// The whole log.
  func operations() throws -> [CommittedOperation] { try log.flatMap(MemoryStore.operations) }

  /// What was ordered last.
  func lastOperation() throws -> Operation? {
    try log.last.flatMap { try MemoryStore.operations(of: $0).last?.operation }
  }

  private static func operations(of row: OperationRow) throws -> [CommittedOperation] {
    var reader = ByteReader(row.bytes)
    return try reader.committedList()
  }

  /// The board that the whole log makes, from its first operation on.
  func replayed() throws -> Board {
    var board = Board(id: Names.board)
    for committed in try operations() where board.apply(committed) != committed.outcome {
      throw ReplayFault("operation \(committed.sequence) comes to something else in the log")
    }
    return board
  }
}

/// A recording came to something that it must not come to.
struct ReplayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
