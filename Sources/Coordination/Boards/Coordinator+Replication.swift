import BoardModel
import Wire

// How windows get what is durable: fan-out and replay.
extension Coordinator {
  /// The windows that have everything durable of a board.
  func followers(of id: BoardID) -> [ConnectionID] {
    boards.subscribers(of: id).filter { isFollowing($0) }
  }

  private func isFollowing(_ id: ConnectionID) -> Bool {
    connections.read(id) { $0.isFollowing } ?? false
  }

  /// Sends a group that became durable to the windows that had everything before it. A window that
  /// came up to date through an answer to this very group already has it.
  mutating func fanOut(
    _ part: CommitBatch.Part, on id: BoardID, to followers: [ConnectionID]
  ) {
    guard !followers.isEmpty, let durable = boards.durableSequence(id) else { return }
    // The group is encoded once for all windows. The digest goes out before the first operation
    // beyond it, as a window compares it there.
    let digested = part.operations.firstIndex { $0.sequence > part.digest?.sequence ?? .max }
    let cut = digested ?? part.operations.endIndex
    let before = committedFrames(part.operations[..<cut])
    let digest = part.digest.map {
      DigestMessage(sequence: $0.sequence, digest: $0.digest).frame().bytes
    }
    let after = committedFrames(part.operations[cut...])
    let size = (before + after).reduce(digest?.count ?? 0) { $0 + $1.count }
    for id in followers {
      let state = connections.read(id) { connection in
        (
          follows: connection.isFollowing,
          hasRoom: connection.outbox.hasRoom(for: size, limit: connection.outboxLimit),
          compares: digest != nil && connection.features.contains(Feature.digest)
        )
      }
      guard let state, state.follows else { continue }
      guard state.hasRoom else {
        markLagging(id, durable)
        continue
      }
      for frame in before { sendBytes(id, frame) }
      if state.compares, let digest { sendBytes(id, digest) }
      for frame in after { sendBytes(id, frame) }
    }
  }

  /// The COMMITTED frames, none larger than a chunk unless one operation is.
  private func committedFrames(_ operations: ArraySlice<LoadedBoard.EncodedOperation>) -> [[UInt8]]
  {
    var frames: [[UInt8]] = []
    var start = operations.startIndex
    while start < operations.endIndex {
      let end = chunkEnd(operations[start...])
      frames.append(committedFrame(operations[start..<end]))
      start = end
    }
    return frames
  }

