/// One operation while it is being applied: what it is, and what it has come to so far.
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
  /// Set while an undo runs: only fields that this operation wrote last are taken back.
  var undoing: UndoGuard?

  var nextIdentity: TextIdentity {
    TextIdentity(operation: stamp.operation, offset: nextOffset)
  }

  init(_ operation: Operation, stamp: Stamp) {
    self.stamp = stamp
    base = operation.base
    queued = operation.queued
  }

  /// Whether a write of this operation takes effect over the one that `current` names. Displaces
  /// it where both were live, yields to it where this one was composed without a link.
  mutating func mayWrite(_ field: FieldAddress, over current: Stamp) -> Bool {
    if undoing != nil { return mayTakeBack(field, over: current) }
    // What this very operation wrote, a part of a batch, never stands in its way.
    guard current.sequence > base, current.operation.session != stamp.operation.session else {
      return true
    }
    if queued {
      superseded = superseded ?? (current.operation, field)
      note(.supersededPart(field, by: current.operation))
      return false
    }
    displace(current)
    return true
  }

  private mutating func mayTakeBack(_ field: FieldAddress, over current: Stamp) -> Bool {
    guard var undo = undoing else { return false }
    // What this very undo wrote, of a batch that wrote the field twice, never stands in its way.
    let undisputed =
      current.operation == stamp.operation || undo.showsTarget(in: field, by: current)
    let allowed = undisputed || undo.force
    if allowed { undo.done += 1 } else { undo.skipped.append(field) }
    undoing = undo
    if !undisputed, allowed { displace(current) }
    return allowed
  }

  mutating func note(_ note: Note) {
    if notes.count < BoardLimits.notes, !notes.contains(note) { notes.append(note) }
  }

  private mutating func displace(_ current: Stamp) {
    if displaced.count < BoardLimits.displaced, !displaced.contains(current.operation) {
      displaced.append(current.operation)
    }
  }

  /// What the steps take up in an undo record.
  var stepsByteCount: Int {
    var writer = ByteWriter()
    writer.list(steps) { $0.undoStep($1) }
    return writer.bytes.count
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
