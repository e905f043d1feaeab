import BoardModel

/// The receipts of this user's edits that were displaced or refused, in the order of the board.
struct Inbox: Sendable {
  /// The receipts, oldest first.
  private(set) var receipts: [Receipt] = []
  /// The receipts that were read here, but are still on the board.
  private var seen: Set<Receipt.Key> = []
  /// The sequence number through which the board was asked to drop receipts.
  private var dropped: UInt64 = 0
  /// The receipts behind `dropped` that the board was asked to drop one by one.
  private var droppedAlone: Set<Receipt.Key> = []
  /// The place of the newest receipt ever seen; nil until a board was shown.
  private var known: Place?

  /// The earlier identifiers of this window's session; edits made under them are this window's too.
  private(set) var formerSessions: Set<SessionID> = []
  /// The person's other windows that receipts name.
  private(set) var windows = OwnWindows()

  /// The intents of this user's edits that were superseded, as the coordinator told them; nil for
  /// one that it does not have.
  private var recalled: [OperationID: Intent?] = [:]
  private var recall = Recall.idle

  /// The state of the request for an operation; one is asked for at a time.
  private enum Recall {
    case idle
    case asked(Receipt.Key)
    /// The request failed; it is not repeated until the link changes.
    case unavailable
  }

  private struct Place: Comparable {
    var sequence: UInt64 = 0
    var index: UInt16 = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.sequence, left.index) < (right.sequence, right.index)
    }
  }

  /// The refused or displaced edits whose receipts the person has not read.
  var unreadRefusals: Set<OperationID> {
    Set(receipts.filter { !seen.contains($0.key) }.map(\.mine))
  }

  /// The number of receipts that wait to be read.
  var unseen: Int { receipts.count { !seen.contains($0.key) } }

  /// Whether the receipt was read; one that the board has dropped counts as read.
  func isSeen(_ receipt: Receipt) -> Bool {
    seen.contains(receipt.key) || !receipts.contains { $0.key == receipt.key }
  }

  /// - Returns: the receipts that are new, and whether no board was shown before.
  mutating func update(_ receipts: [Receipt]) -> (new: [Receipt], isFirst: Bool) {
    let last = known ?? Place()
    let new = receipts.filter {
      last < Place(sequence: $0.key.sequence, index: $0.key.index)
    }
    defer {
      self.receipts = receipts
      let keys = receipts.map(\.key)
      seen.formIntersection(keys)
      droppedAlone.formIntersection(keys)
      let newest = new.last.map { Place(sequence: $0.key.sequence, index: $0.key.index) }
      known = newest ?? last
    }
    return (new, known == nil)
  }

  /// Marks receipts as read.
  /// - Returns: the edits by which the board drops them, and those that were read while it could
  ///   not be asked: all below the oldest unread one in one edit, those behind it one by one.
  mutating func see(_ read: [Receipt]) -> [Intent] {
    seen.formUnion(read.map(\.key))
    let unread = receipts.firstIndex { !seen.contains($0.key) } ?? receipts.endIndex
    // The receipts of one cause have the same sequence number, hence are all below it or none are.
    let waiting = unread < receipts.endIndex ? receipts[unread].cause.sequence : .max
    var intents: [Intent] = []
    let below = receipts.last { $0.cause.sequence < waiting }?.cause.sequence
    if let below, below > dropped {
      dropped = below
      intents.append(.receiptsSeen(through: below))
    }
    for receipt in receipts where receipt.cause.sequence >= waiting && seen.contains(receipt.key) {
      guard droppedAlone.insert(receipt.key).inserted else { continue }
      intents.append(.receiptSeen(cause: receipt.cause.sequence, index: receipt.index))
    }
    return intents
  }

  /// Takes back the requests to drop receipts, because they were not made.
  mutating func wasNotAsked() {
    dropped = 0
    droppedAlone = []
  }

  // MARK: What another window wanted

  /// The intent of an edit, if the coordinator told it.
  func intent(of edit: OperationID) -> Intent? { recalled[edit] ?? nil }

  /// The newest receipt of an edit that is unknown here; nil while another one is asked for.
  mutating func nextToRecall(where isUnknown: (Receipt) -> Bool) -> Receipt? {
    guard case .idle = recall else { return nil }
    let next = receipts.last { recalled[$0.mine] == nil && isUnknown($0) }
    if let next { recall = .asked(next.key) }
    return next
  }

  /// - Parameter committed: the operation; nil if the coordinator does not have it.
  mutating func took(_ committed: CommittedOperation?) {
    guard case .asked(let key) = recall else { return }
    recall = .idle
    guard let receipt = receipts.first(where: { $0.key == key }) else { return }
    let isIt = committed?.id == receipt.mine
    recalled.updateValue(isIt ? committed?.operation?.intent : nil, forKey: receipt.mine)
  }

  /// Forgets the intents of edits whose receipts are gone.
  mutating func forgetRead() {
    let mine = Set(receipts.map(\.mine))
    recalled = recalled.filter { mine.contains($0.key) }
  }

  mutating func couldNotRecall() { recall = .unavailable }

  mutating func linkChanged() {
    recall = .idle
    windows.linkChanged()
  }

  // MARK: The person's other windows

  mutating func nextToFind(_ sessions: [SessionID]) -> SessionID? { windows.nextToFind(sessions) }

  mutating func found(_ session: SessionID, _ window: OwnWindow?) { windows.took(session, window) }

  mutating func couldNotFind() { windows.couldNotFind() }

  /// Remembers an earlier identifier of this window, which now has another.
  mutating func wasCalled(_ session: SessionID) { formerSessions.insert(session) }
}
