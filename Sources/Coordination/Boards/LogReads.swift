import BoardModel
import Wire

/// The reads of the log that have not come back yet, and what each is for.
struct LogReads: Sendable {
  private var pending: [ReadToken: PendingRead] = [:]
  private var lastToken: UInt64 = 0

  enum PendingRead: Sendable {
    case replay(ConnectionID, BoardID)
    /// `purge` is the sequence number of the last purge at the time of the request.
    case history(HistoryRequest, FetchHistory, purge: UInt64)
    /// `through` is the sequence number of the last durable operation at the time of the request.
    case cardHistory(HistoryRequest, FetchCardHistory, through: UInt64, purge: UInt64)
  }

  /// Who asked for a part of the log, and of which board.
  struct HistoryRequest: Sendable {
    let connection: ConnectionID
    let request: UInt64
    let board: BoardID
  }

  mutating func begin(_ read: PendingRead) -> ReadToken {
    lastToken += 1
    let token = ReadToken(lastToken)
    pending[token] = read
    return token
  }

  mutating func end(_ token: ReadToken) -> PendingRead? { pending.removeValue(forKey: token) }
}
