import BoardModel
import Wire

/// What is being written to disk.
enum Writing: Hashable, Sendable {
  case idle
  /// The first so many composed edits are being written.
  case persisting(Int)
  /// A session's file is being replaced by another's.
  case carrying
}

/// Whether edits may be handed to the coordinator.
enum Submitting: Hashable, Sendable {
  case flowing
  /// The coordinator refuses edits for now; `attempt` counts the refusals in a row.
  case holding(until: UInt64, attempt: Int, reason: String)

  /// The shortest pause after a transient refusal, in milliseconds; it doubles up to `longest`.
  static let shortest: UInt64 = 50
  static let longest: UInt64 = 10_000
}

/// The window's edits from the time they are made until the confirmed board has them: on their way
/// to the disk, then to the coordinator, then to be acknowledged and forgotten.
struct OutgoingEdits: Hashable, Sendable {
  private(set) var queue: PendingQueue
  /// The counter of the next operation; one more than any the session has used.
  private(set) var nextCounter: UInt64
  private(set) var writing = Writing.idle
  private(set) var submitting = Submitting.flowing
  private(set) var acknowledging: Acknowledging

  /// - Parameter forgotten: the last counter that left the disk.
  init(_ saved: [Operation], forgotten: UInt64) {
    queue = PendingQueue(saved)
    nextCounter = max(saved.last?.id.counter ?? 0, forgotten) + 1
    acknowledging = Acknowledging(counter: forgotten)
  }

  var hasRoom: Bool { queue.edits.count < PendingQueue.bound }

  /// Whether edits were made before the session's first ATTACHED, and have no epoch yet. They come
  /// before all others.
  var lacksEpoch: Bool { queue.edits.first?.operation.id.epoch == 0 }

  /// The counter of the first operation that is still held or will be made.
  var firstPending: UInt64 { queue.edits.first?.operation.id.counter ?? nextCounter }
}

// The way of an edit to the disk.
extension OutgoingEdits {
  /// Takes an operation that carries `nextCounter`.
  mutating func append(_ operation: Operation) {
    nextCounter += 1
    queue.append(operation)
  }

  /// - Returns: what is to be written now; nil if there is nothing, or something is being written.
  mutating func nextToWrite() -> [Operation]? {
    guard writing == .idle, queue.composedCount > 0 else { return nil }
    writing = .persisting(queue.composedCount)
    return queue.composed
  }

  /// - Returns: the operations that are on disk now.
  mutating func wereWritten() -> [Operation] {
    guard case .persisting(let count) = writing else { return [] }
    writing = .idle
    return queue.markStored(count)
  }

  mutating func beginCarrying() { writing = .carrying }

  /// - Returns: whether a session's file was being replaced.
  mutating func wereCarriedOver() -> Bool {
    guard writing == .carrying else { return false }
    writing = .idle
    return true
  }

  enum WriteFailure: Hashable, Sendable {
    /// These edits were not made; their counters are free again.
    case edits([Operation])
    /// The file of the session before is still in the present one's place.
    case succession
  }

  /// - Returns: nil if nothing was being written.
  mutating func writingFailed() -> WriteFailure? {
    defer { writing = .idle }
    switch writing {
    case .idle: return nil
    case .persisting:
      let refused = queue.removeComposed()
      nextCounter -= UInt64(refused.count)
      return .edits(refused)
    case .carrying: return .succession
    }
  }
}

// The way of an edit to the coordinator.
extension OutgoingEdits {
  /// - Parameter awaited: the counter of the last operation that awaits an answer.
  /// - Returns: the operation to send next; nil if nothing may be sent now.
  mutating func nextToSend(now: UInt64, awaited: UInt64?) -> Operation? {
    if case .holding(let until, _, _) = submitting, now < until { return nil }
    guard !queue.hasRefused, writing != .carrying else { return nil }
    // Operations that were sent behind a refused one are refused too; after that they are sent
    // again in order.
    guard let next = queue.nextToSend, awaited ?? 0 <= next.id.counter else { return nil }
    queue.markSent(next.id)
    return next
  }

  /// The time at which edits are handed out again; nil if they are, or there are none.
  func resumesSending(after now: UInt64) -> UInt64? {
    guard case .holding(let until, _, _) = submitting, until > now, queue.hasToSend else {
      return nil
    }
    return until
  }

  /// Notes that the coordinator decided on an operation, which ends a pause that is over.
  mutating func answered(now: UInt64) {
    if case .holding(let until, _, _) = submitting, now >= until { submitting = .flowing }
  }

  /// - Returns: the operation, if it was not acknowledged before.
  mutating func acknowledge(_ id: OperationID, sequence: UInt64) -> Operation? {
    queue.acknowledge(id, sequence: sequence)
  }

  /// Sends the operation again when it is its turn.
  mutating func sendAgain(_ id: OperationID) { queue.markUnsent(id) }

  enum Pause: Hashable, Sendable {
    /// Nothing was refused before.
    case first
    /// The coordinator refused again after a pause.
    case further
    /// A pause is under way, and may last longer now.
    case joined
  }

