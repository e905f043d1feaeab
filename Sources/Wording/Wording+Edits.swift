public import BoardModel

/// What an edit is called, by those who speak of it.
struct EditWords {
  /// What somebody did; it follows their name.
  let deed: String
  /// What somebody wanted; "was refused" follows it.
  let request: String
  /// What an undo took away; it follows "took back".
  let undone: String

  init(_ deed: String, _ request: String, undone: String) {
    self.deed = deed
    self.request = request
    self.undone = undone
  }
}

// Edits in words.
extension Wording {
  public func deed(_ intent: Intent) -> String { words(intent).deed }

  /// What somebody did or, where it was rejected and nobody else knows what it was, wanted to do.
  public func deed(_ committed: CommittedOperation) -> String {
    let known = committed.operation.map { deed($0.intent) }
    guard case .purged = committed.content else { return known ?? "made an edit" }
    return known.map { $0 + ", and more that was purged since" }
      ?? "made an edit that was purged since"
  }

  public func request(_ intent: Intent) -> String { words(intent).request }

  func undone(_ intent: Intent) -> String { words(intent).undone }

  private func words(_ intent: Intent) -> EditWords {
    switch intent {
    case .boardCreate(let title):
      EditWords("made the board \(quoted(title))", "The new board", undone: "the new board")
    case .boardRename(let title):
      EditWords(
        "renamed the board to \(quoted(title))", "Renaming the board to \(quoted(title))",
        undone: "the board's title")
    case .columnCreate(let id, let title, _):
      EditWords(
        "added the column \(quoted(title))", "The new column \(quoted(title))",
        undone: "the new column \(column(id))")
    case .columnRename(let id, let title):
      EditWords(
        "renamed a column to \(quoted(title))", "Renaming the column to \(quoted(title))",
        undone: field(.columnTitle(id)))
    case .columnMove(let id, _):
      EditWords(
        "moved \(theColumn(id))", "Moving \(theColumn(id))", undone: "the move of \(theColumn(id))")
    case .columnDelete(let id, let seen, let disposition):
      EditWords(
        deletion(of: id, isEmpty: seen.isEmpty, disposition), "Deleting \(theColumn(id))",
        undone: "the deletion of \(theColumn(id))")
    case .cardCreate(let id, let target, let title, _, _):
      EditWords(
        "added \(quoted(title)) to \(column(target))", "The new card \(quoted(title))",
        undone: "the new card \(card(id))")
    case .cardRetitle(let id, let title):
      EditWords(
        "renamed a card to \(quoted(title))", "The title \(quoted(title))",
        undone: field(.cardTitle(id)))
    case .cardSplice(let id, _):
      EditWords(
        "edited the body of \(card(id))", "What you wrote on \(card(id))",
        undone: field(.cardBody(id)))
    case .cardMove(let ids, let target, _):
      EditWords(
        "moved \(cards(ids)) to \(column(target))", "Moving \(cards(ids))",
        undone: "the move of \(ids.map { card($0) }.joined(separator: ", "))")
    case .cardArchive(let id):
      EditWords(
        "archived \(card(id))", "Archiving \(card(id))", undone: "the archiving of \(card(id))")
    case .cardRestore(let id):
      EditWords(
        "restored \(card(id))", "Restoring \(card(id))", undone: "the restored card \(card(id))")
    case .cardFavourite(let id, let marked):
      EditWords(
        "\(marked ? "marked" : "unmarked") \(card(id))", "The favourite mark on \(card(id))",
        undone: field(.favourite(id)))
    case .boardRaise:
      EditWords(
        "made the board ready for newer programs", "Upgrading the board",
        undone: "making the board ready for newer programs")
    case .set(let field, let value):
      EditWords(
        deed(field, value), "Setting \(self.field(field))", undone: self.field(field))
    case .labelCreate(_, let name, _):
      EditWords(
        "made the label \(quoted(name))", "The new label \(quoted(name))",
        undone: "the new label \(quoted(name))")
    case .itemAdd(let id, _, let text, _):
      EditWords(
        "added \(quoted(text)) to the list of \(card(id))", "The item \(quoted(text))",
        undone: "the item \(quoted(text)) on \(card(id))")
    case .commentAdd(let id, _, let text):
      EditWords(
        "commented on \(card(id)): \(quoted(text))", "The comment on \(card(id))",
        undone: "the comment on \(card(id))")
    case .attach(let id, let element):
      EditWords(
        attachment(of: element, to: id), "Adding \(field(element.address(on: id)))",
        undone: "the \(self.element(element)) on \(card(id))")
    case .detach(let id, let element, _):
      EditWords(
        detachment(of: element, from: id), "Removing \(field(element.address(on: id)))",
        undone: "the removed \(self.element(element)) of \(card(id))")
    case .commentSplice(let id, _, _):
      EditWords(
        "edited a comment on \(card(id))", "What you wrote in a comment on \(card(id))",
        undone: "the comment on \(card(id))")
    case .settle(let field, let user, _, let accept):
      EditWords(
        "\(accept ? "accepted" : "dismissed") what \(user) proposed for \(self.field(field))",
        "\(accept ? "Accepting" : "Dismissing") the proposal for \(self.field(field))",
        undone: self.field(field))
    case .receiptsSeen, .receiptSeen:
      EditWords(
        "took edits off their list of what was replaced or refused", "Taking edits off your list",
        undone: "receipts")
    case .textCompact(let id, let comment, _):
      EditWords(
        "compacted \(field(.text(of: id, comment: comment)))", "Compacting the text of \(card(id))",
        undone: "the compacted text of \(card(id))")
    case .purge(let target): purge(target)
    case .batch(let intents): words(intents.map { words($0) })
    case .undo(let target, let force):
      EditWords(
        undo(of: target, force: force), "Undo",
        undone: undo(about: undone.map { EditSubjects(intent, undone: $0) }))
    }
  }

