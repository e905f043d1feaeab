import BoardModel
import WindowSync

// This part puts the outcomes of edits into words.
extension Intent {
  /// Whether the board keeps a receipt of the refusal.
  fileprivate func isKept(refused rejection: Rejection) -> Bool {
    switch (self, rejection) {
    case (.undo, _), (.settle, _), (.receiptsSeen, _), (.receiptSeen, _), (_, .levelNeeded),
      (_, .noBoard):
      false
    default: true
    }
  }
}

extension WindowModel {
  /// Reports the outcome of one of this window's operations.
  mutating func settled(_ operation: Operation, _ outcome: Outcome) {
    switch outcome {
    case .applied(_, let notes), .merged(let notes):
      for text in noteTexts(notes, of: operation.intent) { report(text, .loss) }
    // The board keeps a receipt for the author, which is reported with the board.
    case .superseded: notices.endAnswer(now: now)
    case .rejected(let rejection)
    where operation.intent.isKept(refused: rejection):
      edits.keepRefused(operation.id, operation.intent)
      notices.endAnswer(now: now)
    case .rejected(.undoGuarded(let fields)):
      let verb = isRedo(operation.intent) ? "redone" : "undone"
      let text = "Not \(verb): \(changedSince(fields))."
      // If later edits were made, forcing would undo the latest of them instead of this one.
      guard operation.id.counter == edits.made else { return notSettled(text) }
      notices.endAnswer(now: now)
      keepGuardedUndo(text + " U undoes nevertheless.")
    case .rejected(let rejection):
      notSettled("\(describe(operation.intent)) was refused: \(describe(rejection)).")
    }
  }

  /// Reports the text in place of the answer, which has become untrue.
  private mutating func notSettled(_ text: String) {
    notices.endAnswer(now: now)
    report(text, .loss)
  }

  /// The fields that an undo leaves alone, named as far as a line has room.
  private func changedSince(_ fields: [FieldAddress]) -> String {
    let names = fields.isEmpty ? ["the same"] : fields.prefix(3).map { describe($0) }
    let more = fields.count > 3 ? ["\(fields.count - 3) more"] : []
    return WindowModel.list(names + more) + (fields.count > 1 ? " were" : " was") + " changed since"
  }

