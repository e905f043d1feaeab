import BoardModel
public import LogRecords
public import Wire

// What a store lists of a board, made from the board itself.
extension RestoredBoard {
  /// The last operation that it has.
  public var sequence: UInt64 { state.sequence }

  public var summary: BoardSummary { CommitBatch.ClosingBoard(state, time: lastTime).summary }

  public var members: [MemberRecord] {
    state.members.map { MemberRecord(board: id, user: $0.user, role: $0.role) }
  }
}
