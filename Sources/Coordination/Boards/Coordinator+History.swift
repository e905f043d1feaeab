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
    guard body.count > 0, from <= durable else {
      return respond(id, request, History(operations: [], sequence: durable))
    }
    let wanted = UInt64(min(body.count, UInt32(Coordinator.readAhead)))
    let token = reads.begin(
      .history(id, request: request, boardID, from: from, count: UInt32(wanted)))
    output.append(
      .read(token, boardID, from: from, through: min(durable, from + wanted - 1)))
  }

  mutating func fetchCardHistory(_ id: ConnectionID, _ request: UInt64, _ body: FetchCardHistory) {
    guard let (boardID, durable) = attachedBoard(id) else {
      return refuse(
        id, request, .notAttached, Coordinator.unattachedText)
    }
    let from = max(body.from, 1)
    guard body.count > 0, from <= durable else {
      return respond(id, request, History(operations: [], sequence: durable))
    }
    let count = min(body.count, UInt32(Coordinator.readAhead))
    let token = reads.begin(
      .cardHistory(id, request: request, boardID, from: from, through: durable, count: count))
    output.append(
      .readCard(token, boardID, body.card, from: from, through: durable, count: count))
  }

  /// The board of a connection's session, and the sequence number of its last durable operation.
  private func attachedBoard(_ id: ConnectionID) -> (BoardID, UInt64)? {
    guard let board = window(of: id)?.board, let durable = boards.durable(board) else { return nil }
    return (board, durable.sequence)
  }
}
