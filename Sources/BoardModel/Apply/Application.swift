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
  /// Set while an undo runs: only fields that this operation wrote last are taken back.
  var undoing: UndoGuard?

  struct UndoGuard {
    let target: OperationID
    let force: Bool
    var skipped: [FieldAddress] = []
    var done = 0
  }

  init(_ operation: Operation, stamp: Stamp) {
    self.stamp = stamp
    base = operation.base
    queued = operation.queued
  }

  /// Whether a write of this operation takes effect over the one that `current` names. Displaces
  /// it where both were live, yields to it where this one was composed without a link.
  mutating func mayWrite(_ field: FieldAddress, over current: Stamp) -> Bool {
    if var undo = undoing {
      let allowed = undo.force || current.operation == undo.target
      if allowed { undo.done += 1 } else { undo.skipped.append(field) }
      undoing = undo
      if allowed, current.operation != undo.target { displace(current) }
      return allowed
    }
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
