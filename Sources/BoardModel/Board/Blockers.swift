import HashTreeCollections

// Which cards block which.
extension Board {
  /// The cards that a card has as blockers, archived ones too, from the lowest number on.
  public func blockers(of card: CardID) -> [Card] {
    (cardElements[card] ?? [:]).keys.compactMap { element in
      if case .blocker(let id) = element { self.card(id) } else { nil }
    }.sorted { $0.number < $1.number }
  }

  /// The cards that block a card: those of its blockers that are not archived (SPEC.md APL-139).
  public func blocking(_ card: CardID) -> [Card] {
    blockers(of: card).filter { !$0.archived.value }
  }

  public func isBlocked(_ card: CardID) -> Bool {
    (cardElements[card] ?? [:]).keys.contains { element in
      guard case .blocker(let id) = element, let blocker = cards[id] else { return false }
      return !blocker.archived.value
    }
  }
}
