import HashTreeCollections

/// The cards of a board by the first digits of their identifiers, as many as the shortest beginning
/// by which a person names a card has. Whoever looks for a beginning looks at the cards of one entry,
/// which is a single one unless somebody contrived the identifiers.
struct CardBeginnings: Sendable {
  private enum Entry: Sendable {
    case one(CardID)
    /// At least two, in ascending order.
    case several([CardID])

    var cards: [CardID] {
      switch self {
      case .one(let card): [card]
      case .several(let cards): cards
      }
    }
  }

  private var entries: TreeDictionary<UInt32, Entry> = [:]

  /// The bits of the `CardName.shortestBeginning` first digits.
  private static func beginning(_ card: CardID) -> UInt32 { UInt32(card.high >> 32) }

  mutating func insert(_ card: CardID) {
    guard let entry = entries[Self.beginning(card)] else {
      entries[Self.beginning(card)] = .one(card)
      return
    }
    var cards = entry.cards
    cards.insert(card, at: cards.index(behind: { $0 < card }))
    entries[Self.beginning(card)] = .several(cards)
  }

  mutating func remove(_ card: CardID) {
    guard let entry = entries.removeValue(forKey: Self.beginning(card)) else { return }
    var cards = entry.cards
    cards.removeAll { $0 == card }
    guard let first = cards.first else { return }
    entries[Self.beginning(card)] = cards.count == 1 ? .one(first) : .several(cards)
  }

  /// The cards whose identifiers begin with the same digits as this one's, in ascending order.
  func cards(near card: CardID) -> [CardID] { entries[Self.beginning(card)]?.cards ?? [] }

  /// The cards whose identifiers begin with these digits, of which there are at least
  /// `CardName.shortestBeginning`, in ascending order.
  func cards(beginningWith digits: String) -> ArraySlice<CardID> {
    let open = 32 - digits.utf8.count
    guard open >= 0, let first = CardID(digits + String(repeating: "0", count: open)),
      let last = CardID(digits + String(repeating: "f", count: open))
    else { return [] }
    let near = cards(near: first)
    return near[near.index(behind: { $0 < first })..<near.index(behind: { $0 <= last })]
  }
}
