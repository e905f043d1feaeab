// What each kind of operation does to the card.
extension CardHistory {
  mutating func replay(_ intent: Intent, _ entry: inout EntryReplay) {
    switch intent {
    case .boardCreate, .boardRename, .columnCreate, .columnRename, .columnMove, .boardRaise,
      .labelCreate, .receiptsSeen, .receiptSeen:
      break
    case .columnDelete(let column, let seen, let disposition):
      deleteColumn(column, seen: seen.contains(card), disposition, &entry)
    case .cardCreate(let id, let column, let title, let body, _):
      if id == card {
        create(in: column, title, body, &entry)
      } else if !body.isEmpty {
        entry.hasOtherTexts = true
      }
      entry.nextOffset += UInt32(body.unicodeScalars.count)
    case .cardRetitle(let id, let title):
      if id == card { write(.cardTitle(card), .text(title), &entry) }
    case .cardSplice(let id, let splice):
      let typed = splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
      if id == card {
        self.splice(.cardBody(card), splice, &entry)
      } else {
        entry.hasOtherTexts = true
      }
      entry.nextOffset += UInt32(typed)
    case .cardMove(let ids, let column, _):
      if ids.contains(card) { write(.cardPlace(card), .cardPlace(column, Anchors()), &entry) }
    case .cardArchive(let id):
      if id == card { write(.cardArchived(card), .flag(true), &entry) }
    case .cardRestore(let id):
      if id == card { write(.cardArchived(card), .flag(false), &entry) }
    case .cardFavourite(let id, let marked):
      if id == card { write(.favourite(card), .flag(marked), &entry) }
    case .set(let field, let value):
      if field.card == card { write(field, value, &entry) }
    case .attach(let id, let element):
      if id == card { write(element.address(on: card), .flag(true), &entry) }
    case .detach(let id, let element, _):
      if id == card { detach(element.address(on: card), &entry) }
    case .itemAdd(let id, let item, let text, let place):
      guard id == card else { return }
      begin(.itemText(card, item), .text(text), &entry)
      hold(.flag(false), in: .itemDone(card, item), entry)
      hold(.itemPlace(place), in: .itemPlace(card, item), entry)
      hold(.flag(false), in: .itemRemoved(card, item), entry)
      entry.steps.append(.value(.itemRemoved(card, item), .flag(true)))
    case .commentAdd(let id, let comment, let text):
      let start = entry.nextOffset
      entry.nextOffset += UInt32(text.unicodeScalars.count)
      guard id == card else {
        entry.hasOtherTexts = entry.hasOtherTexts || !text.isEmpty
        return
      }
      let body = Text(text, by: entry.id, offset: start)
      begin(.commentBody(card, comment), .body(body), &entry)
      hold(.flag(false), in: .commentRemoved(card, comment), entry)
      entry.steps.append(.value(.commentRemoved(card, comment), .flag(true)))
    case .commentSplice(let id, let comment, let splice):
      let typed = splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
      if id == card {
        self.splice(.commentBody(card, comment), splice, &entry)
      } else {
        entry.hasOtherTexts = true
      }
      entry.nextOffset += UInt32(typed)
    case .textCompact(let id, let comment, let horizon):
      if id == card { compact(.text(of: id, comment: comment), horizon: horizon, entry) }
    case .settle(let field, let user, let operation, let accept):
      if field.card == card, settleText(field, of: user, accept: accept, &entry) { return }
      guard accept, field.card == card, let value = proposed(field, by: operation) else { return }
      write(field, value, accepting: operation, &entry)
    case .purge(let target): purge(target, &entry)
    case .batch(let intents): for intent in intents { replay(intent, &entry) }
    case .undo(let target, let force): undo(target, force: force, &entry)
    }
  }

  private mutating func create(
    in column: ColumnID, _ title: String, _ body: String, _ entry: inout EntryReplay
  ) {
    let place = entry.notes.contains(.inUnsorted(card)) ? unsorted : column
    let text = Text(body, by: entry.id, offset: entry.nextOffset)
    let values: [(FieldAddress, FieldValue)] = [
      (.cardTitle(card), .text(title)), (.cardPlace(card), .cardPlace(place, Anchors())),
      (.cardBody(card), .body(text)), (.cardArchived(card), .flag(false)),
    ]
    for (field, value) in values {
      hold(value, in: field, entry)
      let goesToUnsorted = value == .cardPlace(unsorted, Anchors()) && column != unsorted
      entry.change(
        field, .written, from: nil, to: value, [.made] + (goesToUnsorted ? [.inUnsorted] : []))
    }
    // The undo of a creation archives the card.
    entry.steps.append(.value(.cardArchived(card), .flag(true)))
  }

  /// Writes a value with regard to conflicts, whose results are known from the outcome.
  /// - Parameter proposal: the operation whose proposal was accepted, if one was.
  mutating func write(
    _ field: FieldAddress, _ value: FieldValue, accepting proposal: OperationID? = nil,
    _ entry: inout EntryReplay
  ) {
    let current = held[key(field, entry)]
    if entry.notes.contains(.unknownCard(card)) {
      return entry.change(field, .skipped, from: nil, to: value, [.noSuchCard])
    }
    if let winner = entry.winner(of: field), winner != entry.id {
      return entry.change(
        field, .superseded, from: current?.value, to: value,
        [.queuedOnStaleBase(winner: winner)])
    }
    let rule = rule(field, value, over: current, entry)
    var rules = [rule] + alsoArchived(field, entry)
    if let proposal { rules = [.accepted(proposal)] + rules.filter { $0 != .unopposed } }
    put(value, in: field, rules, &entry)
  }