  private func isRedo(_ intent: Intent) -> Bool {
    guard case .undo(let target, _) = intent else { return false }
    return board?.undo.record(of: target)?.kind == .undo
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A sentence about cards that the author of a deletion had not seen, and where they are now.
  private func kept(_ cards: [CardID]) -> String {
    guard cards.count <= 3 else { return "\(cards.count) cards you had not seen were kept." }
    let columns = Set(
      cards.compactMap { id -> ColumnID? in
        guard let column = card(id).flatMap({ board?.column($0.column.value) }),
          !column.deleted.value
        else { return nil }
        return column.id
      })
    let place = columns.count == 1 ? columns.first.map { " in \(name(of: $0))" } ?? "" : ""
    return "You had not seen \(WindowModel.list(cards.map { name(of: $0) })): kept\(place)."
  }

  private func noteTexts(_ notes: [Note], of intent: Intent) -> [String] {
    var texts: [String] = []
    var kept: [CardID] = []
    var skipped: [FieldAddress] = []
    for note in notes {
      switch note {
      case .onArchivedCard(let id):
        // A window on the card itself shows that it is archived.
        guard view.soleCard != id else { continue }
        let hint = view.shownSubject == .board ? " a shows the archive." : ""
        texts.append("\(name(of: id)) is archived; your edit is on it.\(hint)")
      case .inUnsorted(let id):
        texts.append("Its column is gone: \(name(of: id)) is in “\(Board.unsortedTitle)”.")
      case .keptUnseen(let id): kept.append(id)
      case .undoSkipped(let field): skipped.append(field)
      case .supersededPart(let field, let other):
        let who = author(of: other) ?? "Somebody"
        texts.append("\(who) changed \(describe(field)) while you were away; that stays.")
      case .unknownCard: texts.append("A card that was moved is not on this board.")
      case .staleRemoval(let field, let other):
        let who = author(of: other) ?? "Somebody"
        texts.append("\(who) added \(describe(field)) meanwhile; that stays.")
      case .overWIPLimit(let id):
        let limit = board?.wipLimit(of: id).map { " of \($0)" } ?? ""
        texts.append("The column \(name(of: id)) is over its limit\(limit).")
      }
    }
    if !kept.isEmpty { texts.append(self.kept(kept)) }
    if !skipped.isEmpty {
      let what = isRedo(intent) ? "Redone" : "Undone"
      texts.append("\(what) but for a part: \(changedSince(skipped)).")
    }
    return texts
  }

  private func author(of operation: OperationID) -> String? {
    board?.undo.inOrder.last { $0.stamp.operation == operation }?.stamp.author.user
  }

  func name(of card: CardID) -> String {
    self.card(card).map { "“\(short($0.title.value))”" } ?? "a card"
  }

  func name(of column: ColumnID) -> String {
    board?.column(column).map { "“\(short($0.title.value))”" } ?? "that is gone"
  }

  func short(_ title: String) -> String {
    title.count > 40 ? title.prefix(39) + "…" : title
  }

  func describe(_ field: FieldAddress) -> String { name(of: field) }

  func describe(_ intent: Intent) -> String {
    switch intent {
    case .boardCreate: "The new board"
    case .boardRename(let title): "Renaming the board to “\(short(title))”"
    case .columnCreate(_, let title, _): "The new column “\(short(title))”"
    case .columnRename(_, let title): "Renaming the column to “\(short(title))”"
    case .columnMove(let id, _): "Moving the column \(name(of: id))"
    case .columnDelete(let id, _, _): "Deleting the column \(name(of: id))"
    case .cardCreate(_, _, let title, _, _): "The new card “\(short(title))”"
    case .cardRetitle(_, let title): "The title “\(short(title))”"
    case .cardSplice(let id, _): "What you wrote on \(name(of: id))"
    case .cardMove(let cards, _, _):
      "Moving \(cards.count == 1 ? name(of: cards[0]) : "\(cards.count) cards")"
    case .cardArchive(let id): "Archiving \(name(of: id))"
    case .cardRestore(let id): "Restoring \(name(of: id))"
    case .cardFavourite(let id, _): "The favourite mark on \(name(of: id))"
    case .boardRaise: "Upgrading the board"
    case .set(let field, _): "Setting \(describe(field))"
    case .labelCreate(_, let name, _): "The new label “\(short(name))”"
    case .itemAdd(_, _, let text, _): "The item “\(short(text))”"
    case .commentAdd(let id, _, _): "The comment on \(name(of: id))"
    case .attach(let id, let element): "Adding \(describe(element.address(on: id)))"
    case .detach(let id, let element, _): "Removing \(describe(element.address(on: id)))"
    case .commentSplice(let id, _, _): "What you wrote in a comment on \(name(of: id))"
    case .settle(let field, _, _, true): "Accepting the proposal for \(describe(field))"
    case .settle(let field, _, _, false): "Dismissing the proposal for \(describe(field))"
    case .receiptsSeen, .receiptSeen: "Taking edits off your list"
    case .textCompact(let id, _, _): "Compacting the text of \(name(of: id))"
    case .batch(let intents): intents.first.map { describe($0) } ?? "The edit"
    case .undo: "Undo"
    }
  }

  func describe(_ rejection: Rejection) -> String {
    switch rejection {
    case .boardExists: "the board exists already"
    case .noBoard: "there is no such board"
    case .identifierInUse: "its identifier is in use"
    case .unknownColumn: "the column is not on this board"
    case .unknownCard: "the card is not on this board"
    case .columnDeleted(let id): "the column \(name(of: id)) was deleted meanwhile"
    case .emptyTitle: "a title cannot be empty"
    case .titleTooLong: "a title has at most \(BoardLimits.titleScalars) characters"
    case .bodyTooLong: "a body has at most \(BoardLimits.bodyScalars) characters"
    case .limitReached(let limit): "the limit is reached (\(describe(limit)))"
    case .unsortedHoldsCards: "“\(Board.unsortedTitle)” still holds cards"
    case .dispositionIsSelf: "its cards cannot go to the same column"
    case .unknownText: "the text it belongs to is gone"
    case .emptyOperation: "there was nothing to do"
    case .notUndoable: "it cannot be undone any more"
    case .notYourOperation: "only the user who did it can undo it"
    case .undoGuarded: "it was changed since"
    case .batchItem(_, let inner): describe(inner)
    case .notInBatch: "it must be done alone, not together with other edits"
    case .levelNeeded: "an older program made the board; `board upgrade` upgrades it"
    case .unknownLevel: "the coordinator is too old for that"
    case .forbidden(let role): "only \(WindowModel.article(role)) may do this"
    case .lastOwner: "a board needs an owner"
    case .invalidMember: "that is not the name of a user"
    case .unknownLabel: "the label is not on this board"
    case .labelRemoved(let id): "the label \(name(of: id)) was removed"
    case .unknownItem: "the item is not on this card"
    case .itemRemoved: "the item was removed"
    case .unknownComment: "the comment is not on this card"
    case .commentRemoved: "the comment was removed"
    case .notYourComment: "somebody else wrote the comment"
    case .valueOutOfRange: "the value is out of range"
    case .proposalGone: "it was accepted, dismissed or replaced meanwhile"
    case .limitBlocked(let id):
      "the column \(name(of: id)) is at its limit"
        + (board?.wipLimit(of: id).map { " of \($0)" } ?? "")
    }
  }

  private func describe(_ limit: Rejection.Limit) -> String {
    switch limit {
    case .columns: "\(BoardLimits.columns) columns"
    case .cards: "\(BoardLimits.cards) cards"
    case .proposals: "\(BoardLimits.proposals) view.proposals"
    case .batch: "\(BoardLimits.batch) at once"
    case .spliceParts: "\(BoardLimits.spliceParts) pieces at once"
    case .labels: "\(BoardLimits.labels) labels"
    case .items: "\(BoardLimits.items) items"
    case .comments: "\(BoardLimits.comments) comments"
    case .members: "\(BoardLimits.members) members"
    case .elements: "\(BoardLimits.elements) on a card"
    }
  }
}
