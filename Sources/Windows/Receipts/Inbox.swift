import BoardModel

/// What became of this user's edits against their will, as far as it stands in the board's order.
struct Inbox: Sendable {
  /// From the oldest to the newest.
  private(set) var receipts: [Receipt] = []
  /// Read here, but still on the board because an older one was not.
  private var seen: Set<Receipt.Key> = []
  /// Up to where the board was asked to drop them.
  private var dropped: UInt64 = 0
  /// The newest that was ever there; nil until a board was shown.
  private var known: Place?

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
      seen.formIntersection(receipts.map(\.key))
      let newest = new.last.map { Place(sequence: $0.key.sequence, index: $0.key.index) }
      known = newest ?? last
    }
    return (new, known == nil)
  }

  /// A person has read these.
  /// - Returns: up to where the board can drop them: none that was not read is among those.
  mutating func see(_ read: [Receipt]) -> UInt64? {
    seen.formUnion(read.map(\.key))
    return droppable()
  }

  /// Also what was read while the board could not be asked.
  private mutating func droppable() -> UInt64? {
    let unread = receipts.first { !seen.contains($0.key) }?.cause.sequence
    let through = receipts.last { receipt in
      unread.map { receipt.cause.sequence < $0 } ?? true
    }?.cause.sequence
    guard let through, through > dropped else { return nil }
    dropped = through
    return through
  }

  /// The board was not asked after all.
  mutating func wasNotAsked() { dropped = 0 }

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

  mutating func linkChanged() { recall = .idle }
}
