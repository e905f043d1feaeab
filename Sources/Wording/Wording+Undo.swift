public import BoardModel

// What undos did, in two voices: the edit that was taken back, and what the board shows again.
extension Wording {
  // MARK: The edit that was taken back

  func undo(of target: OperationID, force: Bool) -> String {
    let what =
      switch undone?[target] {
      case .remembered(let record): "took back \(edit(record))"
      case .logged(let intent): "took back \(undone(intent))"
      case nil: "took an edit back"
      }
    return force ? what + " by force" : what
  }

  /// An edit that can be undone; it follows "took back".
  public func edit(_ record: UndoRecord) -> String {
    switch record.kind {
    case .edit, .redo: record.steps.map { undone($0) }.joined(separator: ", ")
    // The steps of an undo lead back to the edit, so the undo is named by what it is about.
    case .undo: undo(about: EditSubjects(record))
    }
  }

  func undone(_ step: UndoStep) -> String {
    switch step {
    case .created(let id): "the new column \(column(id))"
    case .splice(let id, let comment, _, _, _): field(.text(of: id, comment: comment))
    case .value(let field, let previous): undone(field, previous)
    }
  }

  private func undone(_ field: FieldAddress, _ previous: FieldValue) -> String {
    switch field {
    case .columnPlace(let id): "the move of \(theColumn(id))"
    case .columnDeleted(let id): "the deletion of \(theColumn(id))"
    case .cardPlace(let id): "the move of \(card(id))"
    case .cardArchived(let id):
      previous == .flag(true)
        ? "the new or restored card \(card(id))" : "the archiving of \(card(id))"
    case .cardLabel(let id, let label): "the \(element(.label(label))) of \(card(id))"
    case .cardAssignee(let id, let user): "the \(element(.assignee(user))) of \(card(id))"
    case .cardBlocker(let id, let blocker): "the \(element(.blocker(blocker))) of \(card(id))"
    case .boardArchived:
      previous == .flag(true) ? "the restoring of the board" : "the archiving of the board"
    case .boardTitle, .columnTitle, .cardTitle, .cardBody, .favourite, .wipLimitBlocks, .memberRole,
      .columnWIPLimit, .labelName, .labelColour, .labelRemoved, .cardDue, .cardPriority, .itemText,
      .itemDone, .itemPlace, .itemRemoved, .commentBody, .commentRemoved:
      self.field(field)
    }
  }

  /// - Parameter subjects: nil where they are not known.
  func undo(about subjects: EditSubjects?) -> String {
    let cards = (subjects?.cards ?? []).map { card($0) }
    let names = cards.isEmpty ? (subjects?.columns ?? []).map { theColumn($0) } : cards
    return names.isEmpty ? "an undo" : "an undo on \(names.joined(separator: ", "))"
  }

  // MARK: What the board shows again

  private static let mostPartsTold = 3

