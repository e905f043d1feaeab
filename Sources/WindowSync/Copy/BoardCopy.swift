import BoardModel
import Wire

/// How operations that are not ordered yet are shown: as the coordinator would order them next.
struct Prediction: Hashable, Sendable {
  let author: Author
  /// The time in milliseconds since 1970.
  let time: UInt64

  func apply(_ operation: Operation, to board: inout Board) {
    _ = board.apply(operation, sequence: board.sequence &+ 1, time: time, author: author)
  }
}

/// A window's copy of its board: what the coordinator confirmed, and what is shown, with the
/// window's own edits on top.
struct BoardCopy: Sendable {
  let id: BoardID
  let levels: ModelLevels
  /// What the coordinator ordered, as far as this window knows; none until it has the board.
  private(set) var confirmed = InPlace<Board>()
  private var shown = ShownBoard()
  /// Whether `visible` lacks something that is confirmed, or on disk.
  private(set) var isStale = false
  /// The sequence number of the last confirmed operation that `visible` holds.
  private(set) var shownThrough: UInt64 = 0
  /// The last own counter whose operation is part of `confirmed`.
  private(set) var ownThrough: UInt64
  private(set) var ownRuns = OwnRuns()
  private(set) var attached = Attached()
  private(set) var divergences = Divergences()
  /// Why nothing is built on `confirmed` any more; nil as soon as another board has come in its place.
  private(set) var fault: Fault?
  private(set) var changes = ChangeCollector()
  private(set) var saving: BoardSaving

  enum Fault: Hashable, Sendable {
    /// It was found to differ from the coordinator's.
    case differs
    /// It is of this store, and the coordinator's is another.
    case otherStore(IncarnationID)
  }

  var isWrong: Bool { fault != nil }

  /// The store that the board is of, where the coordinator's is another.
  var replacedStore: IncarnationID? {
    if case .otherStore(let store) = fault { store } else { nil }
  }

  /// The board's sequence number and the session's last counter at the last ATTACHED: own
  /// operations up to that counter are ordered at or below that sequence number.
  struct Attached: Hashable, Sendable {
    var sequence: UInt64 = 0
    var lastCounter: UInt64 = 0
  }

  /// - Parameter forgotten: the last own counter that left the disk.
  init(_ id: BoardID, saved: SavedBoard?, forgotten: UInt64, levels: ModelLevels) {
    self.id = id
    self.levels = levels
    ownThrough = max(saved?.ownThrough ?? 0, forgotten)
    saving = BoardSaving(saved: saved?.sequence ?? 0)
    // A saved board that does not fit together is no loss: the coordinator has the board.
    if let saved, saved.board == id, saved.sequence > 0 {
      confirmed = InPlace(
        try? Board(id: id, sequence: saved.sequence, entities: saved.entities, levels: levels))
    }
  }

  /// `confirmed` with the pending operations on disk replayed on top.
  var visible: Board? { shown.board(confirmed).value }

  var hasVisible: Bool { !shown.board(confirmed).isEmpty }

  /// Asks the visible board.
  func readVisible<Result>(_ body: (borrowing Board) -> Result?) -> Result? {
    shown.board(confirmed).read(body)
  }

  /// The numbers of the last operation that `confirmed` has, and of the last that purged something.
  var sequence: UInt64 { confirmed.read { $0.sequence } ?? 0 }
  var lastPurge: UInt64 { confirmed.read { $0.lastPurge } ?? 0 }

  /// What the disk is to keep of the confirmed board.
  var saved: SavedBoard? {
    confirmed.read { SavedBoard($0, ownThrough: ownThrough) }
  }

  /// - Returns: whether `saved` is to be written now.
  mutating func isSavingDue(now: UInt64, atOnce: Bool) -> Bool {
    sequence > 0 && !isWrong && saving.isDue(sequence: sequence, now: now, atOnce: atOnce)
  }
}

// How the confirmed board comes about.
extension BoardCopy {
  mutating func attach(sequence: UInt64, lastCounter: UInt64) {
    attached = Attached(sequence: sequence, lastCounter: lastCounter)
  }

  /// Takes a whole board in the place of the one before.
  /// - Returns: whether something was purged since the board before it.
  @discardableResult
  mutating func take(_ board: Board) -> Bool {
    // Of another store's numbers nothing follows.
    let isPurged = board.lastPurge > (isWrong ? 0 : confirmed.isEmpty ? saving.saved : sequence)
    if isPurged { saving.hurry() }
    holdShown()
    confirmed = InPlace(board)
    fault = nil
    isStale = true
    changes.reload()
    noteOrdered()
    return isPurged
  }

