import BoardModel
import Wire

// A person's edits: how they become operations, reach the disk and are shown.
extension Replica {
  mutating func edit(_ intent: Intent) {
    if let refusal = compose(intent) { effects.append(.refused(intent, reason: refusal)) }
  }

  /// - Returns: why the edit was not made; nil if it was.
  private mutating func compose(_ intent: Intent) -> EditRefusal? {
    let standing = currentStanding
    guard standing == .writable else { return .readOnly(standing) }
    guard !copy.confirmed.isEmpty, copy.hasVisible else { return .noBoard }
    guard outgoing.hasRoom else { return .queueFull }
    // Before the first ATTACHED the epoch is 0, which no coordinator takes: `nameEdits` follows.
    let id = OperationID(
      session: identity.session, epoch: session.epoch, counter: outgoing.nextCounter)
    let fitting = Composer.fitting(intent, as: id)
    let operation = Operation(
      id: id, base: copy.shownThrough, queued: phase != .live, intent: fitting,
      extensions: extensions(of: fitting))
    let frame = link.conversation.read { $0.frameLimit } ?? Limits.frameBytes
    guard OperationSize.fits(operation, frame: frame) else { return .tooLarge }
    outgoing.append(operation)
    return nil
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
    guard let board = copy.draft(outgoing.queue, prediction) else {
      return effects.append(.refused(nil, reason: .noBoard))
    }
    let record = find(board.undo) { [session] in
      session.made($0.stamp.operation, by: $0.stamp.author)
    }
    guard let target = record?.stamp.operation else {
      return effects.append(.refused(nil, reason: none))
    }
    if let refusal = compose(.undo(target: target, force: force)) {
      effects.append(.refused(nil, reason: refusal))
    }
  }

  mutating func persistNext() {
    if session.ownership.replacesFile { return }
    if let operations = outgoing.nextToWrite() { effects.append(.persist(operations)) }
  }

  mutating func stored() {
    guard case .persisting = outgoing.writing else { return }
    if copy.isStale { copy.replay(outgoing.queue, prediction) }
    for operation in outgoing.wereWritten() { copy.show(operation, prediction) }
  }

  mutating func storeFailed(_ reason: String) {
    switch outgoing.writingFailed() {
    case nil: return
    case .edits(let operations):
      for operation in operations {
        effects.append(.refused(operation.intent, reason: .notStored(reason)))
      }
    case .succession:
      link.trouble = reason
      closeLink(retryAfter: Self.laterPause)
    }
  }
}
