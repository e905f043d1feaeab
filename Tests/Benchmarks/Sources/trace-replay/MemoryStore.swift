import BoardModel
import Coordination
import LogRecords
import Wire

/// A coordinator's store in memory, which is done at once.
struct MemoryStore {
  static let incarnation = IncarnationID(high: 7, low: 7)

  private(set) var rows: [OperationRow] = []
  private var summaries: [BoardID: BoardSummary] = [:]
  private var sessions: [SessionID: SessionRecord] = [:]
  private(set) var snapshot: StoredSnapshot?

  var lastSequence: UInt64 { rows.last?.last ?? 0 }

  var contents: StoreContents {
    StoreContents(
      incarnation: MemoryStore.incarnation, boards: summaries.values.sorted { $0.id < $1.id },
      sessions: sessions.values.sorted { $0.id < $1.id })
  }

  mutating func append(_ group: CommitGroup) {
    rows += group.operations
    for summary in group.summaries { summaries[summary.id] = summary }
    for session in group.sessions { sessions[session.id] = session }
    for session in group.removedSessions { sessions[session] = nil }
  }

  mutating func save(_ snapshot: StoredSnapshot) { self.snapshot = snapshot }

  func rows(from: UInt64, through: UInt64) -> [OperationRow] {
    rows.filter { $0.last >= from && $0.first <= through }
  }

  /// The whole log.
  func operations() throws -> [CommittedOperation] { try rows.flatMap(MemoryStore.operations) }

  /// What was ordered last.
  func lastOperation() throws -> Operation? {
    try rows.last.flatMap { try MemoryStore.operations(of: $0).last?.operation }
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
