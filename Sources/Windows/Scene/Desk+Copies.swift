import BoardModel

// Copies of cards.
extension Desk {
  /// Below the focus, in its column.
  mutating func copySelection() {
    let cards = selection
    guard !cards.isEmpty, let lane = contents.lane(focus.lane) else {
      return refuse("There is no card here.")
    }
    copy(cards, to: lane, at: min(focus.index + 1, lane.cards.count))
  }

  /// Makes copies stand before the `index`-th card of a column, in the order of what they are of, as
  /// one edit.
  mutating func copy(_ cards: [CardID], to lane: BoardContents.Lane, at index: Int) {
    let originals = cards.compactMap { card($0) }
    var intents: [Intent] = []
    var copies: [CardID] = []
    var after = index > 0 ? lane.cards[index - 1] : nil
    let before = index < lane.cards.count ? lane.cards[index] : nil
    for card in originals {
      let copy = identifiers.next(CardKind.self)
      intents.append(
        .cardCreate(
          copy, in: lane.id, title: card.title.value, body: card.body.string,
          at: Anchors(after: after, before: before)))
      intents += details(of: card.id, for: copy)
      copies.append(copy)
      after = copy
    }
    guard let first = intents.first else { return refuse("There is no card here.") }
    guard intents.count <= BoardLimits.batch else {
      return refuse("That is too much to be copied at once.")
    }
    guard edit(intents.count == 1 ? first : .batch(intents)) else { return }
    awaited = copies.first.map { .card($0) }
    let name = originals.count == 1 ? name(of: originals[0].id) : "\(originals.count) cards"
    answer("Copied \(name) to \(self.name(of: lane.id)). u undoes.")
  }

  /// All but what people said about it, and who likes it.
  private mutating func details(of card: CardID, for copy: CardID) -> [Intent] {
    guard let board else { return [] }
    var intents = board.labels(on: card).map { Intent.attach(copy, .label($0.id)) }
    intents += board.assignees(of: card).map { .attach(copy, .assignee($0)) }
    if let due = board.due(of: card) { intents.append(.set(.cardDue(copy), .number(due))) }
    for item in board.checklist(of: card) {
      let id = identifiers.next(ItemKind.self)
      intents.append(.itemAdd(copy, id, text: item.text.value, at: Anchors()))
      if item.done { intents.append(.set(.itemDone(copy, id), .flag(true))) }
    }
    return intents
  }
}
