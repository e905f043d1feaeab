import BoardModel

/// The reads of the log that have not come back yet, and what each is for.
struct LogReads: Sendable {
  private var pending: [ReadToken: PendingRead] = [:]
  private var lastToken: UInt64 = 0

  enum PendingRead: Sendable {
    case replay(ConnectionID, BoardID)
    case history(ConnectionID, request: UInt64, BoardID, from: UInt64, count: UInt32)
    /// `through` is the sequence number of the last durable operation at the time of the request.
    case cardHistory(
      ConnectionID, request: UInt64, BoardID, from: UInt64, through: UInt64, count: UInt32)
  }

  mutating func begin(_ read: PendingRead) -> ReadToken {
    lastToken += 1
    let token = ReadToken(lastToken)
    pending[token] = read
    return token
  }

  mutating func end(_ token: ReadToken) -> PendingRead? { pending.removeValue(forKey: token) }
}
