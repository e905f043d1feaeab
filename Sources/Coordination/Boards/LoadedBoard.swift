import BoardModel
import DequeModule
import LogRecords
import Wire

/// A board that is in memory.
struct LoadedBoard: Sendable {
  /// The board with everything that was ordered. What is said of it waits until that is durable.
  private(set) var tip: Board
  private(set) var durable: Durable
  private(set) var lastTime: UInt64
  private(set) var creation: Creation
  /// The last operations that are durable, encoded, for windows that missed a few.
  private(set) var recent: Deque<EncodedOperation> = []
  private var recentBytes = 0
  var images: BoardImages
  /// The bytes of the operations that became durable since a snapshot was made for the log.
  private var bytesSinceSnapshot = 0
  private var digests = DigestSchedule()
  /// The attached connections, in the order in which they came.
  private(set) var subscribers: [ConnectionID] = []
  private var roleRejections = RoleRejections()
  /// The time since which nobody is attached.
  private(set) var idleSince: UInt64

  /// What is kept of the board with everything that is durable, which is all that any window sees.
  struct Durable: Sendable {
    let sequence: UInt64
    let level: UInt16
    let purges: Purges
    fileprivate let roles: MemberRoles

    init(_ board: borrowing Board) {
      sequence = board.sequence
      level = board.level
      purges = board.purges
      roles = board.memberRoles
    }
  }

  /// The request that made the board: the same request of the same user gets the same answer.
  struct Creation: Hashable, Sendable {
    let author: Author
    let operation: OperationID
    /// The SHA-256 of the operation's bytes; nil behind a purge.
    private(set) var hash: [UInt8]?
    let stored: StoredOutcome

    init(author: Author, operation: OperationID, hash: [UInt8]?, stored: StoredOutcome) {
      self.author = author
      self.operation = operation
      self.hash = hash
      self.stored = stored
    }

    func isMade(by operation: Operation, of user: String?) -> Bool {
      self.operation == operation.id && author.user == user
        && hash.map { $0 == operation.hash } ?? true
    }

    mutating func forgetHash() { hash = nil }
  }

  struct EncodedOperation: Sendable {
    let sequence: UInt64
    let bytes: [UInt8]
    /// The bytes that purges may add to it; 0 for one that is not written any more.
    var room = 0
  }

  init(
    tip: Board, durable: Durable, lastTime: UInt64, creation: Creation, snapshotSequence: UInt64,
    idleSince: UInt64
  ) {
    self.tip = tip
    self.durable = durable
    self.lastTime = lastTime
    self.creation = creation
    images = BoardImages(stored: snapshotSequence)
    self.idleSince = idleSince
  }

  /// Why no window may attach that says this of itself; nil where one may.
  func refusal(of body: Attach, in incarnation: IncarnationID) -> Refusal? {
    let fromHere = body.incarnation == IncarnationID(high: 0, low: 0)
    if !fromHere && body.incarnation != incarnation || body.sequence > durable.sequence {
      return Refusal(
        .incarnationChanged,
        "The coordinator's store was restored or made anew since this window was here. "
          + "Start a new window.")
    }
    if body.level < tip.level {
      return Refusal(.levelTooOld, Coordinator.levelText(tip.level, body.level))
    }
    return nil
  }

  /// The roles that were given and taken since the board was durable last.
  var memberRecords: [MemberRecord] {
    tip.memberChanges(since: durable.roles).map {
      MemberRecord(board: tip.id, user: $0.user, role: $0.role)
    }
  }

  /// What becomes of an operation that a window submits.
  enum Ordering {
    case refused(Refusal)
    case ordered(OrderedOperation)
  }

  /// - Parameter runs: the most runs of a text.
  mutating func submit(
    _ submitted: SubmittedOperation, by author: Author, runs: Int, now: Moment
  ) -> Ordering {
    if let refusal = refusal(of: submitted.operation, by: author)
      ?? refusalOfRuns(beyond: runs, submitted.operation, by: author)
    {
      return .refused(refusal)
    }
    return .ordered(order(submitted, by: author, now: now))
  }

  /// Why an operation is not to be ordered; nil where it is, if only to be rejected.
  private mutating func refusal(of operation: Operation, by author: Author) -> Refusal? {
    guard tip.role(of: author.user) != nil else {
      // Who is losing the right to read hears of it when that is durable, and nothing before.
      return Refusal(
        .notNow, "Your role on this board is changing. Try again in a moment.", retryAfter: 100)
    }
    guard operation.base <= durable.sequence else {
      return Refusal(
        .baseAhead,
        "The operation's base \(operation.base) is ahead of the board, which is at "
          + "\(durable.sequence).")
    }
    return refusalOfRole(of: operation, by: author)
  }

  /// Why an operation is not to be ordered: its author's role forbids it, and did so when it was
  /// made; nil where it is to be ordered, if only to be rejected.
  private mutating func refusalOfRole(of operation: Operation, by author: Author) -> Refusal? {
    guard let (needed, written) = tip.roleLacking(to: author, for: operation) else { return nil }
    if operation.base < written, roleRejections.add(for: author.user, since: written) { return nil }
    let role = tip.role(of: author.user).map { "you are \($0.words)" } ?? "you have none"
    return Refusal(.roleLacking, "This edit needs the role \(needed), and \(role).")
  }

  /// Gives an operation its place, and applies it.
  mutating func order(
    _ submitted: SubmittedOperation, by author: Author, now: Moment
  ) -> OrderedOperation {
    let sequence = tip.sequence + 1
    lastTime = max(now.wall, lastTime)
    let roles = tip.memberRoles
    let outcome = tip.apply(
      submitted.operation, sequence: sequence, time: lastTime, author: author)
    return OrderedOperation(
      submitted, outcome, on: tip.id, sequence: sequence, time: lastTime, author: author,
      roles: tip.memberChanges(since: roles), digest: takeDigest(now: now))
  }

