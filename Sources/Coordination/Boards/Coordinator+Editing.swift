import BoardModel
import LogRecords
import Wire

// Which operations are taken, in which order they stand, and what is answered to a resend.
extension Coordinator {
  mutating func submit(_ id: ConnectionID, _ request: UInt64, _ operation: Operation) {
    guard let window = window(of: id) else {
      return refuse(id, request, .notAttached, Coordinator.unattachedText)
    }
    if boards.isReloading(window.board) {
      return waitForBoard(window.board, id, request, .submit(Submit(operation: operation)))
    }
    // What was purged does not come back with the words around an edit that was made before.
    let purge = boards.read(window.board) { $0.tip.lastPurge } ?? 0
    let operation = operation.withoutContext(before: purge) ?? operation
    let submitted = SubmittedOperation(operation)
    switch sessions.decide(submitted, of: window.session, epoch: window.epoch) {
    case nil: refuse(id, request, .notAttached, Coordinator.unattachedText)
    case .refused(let refusal): refuse(id, request, refusal)
    case .known(let stored):
      guard let durable = boards.durableSequence(window.board) else {
        return refuseLoading(id, request)
      }
      answerWhenDurable(id, request, stored, on: window.board, durable)
    case .next(let kept, let size):
      if let refusal = refusalOfMore(than: kept, size)
        ?? refusalOfOutcomes(on: id, operation)
      {
        return refuse(id, request, refusal)
      }
      order(id, request, submitted, on: window.board)
    }
  }

  /// Why no further operation is taken from a session; nil where one is.
  ///
  /// - Parameters:
  ///   - kept: the number of outcomes that wait to be acknowledged.
  ///   - bytes: the bytes of these.
  private func refusalOfMore(than kept: Int, _ bytes: Int) -> Refusal? {
    guard
      kept >= configuration.unacknowledgedOutcomes || bytes >= configuration.unacknowledgedBytes
    else { return nil }
    let name =
      kept >= configuration.unacknowledgedOutcomes
      ? "unacknowledged-outcomes" : "unacknowledged-bytes"
    return Refusal(
      .acknowledgeFirst,
      "The limit \(name) is reached: \(kept) outcomes of \(bytes) bytes wait to be acknowledged.",
      retryAfter: 100)
  }

  /// Why no further operation of somebody is taken, whose windows have not acknowledged much (SPEC.md
  /// LIM-018); nil where one is. Windows that are long gone make room.
  private mutating func refusalOfOutcomes(
    on id: ConnectionID, _ operation: Operation
  ) -> Refusal? {
    let share = configuration.shares.outcomeBytes
    if sessions.counts.hasRoomForOutcomes(in: share) { return nil }
    // Whoever has used up their share can still take away what must not stay.
    if case .purge = operation.intent { return nil }
    guard let author = author(of: id),
      let excess = sessions.counts.excessOfOutcomes(of: share, for: author)
    else { return nil }
    switch excess {
    case .user, .device:
      turnCost.handling += MessageCost.ofSearch(sessions.windowCount(of: author.user))
      if let gone = sessions.makingRoomForOutcomes(of: author, at: excess, now: now) {
        forget(gone)
        return nil
      }
    case .address, .all, .reserve: break
    }
    return Refusal(
      .acknowledgeFirst,
      "The limit \(excess.name(of: "outcome-bytes")) is reached: "
        + "\(excess.words("bytes of outcomes that no window acknowledged")). Start windows again that "
        + "are away (board windows), or end them (board close).", retryAfter: 1_000)
  }

  /// Why no further operation of somebody is gathered, be it before the log wrote what waits for it or
  /// ever; nil where one is.
  func refusalOfBytes(by author: Author, _ submitted: SubmittedOperation) -> Refusal? {
    if let refusal = refusalForFullGroup(by: author) { return refusal }
    let refusal = holdings.refusalOfBytes(
      submitted.bytes.count, by: author, configuration.shares)
    // Whoever has used up their share can still take away what must not stay.
    if refusal != nil, case .purge = submitted.operation.intent { return nil }
    return refusal
  }

  /// Why no further operation of somebody is gathered before the log wrote what waits for it (SPEC.md
  /// LIM-007); nil where one is.
  func refusalForFullGroup(by author: Author) -> Refusal? {
    if commits.gathering.bytes.hasRoom(in: configuration.shares.waitingBytes) { return nil }
    let (bytes, holder) = (commits.gathering.bytes, Holder(author: author))
    var share = configuration.shares.waitingBytes
    guard bytes.excess(of: share, for: holder) != nil else { return nil }
    // Whoever is alone has all of it.
    if bytes.held(by: author.user) == bytes.all { (share.ofUser, share.reserve) = (share.all, 0) }
    if bytes.held(by: author) == bytes.all { share.ofDevice = share.all }
    return bytes.excess(of: share, for: holder).map { excess in
      Refusal(
        .notNow,
        "The limit \(excess.name(of: "group-bytes")) is reached: \(bytes.all) bytes wait for the "
          + "log. Try again in a moment.", retryAfter: 100)
    }
  }

  private mutating func order(
    _ id: ConnectionID, _ request: UInt64, _ submitted: SubmittedOperation, on boardID: BoardID
  ) {
    guard case .serving = life else {
      return refuse(id, request, .notNow, "This coordinator is stopping.", retryAfter: 1_000)
    }
    guard let visitor = visitor(of: id), let author = visitor.author else { return }
    if let refusal = refusalOfBytes(by: author, submitted) {
      return refuse(id, request, refusal)
    }
    let runs = configuration.shares.textRuns
    guard
      let ordering = boards.change(
        boardID, { [now] in $0.submit(submitted, by: author, runs: runs, now: now) })
    else { return refuseLoading(id, request) }
    switch ordering {
    case .refused(let refusal):
      if refusal.code == .requestTooLarge { turnCost.handling += MessageCost.tried }
      refuse(id, request, refusal)
    case .ordered(let ordered):
      let name = submitted.operation.id
      sessions.append(
        Session.Ledger.Entry(
          mark: OperationMark(submitted.marked), epoch: name.epoch, stored: ordered.stored),
        of: name.session)
      add(ordered, on: boardID, from: visitor.address)
      commits.answer(.outcome(id, request: request, ordered.stored))
    }
  }

  private mutating func refuseLoading(_ id: ConnectionID, _ request: UInt64) {
    refuse(
      id, request, .notNow, "The board is being read from the disk. Try again in a moment.",
      retryAfter: 100)
  }

  /// Answers with an outcome that may still be on its way to the disk.
  mutating func answerWhenDurable(
    _ id: ConnectionID, _ request: UInt64, _ stored: StoredOutcome, on board: BoardID,
    _ durable: UInt64
  ) {
    if stored.sequence <= durable {
      respond(id, request, OutcomeMessage(stored: stored))
    } else {
      commits.answer(.outcome(id, request: request, stored), after: stored.sequence, on: board)
    }
  }

  mutating func acknowledge(_ id: ConnectionID, _ body: Acknowledge) {
    guard let window = window(of: id),
      let durable = boards.durableSequence(window.board)
    else { return }
    if let refusal = sessions.acknowledge(window.session, body, durable: durable) {
      // The window knows more than there is: it is of another store, or confused.
      endAttachment(of: id, saying: ErrorMessage(code: refusal.code, text: refusal.text))
    }
  }
}
