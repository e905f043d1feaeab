import HashTreeCollections

extension Board {
  /// Applies the next operation of this board's log. Whatever the operation says, the board's
  /// sequence number rises to `sequence` and an outcome is returned.
  ///
  /// - Parameters:
  ///   - sequence: one more than the board's; the caller decides the order.
  ///   - time: milliseconds since 1970, by the coordinator's clock.
  public mutating func apply(
    _ operation: Operation, sequence: UInt64, time: UInt64, author: Author
  ) -> Outcome {
    let stamp = Stamp(
      operation: operation.id, sequence: sequence, time: time, author: author)
    self.sequence = sequence
    var application = Application(operation, stamp: stamp, exists: exists)
    if let rejection = perform(operation.intent, &application) {
      if operation.intent.traits.isReportedWhenRejected { report(rejection, stamp) }
      return .rejected(rejection)
    }
    remember(&application, of: operation)
    keep(application.receipts, causedBy: stamp)
    return application.outcome
  }

  /// Applies an operation that the coordinator committed.
  /// - Returns: this replica's outcome; the replica has diverged if it is not `committed.outcome`.
  ///   Nil, and nothing happened, for an operation of which something was purged: nothing is replayed
  ///   across a purge (SPEC.md PRG-015).
  public mutating func apply(_ committed: CommittedOperation) -> Outcome? {
    switch committed.content {
    case .applied(let operation, _, _), .merged(let operation, _), .superseded(let operation, _, _):
      return apply(
        operation, sequence: committed.sequence, time: committed.time, author: committed.author)
    case .rejected(let rejected):
      sequence = committed.sequence
      if rejected.isReported { report(rejected.rejection, committed.stamp) }
      return committed.outcome
    case .purged: return nil
    }
  }

  private mutating func perform(_ intent: Intent, _ application: inout Application) -> Rejection? {
    switch intent {
    case .batch(let intents): performBatch(intents, &application)
    case .undo(let target, let force): performUndo(of: target, force: force, &application)
    case .purge(let target): performPurge(target, &application)
    default: performSingle(intent, &application)
    }
  }

  /// Performs all of a batch or none: the board is as it was if one item fails.
  private mutating func performBatch(_ intents: [Intent], _ application: inout Application)
    -> Rejection?
  {
    guard !intents.isEmpty else { return .emptyOperation }
    guard intents.count <= BoardLimits.batch else { return .limitReached(.batch) }
    let before = canCreateAll(intents, application) ? nil : self
    for (index, intent) in intents.enumerated() {
      let rejection =
        performSingle(intent, &application)
        ?? (application.scalars > BoardLimits.batchScalars ? .limitReached(.scalars) : nil)
      if let rejection {
        if let before { self = before }
        return .batchItem(UInt32(index), rejection)
      }
    }
    return nil
  }

  private mutating func performSingle(_ intent: Intent, _ application: inout Application)
    -> Rejection?
  {
    if case .boardCreate(let title) = intent { return createBoard(title, &application) }
    if let rejection = rejection(ofAny: intent, by: application.stamp.author) { return rejection }
    switch intent {
    case .boardCreate, .batch, .undo, .purge:
      return .notInBatch
    case .boardRename(let title):
      return write(.text(title), to: .boardTitle, &application)
    case .columnCreate(let id, let title, let place):
      return createColumn(id, title, place, &application)
    case .columnRename(let id, let title):
      return write(.text(title), to: .columnTitle(id), &application)
    case .columnMove(let id, let place):
      return write(.columnPlace(place), to: .columnPlace(id), &application)
    case .columnDelete(let id, let seen, let disposition):
      return deleteColumn(id, seen, disposition, &application)
    case .cardCreate(let id, let column, let title, let body, let place):
      return createCard(id, column, title, body, place, &application)
    case .cardRetitle(let id, let title):
      return write(.text(title), to: .cardTitle(id), &application)
    case .cardSplice(let id, let splice):
      return self.splice(splice, in: TextPlace(card: id, comment: nil), &application)
    case .cardMove(let ids, let column, let place):
      return moveCards(ids, column, place, &application)
    case .cardArchive(let id):
      return setArchived(id, true, &application)
    case .cardRestore(let id):
      return setArchived(id, false, &application)
    case .cardFavourite(let id, let marked):
      return setFavourite(id, marked, &application)
    case .boardRaise(let level):
      return raise(to: level)
    case .set(let address, let value):
      return write(value, to: address, &application)
    case .labelCreate(let id, let name, let colour):
      return createLabel(id, name, colour, &application)
    case .itemAdd(let card, let id, let text, let place):
      return addItem(card, id, text, place, &application)
    case .commentAdd(let card, let id, let text):
      return addComment(card, id, text, &application)
    case .attach(let card, let element):
      return attach(element, to: card, &application)
    case .detach(let card, let element, let seen):
      return detach(element, from: card, seen: seen, &application)
    case .commentSplice(let card, let id, let splice):
      return self.splice(splice, in: TextPlace(card: card, comment: id), &application)
    case .settle(let address, let user, let operation, let accept):
      let key = Proposal.Key(field: address, user: user)
      return settle(key, of: operation, accept: accept, &application)
    case .receiptsSeen(let sequence):
      dropReceipts(application) { $0.cause.sequence <= sequence }
      return nil
    case .receiptSeen(let cause, let index):
      dropReceipts(application) { $0.cause.sequence == cause && $0.index == index }
      return nil
    case .textCompact(let card, let comment, let horizon):
      return compact(card, comment, horizon: horizon, &application)
    }
  }

