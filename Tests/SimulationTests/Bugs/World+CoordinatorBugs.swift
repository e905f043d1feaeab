@testable import BoardModel
@testable import Coordination
import DequeModule
import HashTreeCollections
import LogRecords
import SampleHistory
import Wire

// The coordinator and its store, as bugs leave them.
extension World {
  /// The group as the buggy store writes it.
  mutating func mutated(_ group: CommitGroup) -> CommitGroup {
    var group = group
    switch bug {
    case .shortenedGroup, .earlierTime, .anothersAsOwn, .repeatedIdentities, .otherHash,
      .unreportedRejection, .longBatch, .longMove, .manyMoves, .keptContext:
      group.operations = group.operations.map { row in
        var reader = ByteReader(row.row.bytes)
        guard let all = try? reader.committedList() else { return row }
        guard bug?.isOfBounds == true || bug == .keptContext || random.chance(1, in: 4) else {
          return row
        }
        switch bug {
        case .earlierTime: return row.with(all.map(\.anHourEarlier))
        case .anothersAsOwn: return row.with(all.map(\.displacingNobody))
        case .repeatedIdentities: return row.with(all.map { repeating($0) })
        case .otherHash: return row.with(all.map { $0.keeping { $0.hash.reversed() } })
        case .longBatch, .longMove, .manyMoves: return row.with(all.map { lettingThrough($0) })
        case .keptContext: return row.with(all.map { withContext($0) })
        case .unreportedRejection: return row.with(all.map { $0.keeping(isReported: false) })
        default: return row.with(all.dropLast())
        }
      }
    case .laggingMembers: group.members = []
    case .lostNames: group.users = []
    case .keptInLog: group.purges = []
    case .keptSnapshot: group.snapshots = []
    case .lostEpochs: group.sessions = group.sessions.filter { $0.epoch == $0.firstEpoch }
    case .lostForgottenEpoch: group.forgottenEpochs = []
    default: break
    }
    return group
  }

  /// The operation as its window made it.
  private func withContext(_ committed: CommittedOperation) -> CommittedOperation {
    guard committed.operation != nil, let made = checks.made[committed.id] else { return committed }
    return CommittedOperation(
      sequence: committed.sequence, time: committed.time, author: committed.author,
      operation: made, outcome: committed.outcome)
  }

  /// What was refused because it goes beyond a bound takes effect.
  private func lettingThrough(_ committed: CommittedOperation) -> CommittedOperation {
    guard let forgery = forgeries[committed.id]?.forgery else { return committed }
    switch committed.outcome {
    case .rejected(.limitReached), .rejected(.batchItem(_, .limitReached)):
      return CommittedOperation(
        sequence: committed.sequence, time: committed.time, author: committed.author,
        operation: forgery, outcome: .applied)
    default: return committed
    }
  }

  /// The operation under the identifier of an earlier one that typed in the same text.
  private func repeating(_ committed: CommittedOperation) -> CommittedOperation {
    guard let operation = committed.operation,
      case .cardSplice(let card, let splice) = operation.intent, splice.typedCount > 0,
      let earlier = store.log.last(where: { other in
        guard case .cardSplice(card, let splice) = other.operation?.intent else { return false }
        return splice.typedCount > 0
      })
    else { return committed }
    return CommittedOperation(
      sequence: committed.sequence, time: committed.time, author: committed.author,
      operation: Operation(
        id: earlier.id, base: operation.base, queued: operation.queued,
        intent: operation.intent, extensions: operation.extensions),
      outcome: committed.outcome)
  }