  /// Sends the operation again later, and those after it, in the same order: none was consumed.
  /// - Parameter retryAfter: the pause in milliseconds that the coordinator asked for.
  mutating func hold(
    _ id: OperationID, retryAfter: UInt32, reason: String, now: UInt64
  ) -> Pause {
    queue.markUnsent(id)
    let asked = now + UInt64(min(retryAfter, Limits.retryAfterMilliseconds))
    var attempt = 0
    if case .holding(let until, let previous, let reason) = submitting {
      // Operations that were sent together are refused together; the last may have to wait longer.
      if now < until {
        submitting = .holding(until: max(until, asked), attempt: previous, reason: reason)
        return .joined
      }
      attempt = previous + 1
    }
    let own = min(Submitting.shortest << UInt64(min(attempt, 10)), Submitting.longest)
    submitting = .holding(until: max(now + own, asked), attempt: attempt, reason: reason)
    return attempt == 0 ? .first : .further
  }

  /// Leaves out an operation that its author's role forbids. Those behind it wait until they have
  /// other counters.
  mutating func refuse(_ id: OperationID, _ reason: String) { queue.refuse(id, reason) }

  /// Removes an operation that no coordinator will take.
  mutating func remove(_ id: OperationID) -> Operation? { queue.remove(id) }

  /// The connection is gone, and with it the answers: everything sent is sent again later.
  mutating func disconnected() {
    queue.markAllUnsent()
    acknowledging.detached()
  }

  /// Operations that can leave the disk: the session's up to a counter.
  struct Dropped: Hashable, Sendable {
    let session: SessionID
    let counter: UInt64
    /// The least of their bases.
    let base: UInt64
  }

  /// - Returns: what the board confirmed through `sequence` has, or what another terminal counted on
  ///   behind.
  mutating func dropConfirmed(through sequence: UInt64, ownThrough: UInt64) -> Dropped? {
    guard let session = queue.edits.first?.operation.id.session,
      let dropped = queue.dropConfirmed(through: sequence, ownThrough: ownThrough)
    else { return nil }
    acknowledging.counter = max(acknowledging.counter, dropped.counter)
    return Dropped(session: session, counter: acknowledging.counter, base: dropped.base)
  }

  mutating func nextAcknowledgement(
    sequence: UInt64, now: UInt64, atOnce: Bool
  ) -> Acknowledging.Told? {
    acknowledging.next(sequence: sequence, now: now, atOnce: atOnce)
  }

  /// Forgets what was acknowledged, because the coordinator does not know it.
  mutating func acknowledgeAfresh() { acknowledging.unheard() }
}

// How the edits change hands between sessions.
extension OutgoingEdits {
  /// The session attaches, with the board confirmed through `sequence`.
  mutating func attached(sequence: UInt64) { acknowledging.attached(sequence: sequence) }

  /// Takes over how far another terminal counted while it had the session. What is acknowledged and
  /// not on the confirmed board yet leaves the disk with that (SPEC.md DSK-008).
  /// - Returns: whether it counted further.
  mutating func countOn(from last: UInt64) -> Bool {
    guard queue.unacknowledged.isEmpty, last >= nextCounter else { return false }
    nextCounter = last &+ 1
    acknowledging.counter = last
    return true
  }

  /// Leaves the words around edits out that were made before operation `purge`.
  mutating func leaveOutContexts(before purge: UInt64) { queue.leaveOutContexts(before: purge) }

  /// The session is lost: what it sent is sent again by another.
  mutating func withdraw() {
    queue.markAllUnsent()
    submitting = .flowing
  }

  /// Gives what is not acknowledged the identities of a fresh session, or of one that has attached
  /// for the first time, with counters from 1 on.
  /// - Returns: what was left out.
  mutating func renumber(
    for session: SessionID, epoch: UInt32, confirmed: UInt64, ownRuns: OwnRuns
  ) -> [LeftOutEdit] {
    var renumbering = Renumbering(
      from: OperationID(session: session, epoch: epoch, counter: 1), leavingOut: queue.refused,
      .queued(confirmed: confirmed, ownRuns: ownRuns))
    queue.replace(with: renumbering.renumber(queue.unacknowledged), keepsAcknowledged: false)
    nextCounter = UInt64(queue.edits.count) + 1
    acknowledging = Acknowledging(counter: 0)
    return renumbering.leftOut
  }

  /// Leaves out what the coordinator refused, and gives those behind it the counters from there on
  /// (SPEC.md EDT-037).
  /// - Parameter epoch: that of the session.
  /// - Returns: what was left out.
  mutating func closeGap(epoch: UInt32) -> [LeftOutEdit] {
    guard queue.hasRefused, let first = queue.unacknowledged.first?.id else { return [] }
    var renumbering = Renumbering(
      from: OperationID(session: first.session, epoch: epoch, counter: first.counter),
      leavingOut: queue.refused, .live)
    let renumbered = renumbering.renumber(queue.unacknowledged)
    queue.replace(with: renumbered, keepsAcknowledged: true)
    nextCounter = first.counter + UInt64(renumbered.count)
    return renumbering.leftOut
  }

  /// The session that counts on at `nextCounter` is the window's again; nothing is pending.
  mutating func restore(nextCounter: UInt64) {
    self.nextCounter = nextCounter
    acknowledging = Acknowledging(counter: nextCounter - 1)
  }
}
