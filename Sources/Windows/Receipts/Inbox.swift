import BoardModel

/// What became of this user's edits against their will, as far as it stands in the board's order.
struct Inbox: Sendable {
  /// From the oldest to the newest.
  private(set) var receipts: [Receipt] = []
  /// Read here, but still on the board because an older one was not.
  private var seen: Set<Receipt.Key> = []
  /// Up to where the board was asked to drop them.
  private var dropped: UInt64 = 0
  /// Of those behind it that the board was asked to drop.
  private var droppedAlone: Set<Receipt.Key> = []
  /// The newest that was ever there; nil until a board was shown.
  private var known: Place?

  /// What this window was called before: what it made then it made all the same.
  private(set) var formerSessions: Set<SessionID> = []
  /// The other windows that receipts are about.
  var windows = OwnWindows()

  /// What edits of this user wanted that this window did not make, as the coordinator told it; nil
  /// where it did not know.
  private var recalled: [OperationID: Intent?] = [:]
  private var recall = Recall.idle

  /// One is asked for at a time.
  private enum Recall {
    case idle
    case asked(Receipt.Key)
    /// Until the link is another.
    case unavailable
  }

  private struct Place: Comparable {
    var sequence: UInt64 = 0
    var index: UInt16 = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.sequence, left.index) < (right.sequence, right.index)
    }
  }

  /// Edits that were refused, and whose author has not read so.
  var unreadRefusals: Set<OperationID> {
    Set(receipts.filter { !seen.contains($0.key) }.map(\.mine))
  }

  /// How many wait to be read.
  var unseen: Int { receipts.count { !seen.contains($0.key) } }

  /// Also those that the board dropped.
  func isSeen(_ receipt: Receipt) -> Bool {
    seen.contains(receipt.key) || !receipts.contains { $0.key == receipt.key }
  }

  /// - Returns: those that were not there before, and whether no board was shown before.
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

  /// A person has read these.
  /// - Returns: the edits by which the board drops them, and what was read while it could not be
  ///   asked: all up to the oldest that was not read at once, those behind it one by one.
  mutating func see(_ read: [Receipt]) -> [Intent] {
    seen.formUnion(read.map(\.key))
    let unread = receipts.firstIndex { !seen.contains($0.key) } ?? receipts.endIndex
    // Of one cause either all or none are below a sequence number.
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

  /// The board was not asked after all.
  mutating func wasNotAsked() {
    dropped = 0
    droppedAlone = []
  }

  // MARK: What another window wanted

  /// What an edit wanted that the coordinator told of.
  func intent(of edit: OperationID) -> Intent? { recalled[edit] ?? nil }

  /// The newest receipt of an edit that nothing here knows, if none is asked for already.
  mutating func nextToRecall(where isUnknown: (Receipt) -> Bool) -> Receipt? {
    guard case .idle = recall else { return nil }
    let next = receipts.last { recalled[$0.mine] == nil && isUnknown($0) }
    if let next { recall = .asked(next.key) }
    return next
  }

  /// - Parameter committed: nil if the coordinator does not have the operation.
  mutating func took(_ committed: CommittedOperation?) {
    guard case .asked(let key) = recall else { return }
    recall = .idle
    guard let receipt = receipts.first(where: { $0.key == key }) else { return }
    let isIt = committed?.operation.id == receipt.mine
    recalled.updateValue(isIt ? committed?.operation.intent : nil, forKey: receipt.mine)
  }

  /// What was read is not shown any more.
  mutating func forgetRead() {
    let mine = Set(receipts.map(\.mine))
    recalled = recalled.filter { mine.contains($0.key) }
  }

  mutating func couldNotRecall() { recall = .unavailable }

  mutating func linkChanged() {
    recall = .idle
    windows.linkChanged()
  }

  /// The window goes on under another name.
  mutating func wasCalled(_ session: SessionID) { formerSessions.insert(session) }
}