  private func committedFrame(_ operations: ArraySlice<LoadedBoard.EncodedOperation>) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(committedList(operations))
    writer.extensions(.none)
    return Frame(type: Committed.type, flags: [], request: 0, payload: writer.bytes).bytes
  }

  /// The index at which a chunk that begins with the slice has to end.
  private func chunkEnd(_ operations: ArraySlice<LoadedBoard.EncodedOperation>) -> Int {
    var size = 0
    for index in operations.indices {
      size += operations[index].bytes.count
      if size > Limits.chunkBytes - 256, index > operations.startIndex { return index }
    }
    return operations.endIndex
  }

  private mutating func markLagging(_ id: ConnectionID, _ sequence: UInt64) {
    connections[id]?.lag(at: sequence)
    send(id, Resync(sequence: sequence).frame())
  }

  /// Has windows that still get what is from before a purge, operations or a snapshot, fetch a
  /// snapshot instead. What is being read for them comes without what was purged, and goes to
  /// nobody.
  mutating func endReplays(of board: BoardID, before sequence: UInt64) {
    guard let durable = boards.durableSequence(board) else { return }
    for id in boards.subscribers(of: board) {
      switch window(of: id)?.subscription {
      case .replaying(let next, _) where next <= sequence: markLagging(id, durable)
      case .fetching(let stream) where stream.image.sequence < sequence:
        connections[id]?.lag(at: durable)
        refuse(id, stream.request, .purgedSnapshot)
      case .following, .replaying, .lagging, .awaiting, .fetching, nil: break
      }
    }
  }

  mutating func setSubscription(_ id: ConnectionID, _ subscription: AttachedWindow.Subscription) {
    connections.change(id) { $0.setSubscription(subscription) }
  }

  /// Sends a window that catches up as many operations as may wait for it.
  mutating func continueReplay(_ id: ConnectionID) {
    while let window = window(of: id),
      case .replaying(let next, nil) = window.subscription,
      let board = boards.resident(window.board)
    {
      if next > board.durable.sequence { return setSubscription(id, .following) }
      guard next > board.durable.purges.last else { return markLagging(id, board.durable.sequence) }
      guard hasRoom(id, for: Limits.chunkBytes) else { return }
      guard next >= board.firstRecent else {
        let through = min(board.durable.sequence, next + Coordinator.readAhead - 1)
        let token = reads.begin(.replay(id, window.board), of: payer(of: id)) {
          .read($0, window.board, from: next, through: through)
        }
        setSubscription(id, .replaying(next: next, reading: token))
        return
      }
      let start = Int(next - board.firstRecent)
      let rest = Array(board.recent[start...])
      let end = chunkEnd(rest[...])
      sendBytes(id, committedFrame(rest[..<end]))
      setSubscription(id, .replaying(next: next + UInt64(end), reading: nil))
    }
  }

  /// The number of operations that are read from the log at once.
  static let readAhead: UInt64 = 512

  mutating func readDone(_ token: ReadToken, _ operations: ReadOperations) {
    guard let read = endRead(token) else { return }
    switch read {
    case .replay(let id, let board):
      guard let window = window(of: id), window.board == board,
        case .replaying(let next, reading: token) = window.subscription
      else { return }
      replay(id, from: next, operations)
    case .history(let asked, let body, let purge):
      if isPurged(asked.board, since: purge) {
        return readAgain(asked) { $0.fetchHistory(asked.connection, asked.request, body) }
      }
      let sequence = boards.durableSequence(asked.board) ?? 0
      answer(asked, operations.from(body.from, count: Int(body.count)), sequence)
    case .cardHistory(let asked, let body, let through, let purge):
      if isPurged(asked.board, since: purge) {
        return readAgain(asked) { $0.fetchCardHistory(asked.connection, asked.request, body) }
      }
      answer(asked, operations.from(body.from, count: Int(body.count)), through)
    }
  }

  private mutating func endRead(_ token: ReadToken) -> LogReads.PendingRead? {
    guard let read = reads.end(token) else { return nil }
    switch read {
    case .replay: break
    case .history(let asked, _, _), .cardHistory(let asked, _, _, _):
      connections.change(asked.connection) { $0.endRead() }
    }
    return read
  }

  /// Whether something was purged that may stand in what was read of the log before.
  private func isPurged(_ board: BoardID, since purge: UInt64) -> Bool {
    boards.durable(board).map { $0.purges.last > purge } ?? false
  }

  private mutating func readAgain(
    _ asked: LogReads.HistoryRequest, _ ask: (inout Coordinator) -> Void
  ) {
    guard window(of: asked.connection)?.board == asked.board else {
      return refuse(
        asked.connection, asked.request, .notAttached, Coordinator.unattachedText)
    }
    ask(&self)
  }

  /// Why nothing of a board goes to a connection that asked for it before; nil where it does.
  private func refusal(toRead board: BoardID, for id: ConnectionID) -> Refusal? {
    guard let user = author(of: id)?.user, boards.mayRead(board, user) else {
      return .unknown(board)
    }
    return connections[id]?.isOutgrown == true ? .outgrown : nil
  }

  /// - Parameter operations: the operations to send; nil where they cannot be read.
  private mutating func answer(
    _ asked: LogReads.HistoryRequest, _ operations: [LoadedBoard.EncodedOperation]?,
    _ sequence: UInt64
  ) {
    let (id, request) = (asked.connection, asked.request)
    if let refusal = refusal(toRead: asked.board, for: id) { return refuse(id, request, refusal) }
    guard let operations else {
      return refuse(id, request, .boardDamaged, "The log of the board cannot be read.")
    }
    var writer = ByteWriter()
    writer.raw(committedList(operations[..<chunkEnd(operations[...])]))
    writer.uint64(sequence)
    writer.extensions(.none)
    respond(
      id, Frame(type: History.type, flags: .response, request: request, payload: writer.bytes))
  }

  private mutating func replay(_ id: ConnectionID, from next: UInt64, _ read: ReadOperations) {
    guard let operations = read.from(next, count: Int(Coordinator.readAhead)),
      operations.first?.sequence == next
    else {
      setSubscription(id, .replaying(next: next, reading: nil))
      return fail(id, .draining, "The log of the board cannot be read. Connect again.")
    }
    var position = next
    for frame in committedFrames(operations[...]) { sendBytes(id, frame) }
    position += UInt64(operations.count)
    setSubscription(id, .replaying(next: position, reading: nil))
    continueReplay(id)
  }

  mutating func readFailed(_ token: ReadToken, _ reason: String) {
    guard let read = endRead(token) else { return }
    switch read {
    case .replay(let id, _):
      fail(id, .draining, "The log cannot be read: \(reason). Connect again.")
    case .history(let asked, _, _), .cardHistory(let asked, _, _, _):
      refuse(
        asked.connection, asked.request, .storeUnavailable, "The log cannot be read: \(reason)",
        retryAfter: Coordinator.storeRetryMilliseconds)
    }
  }
}
