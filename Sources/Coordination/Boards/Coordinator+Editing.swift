import BoardModel
import LogRecords
import Wire

// Which operations are taken, in which order they stand, and what is answered to a resend.
extension Coordinator {
  mutating func submit(_ id: ConnectionID, _ request: UInt64, _ operation: Operation) {
    guard let window = window(of: id),
      let ledger = sessions[window.session]?.ledger.state
    else {
      return refuse(
        id, request, .notAttached, Coordinator.unattachedText)
    }
    let (sessionID, boardID, epoch) = (window.session, window.board, window.epoch)
    guard operation.id.session == sessionID else {
      return refuse(
        id, request, .wrongSession,
        "The edit is of the window \(operation.id.session), this connection of \(sessionID)."
      )
    }
    guard operation.byteCount <= Limits.operationBytes else {
      return refuse(
        id, request, .requestTooLarge,
        "The operation has \(operation.byteCount) bytes; at most \(Limits.operationBytes) are "
          + "taken. Split it.")
    }
    let counter = operation.id.counter
    if counter <= ledger.lastCounter {
      return resend(id, request, operation, on: boardID)
    }
    guard counter == ledger.lastCounter + 1 else {
      return refuse(
        id, request, .counterGap,
        "The window's next edit is number \(ledger.lastCounter + 1), not \(counter).")
    }
    guard operation.id.epoch > 0, operation.id.epoch <= epoch,
      operation.id.epoch >= ledger.lastEpoch
    else {
      return refuse(
        id, request, .wrongSession,
        "The edit was made when the window was taken over \(operation.id.epoch) times; "
          + "\(max(ledger.lastEpoch, 1)) to \(epoch) are possible.")
    }
    order(id, request, operation, kept: ledger.count, on: boardID)
  }

  private mutating func order(
    _ id: ConnectionID, _ request: UInt64, _ operation: Operation, kept: Int, on boardID: BoardID
  ) {
    guard case .serving = life else {
      return refuse(id, request, .notNow, "This coordinator is stopping.", retryAfter: 1_000)
    }
    guard kept < configuration.unacknowledgedOutcomes else {
      return refuse(
        id, request, .acknowledgeFirst,
        "\(kept) outcomes wait to be acknowledged.", retryAfter: 100)
    }
    guard let durable = boards.durable(boardID)?.sequence, let author = author(of: id) else {
      return refuse(
        id, request, .notNow, "The board is being read from the disk. Try again in a moment.",
        retryAfter: 100)
    }
    guard operation.base <= durable else {
      return refuse(
        id, request, .baseAhead,
        "The operation's base \(operation.base) is ahead of the board, which is at "
          + "\(durable).")
    }
    let ordered = boards.change(boardID) { [now] board in
      let committed = board.order(operation, by: author, now: now)
      return (committed, board.takeDigest(now: now))
    }
    guard let (committed, digest) = ordered else { return }
    let stored = StoredOutcome(committed)
    sessions.append(
      Session.Ledger.Entry(hash: operation.hash, epoch: operation.id.epoch, stored: stored),
      of: operation.id.session)
    commits.add(committed, on: boardID, digest: digest)
    commits.answer(.outcome(id, request: request, stored))
  }

  private mutating func resend(
    _ id: ConnectionID, _ request: UInt64, _ operation: Operation, on board: BoardID
  ) {
    guard let entry = sessions[operation.id.session]?.ledger.entry(for: operation.id.counter) else {
      return refuse(
        id, request, .alreadyAcknowledged,
        "The outcome of operation \(operation.id.counter) was acknowledged and is not kept.")
    }
    guard entry.hash == operation.hash else {
      return refuse(
        id, request, .operationChanged,
        "Operation \(operation.id.counter) was sent before with other content.")
    }
    guard let durable = boards.durable(board) else {
      return refuse(
        id, request, .notNow, "The board is being read from the disk. Try again in a moment.",
        retryAfter: 100)
    }
    answerWhenDurable(id, request, entry.stored, on: board, durable)
  }

  /// Answers with an outcome that may still be on its way to the disk.
  mutating func answerWhenDurable(
    _ id: ConnectionID, _ request: UInt64, _ stored: StoredOutcome, on board: BoardID,
    _ durable: Board
  ) {
    if stored.sequence <= durable.sequence {
      respond(id, request, OutcomeMessage(stored: stored))
    } else {
      commits.answer(.outcome(id, request: request, stored), after: stored.sequence, on: board)
    }
  }

  mutating func acknowledge(_ id: ConnectionID, _ body: Acknowledge) {
    guard let window = window(of: id),
      let durable = boards.durable(window.board)?.sequence
    else { return }
    sessions.acknowledge(window.session, body, durable: durable)
  }
}