  /// - Parameter steps: the steps of the undo itself, which hold the values from before it.
  public func shownAgain(_ steps: [UndoStep]) -> String {
    guard !steps.isEmpty else { return "an edit of many parts" }
    var told: [String] = []
    for words in groups(steps) where !told.contains(words) { told.append(words) }
    let more = told.count - Wording.mostPartsTold
    return told.prefix(Wording.mostPartsTold).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  /// The steps in words; cards that went to the same column are named together.
  private func groups(_ steps: [UndoStep]) -> [String] {
    var places: [ColumnID: [CardID]] = [:]
    for case .value(.cardPlace(let id), .cardPlace(let earlier, _)) in steps {
      guard let column = board?.card(id)?.column.value, column != earlier else { continue }
      if places[column]?.contains(id) != true { places[column, default: []].append(id) }
    }
    var told: Set<ColumnID> = []
    return steps.compactMap { step in
      guard case .value(.cardPlace(let id), _) = step, let column = board?.card(id)?.column.value,
        let cards = places[column], cards.count > 1, cards.contains(id)
      else { return shownAgain(step) }
      guard told.insert(column).inserted else { return nil }
      return "\(self.cards(cards)) are in \(self.column(column)) again"
    }
  }

  func shownAgain(_ step: UndoStep) -> String {
    switch step {
    case .created(let id): "\(theColumn(id)) is back"
    case .splice(let id, nil, _, let inserted, let deleted):
      "text of \(card(id)): \(Wording.characters(inserted, deleted))"
    case .splice(let id, _?, _, let inserted, let deleted):
      "a comment on \(card(id)): \(Wording.characters(inserted, deleted))"
    case .value(let field, let earlier): shownAgain(field, insteadOf: earlier)
    }
  }

  private func shownAgain(_ field: FieldAddress, insteadOf earlier: FieldValue) -> String {
    switch field {
    case .boardTitle:
      return titleAgain("title of the board ", earlier, board?.title?.value)
    case .columnTitle(let id):
      return titleAgain("title of the column ", earlier, board?.column(id)?.title.value)
    case .cardTitle(let id): return titleAgain("title of ", earlier, board?.card(id)?.title.value)
    case .columnPlace(let id):
      return "\(theColumn(id)) is \(present(field) ?? "where it was") again"
    case .columnDeleted(let id):
      return "\(theColumn(id)) is \(board?.column(id)?.deleted.value ?? true ? "gone" : "back")"
    case .labelRemoved, .itemRemoved, .commentRemoved:
      let isGone = board?.state(of: field, for: user).map { $0.value == .flag(true) } ?? true
      return "\(self.field(field)) is \(isGone ? "gone" : "back")"
    case .cardPlace(let id):
      guard let column = board?.card(id)?.column.value else { return "\(card(id)) is where it was" }
      guard case .cardPlace(column, _) = earlier else {
        return "\(card(id)) is in \(self.column(column)) again"
      }
      return "\(card(id)) is back at its place in \(self.column(column))"
    case .cardArchived(let id):
      guard let found = board?.card(id), !found.archived.value else {
        return "\(card(id)) is in the archive"
      }
      return "\(card(id)) is back in \(column(found.column.value))"
    case .favourite(let id):
      return board?.isFavourite(id, of: user) == true
        ? "\(card(id)) is a favourite again" : "\(card(id)) is no favourite any longer"
    case .cardLabel(let id, let label):
      let isOn = board?.attached(.label(label), to: id) != nil
      return "\(card(id)) \(isOn ? "has the label" : "is without the label") \(self.label(label)) "
        + "again"
    case .cardAssignee(let id, let user):
      let isOn = board?.attached(.assignee(user), to: id) != nil
      return "\(card(id)) is \(isOn ? "assigned" : "not assigned") to \(user) again"
    case .cardBlocker(let id, let blocker):
      let isOn = board?.attached(.blocker(blocker), to: id) != nil
      return "\(card(id)) is \(isOn ? "blocked" : "not blocked") by \(card(blocker)) again"
    case .boardArchived: return "the board is \(board?.isArchived ?? false ? "archived" : "back")"
    case .itemPlace: return "\(self.field(field)) is back at its place"
    case .cardBody, .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName,
      .labelColour,
      .cardDue, .cardPriority, .itemText, .itemDone, .commentBody:
      return "\(self.field(field)) is \(present(field) ?? "as it was") again"
    }
  }

  private func titleAgain(_ what: String, _ earlier: FieldValue, _ now: String?) -> String {
    let before = if case .text(let title) = earlier { quoted(title) } else { quoted("") }
    return "\(what)\(before) is \(now.map { quoted($0) } ?? "gone") again"
  }

  /// - Parameters:
  ///   - inserted: the number of characters that came back.
  ///   - deleted: the ranges that were removed again.
  private static func characters(_ inserted: UInt32, _ deleted: [TextRange]) -> String {
    let out = deleted.reduce(0) { $0 + Int($1.count) }
    func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
    let parts =
      (out > 0 ? ["\(characters(out)) out again"] : [])
      + (inserted > 0 ? ["\(characters(Int(inserted))) back"] : [])
    return parts.isEmpty ? "as it was" : parts.joined(separator: ", ")
  }
}
