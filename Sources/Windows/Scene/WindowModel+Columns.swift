import BoardModel

// This part makes new columns.
extension WindowModel {
  /// Makes a column and its cards, in their order, as one edit.
  /// - Parameter gathered: the cards that are moved to its end; those that are gone are left out.
  /// - Returns: false if it cannot be made; the reason has then been shown.
  mutating func makeColumn(
    _ title: String, _ cards: [CardOffer.NewCard], moving gathered: [CardID] = [], after: ColumnID?
  ) -> Bool {
    let moving = view.live(gathered)
    guard cards.count + (moving.isEmpty ? 0 : 1) < BoardLimits.batch else {
      refuse("No more than \(BoardLimits.batch - 1) cards can come with a column.")
      return false
    }
    let column = identifiers.next(ColumnKind.self)
    var intents = [Intent.columnCreate(column, title: title, at: Anchors(after: after))]
    for card in cards {
      let id = identifiers.next(CardKind.self)
      intents.append(
        .cardCreate(id, in: column, title: card.title, body: card.body, at: Anchors()))
    }
    if !moving.isEmpty { intents.append(.cardMove(moving, to: column, at: Anchors())) }
    guard edit(intents.count == 1 ? intents[0] : .batch(intents)) else { return false }
    view.await(.column(column))
    let gone = gathered.count - moving.count
    if gone > 0 {
      report(
        gone == 1
          ? "A card is gone: it was left out." : "\(gone) cards are gone: they were left out.",
        .loss)
    }
    return true
  }
}
