import HashTreeCollections

// How operations are taken back: every step writes as an edit does, so that an undo can itself be
// undone.
extension Board {
  mutating func performUndo(
    of target: OperationID, force: Bool, _ application: inout Application
  ) -> Rejection? {
    guard exists else { return .noBoard }
    guard let record = undo.record(of: target) else { return .notUndoable }
    if let rejection = rejection(ofAuthor: application.stamp.author, of: record.neededRole) {
      return rejection
    }
    guard record.stamp.author.user == application.stamp.author.user else {
      return .notYourOperation
    }
    guard record.undoneBy == nil, !record.steps.isEmpty else { return .notUndoable }
    guard !force || vacatedCards(by: record) <= BoardLimits.vacatedCards else {
      return .limitReached(.vacatedCards)
    }
    // The guard would index its own copy of the ledger only, and each undo the same anew.
    undo.index()
    application.undoing = UndoGuard(of: record, force: force, in: undo)
    for step in record.steps.reversed() { takeBack(step, &application) }
    guard let result = application.undoing else { return nil }
    if result.done == 0 { return .undoGuarded(result.skipped) }
    for field in result.skipped { application.note(.undoSkipped(field)) }
    return nil
  }

  /// How many live cards are in the columns that an undo by force would delete.
  private func vacatedCards(by record: UndoRecord) -> Int {
    let columns = record.steps.compactMap { step in
      switch step {
      case .created(let id), .value(.columnDeleted(let id), previous: .flag(true)): id
      case .value, .splice: nil as ColumnID?
      }
    }
    return Set(columns).reduce(0) { $0 + liveCount(in: $1) }
  }

  private mutating func takeBack(_ step: UndoStep, _ application: inout Application) {
    switch step {
    case .created(let id): takeBackDeleted(id, true, &application)
    case .splice(let card, let comment, let offset, let inserted, let deleted):
      let place = TextPlace(card: card, comment: comment)
      takeBackSplice(in: place, offset, inserted, deleted, &application)
    case .value(let field, let previous): takeBack(field, previous, &application)
    }
  }

  private mutating func takeBack(
    _ field: FieldAddress, _ previous: FieldValue, _ application: inout Application
  ) {
    switch (field, previous) {
    case (.columnDeleted(let id), .flag(let flag)): takeBackDeleted(id, flag, &application)
    case (.cardPlace(let id), .cardPlace(let column, let place)):
      attempt(field, &application) { $0.moveCards([id], column, place, &$1) }
    case (.cardArchived(let id), .flag(let flag)): takeBackArchived(id, flag, &application)
    case (.favourite(let id), .flag(let flag)): takeBackFavourite(id, flag, &application)
    case (.cardLabel(let card, let label), .flag(let flag)):
      takeBackElement(.label(label), of: card, flag, &application)
    case (.cardAssignee(let card, let user), .flag(let flag)):
      takeBackElement(.assignee(user), of: card, flag, &application)
    case (.cardBlocker(let card, let blocker), .flag(let flag)):
      takeBackElement(.blocker(blocker), of: card, flag, &application)
    default: attempt(field, &application) { $0.write(previous, to: field, &$1) }
    }
  }

  /// Tries an edit that may be rejected, for example because its column is gone: then the field is
  /// skipped.
  private mutating func attempt(
    _ field: FieldAddress, _ application: inout Application,
    _ edit: (inout Board, inout Application) -> Rejection?
  ) {
    if edit(&self, &application) != nil { application.undoing?.skipped.append(field) }
  }

  /// Writes whether a column is deleted. One with cards goes only by force, and they to "Unsorted".
  private mutating func takeBackDeleted(
    _ id: ColumnID, _ previous: Bool, _ application: inout Application
  ) {
    guard let column = columns[id] else { return }
    let isEmpty = !previous || column.cards.liveCount == 0
    guard isEmpty || (application.undoing?.force == true && id != unsortedID) else {
      application.undoing?.skipped.append(.columnDeleted(id))
      return
    }
    guard
      application.mayWrite(
        .columnDeleted(id), over: column.deleted.stamp,
        losing: .flag(column.deleted.value))
    else { return }
    let live = isEmpty ? [] : column.cards.live()
    vacate(id, live, archiving: [], unseen: [], to: nil, &application)
    writeDeleted(id, previous, &application)
  }

  private mutating func takeBackArchived(
    _ id: CardID, _ previous: Bool, _ application: inout Application
  ) {
    guard let card = cards[id],
      application.mayWrite(
        .cardArchived(id), over: card.archived.stamp, losing: .flag(card.archived.value))
    else { return }
    if !previous, card.archived.value, columns[card.column.value]?.deleted.value == false {
      _ = admit(to: card.column.value, &application)
    }
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
      application.mayWrite(
        .favourite(id), over: current.stamp, losing: .flag(current.value))
    else { return }
    favourites[user]?[id] = Field(previous, application.stamp)
    application.steps.append(.value(.favourite(id), previous: .flag(current.value)))
    touch(.favourite(user, id))
  }
}
