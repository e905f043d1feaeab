import BoardModel
import LogRecords
import Wire

// How ordered operations become durable: groups, and what follows once the log has answered.
extension Coordinator {
  /// Adds an operation to the group being gathered.
  mutating func gather(_ committed: CommittedOperation, on id: BoardID) {
    var writer = ByteWriter()
    writer.committed(committed)
    if commits.gathering.boards[id] == nil {
      commits.gathering.boards[id] = CommitQueue.Part()
      commits.gathering.order.append(id)
    }
    commits.gathering.boards[id]?.operations.append(
      LoadedBoard.EncodedOperation(sequence: committed.sequence, bytes: writer.bytes))
    commits.gathering.boards[id]?.time = committed.time
    if committed.sequence % Coordinator.digestInterval == 0 { noteDigest(id, committed.sequence) }
  }

  /// Digests are published at sequence numbers divisible by this (SPEC.md DIG-003).
  static let digestInterval: UInt64 = 64
  static let digestMilliseconds: UInt64 = 1_000

  private mutating func noteDigest(_ id: BoardID, _ sequence: UInt64) {
    var digest: BoardDigest?
    changeLoaded(id) { [now] board in
      guard
        board.lastDigest == 0
          || now.monotonic - board.lastDigest >= Coordinator.digestMilliseconds
      else { return }
      board.lastDigest = max(now.monotonic, 1)
      digest = board.tip.digest()
    }
    if let digest { commits.gathering.boards[id]?.digest = (sequence, digest) }
  }

  /// Hands the gathered group to the log, if the log is not writing another.
  mutating func cutGroup() {
    guard commits.inFlight == nil, !commits.gathering.isEmpty else { return }
    for session in unsavedSessions.sorted() { commits.gathering.add(session) }
    unsavedSessions = []
    commits.gathering.removedSessions += unsavedRemovals
    unsavedRemovals = []
    var group = commits.gathering
    commits.gathering = CommitQueue.Group()
    var rows: [OperationRow] = []
    var titles: [BoardSummary] = []
    for id in group.order {
      guard let part = group.boards[id], let first = part.operations.first,
        let last = part.operations.last, case .loaded(let board) = boards[id]
      else { continue }
      group.boards[id]?.board = board.tip
      rows.append(
        OperationRow(
          board: id, first: first.sequence, last: last.sequence,
          bytes: committedList(part.operations[...])))
      titles.append(
        BoardSummary(
          id: id, title: board.tip.title?.value ?? "", sequence: last.sequence, time: part.time))
    }
    group.records = group.sessions.compactMap { sessions[$0]?.record }
    let removed = group.removedSessions.filter { sessions[$0] == nil }
    commits.inFlight = group
    effects.append(
      .append(
        CommitGroup(
          operations: rows, summaries: titles, sessions: group.records,
          removedSessions: removed)))
  }

  mutating func groupAppended() {
    guard let group = commits.inFlight else { return }
    commits.inFlight = nil
    let windows = group.order.map { followers(of: $0) }
    for record in group.records { sessions[record.id]?.durable = record }
    tellEnds(of: group.records)
    for id in group.order {
      guard let part = group.boards[id], let board = part.board, let last = part.operations.last
      else { continue }
      let level = durableBoard(id)?.level ?? 0
      summaries[id] = BoardSummary(
        id: id, title: board.title?.value ?? "", sequence: last.sequence, time: part.time)
      changeLoaded(id) { [limit = configuration.recentOperations] loaded in
        loaded.durable = board
        loaded.remember(part.operations, limit: limit)
      }
      if board.level > level { outgrow(id, to: board.level) }
    }
    for answer in group.answers { give(answer) }
    for (id, followers) in zip(group.order, windows) {
      if let part = group.boards[id] { fanOut(part, on: id, to: followers) }
      saveSnapshotIfDue(id)
      endWindowsWithoutCard(on: id)
    }
  }

  private mutating func give(_ answer: CommitQueue.Answer) {
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
    let ledgers = sessions.filter { $0.value.record.board == id }.sorted { $0.key < $1.key }
      .map { (id, session) in
        var ledger = session.ledger
        ledger.revert(to: image.sequence)
        return (id, ledger)
      }
    effects.append(
      .saveSnapshot(RestoredBoard.snapshot(of: board, ledgers: ledgers, image: image)))
  }
}

/// The payload of COMMITTED without its extensions: a count and the operations.
func committedList(_ operations: ArraySlice<LoadedBoard.EncodedOperation>) -> [UInt8] {
  var writer = ByteWriter(reservingCapacity: 4 + operations.reduce(0) { $0 + $1.bytes.count })
  writer.uint32(UInt32(operations.count))
  for operation in operations { writer.raw(operation.bytes) }
  return writer.bytes
}
