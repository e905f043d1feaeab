import HashTreeCollections

// How a board is made from the pieces of a snapshot.
extension Board {
  /// The board that `entities` make up.
  /// - Throws: `SnapshotFault` where they do not fit together.
  public init(
    id: BoardID, sequence: UInt64, entities: [Entity], levels: ModelLevels = .released
  ) throws(SnapshotFault) {
    self.init(id: id, levels: levels)
    self.sequence = sequence
    digestCache = .unhashed
    for entity in entities { try take(entity) }
    if sequence > 0, !exists, !entities.isEmpty { throw .noHeader }
  }

  private mutating func take(_ entity: Entity) throws(SnapshotFault) {
    switch entity {
    case .header(let header):
      guard header.id == id else { throw .otherBoard }
      guard title == nil else { throw .repeated }
      title = header.title
      level = header.level
      try numbering.begin(next: header.nextNumber)
      touch(.header)
    case .column(var column):
      guard columns[column.id] == nil else { throw .repeated }
      column.cards = CardList()
      columns[column.id] = column
      insertColumn(column.id, at: columnOrder.count)
      touch(.column(column.id))
    case .card(var card):
      guard exists else { throw .noHeader }
      guard cards[card.id] == nil else { throw .repeated }
      guard columns[card.column.value] != nil else { throw .columnMissing(card.column.value) }
      try numbering.take(card.number, of: card.id)
      card.body = Text()
      cards[card.id] = card
      beginnings.insert(card.id)
      appendCard(card.id, to: card.column.value, isLive: !card.archived.value)
      touch(.card(card.id))
    case .text(let id, let runs):
      guard cards[id] != nil else { throw .cardMissing(id) }
      guard cards[id]?.body.append(contentsOf: runs) == true else { throw .repeatedScalar }
      touchText(.body(id))
    case .favourites(let user, let marked):
      for favourite in marked {
        favourites[user, default: [:]][favourite.card] = favourite.marked
        touch(.favourite(user, favourite.card))
      }
    case .proposal(var proposal):
      if case .fragment(let fragment) = proposal.value {
        let empty = TextFragment(context: fragment.context)
        proposal = Proposal(field: proposal.field, value: .fragment(empty), stamp: proposal.stamp)
      }
      proposals[proposal.key] = proposal
      touchProposal(proposal.key)
    case .undo(let record):
      remember(record)
    case .field, .item, .comment, .commentText, .elements, .receipt, .compacted, .proposalText,
      .purged, .lastPurge:
      try takePart(entity)
    }
  }

  /// Takes an entity that belongs to a card, a proposal or a field before it.
  private mutating func takePart(_ entity: Entity) throws(SnapshotFault) {
    switch entity {
    case .item(let card, let id, let created):
      try requireCard(card)
      guard checklists[card]?.created[id] == nil else { throw .repeated }
      insertItem(id, into: card, at: checklists[card]?.order.count ?? 0)
      checklists[card]?.created[id] = created
      touch(.item(card, id))
    case .comment(let card, let comment):
      try requireCard(card)
      guard self.comment(comment.id, on: card) == nil else { throw .repeated }
      appendComment(comment.id, to: card)
      commentThreads[card]?.comments[comment.id] = CardComment(
        id: comment.id, created: comment.created, body: Text(), bodyStamp: comment.bodyStamp)
      touch(.comment(card, comment.id))
    case .commentText(let card, let id, let runs):
      guard comment(id, on: card) != nil else { throw .cardMissing(card) }
      guard commentThreads[card]?.comments[id]?.body.append(contentsOf: runs) == true else {
        throw .repeatedScalar
      }
      touchText(.comment(card, id))
    case .elements(let card, let held):
      try requireCard(card)
      guard cardElements[card] == nil else { throw .repeated }
      for one in held {
        write(one.element, of: card, one.stamp)
      }
    case .field(let address, let field):
      guard plainFields[address] == nil else { throw .repeated }
      if let card = address.card { try requireCard(card) }
      if let column = address.column, columns[column] == nil { throw .columnMissing(column) }
      write(address, field)
    case .receipt(let receipt):
      guard keep(receipt) else { throw .repeated }
    case .compacted(let card, let comment, let compaction):
      let field = FieldAddress.text(of: card, comment: comment)
      guard text(of: field) != nil else { throw .cardMissing(card) }
      guard compactions[field] == nil else { throw .repeated }
      compactions[field] = compaction
      touch(.compacted(field))
    case .proposalText(let key, let runs):
      guard let proposal = proposals[key], case .fragment(var fragment) = proposal.value else {
        throw .proposalMissing
      }
      guard fragment.text.append(contentsOf: runs) else { throw .repeatedScalar }
      proposals[key] = Proposal(
        field: key.field, value: .fragment(fragment), stamp: proposal.stamp)
      touchProposal(key)
    case .purged(let card, let comment, let stamp):
      guard purges.isFree(card, comment) else { throw .repeated }
      if let comment {
        try requireCard(card)
        guard self.comment(comment, on: card) == nil else { throw .repeated }
      } else {
        guard cards[card] == nil else { throw .repeated }
      }
      keepPurged(card, comment, stamp)
    case .lastPurge(let last):
      guard last > 0, last <= sequence else { throw .purgeOutOfRange(last) }
      guard purges.last == 0 else { throw .repeated }
      notePurge(at: last)
    case .header, .column, .card, .text, .favourites, .proposal, .undo: return
    }
  }

  private func requireCard(_ id: CardID) throws(SnapshotFault) {
    guard cards[id] != nil else { throw .cardMissing(id) }
  }
}
