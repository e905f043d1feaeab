import BoardModel
import Wire

// How the confirmed board comes about: snapshots, operations, digests.
extension Replica {
  /// Waits for a snapshot, and asks for it at the end of the turn unless it comes unasked.
  /// - Parameter request: what a snapshot may follow the answer to.
  mutating func startSnapshot(behind request: ReplicaRequest? = nil) {
    let gathering = SnapshotGathering(generation: link.conversation.read { $0.lastRequest } ?? 0)
    if let request {
      converse { $0.rename(request, to: .snapshot(generation: gathering.generation)) }
    }
    enter(.catchingUp(.snapshot(gathering)))
  }

  mutating func takeSnapshot(_ chunk: Snapshot, _ generation: UInt64) throws(LinkFault) {
    guard case .catchingUp(.snapshot(var gathering)) = phase, gathering.generation == generation
    else { return }
    // With one owner the entities grow in place; with two, each chunk would copy all before it.
    enter(.attaching)
    guard let sequence = try gathering.take(chunk) else {
      return enter(.catchingUp(.snapshot(gathering)))
    }
    guard sequence <= Self.largestNumber else {
      throw LinkFault(.malformed, "No board has operation \(sequence).")
    }
    let board: Board
    do throws(SnapshotFault) {
      board = try Board(
        id: copy.id, sequence: sequence, entities: gathering.entities, levels: copy.levels)
    } catch {
      throw LinkFault(.malformed, "The snapshot does not make up a board: \(error)")
    }
    guard board.level <= copy.levels.newest else {
      return needUpgrade("the board has things on it that this program is too old for")
    }
    if copy.replacedStore != nil { keepLost(to: board) }
    if copy.take(board) { clearPurged() }
    arrive()
  }

  /// Tells that the store is another, and has the board kept as the one before had it: what people did
  /// after a backup was made may be nowhere else (SPEC.md RSM-011).
  /// - Parameter board: the board that comes in its place; nil where the store has none to be read.
  mutating func keepLost(to board: Board?) {
    let lost = copy.lost(to: board)
    if let lost, let store = copy.replacedStore {
      let cause = DivergenceReport.Cause.storeReplaced(
        store, by: session.incarnation, purge: board?.lastPurge ?? 0)
      effects.append(.saveReport(DivergenceReport(cause: cause, board: lost)))
    }
    notice(.storeReplaced(isKept: lost != nil))
  }

  mutating func takeCommitted(_ operations: [CommittedOperation]) {
    if case .catchingUp(.operations) = phase { copy.holdShown() }
    let taken = copy.take(operations, of: session, pending: outgoing.queue)
    for committed in taken.decided {
      settle(committed.id, sequence: committed.sequence, committed.outcome)
    }
    if !taken.operations.isEmpty { effects.append(.committed(taken.operations)) }
    if taken.isPurged { clearPurged() }
    if let cause = taken.divergence { return diverge(cause) }
    checkArrival()
  }

  /// Goes live once the board has reached the sequence number that it had at ATTACHED.
  mutating func checkArrival() {
    guard case .catchingUp(.operations(let through)) = phase, copy.sequence >= through
    else { return }
    copy.noteOrdered()
    arrive()
  }

  private mutating func arrive() {
    switch session.ownership {
    case .succeeding: startInquiry()
    case .naming, .adopting: enter(.carrying)
    case .holding where outgoing.lacksEpoch: enter(.carrying)
    case .holding, .awaitingSuccessor, .delivering, .surrendered, .reclaiming: enter(.live)
    }
  }

  mutating func check(_ message: DigestMessage) {
    if let cause = copy.difference(from: message) { diverge(cause) }
  }

  private mutating func diverge(_ cause: DivergenceReport.Cause) {
    // A window on its way out does not compare the board any more.
    guard let phase, phase.deadline == nil, let (report, isOften) = copy.diverge(cause) else {
      return
    }
    effects.append(.saveReport(report))
    notice(.diverged(sequence: report.board.sequence))
    if isOften {
      link.trouble = "this window and the coordinator come to different boards"
      closeLink(retryAfter: Backoff.cap)
    } else {
      startSnapshot()
    }
  }

  /// Has the disk let go of what was purged. The board is written anew at the end of the turn.
  private mutating func clearPurged() {
    let purge = copy.lastPurge
    outgoing.leaveOutContexts(before: purge)
    effects.append(.clearPurged(purge))
    // The window of an earlier process may have left a board, which nobody writes anew.
    if identity.configuration == .command { effects.append(.forgetBoard) }
  }

  /// Writes the cached board when that is due.
  mutating func saveBoard(atOnce: Bool) {
    guard identity.configuration != .command,
      atOnce || copy.saving.isUrgent || phase?.keepsPace == true
    else { return }
    guard copy.isSavingDue(now: now, atOnce: atOnce), let board = copy.saved else { return }
    effects.append(.saveBoard(board))
  }
}
