import HashTreeCollections

/// A board as the operations up to `sequence` left it. `apply` is the only function that changes
/// it: the same log gives the same board, byte for byte, everywhere.
///
/// A copy is cheap and stays as it was: the collections share what did not change.
public struct Board: Sendable {
  public let id: BoardID
  /// The model level, which says what this board may hold; only a logged operation raises it.
  public internal(set) var level: UInt16 = 1
  /// The sequence number of the last operation applied; 0 for a board that nobody created yet.
  public internal(set) var sequence: UInt64 = 0
  public internal(set) var title: Field<String>?
  /// The columns from left to right, deleted ones at the place they left.
  public internal(set) var columnOrder: [ColumnID] = []
  var columns: TreeDictionary<ColumnID, Column> = [:]
  var cards: TreeDictionary<CardID, Card> = [:]
  var numbering = CardNumbering()
  var beginnings = CardBeginnings()
  var favourites: TreeDictionary<String, TreeDictionary<CardID, Field<Bool>>> =
    [:]
  var proposals: TreeDictionary<Proposal.Key, Proposal> = [:]
  public internal(set) var undo = UndoLedger()
  /// The plain fields that somebody has written; the value of others is `FieldAddress.unwritten`.
  private(set) var plainFields: TreeDictionary<FieldAddress, Field<FieldValue>> = [:]
  /// Those of them that are no card's.
  private var boardFieldIndex: TreeSet<FieldAddress> = []
  private(set) var memberIndex = MemberIndex()
  /// The labels that the board ever had, removed ones included.
  private(set) var labelIDs: TreeSet<LabelID> = []
  var checklists: TreeDictionary<CardID, Checklist> = [:]
  var commentThreads: TreeDictionary<CardID, CommentThread> = [:]
  private(set) var cardElements: TreeDictionary<CardID, TreeDictionary<CardElement, Stamp>> = [:]
  /// The cards that have a card as a blocker.
  private(set) var blockedCards: TreeDictionary<CardID, TreeSet<CardID>> = [:]
  /// The last compaction of each text that had one.
  var compactions: TreeDictionary<FieldAddress, Compaction> = [:]
  /// The receipts of each user, from the oldest to the newest.
  var receiptLists: TreeDictionary<String, [Receipt]> = [:]
  /// What was purged; the rest of the board knows nothing of it.
  public internal(set) var purges = Purges()
  var digestCache = DigestCache()
  var partChanges = PartChanges()

  /// The model levels that this program knows.
  public let levels: ModelLevels

  public init(id: BoardID, levels: ModelLevels = .released) {
    self.id = id
    self.levels = levels
  }

  /// Writes a plain field, and the indexes that are derived from it.
  mutating func write(_ address: FieldAddress, _ field: Field<FieldValue>) {
    plainFields[address] = field
    if address.card == nil { boardFieldIndex.insert(address) }
    switch (address, field.value) {
    case (.memberRole(let user), .role(let role)): memberIndex.set(user, role)
    case (.labelName(let id), _): labelIDs.insert(id)
    default: break
    }
    touch(.field(address))
  }

  /// The written plain fields that are no card's.
  var boardFields: [FieldAddress] { Array(boardFieldIndex) }

  /// Takes a plain field of a card away with all of it.
  mutating func erase(_ address: FieldAddress) {
    guard plainFields.removeValue(forKey: address) != nil else { return }
    touch(.field(address))
  }

  /// Lets go of the list of elements of a card that is gone, and of those it blocked.
  mutating func forgetElements(of card: CardID) {
    cardElements[card] = nil
    blockedCards[card] = nil
  }

  /// Writes an element of a card, or takes it away, and the index that is derived from it.
  /// - Parameter stamp: that of its attachment; nil where the card no longer has it.
  mutating func write(_ element: CardElement, of card: CardID, _ stamp: Stamp?) {
    cardElements[card, default: [:]][element] = stamp
    if case .blocker(let blocker) = element {
      if stamp != nil {
        blockedCards[blocker, default: []].insert(card)
      } else {
        blockedCards[blocker]?.remove(card)
      }
    }
    touch(.element(card, element))
  }
}

extension Board {
  public func column(_ id: ColumnID) -> Column? { columns[id] }

  public func card(_ id: CardID) -> Card? { cards[id] }

  /// The number of cards, archived ones included.
  public var cardCount: Int { cards.count }

  public var exists: Bool { if case .some = title { true } else { false } }

  /// The column to which cards go whose own is gone. Its identifier is derived, so that all
  /// replicas agree.
  public var unsortedID: ColumnID {
    id.rebound(to: ColumnKind.self, tweak: 0x756E_736F_7274_6564)  // "unsorted"
  }

  public static let unsortedTitle = "Unsorted"

  /// The columns that are not deleted, from left to right.
  public var liveColumns: [Column] {
    columnOrder.compactMap { id in
      guard let column = columns[id], !column.deleted.value else { return nil }
      return column
    }
  }

  /// The cards of a column that are not archived, from top to bottom.
  public func liveCards(in column: ColumnID) -> [Card] {
    (columns[column]?.cards.live() ?? []).compactMap { cards[$0] }
  }

  /// The archived cards in the order of their identifiers.
  public var archivedCards: [Card] {
    cards.values.filter(\.archived.value).sorted { $0.id < $1.id }
  }

  public func isFavourite(_ card: CardID, of user: String) -> Bool {
    favourites[user]?[card]?.value ?? false
  }

  /// The cards that a user marked, archived ones included, in the order of their identifiers.
  public func favouriteCards(of user: String) -> [CardID] {
    (favourites[user] ?? [:]).filter(\.value.value).map(\.key).sorted()
  }

  /// The open proposals on fields of one card, in the order they were made.
  public func proposals(on card: CardID) -> [Proposal] {
    proposalsInOrder.filter { $0.field.card == card }
  }

  /// All open proposals in the order they were made, those of one operation in the order of their
  /// fields.
  public var proposalsInOrder: [Proposal] {
    proposals.values.sorted { left, right in
      // The key costs more than all else here, and is seldom needed.
      left.stamp.sequence == right.stamp.sequence
        ? left.field.sortKey < right.field.sortKey : left.stamp.sequence < right.stamp.sequence
    }
  }

  /// All cards, archived ones included, in the order of their identifiers.
  public var cardIDs: [CardID] { cards.keys.sorted() }
}

extension FieldAddress {
  /// The encoded address, as text that sorts the same way everywhere.
  var sortKey: String {
    var writer = ByteWriter()
    writer.value(self)
    return String(
      decoding: writer.bytes.flatMap { [0x40 + $0 >> 4, 0x40 + $0 & 0x0F] }, as: UTF8.self)
  }
}