  /// With some bugs a coordinator that loaded its board does not know all that it knew.
  func forgetting(_ coordinator: Coordinator, after event: CoordinatorEvent) -> Coordinator {
    guard case .loaded = event else { return coordinator }
    var changed = coordinator
    switch bug {
    case .lostLedger:
      changed.sessions.changeLedgers { ledger, record in
        ledger = Session.Ledger(
          forgottenCounter: record.acknowledgedCounter, forgottenEpoch: record.firstEpoch,
          entries: [])
      }
    case .rolledBackLedger:
      changed.sessions.changeLedgers { ledger, _ in
        guard let last = ledger.entries.last else { return }
        ledger.revert(to: last.stored.sequence - 1)
      }
    case .mixedOutcomes:
      changed.sessions.changeLedgers { ledger, _ in ledger.mixOutcomes() }
    case .lostProposal:
      changed.boards.change(Names.board) { board in
        guard let key = board.tip.proposalsInOrder.first?.key else { return }
        board.lose { $0.withdraw(key) }
      }
    case .lostPriority:
      changed.boards.change(Names.board) { $0.lose { $0.losePriority() } }
    case .lostBlocker:
      changed.boards.change(Names.board) { $0.lose { $0.loseBlocker() } }
    case .lostFragment:
      changed.boards.change(Names.board) { $0.lose { $0.emptyFragment() } }
    case .lostCompactions:
      changed.boards.change(Names.board) { $0.lose { $0.compactions = [:] } }
    case .numberedRejection:
      guard store.log.contains(where: { isRejectedCreation($0) }) else { break }
      changed.boards.change(Names.board) { $0.lose { $0.skipNumber() } }
    case .freedNumber:
      guard store.log.contains(where: { undoesCreation($0) }) else { break }
      changed.boards.change(Names.board) { $0.lose { $0.freeNumber() } }
    default: break
    }
    return changed
  }

  private func undoesCreation(_ committed: CommittedOperation) -> Bool {
    guard case .undo(let target, _) = committed.operation?.intent else { return false }
    return store.log.contains { $0.id == target && $0.operation?.intent.createsCards ?? false }
  }

  private func isRejectedCreation(_ committed: CommittedOperation) -> Bool {
    committed.outcome.isRejected && checks.made[committed.id]?.intent.createsCards ?? false
  }

  /// With the bug, a connection whose session was taken over goes on as if it were not.
  func keepingRoutes(_ coordinator: Coordinator, since before: Coordinator?) -> Coordinator {
    guard bug == .skippedEpochCheck, let before else { return coordinator }
    var changed = coordinator
    for (id, connection) in before.connections {
      guard let window = connection.window,
        case .ready(.none) = changed.connections[id]?.phase,
        let route = changed.sessions[window.session]?.route, route != id
      else { continue }
      changed.connections[id]?.attach(window)
      changed.boards.change(window.board) { $0.subscribe(id) }
    }
    return changed
  }

  /// With some bugs nothing keeps an epoch from being used twice.
  func reusingEpochs(_ coordinator: Coordinator) -> Coordinator {
    var changed = coordinator
    switch bug {
    case .epochsBeginAgain: changed.sessions.restore([ForgottenEpoch]())
    case .lowEpochTaken: changed.sessions.lowerFirstEpochs()
    default: break
    }
    return changed
  }

  /// With the bug, a connection that was cut because its user may not read the board follows it all
  /// the same.
  func keepingReaders(_ coordinator: Coordinator, since before: Coordinator?) -> Coordinator {
    guard bug == .keptReader, let before else { return coordinator }
    var changed = coordinator
    for (id, connection) in before.connections {
      guard let window = connection.window, let user = connection.author?.user,
        case .ready(.none) = changed.connections[id]?.phase,
        !changed.boards.mayRead(window.board, user)
      else { continue }
      changed.connections[id]?.attach(window)
      changed.boards.change(window.board) { $0.subscribe(id) }
    }
    return changed
  }

  /// With some bugs a purge leaves something of what it takes away.
  func keepingPurged(_ coordinator: Coordinator, since before: Coordinator?) -> Coordinator {
    guard bug?.isOfPurges == true,
      let old = before?.boards.loaded(Names.board)?.tip,
      let new = coordinator.boards.loaded(Names.board)?.tip, new.sequence > old.sequence
    else { return coordinator }
    let purges = coordinator.commits.ordered(on: Names.board, after: old.sequence)
      .filter { !$0.outcome.isRejected }.compactMap { $0.operation?.intent.purged }
    guard !purges.isEmpty else { return coordinator }
    var changed = coordinator
    changed.boards.change(Names.board) { board in
      board.lose { $0.keep(bug, of: old, purges) }
    }
    return changed
  }