  /// Notes that a board at least as new as ATTACHED holds all own operations ordered before it.
  mutating func noteOrdered() {
    guard sequence >= attached.sequence, attached.lastCounter > ownThrough else { return }
    ownThrough = attached.lastCounter
    isStale = true
  }

  /// What became of operations that the coordinator ordered.
  struct Taken {
    var operations: [CommittedOperation] = []
    /// Those of the window's pending operations that are decided.
    var decided: [CommittedOperation] = []
    /// Why this board is not the coordinator's any longer; nil while it is.
    var divergence: DivergenceReport.Cause?
    /// Whether one of them purged something.
    var isPurged = false
  }

  /// Takes operations that the coordinator ordered.
  /// - Parameters:
  ///   - session: whose operations are the window's own.
  ///   - pending: the edits that `visible` shows.
  mutating func take(
    _ operations: [CommittedOperation], of session: WindowSession, pending: PendingQueue
  ) -> Taken {
    var result = Taken()
    result.operations.reserveCapacity(operations.count)
    // The board stands apart from the rest while both change.
    var board = InPlace<Board>()
    swap(&board, &confirmed)
    defer { swap(&board, &confirmed) }
    board.change { board in
      let lastPurge = board.lastPurge
      for committed in operations where committed.sequence > board.sequence {
        result.divergence = take(committed, on: &board, session, pending, &result)
        if result.divergence != nil { break }
      }
      result.isPurged = board.lastPurge > lastPurge
    }
    if result.isPurged { saving.hurry() }
    return result
  }

  /// - Returns: why the board is not the coordinator's any longer; nil while it is.
  private mutating func take(
    _ committed: CommittedOperation, on board: inout Board, _ session: WindowSession,
    _ pending: PendingQueue, _ result: inout Taken
  ) -> DivergenceReport.Cause? {
    guard committed.sequence == board.sequence + 1 else { return .gap(next: committed.sequence) }
    if note(committed, on: board, session, pending) { result.decided.append(committed) }
    guard let ours = board.apply(committed) else { return .purged(committed.sequence) }
    result.operations.append(committed)
    return ours == committed.outcome ? nil : .outcome(committed, ours: ours)
  }

  /// Notes what one confirmed operation means for what is shown.
  /// - Returns: whether it is one of the pending operations.
  private mutating func note(
    _ committed: CommittedOperation, on board: Board, _ session: WindowSession,
    _ pending: PendingQueue
  ) -> Bool {
    let isOwn = session.made(committed.id, by: committed.author)
    if isOwn { ownRuns.note(committed.sequence) }
    let operation = committed.operation
    var decided = pending[committed.id]?.operation
    // That an edit was rejected is taken as given, and need not be what was predicted.
    var isPredicted = false
    if decided != nil, decided == operation {
      isPredicted = pending.isFirstShown(committed.id, above: ownThrough)
    } else if let other = decided, !committed.decides(other) {
      decided = nil
    }
    if !isPredicted || committed.author != session.identity.author {
      isStale = true
      switch (operation ?? decided, isOwn) {
      case (let operation?, true): changes.noteOwn(operation, on: board)
      case (let operation?, false): changes.noteOther(operation, on: board)
      case (nil, _): changes.noteRejected()
      }
    } else if let decided, !committed.outcome.isWhole || decided.intent.createsCards {
      // The outcome, or a card's number, was a prediction and is certain now: the author is to be
      // told.
      changes.noteOwn(decided, on: board)
    }
    guard decided != nil else { return false }
    ownThrough = max(ownThrough, committed.id.counter)
    return true
  }

  /// - Returns: how the board differs from the coordinator's; nil if it does not.
  mutating func difference(from message: DigestMessage) -> DivergenceReport.Cause? {
    guard sequence <= message.sequence else { return nil }
    guard sequence == message.sequence else { return .gap(next: message.sequence) }
    guard let ours = confirmed.change({ $0.digest() }), ours != message.digest else { return nil }
    return .digest(theirs: message.digest, ours: ours)
  }

  /// Notes that the board differs from the coordinator's: the next attachment must not build on it
  /// either.
  /// - Returns: nil if there is no board.
  mutating func diverge(
    _ cause: DivergenceReport.Cause
  ) -> (report: DivergenceReport, isOften: Bool)? {
    guard let saved else { return nil }
    fault = .differs
    let isOften = divergences.note(at: saved.sequence)
    return (DivergenceReport(cause: cause, board: saved), isOften)
  }

