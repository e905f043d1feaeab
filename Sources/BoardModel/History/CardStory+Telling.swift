// What each kind of operation does to the card.
extension CardStory {
  mutating func tell(_ intent: Intent, _ chapter: inout Chapter) {
    switch intent {
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .boardRaise,
      .labelCreate,
      .receiptsSeen, .receiptSeen:
      break
    case .columnDelete(let column, let seen, let disposition):
      deleteColumn(column, seen: seen.contains(card), disposition, &chapter)
    case .cardCreate(let id, let column, let title, let body, _):
      if id == card {
        create(in: column, title, body, &chapter)
      } else if !body.isEmpty {
        chapter.hasOtherTexts = true
      }
      chapter.nextOffset += UInt32(body.unicodeScalars.count)
    case .cardRetitle(let id, let title):
      if id == card { write(.cardTitle(card), .title(title), &chapter) }
    case .cardSplice(let id, let splice):
      let typed = splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
      if id == card {
        self.splice(.cardBody(card), splice, &chapter)
      } else {
        chapter.hasOtherTexts = true
      }
      chapter.nextOffset += UInt32(typed)
    case .cardMove(let ids, let column, _):
      if ids.contains(card) { write(.cardPlace(card), .place(column), &chapter) }
    case .cardArchive(let id):
      if id == card { write(.cardArchived(card), .archived(true), &chapter) }
    case .cardRestore(let id):
      if id == card { write(.cardArchived(card), .archived(false), &chapter) }
    case .cardFavourite(let id, let marked):
      if id == card { write(.favourite(card), .marked(marked), &chapter) }
    case .set, .itemAdd, .commentAdd, .attach, .detach, .commentSplice, .settle, .textCompact:
      tellDetail(intent, &chapter)
    case .batch(let intents): for intent in intents { tell(intent, &chapter) }
    case .undo(let target, let force): undo(target, force: force, &chapter)
    }
  }

  private mutating func create(
    in column: ColumnID, _ title: String, _ body: String, _ chapter: inout Chapter
  ) {
    let place = chapter.notes.contains(.inUnsorted(card)) ? unsorted : column
    let text = Text(body, by: chapter.id, offset: chapter.nextOffset)
    let values: [(FieldAddress, FieldValue)] = [
      (.cardTitle(card), .title(title)), (.cardPlace(card), .place(place)),
      (.cardBody(card), .body(text)), (.cardArchived(card), .archived(false)),
    ]
    for (field, value) in values {
      if let rejection = chapter.rejection {
        let before = held[key(field, chapter)]?.value
        chapter.change(field, .rejected, from: before, to: value, [.rejected(rejection)])
      } else {
        hold(value, in: field, chapter)
        let goesToUnsorted = value == .place(unsorted) && column != unsorted
        chapter.change(
          field, .written, from: nil, to: value, [.made] + (goesToUnsorted ? [.inUnsorted] : []))
      }
    }
    // Taking a creation back archives the card.
    chapter.steps.append(.value(.cardArchived(card), .archived(true)))
  }

  /// A write with regard to conflicts; what came of them is known.
  /// - Parameter proposal: whose value it is, where one was accepted.
  mutating func write(
    _ field: FieldAddress, _ value: FieldValue, accepting proposal: OperationID? = nil,
    _ chapter: inout Chapter
  ) {
    let current = held[key(field, chapter)]
    if let rejection = chapter.rejection {
      return chapter.change(
        field, .rejected, from: current?.value, to: value, [.rejected(rejection)])
    }
    if chapter.notes.contains(.unknownCard(card)) {
      return chapter.change(field, .skipped, from: nil, to: value, [.noSuchCard])
    }
    if let winner = chapter.winner(of: field), winner != chapter.id {
      return chapter.change(
        field, .superseded, from: current?.value, to: value,
        [.queuedOnStaleBase(winner: winner)])
    }
    let rule = rule(field, value, over: current, chapter)
    var rules = [rule] + alsoArchived(field, chapter)
    if let proposal { rules = [.accepted(proposal)] + rules.filter { $0 != .unopposed } }
    put(value, in: field, rules, &chapter)
  }

  func rule(
    _ field: FieldAddress, _ value: FieldValue, over current: Held?, _ chapter: Chapter
  ) -> HistoryRule {
    if case .favourite = field { return .personal }
    guard let current else { return .unopposed }
    if current.value == value, isFreeWhenSame(field) { return .alreadySo }
    if isRemoval(field, value) { return .removalWins }
    if chapter.displaced.contains(current.operation) {
      return .laterInOrder(over: current.operation)
    }
    let operation = chapter.committed.operation
    if current.sequence > operation.base, current.operation != operation.id,
      current.operation.session == operation.id.session
    {
      return .afterOwn(current.operation)
    }
    return operation.queued ? .queuedUnopposed : .unopposed
  }

