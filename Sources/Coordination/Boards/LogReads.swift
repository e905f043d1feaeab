import BoardModel
import Wire

/// The reads of the log that have not come back yet, and what each is for.
struct LogReads: Sendable {
  private var pending: [ReadToken: PendingRead] = [:]
  private var queue = FairQueue<(token: ReadToken, effect: CoordinatorEffect)>(width: 4)
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

  /// Has a read handed out when it is the turn of whoever it is for.
  /// - Parameter effect: asks for it.
  mutating func begin(
    _ read: PendingRead, of payer: Payer, _ effect: (ReadToken) -> CoordinatorEffect
  ) -> ReadToken {
    lastToken += 1
    let token = ReadToken(lastToken)
    pending[token] = read
    queue.add((token, effect(token)), of: payer)
    return token
  }

  /// What is read next.
  /// - Parameter isWanted: whether whom it is for still waits for it.
  mutating func next(_ isWanted: (ReadToken, PendingRead) -> Bool) -> CoordinatorEffect? {
    while let (token, effect) = queue.next() {
      if let read = pending[token], isWanted(token, read) { return effect }
      pending[token] = nil
      queue.finish()
    }
    return nil
  }

  /// Notes that a read came back, or failed.
  /// - Returns: what it was for; nil where nobody asked.
  mutating func end(_ token: ReadToken) -> PendingRead? {
    guard let read = pending.removeValue(forKey: token) else { return nil }
    queue.finish()
    return read
  }
}
