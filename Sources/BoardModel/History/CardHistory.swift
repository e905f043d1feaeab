/// How a card came to be what it is: told from the operations that concern it (SPEC.md HIS-006), and
/// from nothing else. What they came to stands in their outcomes; nothing is decided again.
///
/// Copies of a text share what did not change, so that each entry holds the text as it was then.
public struct CardHistory: Sendable {
  public let card: CardID
  /// From the oldest to the newest, at most as many as are kept.
  public private(set) var entries: [CardEntry] = []
  /// Older entries that are no longer kept.
  public private(set) var dropped = 0
  let unsorted: ColumnID
  private let keeping: Keeping
  /// What stands in each field now.
  var held: [Key: Held] = [:]
  /// How to take back the operations that may still be undone: a board remembers no more.
  private var records: [OperationID: Record] = [:]
  private var recordOrder: [OperationID] = []
  private var authors: [OperationID: Author] = [:]
  private var displacers: [OperationID: [FieldAddress: OperationID]] = [:]

  /// Texts of which it is not known any more what they were.
  var lostTexts: Set<FieldAddress> = []
  /// Texts of which not each scalar has the name it had. An undo that typed in several cards at once
  /// does not tell how much it typed in the others, nor hence the names of what it typed here.
  var misnamedTexts: Set<FieldAddress> = []

  /// What users typed where its place was gone.
  var fragments: [Key: TextFragment] = [:]
  /// At which sequence number a text was compacted last.
  var compacted: [FieldAddress: UInt64] = [:]

  /// Which entries are kept: each has the text as it was.
  public enum Keeping: Hashable, Sendable {
    case newest(Int)
    /// The newest that change this field.
    case about(FieldAddress, Int)
    /// The newest, but edits of the text alone go first: there are most of them.
    case sparingText(Int)

    var limit: Int {
      switch self {
      case .newest(let limit), .about(_, let limit), .sparingText(let limit): max(1, limit)
      }
    }
  }

  struct Key: Hashable, Sendable {
    let field: FieldAddress
    /// Of a mark; empty for what is everybody's.
    let user: String
  }

  struct Held: Hashable, Sendable {
    var value: FieldValue
    let sequence: UInt64
    let operation: OperationID
  }

  struct Record: Hashable, Sendable {
    let steps: [Step]
    /// Whether the operation changed texts of other cards too.
    let hasOtherTexts: Bool
  }

  enum Step: Hashable, Sendable {
    case value(FieldAddress, FieldValue)
    case splice(FieldAddress, offset: UInt32, inserted: UInt32, deleted: [TextRange])
  }

  /// - Parameter unsorted: the identifier of the board's column "Unsorted".
  public init(card: CardID, unsorted: ColumnID, keeping: Keeping = .newest(.max)) {
    self.card = card
    self.unsorted = unsorted
    self.keeping = keeping
  }

  /// Takes the next operation that concerns the card, in their order from the first one on.
  public mutating func take(_ committed: CommittedOperation) {
    var entry = EntryReplay(committed)
    authors[committed.operation.id] = committed.author
    replay(committed.operation.intent, &entry)
    settle(&entry)
    if entry.rejection == nil, !entry.steps.isEmpty {
      records[committed.operation.id] = Record(
        steps: entry.steps, hasOtherTexts: entry.hasOtherTexts)
      recordOrder.append(committed.operation.id)
      if recordOrder.count > BoardLimits.undoRecords {
        records[recordOrder.removeFirst()] = nil
      }
    }
    for change in entry.changes {
      guard let displaced = change.displaced else { continue }
      displacers[displaced, default: [:]][change.field] = committed.operation.id
    }
    keep(CardEntry(committed: committed, changes: entry.changes))
  }

  private mutating func keep(_ entry: CardEntry) {
    if case .about(let field, _) = keeping, !entry.changes.contains(where: { $0.field == field }) {
      return
    }
    entries.append(entry)
    // A few at a time: removing the first moves all others.
    if entries.count - keeping.limit > keeping.limit / 4 { finish() }
  }

  /// Nothing more comes, for now: no more are kept than should be.
  public mutating func finish() {
    let count = entries.count - keeping.limit
    guard count > 0 else { return }
    var left = count
    if case .sparingText = keeping {
      entries.removeAll { entry in
        guard left > 0, entry.isOfText else { return false }
        left -= 1
        return true
      }
    }
    entries.removeFirst(left)
    dropped += count
  }

  func record(of operation: OperationID) -> Record? { records[operation] }
}

// What it answers.
extension CardHistory {
  /// The value of a field as the last operation left it.
  public func value(of field: FieldAddress, for user: String = "") -> FieldValue? {
    held[Key(field: field, user: user)]?.value
  }

  /// Whether an operation behind those that were told concerns the card.
  public func isConcerned(by committed: CommittedOperation) -> Bool {
    ConcernedCards(of: committed) { authors[$0] == nil ? [] : [card] }.contains(card)
  }

  /// Who made an operation that concerns the card.
  public func author(of operation: OperationID) -> Author? { authors[operation] }

  /// The operation that took the place of what this one wrote in the field.
  public func displacer(of operation: OperationID, in field: FieldAddress) -> OperationID? {
    displacers[operation]?[field]
  }
}
