import BoardModel
import DequeModule

/// Gives operations other identities, and with them everything that refers to them: text that one of
/// them typed and another one edits, an operation that another one takes back. What refers to an
/// operation that is left out is left out too.
struct Renumbering {
  private var names: [OperationID: OperationID] = [:]
  /// The operations that are left out.
  private(set) var leftOut: [LeftOutEdit]
  private var omitted: Set<OperationID>
  private var nextID: OperationID
  private let manner: Manner

  enum Manner: Hashable, Sendable {
    /// An old session could not deliver them, or none had attached yet.
    /// - confirmed: the sequence number of the window's board; no base may be above it.
    /// - ownRuns: where the old session's own operations stand in the log. They never make a base
    ///   stale, also when a new session sends it.
    case queued(confirmed: UInt64, ownRuns: OwnRuns)
    /// The session goes on, without some that came before them.
    case live
  }

  /// - Parameters:
  ///   - first: the identity of the first operation.
  ///   - refused: operations that are left out.
  init(from first: OperationID, leavingOut refused: [LeftOutEdit], _ manner: Manner) {
    nextID = first
    leftOut = refused
    omitted = Set(refused.map(\.operation.id))
    self.manner = manner
  }

  /// - Returns: the operations that are not left out, with counters from the first one on; nothing
  ///   of them is changed that the manner does not ask for.
  mutating func renumber(_ operations: [Operation]) -> [Operation] {
    operations.compactMap { operation in
      guard !omitted.contains(operation.id) else { return nil }
      guard !operation.names(anyOf: omitted) else {
        omitted.insert(operation.id)
        leftOut.append(
          LeftOutEdit(
            operation: operation, reason: "It builds on an edit of yours that was not taken."))
        return nil
      }
      names[operation.id] = nextID
      defer { nextID = nextID.next }
      return renumber(operation)
    }
  }

  private func renumber(_ operation: Operation) -> Operation {
    var (base, queued) = (operation.base, operation.queued)
    if case .queued(let confirmed, let ownRuns) = manner {
      (base, queued) = (min(ownRuns.end(after: base), confirmed), true)
    }
    return Operation(
      id: name(operation.id), base: base, queued: queued, intent: renumber(operation.intent),
      extensions: operation.extensions.renaming(rename))
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
      .textCompact, .purge:
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

extension Operation {
  /// Whether it refers to one of these operations.
  fileprivate func names(anyOf others: Set<OperationID>) -> Bool {
    guard !others.isEmpty else { return false }
    return intent.names(anyOf: others)
      || extensions.leftOf.map { others.contains($0.operation) } ?? false
  }
}

extension Intent {
  fileprivate func names(anyOf others: Set<OperationID>) -> Bool {
    switch self {
    case .cardSplice(_, let splice), .commentSplice(_, _, let splice):
      splice.deletions.contains { others.contains($0.start.operation) }
        || splice.insertions.contains { one in
          one.after.map { others.contains($0.operation) } ?? false
        }
    case .detach(_, _, let seen): others.contains(seen)
    case .settle(_, _, let operation, _): others.contains(operation)
    case .undo(let target, _): others.contains(target)
    case .batch(let intents): intents.contains { $0.names(anyOf: others) }
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .columnDelete,
      .cardCreate, .cardRetitle, .cardMove, .cardArchive, .cardRestore, .cardFavourite,
      .boardRaise, .set, .labelCreate, .itemAdd, .commentAdd, .attach, .receiptsSeen, .receiptSeen,
      .textCompact, .purge:
      false
    }
  }
}

extension OperationID {
  fileprivate var next: OperationID {
    OperationID(session: session, epoch: epoch, counter: counter + 1)
  }
}

/// The ranges of the log that hold only the window's own operations.
struct OwnRuns: Hashable, Sendable {
  /// The most runs that are kept. Older ones are forgotten: a base that old is stale for other
  /// reasons.
  static let bound = 256

  private var runs: Deque<ClosedRange<UInt64>> = []

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
