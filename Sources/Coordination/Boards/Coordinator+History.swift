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
    let asked = LogReads.HistoryRequest(connection: id, request: request, board: boardID)
    let through = min(durable.sequence, from + UInt64(count) - 1)
    read(
      .history(asked, FetchHistory(from: from, count: count), purge: durable.purges.last), for: id
    ) { .read($0, boardID, from: from, through: through) }
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
    let asked = LogReads.HistoryRequest(connection: id, request: request, board: boardID)
    let last = durable.sequence
    read(
      .cardHistory(
        asked, FetchCardHistory(card: body.card, from: from, count: count), through: last,
        purge: durable.purges.last), for: id
    ) { .readCard($0, boardID, body.card, from: from, through: last, count: count) }
  }

  /// Has a part of the log read. The answer counts among what waits for the peer from here on, so
  /// that one who does not read cannot ask for more than fits.
  private mutating func read(
    _ read: LogReads.PendingRead, for id: ConnectionID, _ effect: (ReadToken) -> CoordinatorEffect
  ) {
    _ = reads.begin(read, of: payer(of: id), effect)
    connections.change(id) { $0.awaitRead() }
    output.gather(for: id)
  }

  /// Hands out what is to be read, as much as is read at once.
  mutating func startReads() {
    while let effect = reads.next({ [connections] token, read in
      switch read {
      case .replay(let id, _): connections.read(id) { $0.replays(token) } ?? false
      case .history(let asked, _, _), .cardHistory(let asked, _, _, _):
        connections.read(asked.connection) { !$0.isLeaving && !$0.isCut } ?? false
      }
    }) {
      output.append(effect)
    }
    while let board = loads.next() { output.append(.load(board)) }
  }

  /// The board of a connection's session, and what is durable of it.
  private func attachedBoard(_ id: ConnectionID) -> (BoardID, LoadedBoard.Durable)? {
    guard let board = window(of: id)?.board, let durable = boards.durable(board) else { return nil }
    return (board, durable)
  }
}
