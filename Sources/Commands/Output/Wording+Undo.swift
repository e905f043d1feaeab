import BoardModel

// The words for what an undo took back, which follow "took back".
extension Wording {
  func undo(of target: OperationID, force: Bool) -> String {
    let what =
      switch undone[target] {
      case .remembered(let record): "took back \(edit(record))"
      case .logged(let intent): "took back \(edit(intent))"
      case nil: "took an edit back"
      }
    return force ? what + " by force" : what
  }

  /// The words for an edit that can be undone.
  func edit(_ record: UndoRecord) -> String {
    switch record.kind {
    case .edit, .redo: record.steps.map { name($0) }.joined(separator: ", ")
    // The steps of an undo lead back to the edit, so the undo is named by what it is about.
    case .undo: undo(about: Subjects(record))
    }
  }

  private func edit(_ intent: Intent) -> String {
    switch intent {
    case .boardCreate: "the new board"
    case .boardRename: "the board's title"
    case .columnCreate(let id, _, _): "the new column \(column(id))"
    case .columnRename(let id, _): "the title of the column \(column(id))"
    case .columnMove(let id, _): "the move of the column \(column(id))"
    case .columnDelete(let id, _, _): "the deletion of the column \(column(id))"
    case .cardCreate(let id, _, _, _, _): "the new card \(card(id))"
    case .cardRetitle(let id, _): "the title of \(card(id))"
    case .cardSplice(let id, _): "the body of \(card(id))"
    case .cardMove(let ids, _, _): "the move of \(ids.map { card($0) }.joined(separator: ", "))"
    case .cardArchive(let id): "the archiving of \(card(id))"
    case .cardRestore(let id): "the restored card \(card(id))"
    case .cardFavourite(let id, _): "the favourite mark on \(card(id))"
    case .boardRaise: "making the board ready for newer programs"
    case .set(let address, _): field(address)
    case .labelCreate(_, let name, _): "the new label \(Wording.quote(name))"
    case .itemAdd(let id, _, let text, _): "the item \(Wording.quote(text)) on \(card(id))"
    case .commentAdd(let id, _, _): "the comment on \(card(id))"
    case .attach(let id, let element): "the \(name(element)) on \(card(id))"
    case .detach(let id, let element, _): "the removed \(name(element)) of \(card(id))"
    case .commentSplice(let id, _, _): "the comment on \(card(id))"
    case .settle(let address, _, _, _): field(address)
    case .receiptsSeen, .receiptSeen: "receipts"
    case .textCompact(let id, _, _): "the compacted text of \(card(id))"
    case .batch(let intents): intents.map { edit($0) }.joined(separator: ", ")
    case .undo: undo(about: Subjects(intent, undone: undone))
    }
  }

  private func name(_ step: UndoStep) -> String {
    switch step {
    case .created(let id): "the new column \(column(id))"
    case .splice(let id, nil, _, _, _): "the body of \(card(id))"
    case .splice(let id, _?, _, _, _): "a comment on \(card(id))"
    case .value(.boardTitle, _): "the board's title"
    case .value(.columnTitle(let id), _): "the title of the column \(column(id))"
    case .value(.columnPlace(let id), _): "the move of the column \(column(id))"
    case .value(.columnDeleted(let id), _): "the deletion of the column \(column(id))"
    case .value(.cardTitle(let id), _): "the title of \(card(id))"
    case .value(.cardPlace(let id), _): "the move of \(card(id))"
    case .value(.cardArchived(let id), .flag(true)): "the new or restored card \(card(id))"
    case .value(.cardArchived(let id), _): "the archiving of \(card(id))"
    case .value(.favourite(let id), _): "the favourite mark on \(card(id))"
    case .value(.cardLabel(let id, let label), _): "the \(name(.label(label))) of \(card(id))"
    case .value(.cardAssignee(let id, let user), _): "the \(name(.assignee(user))) of \(card(id))"
    case .value(let field, _): self.field(field)
    }
  }

  private func undo(about subjects: Subjects) -> String {
    let names =
      subjects.cards.map { card($0) }
      + (subjects.cards.isEmpty ? subjects.columns.map { "the column \(column($0))" } : [])
    return names.isEmpty ? "an undo" : "an undo on \(names.joined(separator: ", "))"
  }
}
