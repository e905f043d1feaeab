import BoardModel
import Wire

// A person's edits: how they become operations, reach the disk and are shown.
extension Replica {
  mutating func edit(_ intent: Intent) {
    if let refusal = compose(intent) { effects.append(.refused(intent, reason: refusal)) }
  }

  /// - Returns: why the edit was not made; nil if it was.
  private mutating func compose(_ intent: Intent) -> EditRefusal? {
    guard confirmed != nil, visible != nil else { return .noBoard }
    if let readOnly { return .readOnly(reason: readOnly) }
    guard queue.edits.count < PendingQueue.bound else { return .queueFull }
    // A session that never attached will have epoch 1.
    let id = OperationID(session: identity.session, epoch: max(epoch, 1), counter: nextCounter)
    let fitting = Composer.fitting(intent, as: id)
    let operation = Operation(
      id: id, base: visibleThrough, queued: phase != .live, intent: fitting,
      extensions: extensions(of: fitting))
    let frame = conversation?.frameLimit ?? Limits.frameBytes
    guard OperationSize.fits(operation, frame: frame) else { return .tooLarge }
    nextCounter += 1
    queue.append(operation)
    return nil
  }

  var readOnly: String? {
    if ownership.isFenced { return over.reason }
    if ownership == .reclaiming { return "this window is not taken back yet" }
    switch link {
    case .stopped(.upgrade(let reason)), .closing(.rest(.upgrade(let reason))): return reason
    case .left, .closing(.leave): return "this window is closing"
    case .linked(_, let phase, _): return phase.isDeparture ? "this window is closing" : nil
    case .idle, .waiting, .dialing, .closing, .stopped: return nil
    }
  }

  mutating func undo(force: Bool) {
    takeBack(force: force, orElse: .nothingToUndo) { $0.lastUndoable(where: $1) }
  }

  mutating func redo(force: Bool) {
    takeBack(force: force, orElse: .nothingToRedo) { $0.lastRedoable(where: $1) }
  }

  private mutating func takeBack(
    force: Bool, orElse none: EditRefusal,
    _ find: (UndoLedger, (UndoRecord) -> Bool) -> UndoRecord?
  ) {
    guard let board = draft() else { return effects.append(.refused(nil, reason: .noBoard)) }
    let sessions = predecessors + [identity.session]
    let record = find(board.undo) { sessions.contains($0.stamp.operation.session) }
    guard let target = record?.stamp.operation else {
      return effects.append(.refused(nil, reason: none))
    }
    if let refusal = compose(.undo(target: target, force: force)) {
      effects.append(.refused(nil, reason: refusal))
    }
  }

  /// The visible board with the edits that are on their way to the disk, so that two quick undos
  /// take back two edits.
  private mutating func draft() -> Board? {
    if visibleIsStale { replay() }
    guard var board = visible else { return nil }
    for operation in queue.composed { predict(operation, on: &board) }
    return board
  }

  /// Shows a pending operation as the coordinator would order it next.
  func predict(_ operation: Operation, on board: inout Board) {
    _ = board.apply(
      operation, sequence: board.sequence &+ 1, time: wallClock.time(at: now),
      author: identity.author)
  }

  /// Replays the pending operations on the confirmed board.
  mutating func replay() {
    visibleIsStale = false
    visibleThrough = confirmedSequence
    guard var board = confirmed else { return }
    for operation in queue.shown(above: ownThrough) { predict(operation, on: &board) }
    visible = board
  }

  mutating func persistNext() {
    guard writing == .idle, queue.composedCount > 0 else { return }
    // The old session's file is about to be replaced, and takes no new edits.
    if case .adopting = ownership { return }
    writing = .persisting(queue.composedCount)
    effects.append(.persist(queue.composed))
  }

  mutating func stored() {
    guard case .persisting(let count) = writing else { return }
    writing = .idle
    if visibleIsStale { replay() }
    for operation in queue.markStored(count) {
      guard var board = visible else { break }
      changes.noteOwn(operation, on: board)
      visible = nil  // `board` is the sole owner while it changes: nothing is copied.
      predict(operation, on: &board)
      visible = board
    }
  }

  mutating func storeFailed(_ reason: String) {
    switch writing {
    case .idle: return
    case .persisting:
      writing = .idle
      let refused = queue.removeComposed()
      nextCounter -= UInt64(refused.count)
      for operation in refused {
        effects.append(.refused(operation.intent, reason: .notStored(reason)))
      }
    case .carrying:
      writing = .idle
      trouble = reason
      closeLink(retryAfter: Self.laterPause)
    }
  }

  /// Whether the coordinator tells what concerns one card; nil while there is no link.
  public var tellsCardHistory: Bool? {
    conversation?.welcome.map { $0.features.contains(Feature.cardHistory) }
  }

  mutating func fetchHistory(_ token: UInt64, _ from: UInt64, _ count: UInt32) {
    ask(FetchHistory(from: from, count: count), token)
  }

  mutating func fetchCardHistory(
    _ token: UInt64, _ card: CardID, _ from: UInt64, _ count: UInt32
  ) {
    guard tellsCardHistory != false else {
      effects.append(
        .historyUnavailable(
          token: token, reason: "the coordinator is too old to tell the history of a card"))
      return
    }
    ask(FetchCardHistory(card: card, from: from, count: count), token)
  }

  private mutating func ask(_ request: some MessageBody, _ token: UInt64) {
    guard let phase, phase.follows, conversation?.hasRoom == true else {
      effects.append(.historyUnavailable(token: token, reason: "there is no connection"))
      return
    }
    converse { conversation, _ in conversation.request(request, .history(token: token)) }
  }
}
