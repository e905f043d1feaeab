import BoardModel
import LogRecords
import Wire

// How ordered operations become durable: groups, and what follows once the log has answered.
extension Coordinator {
  /// Hands the gathered group to the log, if the log is not writing another.
  mutating func cutGroup() {
    guard commits.isReady else { return }
    commits.save(sessions.takeUnsaved())
    let tips = commits.gathering.order.compactMap { id in loadedBoard(id).map { (id, $0.tip) } }
    let records = commits.gathering.sessions.compactMap { sessions[$0]?.record }
    let known = sessions
    let group = commits.cut(
      boards: Dictionary(uniqueKeysWithValues: tips), records: records,
      isKnown: { known[$0] != nil })
    effects.append(.append(group))
  }

  mutating func groupAppended() {
    guard let batch = commits.appended() else { return }
    let windows = batch.order.map { followers(of: $0) }
    for user in sessions.written(batch.records) { tellEnds(to: user) }
    for id in batch.order {
      guard let part = batch.boards[id], let board = part.board, let summary = batch.summary(of: id)
      else { continue }
      let level = durableBoard(id)?.level ?? 0
      summaries[id] = summary
      changeLoaded(id) { [limit = configuration.recentOperations] loaded in
        loaded.durable = board
        loaded.remember(part.operations, limit: limit)
      }
      if board.level > level { outgrow(id, to: board.level) }
    }
    for answer in batch.answers { give(answer) }
    for (id, followers) in zip(batch.order, windows) {
      if let part = batch.boards[id] { fanOut(part, on: id, to: followers) }
      saveSnapshotIfDue(id)
      endWindowsWithoutCard(on: id)
    }
  }

  private mutating func give(_ answer: CommitBatch.Answer) {
    switch answer {
    case .outcome(let id, let request, let stored):
      guard connections[id]?.isOutgrown != true else { return refuseOutgrown(id, request) }
      if let told = connections[id]?.window?.told {
        connections[id]?.window?.told = max(told, stored.sequence)
      }
      respond(id, request, OutcomeMessage(stored: stored))
    case .attached(let id, let request, let session, let body):
      completeAttach(id, request, session, body)
    case .detached(let id, let request):
      respond(id, request, Detached())
    case .windowEnded(let id, let request):
      respond(id, request, WindowEnded())
    case .windowEnd(let id, let end):
      send(id, end.frame())
    }
  }

  /// Tells windows that do not know the level of their board to upgrade. They get nothing more of
  /// the board, not even the answers to what they sent (SPEC.md EDT-025).
  private mutating func outgrow(_ id: BoardID, to level: UInt16) {
    guard case .loaded(let board) = boards[id] else { return }
    for connection in board.subscribers {
      guard let known = connections[connection]?.window?.level, known < level else { continue }
      releaseRoute(of: connection)
      let text = Coordinator.levelText(level, known)
      send(connection, ErrorMessage(code: .levelTooOld, text: text).frame())
      connections[connection]?.isOutgrown = true
    }
  }

  mutating func refuseOutgrown(_ id: ConnectionID, _ request: UInt64) {
    refuse(
      id, request, .notAttached,
      "The board has things on it that this program is too old for. Upgrade the program.")
  }

  mutating func changeLoaded(_ id: BoardID, _ change: (inout LoadedBoard) -> Void) {
    guard case .loaded(var board) = boards[id] else { return }
    boards[id] = .stored  // `board` is the sole owner while it changes: nothing is copied.
    change(&board)
    boards[id] = .loaded(board)
  }

  private mutating func saveSnapshotIfDue(_ id: BoardID) {
    guard case .loaded(var board) = boards[id],
      board.durable.sequence >= board.snapshotSequence + configuration.snapshotInterval
    else { return }
    let image = SnapshotImage(of: board.durable)
    board.image = image
    board.snapshotSequence = image.sequence
    boards[id] = .loaded(board)
    let ledgers = sessions.ledgers(on: id, through: image.sequence)
    effects.append(
      .saveSnapshot(RestoredBoard.snapshot(of: board, ledgers: ledgers, image: image)))
  }
}
