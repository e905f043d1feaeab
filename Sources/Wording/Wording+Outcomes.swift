public import BoardModel

// What became of edits, beside refusals.
extension Wording {
  /// Why an edit, or a part of one, had no effect though nobody refused it.
  public func superseded(_ field: FieldAddress, by operation: OperationID) -> String {
    "\(author(of: operation) ?? Wording.somebody) changed \(self.field(field)) before"
  }

  static let somebody = "somebody"

  /// What the author of an edit reads at once, besides what was done.
  public func remarks(_ outcome: Outcome) -> [String] {
    switch outcome {
    case .applied(let displaced, let notes):
      (displaced.isEmpty ? [] : ["it took the place of what others did meanwhile"])
        + notes.map { note($0) }
    case .merged(let notes):
      ["what others wrote meanwhile is there too"] + notes.map { note($0) }
    case .superseded, .rejected: []
    }
  }

  // MARK: Notes

  /// A note in a log, which others read too, as a sentence without full stop.
  public func note(_ note: Note) -> String {
    switch note {
    case .onArchivedCard(let id): "\(card(id)) is archived; the edit is on it"
    case .inUnsorted(let id): "its column is gone: \(card(id)) is in \(Wording.unsorted)"
    case .keptUnseen(let id):
      "\(card(id)) came meanwhile and was kept: it is in "
        + (board?.card(id).map { column($0.column.value) } ?? "another column")
    case .undoSkipped(let field): "\(changedSince([field], naming: true)) and stays"
    case .supersededPart(let field, let other): superseded(field, by: other)
    case .unknownCard(let id): "the card \(id) is not on this board"
    case .staleRemoval(let field, let other):
      staleRemoval(field, author(of: other) ?? Wording.somebody)
    case .overWIPLimit(let id): overWIPLimit(id)
    case .deletedLeft(let field):
      "\(self.field(field)) still holds what was deleted; compact it once more"
    }
  }

  private func staleRemoval(_ field: FieldAddress, _ author: String) -> String {
    "\(author) added \(self.field(field)) meanwhile; that stays"
  }

  private func overWIPLimit(_ id: ColumnID) -> String {
    "\(theColumn(id)) is over its limit" + (board?.wipLimit(of: id).map { " of \($0)" } ?? "")
  }

  /// The notes as sentences to the author of the edit, those of one kind together.
  /// - Parameters:
  ///   - isRedo: whether the edit took back an undo.
  ///   - archiveHint: a sentence that says how to see the archive; empty where there is no need.
  public func told(_ notes: [Note], isRedo: Bool, archiveHint: String) -> [String] {
    var texts: [String] = []
    var kept: [CardID] = []
    var skipped: [FieldAddress] = []
    for note in notes {
      switch note {
      case .onArchivedCard(let id):
        texts.append("\(card(id)) is archived; your edit is on it.\(archiveHint)")
      case .unknownCard: texts.append("A card that was moved is not on this board.")
      case .inUnsorted, .overWIPLimit, .deletedLeft:
        texts.append(Wording.sentence(self.note(note)))
      case .keptUnseen(let id): kept.append(id)
      case .undoSkipped(let field): skipped.append(field)
      case .supersededPart(let field, let other):
        let who = author(of: other) ?? "Somebody"
        texts.append("\(who) changed \(self.field(field)) while you were away; that stays.")
      // The name of a user begins with a small letter also where a sentence begins.
      case .staleRemoval(let field, let other):
        texts.append(staleRemoval(field, author(of: other) ?? "Somebody") + ".")
      }
    }
    if !kept.isEmpty { texts.append(self.kept(kept)) }
    if !skipped.isEmpty {
      texts.append("\(isRedo ? "Redone" : "Undone") but for a part: \(changedSince(skipped)).")
    }
    return texts
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// A sentence about cards that the author of a deletion had not seen, and where they are now.
  private func kept(_ cards: [CardID]) -> String {
    guard cards.count <= 3 else { return "\(cards.count) cards you had not seen were kept." }
    let columns = Set(
      cards.compactMap { id -> ColumnID? in
        guard let column = board?.card(id).flatMap({ board?.column($0.column.value) }),
          !column.deleted.value
        else { return nil }
        return column.id
      })
    let place = columns.count == 1 ? columns.first.map { " in \(column($0))" } ?? "" : ""
    return "You had not seen \(Wording.list(cards.map { card($0) })): kept\(place)."
  }
}