  /// Notes an operation that was found in the log, and stands in the board under its old name.
  mutating func foundOrdered(_ committed: CommittedOperation) { ownRuns.note(committed.sequence) }

  /// Lets go of what another store said. The board is shown until the new store's board has come.
  mutating func storeReplaced(_ store: IncarnationID) {
    // A store that is replaced before anything came of it has said nothing.
    if replacedStore == nil { fault = .otherStore(store) }
    ownThrough = 0
    ownRuns = OwnRuns()
    saving = BoardSaving(saved: 0)
  }

  /// The board as the store before had it, where the one that comes in its place is another. Nil also
  /// where that one lacks something by a purge that this one may not know of.
  /// - Parameter board: the board of the present store; nil where nobody can read it there.
  mutating func lost(to board: Board?) -> SavedBoard? {
    guard replacedStore != nil, let saved else { return nil }
    let knowsPurges = confirmed.read { mine in
      board.map { mine.purges.hasAll(of: $0.purges) } ?? true
    }
    guard knowsPurges ?? false else { return nil }
    let ours = confirmed.change { $0.digest() }
    var board = board
    return board?.digest() == ours ? nil : saved
  }

  /// Notes that the disk has no board.
  mutating func savedBoardGone() { saving = BoardSaving(saved: 0) }

  /// Lets go of the confirmed board. What is shown stays on the screen, with the edits that are not
  /// sent, until the window is left or may read the board again.
  mutating func forget() {
    holdShown()
    confirmed = InPlace()
    isStale = false
    saving = BoardSaving(saved: 0)
  }

  /// A fresh session, which has no operation in the board yet, takes the old one's place.
  mutating func sessionReplaced() {
    ownThrough = 0
    attached.lastCounter = 0
    becomeStale()
  }

  /// The session that counts on at `nextCounter` is the window's again.
  mutating func sessionRestored(nextCounter: UInt64) {
    ownThrough = nextCounter - 1
    attached.lastCounter = 0
  }
}

// What is shown.
extension BoardCopy {
  /// Notes that the pending operations are others than before, so that anything may differ.
  mutating func becomeStale() {
    isStale = true
    changes.reload()
  }

  /// Notes that it is known better now which of the pending operations are confirmed.
  mutating func pendingSettled() { isStale = true }

  /// Keeps what is shown as it is while the confirmed board goes on.
  mutating func holdShown() { shown.hold(confirmed) }

  /// Replays the pending operations on the confirmed board.
  mutating func replay(_ pending: PendingQueue, _ prediction: Prediction) {
    isStale = false
    shownThrough = sequence
    guard !confirmed.isEmpty else { return }
    let operations = pending.shown(above: ownThrough)
    guard !operations.isEmpty else { return shown.showConfirmed() }
    shown.leave(confirmed)
    shown.change { board in
      for operation in operations { prediction.apply(operation, to: &board) }
    }
  }

  /// Brings what is shown up to date. With nothing pending the confirmed board is what is shown,
  /// and costs nothing.
  mutating func refresh(_ pending: PendingQueue, _ prediction: Prediction) {
    if isStale || pending.edits.isEmpty { return replay(pending, prediction) }
    // Where the prediction came true, only the numbers of cards are new.
    if shownThrough != sequence { shown.showNumbers(asOf: confirmed) }
    shownThrough = sequence
  }

  /// Shows an operation on top, now that it is on disk.
  mutating func show(_ operation: Operation, _ prediction: Prediction) {
    shown.hold(confirmed)
    // The changes stand apart from the board while both change.
    var noted = ChangeCollector()
    swap(&noted, &changes)
    shown.change { board in
      noted.noteOwn(operation, on: board)
      prediction.apply(operation, to: &board)
    }
    swap(&noted, &changes)
  }

  /// The visible board with the edits that are on their way to the disk, so that two quick undos
  /// take back two edits.
  mutating func draft(_ pending: PendingQueue, _ prediction: Prediction) -> Board? {
    if isStale { replay(pending, prediction) }
    guard var board = visible else { return nil }
    for operation in pending.composed { prediction.apply(operation, to: &board) }
    return board
  }

  /// - Returns: what has changed on the screen since the last call; nil if nothing has, or if more
  ///   is about to.
  mutating func takeChange() -> BoardChange? { isStale ? nil : changes.take() }
}
