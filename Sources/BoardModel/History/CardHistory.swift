/// How a card came to be what it is, told from nothing but the operations that concern it (SPEC.md
/// HIS-006). Their outcomes say how conflicts ended; nothing is decided again.
///
/// Copies of a text share what did not change, so each entry holds the text as it was then.
public struct CardHistory: Sendable {
  public let card: CardID
  /// The entries from the oldest to the newest, at most as many as are kept.
  public private(set) var entries: [CardEntry] = []
  /// The number of older entries that are no longer kept.
  public private(set) var dropped = 0
  let unsorted: ColumnID
  private let keeping: Keeping
  /// The present value of each field.
  var held: [Key: Held] = [:]
  /// The records of the operations that may still be undone: a board remembers no more.
  private var records: [OperationID: Record] = [:]
  private var recordOrder = RecordOrder()
  private var authors: [OperationID: Author] = [:]
  private var displacers: [OperationID: [FieldAddress: OperationID]] = [:]

  /// The texts whose content is not known any more.
  var lostTexts: Set<FieldAddress> = []
  /// The texts in which some scalars have lost their identities. An undo that typed in several
  /// cards at once does not tell how much it typed in the others, and so not the identities of what
  /// it typed here.
  var misnamedTexts: Set<FieldAddress> = []

  /// The text that users typed where its place was gone.
  var fragments: [Key: TextFragment] = [:]
  /// The sequence number at which a text was compacted last.
  var compacted: [FieldAddress: UInt64] = [:]
  /// The sequence number of the last purge of what a text held before.
  var purgedTexts: [FieldAddress: UInt64] = [:]

  /// Which entries are kept, as each has the text as it was.
  public enum Keeping: Hashable, Sendable {
    case newest(Int)
    /// The newest that change this field.
    case about(FieldAddress, Int)
    /// The newest, but entries of text edits alone are dropped first, because there are most of
    /// them.
    case sparingText(Int)

    var limit: Int {
      switch self {
      case .newest(let limit), .about(_, let limit), .sparingText(let limit): max(1, limit)
      }
    }
  }

  struct Key: Hashable, Sendable {
    let field: FieldAddress
    /// The user of a mark; empty for a field that is everybody's.
    let user: String
  }

  struct Held: Hashable, Sendable {
    var value: FieldValue
    let sequence: UInt64
    let operation: OperationID
    /// The user who wrote it.
    let user: String

    func isOwn(of entry: EntryReplay) -> Bool {
      operation.session == entry.id.session && user == entry.user
    }
  }

  struct Record: Hashable, Sendable {
    let steps: [Step]
    /// Whether the operation changed texts of other cards too.
    let hasOtherTexts: Bool
  }

  enum Step: Hashable, Sendable {
    case value(FieldAddress, FieldValue)
    case splice(FieldAddress, offset: UInt32, inserted: UInt32, deleted: [TextRange])

    var field: FieldAddress {
      switch self {
      case .value(let field, _), .splice(let field, _, _, _): field
      }
    }
  }

  /// - Parameter unsorted: the identifier of the board's column "Unsorted".
  public init(card: CardID, unsorted: ColumnID, keeping: Keeping = .newest(.max)) {
    self.card = card
    self.unsorted = unsorted
    self.keeping = keeping
  }

  /// Takes the next operation that concerns the card, in the order of the log from the first on.
  public mutating func take(_ committed: CommittedOperation) {
    guard let operation = committed.operation else { return }
    var entry = EntryReplay(committed, operation)
    authors[operation.id] = committed.author
    if case .purged(let purged) = committed.content {
      for part in purged.parts {
        entry.nextOffset = part.offset
        replay(part.intent, &entry)
      }
    } else {
      replay(operation.intent, &entry)
    }
    settle(&entry)
    if !entry.steps.isEmpty {
      records[operation.id] = Record(
        steps: entry.steps, hasOtherTexts: entry.hasOtherTexts)
      if let old = recordOrder.note(operation.id, onlyMarks: onlyMarks(operation.intent)) {
        records[old] = nil
      }
    }
    for change in entry.changes {
      guard let displaced = change.displaced else { continue }
      displacers[displaced, default: [:]][change.field] = operation.id
    }
    keep(CardEntry(committed: committed, operation: operation, changes: entry.changes))
  }

  private func onlyMarks(_ intent: Intent) -> Bool {
    switch intent {
    case .cardFavourite: true
    case .batch(let intents): intents.allSatisfy(onlyMarks)
    case .undo(let target, _): recordOrder.isMark(target)
    default: false
    }
  }

  private mutating func keep(_ entry: CardEntry) {
    if case .about(let field, _) = keeping, !entry.changes.contains(where: { $0.field == field }) {
      return
    }
    entries.append(entry)
    // Several entries are dropped at once, because removing the first moves all others.
    if entries.count - keeping.limit > keeping.limit / 4 { finish() }
  }

  /// Drops the entries beyond those that should be kept, as no more operations come for now.
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

  /// Forgets what the fields of a purge's target held, in entries and in records.
  mutating func forget(_ target: PurgeTarget) {
    entries = entries.map { entry in
      CardEntry(
        committed: entry.committed, operation: entry.operation,
        changes: entry.changes.filter { !target.covers($0.field) })
    }
    for (operation, record) in records {
      let kept = record.steps.filter { !target.covers($0.field) }
      records[operation] =
        kept.isEmpty ? nil : Record(steps: kept, hasOtherTexts: record.hasOtherTexts)
    }
  }

  func record(of operation: OperationID) -> Record? { records[operation] }
}

// What a history answers.
extension CardHistory {
  /// The value of a field as the last operation left it.
  public func value(of field: FieldAddress, for user: String = "") -> FieldValue? {
    held[Key(field: field, user: user)]?.value
  }

  /// Whether an operation after those that were taken concerns the card.
  public func isConcerned(by committed: CommittedOperation) -> Bool {
    ConcernedCards(of: committed) { authors[$0] == nil ? [] : [card] }.contains(card)
  }

  /// The author of an operation that concerns the card.
  public func author(of operation: OperationID) -> Author? { authors[operation] }

  /// The operation that displaced what this one wrote in the field.
  public func displacer(of operation: OperationID, in field: FieldAddress) -> OperationID? {
    displacers[operation]?[field]
  }
}