  /// Whether everything that was ordered is durable.
  var isSettled: Bool { tip.sequence == durable.sequence }

  /// Who purged a card, and when; nil where nobody did.
  func purge(of card: CardID) -> Stamp? {
    tip.purge(of: card) ?? durable.purges.stamp(of: card, nil)
  }

  /// Lets go of what was ordered and did not become durable, and of the rest with it: the log has
  /// that.
  mutating func loseTip() {
    tip = Board(id: tip.id, levels: tip.levels)
    digests.lose()
  }

  /// Takes the board as the log has it.
  mutating func regain(_ board: Board) { tip = board }

  /// Notes that this is durable.
  mutating func advance(to durable: Durable) { self.durable = durable }

  /// How many operations old a snapshot may be that is still handed out: the few after it follow as
  /// operations, and windows that ask at about the same time share one encoding.
  static let imageAge: UInt64 = 64

  /// The snapshot to hand out to a window that was told of operation `told`, once it is durable; nil
  /// where the board has to be encoded for it.
  func currentImage(notBefore told: UInt64) -> SnapshotImage? {
    guard let image = images.newest, image.sequence >= told,
      durable.sequence <= image.sequence + LoadedBoard.imageAge, image.sequence + 1 >= firstRecent
    else { return nil }
    return image
  }

  /// Takes the board as it is with everything that was ordered, to be encoded elsewhere.
  /// - Parameter ledgers: those of its sessions, where the log is to get it.
  mutating func pin(
    _ number: UInt64, toStoreWith ledgers: [(SessionID, Session.Ledger)]?
  ) -> PinnedBoard {
    images.pin(number, at: tip.sequence)
    if ledgers != nil { bytesSinceSnapshot = 0 }
    let head = ledgers.map { SnapshotHead(of: self, ledgers: $0) }
    let changed = tip.takeChangedParts()
    return PinnedBoard(tip, number: number, changed: changed, since: images.newest, head: head)
  }

  /// The digest of everything that was ordered; nil where none is to be published now.
  private mutating func takeDigest(now: Moment) -> CommitBatch.Digest? {
    digests.isDue(on: tip, now: now) ? digests.take(of: &tip, now: now) : nil
  }

  /// Whether there is more to be hashed before the next digest than one turn may.
  func isHashingDue(now: Moment) -> Bool {
    !subscribers.isEmpty && digests.isBehind(tip, now: now)
  }

  /// Hands out what has to be hashed before the next digest.
  mutating func pinUnhashed(_ number: UInt64) -> PinnedBoard {
    digests.begin(number)
    return PinnedBoard(tip.takeUnhashed(), of: tip.id, number: number)
  }

  mutating func take(_ hashed: HashedBoard, number: UInt64) {
    if digests.finish(number) { tip.take(hashed) }
  }

  /// The sequence number of the first operation in `recent`, or of the next one to come.
  var firstRecent: UInt64 { recent.first?.sequence ?? durable.sequence + 1 }

  /// Whether the log is to get a snapshot. What that costs is shared by so many operations that it
  /// does not matter to one of them how large the board is: those behind a snapshot have at least
  /// half its bytes.
  ///
  /// - Parameter interval: the least number of operations between two stored snapshots.
  func isSnapshotDue(interval: UInt64) -> Bool {
    images.pinned == nil && images.unstored == nil && tip.sequence >= images.stored + interval
      && bytesSinceSnapshot >= (images.newest?.byteCount ?? 0) / 2
  }

  mutating func subscribe(_ connection: ConnectionID) { subscribers.append(connection) }

  mutating func unsubscribe(_ connection: ConnectionID, now: Moment) {
    subscribers.removeAll { $0 == connection }
    if subscribers.isEmpty { idleSince = now.monotonic }
  }

  /// Forgets what would tell whether the board was made with some word: that may be purged.
  mutating func forgetCreation() { creation.forgetHash() }

  /// Forgets the operations and the snapshots from before a purge, with which the log got a snapshot
  /// of everything that is durable.
  /// - Returns: the requests that waited for one of those snapshots.
  mutating func forget(before sequence: UInt64) -> [BoardImages.Request] {
    while let first = recent.first, first.sequence < sequence {
      recent.removeFirst()
      recentBytes -= first.bytes.count
    }
    return images.forget(before: sequence, storedAt: max(sequence, durable.sequence))
  }

  /// Keeps operations in memory, as many of the last ones as both bounds allow.
  mutating func remember(_ operations: [EncodedOperation], limit: Int, bytes: Int) {
    for operation in operations {
      recent.append(operation)
      recentBytes += operation.bytes.count
      bytesSinceSnapshot += operation.bytes.count
    }
    while recent.count > limit || recentBytes > bytes, let first = recent.popFirst() {
      recentBytes -= first.bytes.count
    }
  }
}

/// Where a board of the store is.
enum BoardPlace: Sendable {
  case stored
  /// The board is being read from the log; these requests wait for it, in the order in which they
  /// came.
  case loading([BoardTable.Waiting])
  case loaded
  /// The log could not take what was ordered last: the board is being read again, and these requests
  /// wait for it.
  case reloading([BoardTable.Waiting])
  case damaged(String)
}

extension StoredOutcome {
  init(_ committed: borrowing CommittedOperation) {
    self.init(
      counter: committed.id.counter, sequence: committed.sequence, time: committed.time,
      outcome: committed.outcome)
  }
}

extension Role {
  fileprivate var words: String {
    switch self {
    case .owner: "an owner"
    case .editor: "an editor"
    case .commenter: "a commenter"
    case .viewer: "a viewer"
    }
  }
}
