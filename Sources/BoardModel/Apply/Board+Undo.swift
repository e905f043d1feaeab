import HashTreeCollections

// Taking back: every step writes like an edit does, so that an undo can itself be undone.
extension Board {
  mutating func performUndo(
    of target: OperationID, force: Bool, _ application: inout Application
  ) -> Rejection? {
    guard exists else { return .noBoard }
    guard let record = undo.records[target] else { return .notUndoable }
    guard record.stamp.author.user == application.stamp.author.user else {
      return .notYourOperation
    }
    guard record.undoneBy == nil else { return .notUndoable }
    application.undoing = Application.UndoGuard(target: target, force: force)
    for step in record.steps.reversed() { takeBack(step, &application) }
    guard let result = application.undoing else { return nil }
    if result.done == 0 { return .undoGuarded(result.skipped) }
    for field in result.skipped { application.note(.undoSkipped(field)) }
    return nil
  }

  private mutating func takeBack(_ step: UndoStep, _ application: inout Application) {
    switch step {
    case .boardTitle(let previous):
      _ = renameBoard(previous, &application)
    case .columnCreated(let id):
      takeBackColumn(id, &application)
    case .columnTitle(let id, let previous):
      attempt(.columnTitle(id), &application) { $0.renameColumn(id, previous, &$1) }
    case .columnPlace(let id, let previous):
      attempt(.columnPlace(id), &application) { $0.moveColumn(id, previous, &$1) }
    case .columnDeleted(let id, let previous):
      guard let column = columns[id],
        application.mayWrite(.columnDeleted(id), over: column.deleted.stamp)
      else { return }
      writeDeleted(id, previous, &application)
    case .cardTitle(let id, let previous):
      _ = retitleCard(id, previous, &application)
    case .cardPlace(let id, let previous, let place):
      attempt(.cardPlace(id), &application) { $0.moveCards([id], previous, place, &$1) }
    case .cardArchived(let id, let previous):
      takeBackArchived(id, previous, &application)
    case .favourite(let id, let previous):
      takeBackFavourite(id, previous, &application)
    case .splice(let id, let offset, let inserted, let deleted):
      takeBackSplice(id, offset, inserted, deleted, &application)
    }
  }

  /// Tries an edit that may be rejected, as when its column is gone: then the field is skipped.
  private mutating func attempt(
    _ field: FieldAddress, _ application: inout Application,
    _ edit: (inout Board, inout Application) -> Rejection?
  ) {
    if edit(&self, &application) != nil { application.undoing?.skipped.append(field) }
  }

  private mutating func takeBackColumn(_ id: ColumnID, _ application: inout Application) {
    guard let column = columns[id] else { return }
    guard liveCards(in: id).isEmpty else {
      application.undoing?.skipped.append(.columnDeleted(id))
      return
    }
    guard application.mayWrite(.columnDeleted(id), over: column.deleted.stamp) else { return }
    writeDeleted(id, true, &application)
  }

  private mutating func takeBackArchived(
    _ id: CardID, _ previous: Bool, _ application: inout Application
  ) {
    guard let card = cards[id],
      application.mayWrite(.cardArchived(id), over: card.archived.stamp)
    else { return }
    writeArchived(id, previous, &application)
    if !previous, columns[card.column.value]?.deleted.value ?? true {
      application.note(.inUnsorted(id))
      writePlace(id, reviveUnsorted(application.stamp), Anchors(), &application)
    }
  }

  private mutating func takeBackFavourite(
    _ id: CardID, _ previous: Bool, _ application: inout Application
  ) {
    let user = application.stamp.author.user
    guard let current = favourites[user]?[id],
      application.mayWrite(.favourite(id), over: current.stamp)
    else { return }
    favourites[user]?[id] = Field(previous, application.stamp)
    application.steps.append(.favourite(id, previous: current.value))
    touch(.favourites(user))
  }

  /// Deletes what was typed, and types again, under new identities, what is still absent.
  private mutating func takeBackSplice(
    _ id: CardID, _ offset: UInt32, _ inserted: UInt32, _ deleted: [TextRange],
    _ application: inout Application
  ) {
    guard var body = cards[id]?.body, let target = application.undoing?.target else { return }
    var gone: [TextRange] = []
    if inserted > 0 {
      let typed = TextRange(
        start: TextIdentity(operation: target, offset: offset), count: inserted)
      gone = body.delete(typed) ?? []
    }
    let before = application
    // What the operation itself typed and deleted was never there before it.
    for range in deleted where range.start.operation != target {
      // From right to left: each piece stands right of a scalar that is already there.
      for piece in body.deletedPieces(of: range).reversed() {
        insertTyped(piece.scalars, after: piece.after, into: &body, &application)
      }
    }
    guard body.totalCount <= BoardLimits.bodyScalars else {
      application = before
      application.undoing?.skipped.append(.cardBody(id))
      return
    }
    let firstOffset = before.nextOffset
    application.undoing?.done += 1
    writeBody(
      id, body,
      .splice(
        id, offset: firstOffset, inserted: application.nextOffset - firstOffset, deleted: gone),
      &application)
  }
}