  func rule(
    _ field: FieldAddress, _ value: FieldValue, over current: Held?, _ entry: EntryReplay
  ) -> HistoryRule {
    if case .favourite = field { return .personal }
    guard let current else { return .unopposed }
    if current.value == value, field.isFreeWhenSame { return .alreadySo }
    if field.isRemoval(value) { return .removalWins }
    if entry.displaced.contains(current.operation) {
      return .laterInOrder(over: current.operation)
    }
    let operation = entry.operation
    if current.sequence > operation.base, current.operation != operation.id,
      current.isOwn(of: entry)
    {
      return .afterOwn(current.operation)
    }
    return operation.queued ? .queuedUnopposed : .unopposed
  }

  func alsoArchived(_ field: FieldAddress, _ entry: EntryReplay) -> [HistoryRule] {
    switch field {
    case .cardTitle, .cardBody, .cardPlace, .cardDue, .cardPriority, .itemText, .itemDone,
      .itemPlace, .itemRemoved, .commentBody, .commentRemoved, .cardLabel, .cardAssignee,
      .cardBlocker:
      entry.notes.contains(.onArchivedCard(card)) ? [.archiveStands] : []
    case .cardArchived, .favourite, .boardTitle, .columnTitle, .columnPlace, .columnDeleted,
      .boardArchived, .wipLimitBlocks, .memberRole, .columnWIPLimit, .labelName, .labelColour,
      .labelRemoved:
      []
    }
  }

  private mutating func deleteColumn(
    _ column: ColumnID, seen: Bool, _ disposition: CardDisposition, _ entry: inout EntryReplay
  ) {
    let place = held[Key(field: .cardPlace(card), user: "")]?.value
    guard place == .cardPlace(column, Anchors()), value(of: .cardArchived(card)) == .flag(false)
    else {
      return
    }
    let archives = seen && disposition == .archive
    if archives { return put(.flag(true), in: .cardArchived(card), [.columnDeleted], &entry) }
    var target = unsorted
    if case .move(let to) = disposition, !entry.notes.contains(.inUnsorted(card)) { target = to }
    var rules: [HistoryRule] = [seen ? .columnDeleted : .keptUnseen]
    if entry.notes.contains(.inUnsorted(card)) { rules.append(.inUnsorted) }
    put(.cardPlace(target, Anchors()), in: .cardPlace(card), rules, &entry)
  }

  /// Applies what notes tell and the intent does not: a card whose column is gone is in "Unsorted".
  mutating func settle(_ entry: inout EntryReplay) {
    guard entry.notes.contains(.inUnsorted(card)),
      value(of: .cardPlace(card)) != .cardPlace(unsorted, Anchors()),
      // A later part of a batch may have moved it on from there.
      !entry.changes.contains(where: { $0.after == .cardPlace(unsorted, Anchors()) })
    else { return }
    put(.cardPlace(unsorted, Anchors()), in: .cardPlace(card), [.inUnsorted], &entry)
  }

  // MARK: Undo

  private mutating func undo(_ target: OperationID, force: Bool, _ entry: inout EntryReplay) {
    guard let record = record(of: target) else { return }
    entry.hasOtherTexts = record.hasOtherTexts
    for step in record.steps.reversed() {
      switch step {
      case .value(let field, let previous): takeBack(field, previous, target, force, &entry)
      case .splice(let field, let offset, let inserted, let deleted):
        takeBackSplice(field, target, offset, inserted, deleted, &entry)
      }
    }
  }

  private mutating func takeBack(
    _ field: FieldAddress, _ previous: FieldValue, _ target: OperationID, _ force: Bool,
    _ entry: inout EntryReplay
  ) {
    let current = held[key(field, entry)]
    if entry.notes.contains(.undoSkipped(field)) {
      return entry.change(field, .skipped, from: current?.value, to: previous, [.undoSkipped])
    }
    var rule = HistoryRule.tookBack(target)
    if force, let current, entry.displaced.contains(current.operation) {
      rule = .tookBackByForce(target, over: current.operation)
    }
    put(previous, in: field, [rule] + alsoArchived(field, entry), &entry)
  }

  // MARK: Fields

  func key(_ field: FieldAddress, _ entry: EntryReplay) -> Key {
    if case .favourite = field { return Key(field: field, user: entry.user) }
    return Key(field: field, user: "")
  }

  mutating func hold(_ value: FieldValue, in field: FieldAddress, _ entry: EntryReplay) {
    held[key(field, entry)] = Held(
      value: value, sequence: entry.sequence, operation: entry.id, user: entry.user)
  }

  private mutating func put(
    _ value: FieldValue, in field: FieldAddress, _ rules: [HistoryRule], _ entry: inout EntryReplay
  ) {
    let before = held[key(field, entry)]?.value
    if let previous = before ?? unwritten(field) {
      entry.steps.append(.value(field, previous))
    }
    hold(value, in: field, entry)
    entry.change(field, .written, from: before, to: value, rules)
  }
}