  /// What is wrong with any intent but the creation of a board; nil if nothing is. Each edit asks, and
  /// a call would move the board.
  @inline(__always)
  func rejection(ofAny intent: Intent, by author: Author) -> Rejection? {
    guard exists else { return .noBoard }
    let needed = levels.needed(by: intent)
    guard level >= needed else { return .levelNeeded(needed) }
    return memberIndex.rejection(of: author, needing: intent.traits.neededRole)
  }

  private mutating func remember(_ application: inout Application, of operation: Operation) {
    guard !application.steps.isEmpty else { return }
    var kind = UndoRecord.Kind.edit
    if case .undo(let target, _) = operation.intent {
      kind = undo.record(of: target)?.kind == .undo ? .redo : .undo
      if let changed = undo.markUndone(target, by: operation.id) { touchUndo(changed) }
    } else {
      withdrawProposals(&application)
    }
    // The record of an operation too large to take back says only that there was one.
    let fits = application.steps.fit(in: BoardLimits.undoRecordBytes)
    remember(
      UndoRecord(
        stamp: application.stamp, steps: fits ? application.steps : [], kind: kind, undoneBy: nil))
  }

  /// Adds an undo record, in whose place the oldest may go.
  mutating func remember(_ record: consuming UndoRecord) {
    let sequence = record.stamp.sequence
    let isNewest = undo.isNewest(sequence)
    let gone = undo.insert(record)
    if let replaced = gone.replaced { touchUndo(replaced) }
    if isNewest { return noteUndo(sequence, dropped: gone.dropped) }
    touchUndo(sequence)
    if let dropped = gone.dropped { touchUndo(dropped) }
  }

  /// A later edit of a field takes the place of its user's open proposal for it.
  private mutating func withdrawProposals(_ application: inout Application) {
    guard !proposals.isEmpty else { return }
    for step in application.steps {
      let key = Proposal.Key(field: step.field, user: application.stamp.author.user)
      guard let proposal = proposals[key] else { continue }
      // Another edit of a text does not replace the text of this proposal.
      if case .fragment = proposal.value { continue }
      // A later part of a batch moved what an earlier part only proposed to move.
      if proposal.stamp.operation == application.stamp.operation { continue }
      application.end(proposal)
      proposals[key] = nil
      touchProposal(key)
    }
  }

  /// Keeps a superseded value as a proposal. A value that an undo may not take back is not kept.
  mutating func propose(
    _ field: FieldAddress, _ value: FieldValue, _ application: inout Application
  ) -> Rejection? {
    guard application.undoing == nil else { return nil }
    var stamp = application.stamp
    let open = proposals[Proposal.Key(field: field, user: stamp.author.user)]
    guard open != nil || proposals.count < BoardLimits.proposals else {
      return .limitReached(.proposals)
    }
    // Text that is typed later stays in the proposal of the edit that it began with.
    if case .fragment = value {
      stamp = open?.stamp ?? stamp
    } else if let open {
      application.end(open)
    }
    let proposal = Proposal(field: field, value: value, stamp: stamp)
    proposals[proposal.key] = proposal
    touchProposal(proposal.key)
    return nil
  }

  /// What is wrong with a title; nil if nothing is.
  static func rejection(ofTitle title: String) -> Rejection? {
    if TextRules.isBlank(title) { return .emptyTitle }
    // A scalar has a byte at least, and bytes need not be counted.
    if title.utf8.count > BoardLimits.titleScalars,
      title.unicodeScalars.count > BoardLimits.titleScalars
    {
      return .titleTooLong
    }
    return nil
  }
}
