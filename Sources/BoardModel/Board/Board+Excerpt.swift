import HashTreeCollections

// What whoever reads or edits a few cards needs of a board (SPEC.md EXC-002).
extension Board {
  /// The most cards that stand beside a card because a name could mean them too.
  public static let excerptRivals = 16

  /// The fewest bytes of an entity that is not *last-purge*: a stamp is in each, or a text.
  private static let leastEntityBytes = 40

  /// The entities of an excerpt: what belongs to no card, and the cards that names mean.
  ///
  /// - Parameters:
  ///   - names: the names of cards as people write them.
  ///   - user: the user whose marks are in it.
  ///   - limit: the bytes of all entities together.
  /// - Returns: nil where they have more than that. It may be found out only when they are encoded.
  public func excerpt(naming names: [String], for user: String, bytes limit: Int) -> [Entity]? {
    guard let header else { return [] }
    var entities: [Entity] = [.header(header)]
    entities += columnOrder.compactMap { columns[$0] }.map { .column($0) }
    let chosen = chosen(by: names)
    let whole = chosen.whole.sorted { $0.number < $1.number }
    var scalars = 0
    for card in whole {
      scalars += textScalars(of: card)
      guard scalars <= limit, entities.count <= limit / Board.leastEntityBytes else { return nil }
      entities.append(.card(card))
      entities += Board.pieces(of: card.body).map { .text(card.id, $0) }
      entities += cardEntities(of: card.id)
    }
    entities += chosen.bare.sorted { $0.number < $1.number }.map { .card($0) }
    let marks = whole.compactMap { card in
      favourites[user]?[card.id].map { Favourite(card: card.id, marked: $0) }
    }
    if !marks.isEmpty {
      entities.append(.favourites(user: user, marks.sorted { $0.card < $1.card }))
    }
    let proposals = proposals(namedWith: whole.map(\.id))
    scalars += proposals.reduce(0) { $0 + $1.textScalars }
    guard scalars <= limit else { return nil }
    entities += proposals.flatMap { Board.entities(of: $0) }
    entities += boardFieldEntities
    if lastPurge > 0 { entities.append(.lastPurge(lastPurge)) }
    return entities
  }

  /// The cards that names mean alone, whole; and bare the ones that block them, and those that a
  /// name could mean too.
  private func chosen(by names: [String]) -> (whole: [Card], bare: [Card]) {
    var (whole, bare): (Set<CardID>, Set<CardID>) = ([], [])
    for name in names.compactMap({ CardName($0) }) {
      let meant = cards(named: name)
      if let card = meant.first, meant.count == 1 {
        whole.insert(card)
        bare.formUnion(beginnings.cards(near: card).prefix(Board.excerptRivals))
        bare.formUnion(blockers(of: card).map(\.id))
      } else {
        bare.formUnion(meant.prefix(Board.excerptRivals))
      }
    }
    return (
      whole.compactMap { cards[$0] }, bare.subtracting(whole).compactMap { cards[$0] }
    )
  }

  /// The scalars of a card's texts, deleted ones counted.
  private func textScalars(of card: Card) -> Int {
    (commentThreads[card.id]?.comments.values.map(\.body) ?? [])
      .reduce(card.body.totalCount) { $0 + $1.totalCount }
  }

  /// The open proposals on the cards, with those that have a number in common with one of them.
  private func proposals(namedWith cards: [CardID]) -> [Proposal] {
    guard !proposals.isEmpty else { return [] }
    let chosen = Set(cards)
    let numbers = Set(
      proposals.values.filter { $0.field.card.map(chosen.contains) ?? false }
        .map(\.stamp.sequence))
    return numbers.isEmpty
      ? [] : proposalsInOrder.filter { numbers.contains($0.stamp.sequence) }
  }
}

extension Proposal {
  /// The scalars of the text that it holds, deleted ones counted.
  fileprivate var textScalars: Int {
    if case .fragment(let fragment) = value { fragment.text.totalCount } else { 0 }
  }
}
