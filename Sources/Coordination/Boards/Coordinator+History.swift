import BoardModel
import LogRecords
import Wire

// How requests for parts of the log are answered.
extension Coordinator {
  mutating func fetchHistory(_ id: ConnectionID, _ request: UInt64, _ body: FetchHistory) {
    guard let (boardID, durable) = attachedBoard(id) else {
      return refuse(
        id, request, .notAttached, Coordinator.unattachedText)
    }
    let from = max(body.from, 1)
    guard body.count > 0, from <= durable.sequence else {
      return respond(id, request, History(operations: [], sequence: durable.sequence))
    }
    let count = min(body.count, UInt32(Coordinator.readAhead))
    let token = reads.begin(
      .history(
        LogReads.HistoryRequest(connection: id, request: request, board: boardID),
        FetchHistory(from: from, count: count), purge: durable.purges.last))
    output.append(
      .read(token, boardID, from: from, through: min(durable.sequence, from + UInt64(count) - 1)))
  }

  mutating func fetchCardHistory(_ id: ConnectionID, _ request: UInt64, _ body: FetchCardHistory) {
    guard let (boardID, durable) = attachedBoard(id) else {
      return refuse(
        id, request, .notAttached, Coordinator.unattachedText)
    }
    let from = max(body.from, 1)
    guard body.count > 0, from <= durable.sequence else {
      return respond(id, request, History(operations: [], sequence: durable.sequence))
    }
    let count = min(body.count, UInt32(Coordinator.readAhead))
    let token = reads.begin(
      .cardHistory(
        LogReads.HistoryRequest(connection: id, request: request, board: boardID),
        FetchCardHistory(card: body.card, from: from, count: count), through: durable.sequence,
        purge: durable.purges.last))
    output.append(
      .readCard(
        token, boardID, body.card, from: from, through: durable.sequence, count: count))
  }

  /// The board of a connection's session, and what is durable of it.
  private func attachedBoard(_ id: ConnectionID) -> (BoardID, LoadedBoard.Durable)? {
    guard let board = window(of: id)?.board, let durable = boards.durable(board) else { return nil }
    return (board, durable)
  }
}