  private func purge(_ target: PurgeTarget) -> EditWords {
    let thing =
      switch target {
      case .card(let id): card(id)
      case .comment(let id, _): "a comment on \(card(id))"
      case .past(let field): "what was before in \(self.field(field))"
      case .board: "the board"
      }
    return EditWords("purged \(thing)", "Purging \(thing)", undone: "the purge of \(thing)")
  }

  private func words(_ parts: [EditWords]) -> EditWords {
    EditWords(
      parts.map(\.deed).joined(separator: ", "), parts.first?.request ?? "The edit",
      undone: parts.map(\.undone).joined(separator: ", "))
  }

  /// - Parameter isEmpty: whether the author saw no card in the column. Cards that came meanwhile
  ///   are in the notes.
  private func deletion(
    of id: ColumnID, isEmpty: Bool, _ disposition: CardDisposition
  ) -> String {
    guard !isEmpty else { return "deleted the empty column \(column(id))" }
    return switch disposition {
    case .archive: "deleted \(theColumn(id)), archiving its cards"
    case .move(let target): "deleted \(theColumn(id)), moving its cards to \(column(target))"
    }
  }

  private func attachment(of element: CardElement, to id: CardID) -> String {
    switch element {
    case .label(let label): "put the label \(self.label(label)) on \(card(id))"
    case .assignee(let user): "assigned \(user) to \(card(id))"
    case .blocker(let blocker): "made \(card(blocker)) block \(card(id))"
    }
  }

  private func detachment(of element: CardElement, from id: CardID) -> String {
    switch element {
    case .label(let label): "took the label \(self.label(label)) off \(card(id))"
    case .assignee(let user): "took \(user) off \(card(id))"
    case .blocker(let blocker): "let \(card(blocker)) no longer block \(card(id))"
    }
  }

  private func deed(_ field: FieldAddress, _ value: FieldValue) -> String {
    switch (field, value) {
    case (.labelRemoved(let id), .flag(true)): "removed the label \(label(id))"
    case (.labelRemoved(let id), .flag(false)): "brought the label \(label(id)) back"
    case (.itemRemoved(let id, let item), .flag(let removed)):
      removed
        ? "removed \(theItem(item, on: id)) from the list of \(card(id))"
        : "brought \(theItem(item, on: id)) back to the list of \(card(id))"
    case (.itemDone(let id, let item), .flag(let done)):
      "\(done ? "ticked" : "unticked") \(theItem(item, on: id)) on \(card(id))"
    case (.itemPlace(let id, let item), _):
      "moved \(theItem(item, on: id)) in the list of \(card(id))"
    case (.commentRemoved(let id, _), .flag(let removed)):
      removed ? "removed a comment on \(card(id))" : "brought a comment on \(card(id)) back"
    case (.memberRole(let user), .role(let role?)):
      "made \(Wording.name(ofUser: user)) \(Wording.name(role))"
    case (.memberRole(let user), .role(nil)): "took the role from \(Wording.name(ofUser: user))"
    case (.cardDue(let id), .number(nil)): "took the due date off \(card(id))"
    case (.cardPriority(let id), .number(nil)): "took the priority off \(card(id))"
    case (.columnWIPLimit(let id), .number(nil)): "took the limit off \(theColumn(id))"
    case (.boardArchived, .flag(let archived)):
      archived ? "archived the board" : "restored the board"
    case (.wipLimitBlocks, .flag(let blocks)):
      blocks ? "let full columns refuse cards" : "let full columns take cards"
    // A pair that does not fit is refused, and is named as it was asked for.
    default: "set \(self.field(field)) to \(self.value(value, of: field))"
    }
  }

  private func theItem(_ item: ItemID, on id: CardID) -> String {
    board?.item(item, on: id).map { quoted($0.text.value) } ?? "an item"
  }
}
