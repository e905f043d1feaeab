import BoardModel
import LogRecords
import Wire

// How boards are listed, made, and brought into memory.
extension Coordinator {
  mutating func listBoards(_ id: ConnectionID, _ request: UInt64) {
    guard let user = author(of: id)?.user else { return }
    var chunk: [BoardSummary] = []
    var size = 0
    for summary in boards.listed(for: user) {
      let cost = BoardSummary.leastSize + summary.title.utf8.count
      if size + cost > Limits.chunkBytes - 64 {
        send(id, Boards(boards: chunk).frame(request: request, flags: [.response, .more]))
        (chunk, size) = ([], 0)
      }
      chunk.append(summary)
      size += cost
    }
    respond(id, request, Boards(boards: chunk))
  }

  mutating func createBoard(_ id: ConnectionID, _ request: UInt64, _ body: CreateBoard) {
    if let refusal = body.operation.refusal(ofSize: body.operation.bytes.count) {
      return refuse(id, request, refusal)
    }
    switch boards[body.board] {
    case .loaded:
      // A board that was purged is no board, and its identifier is nobody's for ever.
      guard let board = boards.loaded(body.board), board.tip.exists,
        board.creation.isMade(by: body.operation, of: author(of: id)?.user)
      else {
        return refuse(id, request, .taken(body.board))
      }
      answerWhenDurable(
        id, request, board.creation.stored, on: body.board, board.durable.sequence)
    case .stored, .loading, .reloading:
      waitForBoard(body.board, id, request, .createBoard(body))
    case .damaged(let reason):
      guard let user = author(of: id)?.user, boards.mayRead(body.board, user) else {
        return refuse(id, request, .taken(body.board))
      }
      refuse(id, request, .boardDamaged, "The board \(body.board) is damaged: \(reason)")
    case nil:
      makeBoard(id, request, body)
    }
  }

  private mutating func makeBoard(
    _ id: ConnectionID, _ request: UInt64, _ body: CreateBoard
  ) {
    guard case .serving = life else {
      return refuse(id, request, .notNow, "This coordinator is stopping.", retryAfter: 1_000)
    }
    guard let author = author(of: id) else { return }
    let submitted = SubmittedOperation(body.operation)
    if let refusal = refusalOfBytes(by: author, submitted)
      ?? holdings.refusalOfBoard(by: author, configuration.shares)
    {
      return refuse(id, request, refusal)
    }
    guard body.operation.intent.createsBoard else {
      return refuse(
        id, request, .notACreation,
        "The operation must be boardCreate, or a batch that begins with it.")
    }
    guard body.operation.id.epoch == 0 else {
      return refuse(
        id, request, .notACreation, "A board is made by an operation that is no window's.")
    }
    let empty = Board(id: body.board, levels: configuration.levels)
    var board = empty
    let outcome = board.apply(
      body.operation, sequence: 1, time: now.wall, author: author)
    let stored = StoredOutcome(
      counter: body.operation.id.counter, sequence: outcome.isRejected ? 0 : 1,
      time: now.wall, outcome: outcome)
    if outcome.isRejected {
      // Nothing was made, so the log holds nothing; the same request would get the same answer.
      return respond(id, request, OutcomeMessage(stored: stored))
    }
    holdings.make(by: author)
    boards.make(
      LoadedBoard(
        tip: board,
        durable: LoadedBoard.Durable(empty),
        lastTime: now.wall,
        creation: LoadedBoard.Creation(
          author: author, operation: body.operation.id, hash: SHA256.hash(submitted.marked),
          stored: stored),
        snapshotSequence: 0, idleSince: now.monotonic))
    commits.add(
      OrderedOperation(
        submitted, outcome, on: body.board, sequence: 1, time: now.wall, author: author,
        roles: board.memberChanges(since: empty.memberRoles)),
      on: body.board)
    commits.answer(.outcome(id, request: request, stored))
  }

  /// Keeps a request until its board is in memory, and loads the board unless that has begun.
  mutating func waitForBoard(
    _ board: BoardID, _ id: ConnectionID, _ request: UInt64, _ message: Message
  ) {
    if boards.wait(for: board, (id, request, message)) {
      loads.add(board, of: payer(of: id))
    } else {
      loads.join(board, of: payer(of: id))
    }
  }

  mutating func boardLoaded(_ restored: RestoredBoard) {
    loads.finish()
    let id = restored.id
    guard boards.isAwaited(id) else { return }
    do throws(BoardFault) {
      guard boards.members.agrees(with: restored.state) else { throw .otherMembers }
      if var board = boards.resident(id) {
        guard restored.state.sequence == board.durable.sequence else {
          throw .otherEnd(durable: board.durable.sequence, found: restored.state.sequence)
        }
        board.regain(restored.state)
        takeRequests(boards.finishLoading(board))
      } else {
        sessions.restore(restored.ledgers, on: id)
        takeRequests(boards.finishLoading(restored.board(now: now.monotonic)))
      }
      takeEdits(of: id)
    } catch {
      boardDamaged(id, error.description)
    }
  }

  mutating func boardNotLoaded(_ id: BoardID, _ reason: String) {
    loads.finish()
    boardDamaged(id, reason)
  }

  private mutating func boardDamaged(_ id: BoardID, _ reason: String) {
    guard boards.isAwaited(id) else { return }
    // Who is attached attaches again, and is told then.
    for connection in boards.subscribers(of: id) {
      fail(connection, .draining, "The board cannot be read: \(reason). Connect again.")
    }
    takeRequests(boards.finishLoading(id, damaged: reason))
    takeEdits(of: id)
  }

  private mutating func takeRequests(_ waiting: [BoardTable.Waiting]?) {
    // They were sent by many, and each may cost as much as any other request: they have their turns.
    for (connection, request, message) in waiting ?? [] {
      connections.change(connection) { $0.resume(request, message) }
      awaitTurn(connection)
    }
  }

  /// Has the boards leave memory that nobody looked at for long.
  mutating func unloadIdleBoards() {
    for id in boards.idle(now: now) where !commits.holds(id) {
      boards.unload(id)
      presence.forget(id)
    }
  }
}

extension Refusal {
  /// The one answer for a board that there is not, and for one that its user may not read (SPEC.md
  /// BRD-008).
  static func unknown(_ board: BoardID) -> Refusal {
    Refusal(.boardUnknown, "There is no board \(board) here.")
  }

  fileprivate static func taken(_ board: BoardID) -> Refusal {
    Refusal(.identifierInUse, "Another board has the identifier \(board).")
  }
}

extension Intent {
  /// Whether this may be the first operation of a board.
  var createsBoard: Bool {
    switch self {
    case .boardCreate: true
    case .batch(let intents):
      if case .boardCreate = intents.first { true } else { false }
    default: false
    }
  }
}
