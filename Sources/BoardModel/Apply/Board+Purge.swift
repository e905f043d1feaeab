import HashTreeCollections

// How things are taken away for good (SPEC.md PRG).
extension Board {
  mutating func performPurge(_ target: PurgeTarget, _ application: inout Application) -> Rejection?
  {
    let intent = Intent.purge(target)
    if let rejection = rejection(ofAny: intent, by: application.stamp.author)
      ?? rejection(of: target)
    {
      return rejection
    }
    let stamp = application.stamp
    notePurge(at: stamp.sequence)
    switch target {
    case .card(let id):
      eraseTraces(of: target, &application)
      eraseCard(id, &application)
      keepPurged(id, nil, stamp)
    case .comment(let card, let id):
      eraseTraces(of: target, &application)
      eraseComment(id, on: card)
      keepPurged(card, id, stamp)
    case .past(let field):
      eraseTraces(of: target, &application)
      dropAllDeleted(in: field, stamp)
    case .board:
      self = Board(id: id, levels: levels)
      sequence = stamp.sequence
    }
    return nil
  }

  private func rejection(of target: PurgeTarget) -> Rejection? {
    switch target {
    case .card(let id):
      guard cards[id] != nil else { return .unknownCard(id) }
      let blocked = blockedCards[id]?.count ?? 0
      return blocked > BoardLimits.vacatedCards ? .limitReached(.vacatedCards) : nil
    case .comment(let card, let id): return rejection(ofComment: id, on: card)
    case .past(let field): return rejection(ofPast: field)
    case .board: return nil
    }
  }

  private func rejection(ofComment id: CommentID, on card: CardID) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    return comment(id, on: card) == nil ? .unknownComment(id) : nil
  }

  private func rejection(ofPast field: FieldAddress) -> Rejection? {
    switch field {
    case .boardTitle, .boardArchived, .wipLimitBlocks, .memberRole: return nil
    case .columnTitle(let id), .columnPlace(let id), .columnDeleted(let id),
      .columnWIPLimit(let id):
      return columns[id] == nil ? .unknownColumn(id) : nil
    case .labelName(let id), .labelColour(let id), .labelRemoved(let id):
      return labelIDs.contains(id) ? nil : .unknownLabel(id)
    case .itemText(let card, let id), .itemDone(let card, let id), .itemPlace(let card, let id),
      .itemRemoved(let card, let id):
      return rejection(ofItem: id, on: card)
    case .commentBody(let card, let id), .commentRemoved(let card, let id):
      return rejection(ofComment: id, on: card)
    case .cardTitle(let id), .cardBody(let id), .cardPlace(let id), .cardArchived(let id),
      .favourite(let id), .cardDue(let id), .cardPriority(let id), .cardLabel(let id, _),
      .cardAssignee(let id, _), .cardBlocker(let id, _):
      return cards[id] == nil ? .unknownCard(id) : nil
    }
  }

  /// Takes away the proposals and receipts that are about the target's fields, and the undo steps
  /// that would bring back what these held.
  private mutating func eraseTraces(of target: PurgeTarget, _ application: inout Application) {
    for key in proposals.keys {
      application.looks += 1
      guard target.covers(key.field) else { continue }
      proposals[key] = nil
      touchProposal(key)
    }
    for (user, list) in receiptLists {
      application.looks += list.count
      let gone = list.filter { $0.field.map(target.covers) ?? false }
      guard !gone.isEmpty else { continue }
      for receipt in gone { touch(.receipt(receipt.key)) }
      let kept = list.filter { !($0.field.map(target.covers) ?? false) }
      receiptLists[user] = kept.isEmpty ? nil : kept
    }
    for changed in undo.removeSteps(where: { target.covers($0.field) }) { touchUndo(changed) }
  }

  private mutating func eraseCard(_ id: CardID, _ application: inout Application) {
    guard let card = cards[id] else { return }
    let column = card.column.value
    removeCard(id, from: column)
    digestCache.forget(.card(id))
    for comment in commentThreads[id]?.order ?? [] { eraseComment(comment, on: id) }
    commentThreads[id] = nil
    for item in checklists[id]?.order ?? [] { eraseItem(item, on: id) }
    checklists[id] = nil
    for element in (cardElements[id] ?? [:]).keys { write(element, of: id, nil) }
    for blocked in blockedCards[id] ?? [] {
      application.looks += 1
      write(.blocker(id), of: blocked, nil)
    }
    forgetElements(of: id)
    for user in favourites.keys {
      application.looks += 1
      if favourites[user]?.removeValue(forKey: id) != nil { touch(.favourite(user, id)) }
    }
    erase(.cardDue(id))
    erase(.cardPriority(id))
    eraseCompaction(of: .cardBody(id))
    numbering.forgetCard(card.number)
    beginnings.remove(id)
    cards[id] = nil
    touch(.card(id))
    touchText(.body(id))
  }

  private mutating func eraseComment(_ id: CommentID, on card: CardID) {
    removeComment(id, from: card)
    eraseCompaction(of: .commentBody(card, id))
    erase(.commentRemoved(card, id))
    touch(.comment(card, id))
    touchText(.comment(card, id))
  }

  private mutating func eraseItem(_ id: ItemID, on card: CardID) {
    for field in [
      FieldAddress.itemText(card, id), .itemDone(card, id), .itemPlace(card, id),
      .itemRemoved(card, id),
    ] {
      erase(field)
    }
    digestCache.forget(.item(card, id))
    touch(.item(card, id))
  }

  private mutating func eraseCompaction(of field: FieldAddress) {
    if compactions.removeValue(forKey: field) != nil { touch(.compacted(field)) }
  }

  /// Takes all deleted scalars out of a text, and keeps that it was compacted, because edits may be
  /// on their way whose authors had not seen it.
  private mutating func dropAllDeleted(in field: FieldAddress, _ stamp: Stamp) {
    guard field.isText, let card = field.card else { return }
    let place = TextPlace(card: card, comment: field.comment)
    change(place) { text, _ in text.dropDeleted(atMost: .max) }
    touch(place)
    compactions[field] = Compaction(
      horizon: stamp.sequence, stamp: stamp, purge: stamp.sequence)
    touch(.compacted(field))
  }
}

extension Receipt {
  /// The field that the receipt is about; nil where it is about none.
  fileprivate var field: FieldAddress? {
    switch kind {
    case .displaced(let field, _), .superseded(let field, _): field
    case .rejected: nil
    }
  }
}
