public import BoardModel
public import Coordination
public import LogRecords

extension CoordinatorEvent {
  /// Answers `load` with what the board is restored from.
  public static func loaded(
    _ id: BoardID, _ snapshot: StoredSnapshot?, _ rows: [OperationRow],
    _ configuration: CoordinatorConfiguration = CoordinatorConfiguration(
      cluster: "memory", agent: "memory")
  ) -> CoordinatorEvent {
    do throws(BoardFault) {
      var board = RestoredBoard(id, configuration)
      if let snapshot { try board.restore(snapshot) }
      for row in rows { try board.replay(row) }
      try board.finish()
      return .loaded(board)
    } catch {
      return .loadFailed(id, error.description)
    }
  }
}
