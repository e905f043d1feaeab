import BoardModel
import Wire

// How the confirmed board comes about: snapshots, operations, digests.
extension Replica {
  var confirmedSequence: UInt64 { confirmed?.sequence ?? 0 }

  mutating func startSnapshot() {
    snapshotGeneration += 1
    setPhase(.catchingUp(.snapshot(SnapshotGathering())))
  }

  mutating func takeSnapshot(_ chunk: Snapshot, _ generation: Int) throws(LinkFault) {
    guard generation == snapshotGeneration, case .catchingUp(.snapshot(var gathering)) = phase
    else { return }
    guard let sequence = try gathering.take(chunk) else {
      return setPhase(.catchingUp(.snapshot(gathering)))
    }
    guard sequence <= Self.largestNumber else {
      throw LinkFault(.malformed, "No board has operation \(sequence).")
    }
    let board: Board
    do throws(SnapshotFault) {
      board = try Board(
        id: identity.board, sequence: sequence, entities: gathering.entities, levels: levels)
    } catch {
      throw LinkFault(.malformed, "The snapshot does not make up a board: \(error)")
    }
    guard board.level <= levels.newest else {
      return needUpgrade("the board has things on it that this program is too old for")
    }
    confirmed = board
    boardIsWrong = false
    visibleIsStale = true
    changes.reload()
    noteOrdered()
    arrive()
  }

  /// Notes that a board at least as new as ATTACHED holds all own operations ordered before it.
  private mutating func noteOrdered() {
    guard confirmedSequence >= attachedAt.sequence, attachedAt.lastCounter > ownThrough else {
      return
    }
    ownThrough = attachedAt.lastCounter
    visibleIsStale = true
  }

  mutating func takeCommitted(_ operations: [CommittedOperation]) {
    guard var board = confirmed else { return }
    confirmed = nil  // The local board is the sole owner while it changes.
    var taken: [CommittedOperation] = []
    var cause: DivergenceReport.Cause?
    for committed in operations where committed.sequence > board.sequence {
      guard committed.sequence == board.sequence + 1 else {
        cause = .gap(next: committed.sequence)
        break
      }
      note(committed, on: board)
      let ours = board.apply(committed)
      taken.append(committed)
      if ours != committed.outcome {
        cause = .outcome(committed, ours: ours)
        break
      }
    }
    confirmed = board
    if !taken.isEmpty { effects.append(.committed(taken)) }
    if let cause { return diverge(cause) }
    checkArrival()
  }

  /// Applies what one confirmed operation means for the pending ones and for what is shown.
  private mutating func note(_ committed: CommittedOperation, on board: Board) {
    let id = committed.operation.id
    let isOwn = id.session == identity.session || predecessors.contains(id.session)
    if isOwn { ownRuns.note(committed.sequence) }
    let predicted = queue.firstShown(above: ownThrough)
    if predicted != committed.operation || committed.author != identity.author {
      visibleIsStale = true
      if isOwn {
        changes.noteOwn(committed.operation, on: board)
      } else {
        changes.noteOther(committed.operation, on: board)
      }
    } else if !committed.outcome.isWhole {
      // The outcome was a prediction and is certain now: the author is to be told.
      changes.noteOwn(committed.operation, on: board)
    }
    if queue[id]?.operation == committed.operation {
      settle(id, sequence: committed.sequence, committed.outcome)
      ownThrough = max(ownThrough, id.counter)
    }
  }

  /// Goes live once the board has reached the sequence number that it had at ATTACHED.
  mutating func checkArrival() {
    guard case .catchingUp(.operations(let through)) = phase, confirmedSequence >= through
    else { return }
    noteOrdered()
    arrive()
  }

  private mutating func arrive() {
    switch ownership {
    case .succeeding: startInquiry()
    case .adopting: setPhase(.carrying)
    case .holding, .awaitingSuccessor, .delivering, .surrendered, .reclaiming: setPhase(.live)
    }
  }

  mutating func check(_ message: DigestMessage) {
    guard confirmedSequence <= message.sequence else { return }
    guard confirmedSequence == message.sequence else {
      return diverge(.gap(next: message.sequence))
    }
    guard let ours = confirmed?.digest(), ours != message.digest else { return }
    diverge(.digest(theirs: message.digest, ours: ours))
  }

  /// The most divergences in a row after which a new snapshot is asked for at once; a coordinator
  /// that differs by itself would send the same again.
  static let divergencesInARow = 3
  /// After so many operations without a divergence, the next one begins a new row.
  static let agreement: UInt64 = 64

  private mutating func diverge(_ cause: DivergenceReport.Cause) {
    // A window on its way out does not compare the board any more.
    guard let confirmed, let phase, phase.deadline == nil else { return }
    let sequence = confirmed.sequence
    if sequence >= lastDivergence, sequence - lastDivergence >= Self.agreement { divergences = 0 }
    divergences += 1
    lastDivergence = sequence
    effects.append(.saveReport(DivergenceReport(cause: cause, board: savedBoard(confirmed))))
    notice(.diverged(sequence: sequence))
    // The confirmed board is wrong: the next attachment must not build on it either.
    boardIsWrong = true
    if divergences > Self.divergencesInARow {
      trouble = "this window and the coordinator come to different boards"
      divergences = 0
      closeLink(retryAfter: Backoff.cap)
    } else {
      startSnapshot()
    }
  }

  func savedBoard(_ board: Board) -> SavedBoard {
    SavedBoard(
      board: board.id, sequence: board.sequence, entities: board.entities(),
      ownThrough: ownThrough)
  }

  /// Writes the cached board when that is due.
  mutating func saveBoard(atOnce: Bool) {
    guard identity.configuration != .command, let confirmed, confirmed.sequence > 0, !boardIsWrong
    else { return }
    switch phase {
    case .live, .leaving: break
    default: if !atOnce { return }
    }
    if boardSaving.isDue(sequence: confirmed.sequence, now: now, atOnce: atOnce) {
      effects.append(.saveBoard(savedBoard(confirmed)))
    }
  }
}
