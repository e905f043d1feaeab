import BoardModel

// One edit of each kind, on the board as its author sees it. Titles, texts and days are unique, so
// that an edit can be found in the log whatever its operation is called.
extension World {
  /// - Returns: nil where there is nothing to do such a thing to.
  mutating func intent(_ kind: EditKind, on board: Board, by index: Int) -> Intent? {
    let columns = board.liveColumns.map(\.id)
    guard let column = random.pick(columns) else {
      return .columnCreate(columnIdentifier(), title: marker(), at: Anchors())
    }
    switch kind {
    case .renameBoard: return .boardRename(title: marker())
    case .archiveBoard: return .set(.boardArchived, .flag(!board.isArchived))
    case .createColumn:
      let place = Anchors(after: random.pick(columns))
      return .columnCreate(columnIdentifier(), title: marker(), at: place)
    case .renameColumn: return .columnRename(column, title: marker())
    case .moveColumn: return .columnMove(column, at: Anchors(after: random.pick(columns)))
    case .deleteColumn: return deletion(of: column, columns, on: board)
    case .createCard:
      let card = CardID(high: 0xCA, low: identifier())
      return .cardCreate(
        card, in: column, title: marker(),
        body: random.chance(1, in: 2) ? letters(1 + random.below(6)) : "",
        at: random.chance(1, in: 3)
          ? Anchors.start(for: card) : Anchors(after: board.liveCards(in: column).first?.id))
    case .raise: return board.level < 2 && random.chance(1, in: 3) ? .boardRaise(level: 2) : nil
    case .limitColumn:
      let count = board.liveCards(in: column).count
      let limit = random.chance(3, in: 4) ? UInt32(max(1, count)) : nil
      return .set(.columnWIPLimit(column), .number(limit))
    case .wipLimitBlocks: return .set(.wipLimitBlocks, .flag(random.chance(4, in: 5)))
    case .role: return roles(on: board, by: index)
    case .createLabel, .changeLabel, .removeLabel: return labelling(kind, on: board)
    case .seeReceipts:
      let receipts = board.receipts(of: checks.author(of: index).user)
      let isAlone = random.chance(1, in: 2)
      return random.pick(receipts).map { receipt in
        isAlone
          ? .receiptSeen(cause: receipt.cause.sequence, index: receipt.index)
          : .receiptsSeen(through: receipt.cause.sequence)
      }
    case .accept, .dismiss:
      return random.pick(board.proposalsInOrder).map {
        .settle(
          $0.field, user: $0.stamp.author.user, operation: $0.stamp.operation,
          accept: kind == .accept)
      }
    case .compact: return compaction(on: board, by: index)
    case .batch: return batch(on: board, by: index)
    case .undo, .redo, .forcedUndo, .forcedRedo, .typeForward, .typeBackward: return nil
    default: return cardIntent(kind, column, on: board)
    }
  }

  private mutating func cardIntent(
    _ kind: EditKind, _ column: ColumnID, on board: Board
  ) -> Intent? {
    let cards = board.liveColumns.map(\.id).flatMap { board.liveCards(in: $0) }
    if kind == .restoreCard { return random.pick(board.archivedCards).map { .cardRestore($0.id) } }
    let archived = random.chance(1, in: 12) ? random.pick(board.archivedCards) : nil
    // What several people look at is what they change at the same time.
    let liked = random.chance(1, in: 3) ? cards.first : random.pick(cards)
    guard let card = archived ?? liked else { return nil }
    switch kind {
    case .retitleCard: return .cardRetitle(card.id, title: marker())
    case .moveCard:
      return .cardMove([card.id], to: column, at: Anchors(after: random.pick(cards)?.id))
    case .moveCards:
      let some = (0..<3).compactMap { _ in random.pick(cards)?.id }
      return .cardMove(some, to: column, at: Anchors(after: random.pick(cards)?.id))
    case .archiveCard: return .cardArchive(card.id)
    case .purgeCard: return .purge(.card(card.id))
    case .purgePast: return random.pick(card.fields).map { .purge(.past($0)) }
    case .favourite: return .cardFavourite(card.id, marked: random.chance(1, in: 2))
    case .paste: return .cardSplice(card.id, splice(card.body, erasing: random.below(2), typing: 8))
    case .erase:
      guard card.body.visibleCount > 0 else { return nil }
      // Often all that stands there from some place on: somebody begins anew.
      let count = random.chance(1, in: 2) ? card.body.visibleCount : 1 + random.below(4)
      return .cardSplice(card.id, splice(card.body, erasing: count, typing: 0))
    case .due:
      return .set(.cardDue(card.id), .number(random.chance(1, in: 6) ? nil : uniqueDay()))
    case .priority:
      let priority = random.pick(Priority.allCases + [nil]) ?? nil
      return .set(.cardPriority(card.id), .number(priority?.rawValue))
    default: return detail(kind, of: card, on: board)
    }
  }

  mutating func splice(_ text: Text, erasing erased: Int, typing typed: Int) -> Splice {
    let start = random.below(text.visibleCount + 1)
    let end = min(text.visibleCount, start + erased)
    return text.splice(replacing: start..<end, with: letters(typed))
  }

  /// Informed: it names the cards that its author sees there.
  private mutating func deletion(
    of column: ColumnID, _ columns: [ColumnID], on board: Board
  ) -> Intent? {
    guard columns.count > 1 || random.chance(1, in: 8) else { return nil }
    let other = random.pick(columns.filter { $0 != column })
    let target = random.chance(1, in: 2) ? other : nil
    return .columnDelete(
      column, seen: board.liveCards(in: column).map(\.id),
      disposition: target.map { .move(to: $0) } ?? .archive)
  }

  private mutating func batch(on board: Board, by index: Int) -> Intent? {
    let kinds: [EditKind] = [
      .createCard, .retitleCard, .moveCard, .due, .archiveCard, .attach, .paste, .renameColumn,
      .addItem, .deleteColumn, .compact,
    ]
    let intents = (0..<(2 + random.below(3))).compactMap { _ in
      random.pick(kinds).flatMap { intent($0, on: board, by: index) }
    }
    return intents.isEmpty ? nil : .batch(intents)
  }

  private mutating func columnIdentifier() -> ColumnID {
    ColumnID(high: 0xC1, low: identifier())
  }

  /// A day that nobody else sets.
  private mutating func uniqueDay() -> UInt32 { UInt32(identifier()) }
}

extension Card {
  /// Those of which people want to forget what they held.
  fileprivate var fields: [FieldAddress] {
    [.cardTitle(id), .cardBody(id), .cardBody(id), .cardDue(id), .cardPlace(id)]
  }
}