  func alsoArchived(_ field: FieldAddress, _ chapter: Chapter) -> [HistoryRule] {
    switch field {
    case .cardTitle, .cardBody, .cardPlace, .cardDue, .itemText, .itemDone, .itemPlace,
      .itemRemoved,
      .commentBody, .commentRemoved, .cardLabel, .cardAssignee:
      chapter.notes.contains(.onArchivedCard(card)) ? [.archiveStands] : []
    case .cardArchived, .favourite, .boardTitle, .columnTitle, .columnPlace, .columnDeleted,
      .limitBlocks, .memberRole, .columnLimit, .labelName, .labelColour, .labelRemoved:
      []
    }
  }

  private mutating func deleteColumn(
    _ column: ColumnID, seen: Bool, _ disposition: CardDisposition, _ chapter: inout Chapter
  ) {
    let place = held[Key(field: .cardPlace(card), user: "")]?.value
    guard place == .place(column), value(of: .cardArchived(card)) == .archived(false) else {
      return
    }
    let archives = seen && disposition == .archive
    if let rejection = chapter.rejection {
      if archives {
        chapter.change(
          .cardArchived(card), .rejected, from: .archived(false), to: .archived(true),
          [.rejected(rejection)])
      }
      return
    }
    if archives { return put(.archived(true), in: .cardArchived(card), [.columnDeleted], &chapter) }
    var target = unsorted
    if case .move(let to) = disposition, !chapter.notes.contains(.inUnsorted(card)) { target = to }
    var rules: [HistoryRule] = [seen ? .columnDeleted : .keptUnseen]
    if chapter.notes.contains(.inUnsorted(card)) { rules.append(.inUnsorted) }
    put(.place(target), in: .cardPlace(card), rules, &chapter)
  }

  /// What notes tell and the intent does not: a card whose column is gone lies in "Unsorted".
  mutating func settle(_ chapter: inout Chapter) {
    guard chapter.notes.contains(.inUnsorted(card)),
      value(of: .cardPlace(card)) != .place(unsorted)
    else { return }
    put(.place(unsorted), in: .cardPlace(card), [.inUnsorted], &chapter)
  }

  // MARK: Undo

  private mutating func undo(_ target: OperationID, force: Bool, _ chapter: inout Chapter) {
    guard let record = record(of: target) else { return }
    chapter.hasOtherTexts = record.hasOtherTexts
    for step in record.steps.reversed() {
      switch step {
      case .value(let field, let previous): takeBack(field, previous, target, force, &chapter)
      case .splice(let field, let offset, let inserted, let deleted):
        takeBackSplice(field, target, offset, inserted, deleted, &chapter)
      }
    }
  }

  private mutating func takeBack(
    _ field: FieldAddress, _ previous: FieldValue, _ target: OperationID, _ force: Bool,
    _ chapter: inout Chapter
  ) {
    let current = held[key(field, chapter)]
    if let rejection = chapter.rejection {
      return chapter.change(
        field, .rejected, from: current?.value, to: previous, [.rejected(rejection)])
    }
    if chapter.notes.contains(.undoSkipped(field)) {
      return chapter.change(field, .skipped, from: current?.value, to: previous, [.undoSkipped])
    }
    var rule = HistoryRule.tookBack(target)
    if force, let current, chapter.displaced.contains(current.operation) {
      rule = .tookBackByForce(target, over: current.operation)
    }
    put(previous, in: field, [rule] + alsoArchived(field, chapter), &chapter)
  }

  // MARK: Fields

  func key(_ field: FieldAddress, _ chapter: Chapter) -> Key {
    if case .favourite = field { return Key(field: field, user: chapter.user) }
    return Key(field: field, user: "")
  }

  mutating func hold(_ value: FieldValue, in field: FieldAddress, _ chapter: Chapter) {
    held[key(field, chapter)] = Held(
      value: value, sequence: chapter.committed.sequence, operation: chapter.id)
  }

  private mutating func put(
    _ value: FieldValue, in field: FieldAddress, _ rules: [HistoryRule], _ chapter: inout Chapter
  ) {
    let before = held[key(field, chapter)]?.value
    if let previous = before ?? unwritten(field, value) {
      chapter.steps.append(.value(field, previous))
    }
    hold(value, in: field, chapter)
    chapter.change(field, .written, from: before, to: value, rules)
  }
}
