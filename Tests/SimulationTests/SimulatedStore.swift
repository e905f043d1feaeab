import BoardModel
import Coordination
import LogRecords
import MemoryStore
import Wire

/// The coordinator's disk: what survives its crashes, and an index of it for the checkers.
struct SimulatedStore {
  private var memory = MemoryStore()
  /// Sessions of which the log had a record at some time.
  private(set) var knownSessions: Set<SessionID> = []
  /// Every operation in the order of the log.
  private(set) var log: [CommittedOperation] = []
  /// How often an operation stands in the log.
  private(set) var occurrences: [OperationID: Int] = [:]
  private(set) var outcomes: [OperationID: Outcome] = [:]
  private(set) var givenNumbers = GivenNumbers()

  /// The board that the log comes to, by which the checkers know who may read it.
  private(set) var board = Board(id: Names.board, levels: World.levels)

  var contents: StoreContents { memory.contents }
  /// How a purge takes something out of a row.
  var purge: @Sendable (PurgeRecord, OperationRow) -> OperationRow? {
    get { memory.purge }
    set { memory.purge = newValue }
  }
  /// By which boards are restored.
  var configuration: CoordinatorConfiguration {
    get { memory.configuration }
    set { memory.configuration = newValue }
  }
  var rows: [OperationRow] { memory.rows[Names.board] ?? [] }
  var snapshot: StoredSnapshot? { memory.snapshots[Names.board] }

  /// - Returns: what the disk says to whatever but an append is asked of it.
  mutating func answer(_ effect: CoordinatorEffect) throws -> [CoordinatorEvent] {
    try memory.answer(effect).map { [$0] } ?? []
  }

  mutating func append(_ group: CommitGroup) throws {
    do {
      try memory.append(group)
    } catch {
      throw Violation(.log, error.description)
    }
    for row in group.operations {
      var reader = ByteReader(row.row.bytes)
      for committed in try reader.committedList() {
        log.append(committed)
        _ = board.apply(committed)
        givenNumbers.take(committed)
        occurrences[committed.id, default: 0] += 1
        outcomes[committed.id] = committed.outcome
      }
    }
    knownSessions.formUnion(group.sessions.map(\.id))
  }
}
