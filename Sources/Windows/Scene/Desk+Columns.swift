import BoardModel

// New columns.
extension Desk {
  /// Makes a column and its cards, in their order, as one edit.
  /// - Returns: false, and the reason is told, if it cannot be made.
  mutating func makeColumn(
    _ title: String, _ cards: [CardOffer.NewCard], after: ColumnID?
  ) -> Bool {
    guard cards.count < BoardLimits.batch else {
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
    guard edit(intents.count == 1 ? intents[0] : .batch(intents)) else { return false }
    awaited = .column(column)
    return true
  }
}
