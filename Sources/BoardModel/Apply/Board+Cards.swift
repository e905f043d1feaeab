import HashTreeCollections

// What operations do to cards.
extension Board {
  mutating func createCard(
    _ id: CardID, _ column: ColumnID, _ title: String, _ body: String,
    _ place: Anchors<CardKind>, _ application: inout Application
  ) -> Rejection? {
    if let rejection = rejection(ofCreating: id, in: column, title, body) { return rejection }
    var target = column
    if columns[column]?.deleted.value == true {
      target = reviveUnsorted(application.stamp)
      application.note(.inUnsorted(id))
    }
    if let rejection = admit(to: target, &application) { return rejection }
    let stamp = application.stamp
    let text = Text(body, by: stamp.operation, offset: application.nextOffset)
    application.nextOffset += UInt32(text.totalCount)
    cards[id] = Card(
      id: id, number: numbering.give(to: id), created: stamp, title: Field(title, stamp),
      body: text, bodyStamp: stamp,
      column: Field(target, stamp), archived: Field(false, stamp))
    beginnings.insert(id)
    insertCard(id, into: target, at: place, isLive: true)
    // The undo of a creation archives the card: nothing is ever destroyed by undo.
    application.steps.append(.value(.cardArchived(id), previous: .flag(true)))
    touch(.header)
    touch(.card(id))
    touchText(.body(id))
    return nil
  }

  /// Why a card cannot be created, whatever its column may hold; nil where it can.
  private func rejection(
    ofCreating id: CardID, in column: ColumnID, _ title: String, _ body: String
  ) -> Rejection? {
    if let rejection = Board.rejection(ofTitle: title) { return rejection }
    // A scalar has a byte at least, and bytes need not be counted.
    if body.utf8.count > BoardLimits.bodyScalars,
      body.unicodeScalars.count > BoardLimits.bodyScalars
    {
      return .bodyTooLong
    }
    guard cards[id] == nil, purge(of: id) == nil else { return .identifierInUse }
    guard hasRoom(for: 1) else { return .limitReached(.cards) }
    return columns[column] == nil ? .unknownColumn(column) : nil
  }

  private func hasRoom(for count: Int) -> Bool {
    cards.count + purges.cardCount + count <= BoardLimits.cards && numbering.left >= count
  }

  /// Whether the parts of a batch are creations of cards that can all be done. Then there is nothing
  /// to go back to, and no copy of the board is kept, by which each of them would copy a part of
  /// every table.
  func canCreateAll(_ intents: [Intent], _ application: Application) -> Bool {
    guard hasRoom(for: intents.count), !wipLimitBlocks || application.queued else { return false }
    var created: Set<CardID> = []
    return intents.allSatisfy { intent in
      guard case .cardCreate(let id, let column, let title, let body, _) = intent,
        created.insert(id).inserted,
        rejection(ofAny: intent, by: application.stamp.author) == nil
      else { return false }
      return rejection(ofCreating: id, in: column, title, body) == nil
    }
  }

  mutating func moveCards(
    _ ids: [CardID], _ column: ColumnID, _ place: Anchors<CardKind>,
    _ application: inout Application
  ) -> Rejection? {
    guard let target = columns[column] else { return .unknownColumn(column) }
    guard !target.deleted.value else { return .columnDeleted(column) }
    guard let first = ids.first else { return .emptyOperation }
    guard ids.count <= BoardLimits.batch else { return .limitReached(.batch) }
    application.moved += ids.count
    guard application.moved <= BoardLimits.moves else { return .limitReached(.batch) }
    guard ids.contains(where: { cards[$0] != nil }) else { return .unknownCard(first) }
    // The move can be refused half-way for want of room, for the proposals of a queued move or in
    // the column. The copy brings back what was before.
    let before = ids.count > 1 && (application.queued || wipLimitBlocks) ? self : nil
    var anchors = place
    var done: Set<CardID> = []
    for id in ids where done.insert(id).inserted {
      guard let card = cards[id] else {
        application.note(.unknownCard(id))
        continue
      }
      guard
        application.mayWrite(
          .cardPlace(id), over: card.column.stamp, losing: heldPlace(of: card))
      else {
        if let rejection = propose(.cardPlace(id), .cardPlace(column, anchors), &application) {
          if let before { self = before }
          return rejection
        }
        continue
      }
      if !card.archived.value, card.column.value != column,
        let rejection = admit(to: column, &application)
      {
        if let before { self = before }
        return rejection
      }
      if card.archived.value { application.note(.onArchivedCard(id)) }
      writePlace(id, column, anchors, &application)
      anchors = Anchors(after: id, before: place.before)
    }
    return nil
  }

  mutating func setArchived(
    _ id: CardID, _ archived: Bool, _ application: inout Application
  ) -> Rejection? {
    guard let card = cards[id] else { return .unknownCard(id) }
    // A write of the value that is there already contradicts nobody.
    guard
      card.archived.value == archived
        || application.mayWrite(
          .cardArchived(id), over: card.archived.stamp, losing: .flag(card.archived.value))
    else {
      return propose(.cardArchived(id), .flag(archived), &application)
    }
    if !archived, card.archived.value, columns[card.column.value]?.deleted.value == false,
      let rejection = admit(to: card.column.value, &application)
    {
      return rejection
    }
    writeArchived(id, archived, &application)
    if !archived, columns[card.column.value]?.deleted.value ?? true {
      let unsorted = reviveUnsorted(application.stamp)
      application.note(.inUnsorted(id))
      writePlace(id, unsorted, Anchors(), &application)
    }
    return nil
  }

  func noteArchived(_ card: CardID?, _ application: inout Application) {
    if let card, cards[card]?.isArchived == true { application.note(.onArchivedCard(card)) }
  }

  mutating func setFavourite(
    _ id: CardID, _ marked: Bool, _ application: inout Application
  ) -> Rejection? {
    guard cards[id] != nil else { return .unknownCard(id) }
    let user = application.stamp.author.user
    let previous = isFavourite(id, of: user)
    favourites[user, default: [:]][id] = Field(marked, application.stamp)
    application.steps.append(.value(.favourite(id), previous: .flag(previous)))
    touch(.favourite(user, id))
    return nil
  }

  mutating func writeArchived(_ id: CardID, _ archived: Bool, _ application: inout Application) {
    guard let card = cards[id] else { return }
    columns[card.column.value]?.cards.setLive(id, !archived)
    cards[id]?.archived = Field(archived, application.stamp)
    application.steps.append(
      .value(.cardArchived(id), previous: .flag(card.archived.value)))
    touch(.card(id))
  }

  mutating func writePlace(
    _ id: CardID, _ column: ColumnID, _ place: Anchors<CardKind>,
    _ application: inout Application
  ) {
    guard let card = cards[id],
      let previous = columns[card.column.value]?.cards.neighbours(of: id)
    else { return }
    let source = card.column.value
    removeCard(id, from: source)
    insertCard(id, into: column, at: place, isLive: !card.archived.value)
    cards[id]?.column = Field(column, application.stamp)
    application.steps.append(.value(.cardPlace(id), previous: .cardPlace(source, previous)))
    touch(.card(id))
  }

  /// The place value that puts the card back where it is now.
  private func heldPlace(of card: Card) -> FieldValue {
    let column = card.column.value
    return .cardPlace(column, columns[column]?.cards.neighbours(of: card.id) ?? Anchors())
  }
}
