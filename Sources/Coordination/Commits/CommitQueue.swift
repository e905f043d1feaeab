import BoardModel
import LogRecords
import Wire

/// What is not durable yet: the group that the log writes, and the group that is gathered meanwhile.
struct CommitQueue: Sendable {
  private(set) var inFlight: CommitBatch?
  private(set) var gathering = CommitBatch()
  /// The sessions that are gone from memory but, because a group failed, not from the log.
  private(set) var unsavedRemovals: [SessionID] = []

  /// Whether the log is free, and has something to write.
  var isReady: Bool { inFlight == nil && !gathering.isEmpty }

  /// Whether an attach to this board waits for its group, or an operation of it is being written.
  func holds(_ board: BoardID) -> Bool {
    inFlight?.boards[board] != nil || gathering.attaches(to: board)
      || inFlight?.attaches(to: board) == true
  }
}

// What is gathered.
extension CommitQueue {
  /// - Returns: whether it is the first one of the board in its group.
  @discardableResult
  mutating func add(_ operation: OrderedOperation, on board: BoardID) -> Bool {
    gathering.add(operation, on: board)
  }

  /// Adds the records of sessions, as they are when the group is handed out.
  mutating func save(_ sessions: [SessionID]) {
    for session in sessions { gathering.add(session) }
  }

  /// Adds the record of a session that a connection shall act for; the log has it again, if it was
  /// to be removed.
  mutating func readmit(_ session: SessionID) { gathering.readmit(session) }

  /// Has the log forget a session.
  mutating func forget(_ session: SessionID) { gathering.forget(session) }

  /// Keeps an answer until what is gathered is durable.
  mutating func answer(_ answer: CommitBatch.Answer) { gathering.add(answer) }

  /// Has the log get who may come in, and who was refused, though nobody waits for it.
  mutating func saveAccess() { gathering.saveAccess() }

  /// Has the log get what an operator may have to know of what is gathered, with that and not without.
  mutating func note(_ record: AuditRecord) { gathering.note(record) }

  /// Has the connections of a device end when what is gathered is durable.
  mutating func throwOut(_ name: DeviceName) { gathering.throwOut(name) }

  /// Keeps an answer until the operation of that number is durable, which is not yet.
  mutating func answer(
    _ answer: CommitBatch.Answer, after sequence: UInt64, on board: BoardID
  ) {
    if inFlight?.boards[board]?.operations.last?.sequence ?? 0 >= sequence {
      inFlight?.add(answer)
    } else {
      gathering.add(answer)
    }
  }

  /// Keeps an answer until everything that was ordered so far is durable; something of it is not.
  mutating func answerAfterAll(_ answer: CommitBatch.Answer) {
    if gathering.order.isEmpty, inFlight != nil {
      inFlight?.add(answer)
    } else {
      gathering.add(answer)
    }
  }

  /// Forgets that a connection waits for ATTACHED.
  /// - Returns: the request that ATTACHED would have answered.
  mutating func withdrawAttach(of id: ConnectionID) -> UInt64? {
    gathering.withdrawAttach(of: id) ?? inFlight?.withdrawAttach(of: id)
  }
}

// What the log writes.
extension CommitQueue {
  /// Hands out what is gathered, together with the removals that failed before.
  ///
  /// - Parameters:
  ///   - boards: the boards in `gathering.order` that are in memory, as they are with everything
  ///     that was ordered.
  ///   - members: the roles that what was ordered gave and took.
  ///   - records: the records of `gathering.sessions`.
  ///   - forgottenEpochs: the boards' numbers that are not durable yet.
  ///   - users: what the log does not have yet of users.
  ///   - holdings: how much users hold for good, as far as the log does not have it yet.
  ///   - access: who may come in, as far as the log does not have it yet.
  ///   - snapshots: the boards of `gathering.purges`.
  ///   - isKnown: whether there is such a session (again).
  mutating func cut(
    boards: [CommitBatch.ClosingBoard], members: [MemberRecord], records: [SessionRecord],
    forgottenEpochs: [ForgottenEpoch], users: [UserRecord], holdings: [HoldingRecord],
    access: AccessChanges, snapshots: [DeferredSnapshot],
    isKnown: (SessionID) -> Bool
  ) -> CommitGroup {
    var batch = gathering
    gathering = CommitBatch()
    batch.remove(unsavedRemovals)
    unsavedRemovals = []
    batch.close(
      boards: boards, members: members, records: records, forgottenEpochs: forgottenEpochs,
      users: users)
    inFlight = batch
    return CommitGroup(
      operations: batch.order.flatMap(batch.rows),
      summaries: batch.order.compactMap(batch.summary), members: members,
      sessions: records, removedSessions: batch.removedSessions.filter { !isKnown($0) },
      forgottenEpochs: forgottenEpochs, users: users, holdings: holdings,
      purges: batch.purges, access: access, snapshots: snapshots)
  }

  /// Takes what the log wrote.
  mutating func appended() -> CommitBatch? {
    defer { inFlight = nil }
    return inFlight
  }

  /// Takes everything, as the log could not write what it was handed.
  mutating func failed() -> (inFlight: CommitBatch, gathered: CommitBatch)? {
    guard let failed = inFlight else { return nil }
    defer { (inFlight, gathering) = (nil, CommitBatch()) }
    return (failed, gathering)
  }

  /// Has the log forget sessions, as it did not when it was asked.
  mutating func remove(_ sessions: [SessionID]) { gathering.remove(sessions) }

  /// Has the sessions removed with the next group, whenever there is one.
  mutating func removeLater(_ sessions: [SessionID]) { unsavedRemovals += sessions }
}