  /// What the coordinator thinks that it may keep.
  var believedConfiguration: CoordinatorConfiguration {
    var believed = configuration
    if bug == .boundlessLedger { believed.unacknowledgedOutcomes = 1_000 }
    return believed
  }

  /// With the bug, every window is told what somebody is called now who may not read its board.
  mutating func tellEverybody(_ records: [UserRecord]) {
    guard bug == .nameToldToAll else { return }
    let entries = records.filter { !mayRead($0.user) && !$0.name.isEmpty }
      .map { UserEntry(user: $0.user, isSeen: true, name: $0.name) }
    for (id, link) in links where link.process >= 0 && !entries.isEmpty {
      links[id]?.toWindow += Users(users: entries).frame().bytes
    }
  }

  /// For whom the coordinator takes who dials.
  func certified(_ author: Author) -> Author {
    bug == .trustedAuthor ? Author(user: Names.users[0], device: author.device) : author
  }
}

extension Bug {
  /// Whether a purge leaves something on the coordinator's board.
  fileprivate var isOfPurges: Bool {
    switch self {
    case .keptUndoSteps, .keptProposal, .keptReceipt, .keptDeleted: true
    default: false
    }
  }

  /// Whether what is beyond a bound is sent, and let through.
  fileprivate var isOfBounds: Bool {
    switch self {
    case .longBatch, .longMove, .manyMoves: true
    default: false
    }
  }

  /// Whether it puts back what the coordinator had before an event.
  var needsWhatWas: Bool { isOfPurges || self == .skippedEpochCheck || self == .keptReader }
}

extension EncodedRow {
  /// Without operations there is no row.
  fileprivate func with(_ operations: [CommittedOperation]) -> EncodedRow {
    operations.isEmpty ? self : EncodedRow(board, operations)
  }
}

extension CommittedOperation {
  fileprivate var displacingNobody: CommittedOperation {
    guard case .applied(let operation, _, let notes) = content else { return self }
    return CommittedOperation(
      sequence: sequence, time: time, author: author,
      content: .applied(operation, displaced: [], notes: notes))
  }

  /// Something else is kept of it, where it was rejected.
  fileprivate func keeping(
    isReported: Bool? = nil, _ hash: (RejectedOperation) -> [UInt8] = { $0.hash }
  ) -> CommittedOperation {
    guard case .rejected(let rejected) = content else { return self }
    return CommittedOperation(
      sequence: sequence, time: time, author: author,
      content: .rejected(
        RejectedOperation(
          id: rejected.id, hash: hash(rejected), rejection: rejected.rejection,
          isReported: isReported ?? rejected.isReported)))
  }

  fileprivate var anHourEarlier: CommittedOperation {
    CommittedOperation(
      sequence: sequence, time: time - 3_600_000, author: author, content: content)
  }
}

extension SessionTable {
  /// Puts sessions as a bug leaves them in the places of the present ones.
  fileprivate mutating func changeLedgers(
    _ change: (inout Session.Ledger, SessionRecord) -> Void
  ) {
    for session in byID.values {
      var ledger = session.ledger
      change(&ledger, session.record)
      insert(
        Session(
          record: session.record, durable: session.durable, route: session.route, known: ledger))
    }
  }
}

extension SessionTable {
  fileprivate mutating func lowerFirstEpochs() {
    for session in byID.values where session.record.firstEpoch > 1 {
      let record = session.record
      let lower = SessionRecord(
        id: record.id, board: record.board, author: record.author,
        configuration: record.configuration, instance: record.instance, epoch: record.epoch,
        firstEpoch: 1, acknowledgedCounter: record.acknowledgedCounter,
        acknowledgedSequence: record.acknowledgedSequence, lastSeen: record.lastSeen,
        window: record.window)
      insert(
        Session(
          record: lower, durable: session.durable == record ? lower : session.durable,
          route: session.route, known: session.known))
    }
  }
}

