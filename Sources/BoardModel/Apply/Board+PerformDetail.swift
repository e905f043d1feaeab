import HashTreeCollections

// What the intents of model level 2 do, one by one.
extension Board {
  mutating func performDetail(_ intent: Intent, _ application: inout Application) -> Rejection? {
    switch intent {
    case .boardRaise(let level):
      return raise(to: level)
    case .set(let address, let value):
      return setField(address, value, &application)
    case .labelCreate(let id, let name, let colour):
      return createLabel(id, name, colour, &application)
    case .itemAdd(let card, let id, let text, let place):
      return addItem(card, id, text, place, &application)
    case .commentAdd(let card, let id, let text):
      return addComment(card, id, text, &application)
    case .attach(let card, let element):
      return attach(element, to: card, &application)
    case .detach(let card, let element, let seen):
      return detach(element, from: card, seen: seen, &application)
    case .commentSplice(let card, let id, let splice):
      return spliceComment(card, id, splice, &application)
    case .settle(let address, let user, let operation, let accept):
      let key = Proposal.Key(field: address, user: user)
      return settle(key, of: operation, accept: accept, &application)
    case .receiptsSeen(let sequence):
      dropReceipts(application) { $0.cause.sequence <= sequence }
      return nil
    case .receiptSeen(let cause, let index):
      dropReceipts(application) { $0.cause.sequence == cause && $0.index == index }
      return nil
    case .textCompact(let card, let comment, let horizon):
      return compact(card, comment, horizon: horizon, application)
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .columnDelete,
      .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardArchive, .cardRestore,
      .cardFavourite, .batch, .undo:
      return .notInBatch
    }
  }

  /// The level only rises; to one it has, or had, there is nothing to do.
  private mutating func raise(to level: UInt16) -> Rejection? {
    guard level <= Board.newestLevel else { return .unknownLevel }
    guard level > self.level else { return nil }
    self.level = level
    touch(.header)
    return nil
  }

  func noteArchived(_ card: CardID?, _ application: inout Application) {
    if let card, cards[card]?.archived.value == true { application.note(.onArchivedCard(card)) }
  }
}
