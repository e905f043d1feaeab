import HashTreeCollections

/// One entry of a card's checklist, as it is now. A removed one keeps its place.
public struct ChecklistItem: Hashable, Sendable {
  public let id: ItemID
  public let created: Stamp
  public let text: Field<String>
  public let done: Bool
  public let removed: Bool
}

/// The items of one card, in their order.
struct Checklist: Hashable, Sendable {
  var order: [ItemID] = []
  var created: TreeDictionary<ItemID, Stamp> = [:]
}

// How checklists are read from a board.
extension Board {
  /// The items of a card that are not removed, from top to bottom.
  public func checklist(of card: CardID) -> [ChecklistItem] {
    items(of: card).filter { !$0.removed }
  }

  /// The items of a card that were removed.
  public func removedItems(of card: CardID) -> [ChecklistItem] { items(of: card).filter(\.removed) }

  private func items(of card: CardID) -> [ChecklistItem] {
    (checklists[card]?.order ?? []).compactMap { item($0, on: card) }
  }

  /// The item with this identifier, removed or not.
  public func item(_ id: ItemID, on card: CardID) -> ChecklistItem? {
    guard let created = checklists[card]?.created[id],
      let text = field(.itemText(card, id)), case .text(let words) = text.value
    else { return nil }
    return ChecklistItem(
      id: id, created: created, text: Field(words, text.stamp), done: flag(.itemDone(card, id)),
      removed: flag(.itemRemoved(card, id)))
  }
}
