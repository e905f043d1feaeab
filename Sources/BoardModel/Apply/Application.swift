/// One operation while it is being applied: what is known of it, and its effects so far.
struct Application {
  let stamp: Stamp
  let base: UInt64
  let queued: Bool
  var displaced: [OperationID] = []
  var notes: [Note] = []
  var superseded: (by: OperationID, field: FieldAddress)?
  var merged = false
  var steps: [UndoStep] = []
  /// The offset of the next scalar this operation types, across all its splices.
  var nextOffset: UInt32 = 0
  /// How many cards the moves of this operation have named.
  var moved = 0
  /// How many cards this operation took out of deleted columns.
  var vacated = 0
  /// How many scalars this operation typed, deleted, took out or looked through.
  var scalars = 0
  /// How many proposals, receipts, users with favourites and blocked cards a purge looked at.
  var looks = 0
  /// The guard of an undo while it runs: only fields that its target wrote last are taken back.
  var undoing: UndoGuard?
  /// Whether a proposal is being accepted: its value is written as if it were live.
  var accepting = false
  /// Whether receipts are made: only if the board existed before the operation.
  let makesReceipts: Bool
  /// The scalar that the operation says its first insertion stands left of, if it says so.
  let leftOf: TextIdentity?
  /// The words around that insertion.
  let context: TextContext?
  /// The receipts for users, in the order in which the operation caused them.
  private(set) var receipts: [MadeReceipt] = []

  typealias MadeReceipt = (user: String, mine: OperationID, kind: Receipt.Kind)

  var nextIdentity: TextIdentity {
    TextIdentity(operation: stamp.operation, offset: nextOffset)
  }

  init(_ operation: Operation, stamp: Stamp, exists: Bool) {
    self.stamp = stamp
    base = operation.base
    queued = operation.queued
    makesReceipts = exists
    let extensions = operation.intent.isSplice ? operation.extensions : .none
    leftOf = extensions.leftOf
    context = extensions.context
  }

  /// Whether a write of this operation takes effect over the one that `current` names. The write
  /// displaces that one where both were live, and yields to it where this one was composed without
  /// a link.
  ///
  /// - Parameter lost: the value in the field, for a receipt.
  mutating func mayWrite(
    _ field: FieldAddress, over current: Stamp, losing lost: @autoclosure () -> FieldValue
  ) -> Bool {
    if undoing != nil { return mayTakeBack(field, over: current, losing: lost()) }
    // An earlier part of a batch never stands in the way of a later one.
    guard hasNotSeen(current) else { return true }
    if queued, !accepting {
      yield(field, to: current.operation, tells: true)
      return false
    }
    displace(field, current, losing: lost())
    return true
  }

  /// Whether this is another's, perhaps of another window of the author, and the author had not seen
  /// it (SPEC.md APL-009).
  func hasNotSeen(_ other: Stamp) -> Bool {
    other.sequence > base
      && !other.isOwn(of: stamp.author.user, in: stamp.operation.session)
  }

  /// Notes that a write does not take effect, and that a proposal holds its value.
  ///
  /// - Parameter tells: whether the author of this operation gets a receipt.
  mutating func yield(_ field: FieldAddress, to winner: OperationID, tells: Bool) {
    superseded = superseded ?? (winner, field)
    note(.supersededPart(field, by: winner))
    if tells { tell(stamp.author.user, of: stamp.operation, .superseded(field, by: winner)) }
  }

  private mutating func mayTakeBack(
    _ field: FieldAddress, over current: Stamp, losing lost: @autoclosure () -> FieldValue
  ) -> Bool {
    guard var undo = undoing else { return false }
    // An undo of a batch that wrote the field twice never stands in its own way.
    let undisputed =
      current.names(stamp.operation, of: stamp.author.user)
      || undo.showsTarget(in: field, by: current)
    let allowed = undisputed || undo.force
    if allowed { undo.done += 1 } else { undo.skipped.append(field) }
    undoing = undo
    if !undisputed, allowed { displace(field, current, losing: lost()) }
    return allowed
  }

  mutating func note(_ note: Note) {
    if notes.count < BoardLimits.notes, !notes.contains(note) { notes.append(note) }
  }

  private mutating func displace(
    _ field: FieldAddress, _ current: Stamp, losing lost: @autoclosure () -> FieldValue
  ) {
    if displaced.count < BoardLimits.displaced, !displaced.contains(current.operation) {
      displaced.append(current.operation)
    }
    // A user who takes back by force what their own window wrote, and what they saw, needs no
    // receipt.
    guard current.author.user != stamp.author.user || hasNotSeen(current) else { return }
    tell(current.author.user, of: current.operation, .displaced(field, value: lost()))
  }

  /// Ends a proposal of the author's. If another window of theirs had made it meanwhile, that
  /// window is told that it was displaced.
  mutating func end(_ proposal: Proposal) {
    guard hasNotSeen(proposal.stamp) else { return }
    tell(
      proposal.stamp.author.user, of: proposal.stamp.operation,
      .displaced(proposal.field, value: proposal.value))
  }

  private mutating func tell(_ user: String, of mine: OperationID, _ kind: Receipt.Kind) {
    guard makesReceipts, receipts.count < BoardLimits.receiptsAtOnce else { return }
    receipts.append((user, mine, kind))
  }

  /// The outcome of an operation that was not rejected.
  var outcome: Outcome {
    let partly = !steps.isEmpty || !displaced.isEmpty
    if let superseded, !partly, notes.count == 1 {
      return .superseded(by: superseded.by, field: superseded.field)
    }
    if merged, displaced.isEmpty { return .merged(notes: notes) }
    return .applied(displaced: displaced, notes: notes)
  }
}

extension [UndoStep] {
  /// Whether the steps of an undo record have so many bytes at most.
  func fit(in limit: Int) -> Bool {
    // Nearly all are far from it, and need not be encoded to see that.
    if reduce(0, { $0 + Swift.min($1.mostBytes, limit + 1) }) <= limit { return true }
    var writer = ByteWriter(reservingCapacity: limit)
    writer.value(self)
    return writer.bytes.count <= limit
  }
}