extension LoadedBoard {
  /// Changes the board behind the log's back.
  fileprivate mutating func lose(_ change: (inout Board) -> Void) {
    var tip = tip
    change(&tip)
    regain(tip)
  }
}

extension CommitQueue {
  /// The operations of a board behind a sequence number that are not durable yet.
  fileprivate func ordered(on board: BoardID, after sequence: UInt64) -> [CommittedOperation] {
    [inFlight, gathering].compactMap { $0?.boards[board]?.operations }.joined()
      .filter { $0.sequence > sequence }
      .compactMap { operation in
        var reader = ByteReader(operation.bytes)
        return try? reader.value(CommittedOperation.self)
      }
  }
}

extension Session.Ledger {
  /// Each entry gets the outcome of its neighbour.
  fileprivate mutating func mixOutcomes() {
    let outcomes = entries.map(\.stored.outcome)
    let mixed = entries.enumerated().map { index, entry in
      let stored = StoredOutcome(
        counter: entry.stored.counter, sequence: entry.stored.sequence, time: entry.stored.time,
        outcome: outcomes[(index + 1) % outcomes.count])
      return Entry(mark: entry.mark, epoch: entry.epoch, stored: stored)
    }
    self = Session.Ledger(
      forgottenCounter: forgottenCounter, forgottenEpoch: forgottenEpoch, entries: mixed)
  }
}

extension CommittedOperation {
}

extension Board {
  /// Puts back what an earlier board had of what was purged.
  fileprivate mutating func keep(_ bug: Bug?, of old: Board, _ purges: [PurgeTarget]) {
    func isPurged(_ field: FieldAddress) -> Bool { purges.contains { $0.covers(field) } }
    switch bug {
    case .keptUndoSteps:
      for record in old.undo.inOrder where record.steps.contains(where: { isPurged($0.field) }) {
        _ = undo.insert(record)
        touchUndo(record.stamp.sequence)
      }
    case .keptProposal:
      for proposal in old.proposalsInOrder where isPurged(proposal.field) {
        proposals[proposal.key] = proposal
        touchProposal(proposal.key)
      }
    case .keptReceipt:
      for receipt in old.receiptLists.values.joined()
      where !receipts(of: receipt.user).contains(receipt) {
        receiptLists[receipt.user, default: []].insert(receipt, at: 0)
        touch(.receipt(receipt.key))
      }
    case .keptDeleted:
      for case .past(.cardBody(let card)) in purges {
        guard let text = old.card(card)?.body else { continue }
        cards[card]?.body = text
        touchText(.body(card))
      }
    default: break
    }
  }

  fileprivate mutating func skipNumber() {
    _ = numbering.give(to: CardID(high: 0, low: 0))
    touch(.header)
  }

  fileprivate mutating func freeNumber() {
    try? numbering.begin(next: numbering.next - 1)
    touch(.header)
  }

  fileprivate mutating func withdraw(_ key: Proposal.Key) {
    proposals[key] = nil
    touch(.proposal(key))
  }

  fileprivate mutating func losePriority() {
    for card in cardIDs {
      guard let held = field(.cardPriority(card)), held.value != .number(nil) else { continue }
      return write(.cardPriority(card), Field(.number(nil), held.stamp))
    }
  }

  fileprivate mutating func loseBlocker() {
    for card in cardIDs {
      guard let blocker = blockers(of: card).first else { continue }
      return write(.blocker(blocker.id), of: card, nil)
    }
  }

  fileprivate mutating func emptyFragment() {
    for proposal in proposalsInOrder {
      guard case .fragment(let fragment) = proposal.value else { continue }
      let empty = TextFragment(context: fragment.context)
      proposals[proposal.key] = Proposal(
        field: proposal.field, value: .fragment(empty), stamp: proposal.stamp)
      return touch(.proposal(proposal.key))
    }
  }
}
