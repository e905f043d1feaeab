import BoardModel
import LogRecords
import Wire

/// What is kept of an operation that was ordered until it is durable: its bytes, made once, and what
/// follows for others. The operation itself is let go of.
struct OrderedOperation: Sendable {
  let encoded: LoadedBoard.EncodedOperation
  let author: Author
  /// What its author is answered.
  let stored: StoredOutcome
  /// The purge that it was, if it was one that was done.
  let purge: PurgeRecord?
  /// The roles that it gave and took.
  let roles: [(user: String, role: Role?)]
  /// Whether it may archive or purge cards, whose windows then end.
  let mayTakeCards: Bool
  /// The digest of the board after it, if that is to be published.
  let digest: CommitBatch.Digest?

  init(
    _ submitted: SubmittedOperation, _ outcome: Outcome, on board: BoardID, sequence: UInt64,
    time: UInt64, author: Author, roles: [(user: String, role: Role?)] = [],
    digest: CommitBatch.Digest? = nil
  ) {
    let operation = submitted.operation
    let committed = CommittedOperation(
      sequence: sequence, time: time, author: author, operation: operation, outcome: outcome)
    self.author = author
    encoded = LoadedBoard.EncodedOperation(
      sequence: sequence, bytes: committed.bytes(encoded: submitted.bytes),
      room: committed.roomForPurge)
    stored = StoredOutcome(
      counter: operation.id.counter, sequence: sequence, time: time, outcome: outcome)
    purge = PurgeRecord(committed, on: board)
    mayTakeCards = operation.intent.mayTakeCards
    self.roles = roles
    self.digest = digest
  }
}

extension Intent {
  fileprivate var mayTakeCards: Bool {
    switch self {
    case .cardArchive, .columnDelete, .settle, .undo, .purge: true
    case .batch(let parts): parts.contains(where: \.mayTakeCards)
    case .boardCreate, .boardRename, .boardRaise, .columnCreate, .columnRename, .columnMove,
      .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardRestore, .cardFavourite, .set,
      .labelCreate, .itemAdd, .commentAdd, .commentSplice, .attach, .detach, .receiptsSeen,
      .receiptSeen, .textCompact:
      false
    }
  }
}
