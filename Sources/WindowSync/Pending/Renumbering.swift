import BoardModel

/// Gives operations that an old session could not deliver the identities of a fresh one, and with
/// them everything that refers to them: text that one of them typed and another one edits, an
/// operation that another one takes back.
struct Renumbering {
  private var names: [OperationID: OperationID] = [:]
  private let session: SessionID
  private let epoch: UInt32
  private let confirmed: UInt64
  private let ownRuns: OwnRuns

  /// - Parameters:
  ///   - confirmed: the sequence number of the window's board; no base may be above it.
  ///   - ownRuns: where the old session's own operations stand in the log. They never make a base
  ///     stale, also when a new session sends it.
  init(session: SessionID, epoch: UInt32, confirmed: UInt64, ownRuns: OwnRuns) {
    self.session = session
    self.epoch = epoch
    self.confirmed = confirmed
    self.ownRuns = ownRuns
  }

  /// - Returns: the operations with counters from 1 on, and `queued`; nothing else of them is
  ///   changed.
  mutating func renumber(_ operations: [Operation]) -> [Operation] {
    for (index, operation) in operations.enumerated() {
      names[operation.id] = OperationID(
        session: session, epoch: epoch, counter: UInt64(index) + 1)
    }
    return operations.map { operation in
      Operation(
        id: name(operation.id), base: min(ownRuns.end(after: operation.base), confirmed),
        queued: true, intent: renumber(operation.intent),
        extensions: operation.extensions.renaming(rename))
    }
  }

  private func name(_ id: OperationID) -> OperationID { names[id] ?? id }

  private func renumber(_ intent: Intent) -> Intent {
    switch intent {
    case .cardSplice(let card, let splice):
      .cardSplice(card, renumber(splice))
    case .commentSplice(let card, let id, let splice):
      .commentSplice(card, id, renumber(splice))
    case .detach(let card, let element, let seen):
      .detach(card, element, seen: name(seen))
    case .settle(let address, let user, let operation, let accept):
      .settle(address, user: user, operation: name(operation), accept: accept)
    case .undo(let target, let force):
      .undo(target: name(target), force: force)
    case .batch(let intents):
      .batch(intents.map(renumber))
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .columnDelete,
      .cardCreate, .cardRetitle, .cardMove, .cardArchive, .cardRestore, .cardFavourite,
      .boardRaise, .set, .labelCreate, .itemAdd, .commentAdd, .attach, .receiptsSeen, .receiptSeen,
      .textCompact:
      intent
    }
  }

  private func renumber(_ splice: Splice) -> Splice {
    Splice(
      deletions: splice.deletions.map { TextRange(start: rename($0.start), count: $0.count) },
      insertions: splice.insertions.map {
        Splice.Insertion(after: $0.after.map(rename), text: $0.text)
      })
  }

  private func rename(_ identity: TextIdentity) -> TextIdentity {
    TextIdentity(operation: name(identity.operation), offset: identity.offset)
  }
}

/// The ranges of the log that hold only the window's own operations.
struct OwnRuns: Hashable, Sendable {
  /// The most runs that are kept. Older ones are forgotten: a base that old is stale for other
  /// reasons.
  static let bound = 256

  private var runs: [ClosedRange<UInt64>] = []

  /// Adds a sequence number, which is above all that were added before.
  mutating func note(_ sequence: UInt64) {
    if let last = runs.last, last.upperBound + 1 == sequence {
      runs[runs.count - 1] = last.lowerBound...sequence
      return
    }
    if runs.count == Self.bound { runs.removeFirst() }
    runs.append(sequence...sequence)
  }

  /// The last sequence number up to which only own operations follow `base`.
  func end(after base: UInt64) -> UInt64 {
    runs.last { $0.lowerBound - 1 <= base && base < $0.upperBound }?.upperBound ?? base
  }
}
