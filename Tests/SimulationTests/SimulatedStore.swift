import BoardModel
import Coordination
import LogRecords
import Wire

/// The coordinator's disk: what survives its crashes, and an index of it for the checkers.
struct SimulatedStore {
  private(set) var rows: [BoardID: [OperationRow]] = [:]
  private var summaries: [BoardID: BoardSummary] = [:]
  private(set) var sessions: [SessionID: SessionRecord] = [:]
  /// Sessions of which the log had a record at some time.
  private(set) var knownSessions: Set<SessionID> = []
  var snapshots: [BoardID: StoredSnapshot] = [:]
  /// Every operation in the order of the log.
  private(set) var log: [CommittedOperation] = []
  /// How often an operation stands in the log.
  private(set) var occurrences: [OperationID: Int] = [:]
  private(set) var outcomes: [OperationID: Outcome] = [:]

  var contents: StoreContents {
    StoreContents(
      incarnation: IncarnationID(high: 7, low: 7),
      boards: summaries.values.sorted { $0.id < $1.id },
      sessions: sessions.values.sorted { $0.id < $1.id })
  }

  mutating func append(_ group: CommitGroup) throws {
    for row in group.operations {
      let last = rows[row.board]?.last?.last ?? 0
      guard row.first == last + 1 else {
        throw Violation(.log, "the log of the board goes from \(last) to \(row.first)")
      }
      rows[row.board, default: []].append(row)
      var reader = ByteReader(row.bytes)
      for committed in try reader.committedList() {
        log.append(committed)
        occurrences[committed.operation.id, default: 0] += 1
        outcomes[committed.operation.id] = committed.outcome
      }
    }
    for summary in group.summaries { summaries[summary.id] = summary }
    for session in group.sessions {
      sessions[session.id] = session
      knownSessions.insert(session.id)
    }
    for session in group.removedSessions { sessions[session] = nil }
  }

  func load(_ board: BoardID) -> (StoredSnapshot?, [OperationRow]) {
    let snapshot = snapshots[board]
    return (snapshot, rows[board, default: []].filter { $0.last > snapshot?.sequence ?? 0 })
  }

  func rows(_ board: BoardID, _ from: UInt64, _ through: UInt64) -> [OperationRow] {
    rows[board, default: []].filter { $0.last >= from && $0.first <= through }
  }
}
