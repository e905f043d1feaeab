import HashTreeCollections

// What operations do to the order of a card's items.
extension Board {
  mutating func addItem(
    _ card: CardID, _ id: ItemID, _ text: String, _ place: Anchors<ItemKind>,
    _ application: inout Application
  ) -> Rejection? {
    if let rejection = Board.rejection(ofTitle: text) { return rejection }
    guard cards[card] != nil else { return .unknownCard(card) }
    let checklist = checklists[card] ?? Checklist()
    guard checklist.created[id] == nil else { return .identifierInUse }
    guard checklist.order.count < BoardLimits.items else { return .limitReached(.items) }
    noteArchived(card, &application)
    insertItem(id, into: card, at: place.index(in: checklist.order))
    checklists[card]?.created[id] = application.stamp
    touch(.item(card, id))
    begin(.itemText(card, id), .text(text), application)
    begin(.itemDone(card, id), .flag(false), application)
    begin(.itemPlace(card, id), .itemPlace(place), application)
    begin(.itemRemoved(card, id), .flag(false), application)
    application.steps.append(.value(.itemRemoved(card, id), previous: .flag(true)))
    return nil
  }

  mutating func moveItem(_ id: ItemID, of card: CardID, to place: Anchors<ItemKind>) {
    guard let index = checklists[card]?.order.firstIndex(of: id) else { return }
    removeItem(from: card, at: index)
    insertItem(id, into: card, at: place.index(in: checklists[card]?.order ?? []))
  }
}
