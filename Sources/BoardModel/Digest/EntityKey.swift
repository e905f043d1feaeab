import HashTreeCollections

/// The name of one entity of a board, which the digest hashes as a whole. Undo records are apart: their
/// order says which of them came and went.
enum EntityKey: Hashable, Sendable {
  case header
  case column(ColumnID)
  case card(CardID)
  case favourite(String, CardID)
  case proposal(Proposal.Key)
  case field(FieldAddress)
  case item(CardID, ItemID)
  case element(CardID, CardElement)
  case comment(CardID, CommentID)
  case receipt(Receipt.Key)
  case compacted(FieldAddress)
  case purged(CardID, CommentID?)
  case lastPurge
}

extension Board {
  /// What the board holds under a name; nil if it holds nothing.
  func entity(_ key: EntityKey) -> Entity? {
    switch key {
    case .header: header.map { .header($0) }
    case .column(let id): columns[id].map { .column($0) }
    case .card(let id): cards[id].map { .card($0) }
    case .favourite(let user, let card):
      favourites[user]?[card].map {
        .favourites(user: user, [Favourite(card: card, marked: $0)])
      }
    case .proposal(let key): proposals[key].map { .proposal($0) }
    case .field(let address): field(address).map { .field(address, $0) }
    case .item(let card, let id):
      checklists[card]?.created[id].map { .item(card, id, created: $0) }
    case .element(let card, let element):
      cardElements[card]?[element].map { .elements(card, [HeldElement(element, $0)]) }
    case .comment(let card, let id): comment(id, on: card).map { .comment(card, $0) }
    case .receipt(let key): receipt(key).map { .receipt($0) }
    case .compacted(let field): compactedEntities(of: field).first
    case .purged(let card, let comment):
      purges.stamp(of: card, comment).map { .purged(card, comment, $0) }
    case .lastPurge: purges.last > 0 ? .lastPurge(purges.last) : nil
    }
  }
}
