public import BoardModel

/// A purge that became durable with a group: in the same transaction the log takes what it names out
/// of every operation before it.
public struct PurgeRecord: Hashable, Sendable {
  public let board: BoardID
  public let sequence: UInt64
  public let target: PurgeTarget

  public init(board: BoardID, sequence: UInt64, target: PurgeTarget) {
    self.board = board
    self.sequence = sequence
    self.target = target
  }

  /// - Returns: nil where the operation is no purge that was done.
  public init?(_ committed: borrowing CommittedOperation, on board: BoardID) {
    guard case .applied(let operation, _, _) = committed.content,
      case .purge(let target) = operation.intent
    else { return nil }
    self.init(board: board, sequence: committed.sequence, target: target)
  }
}
