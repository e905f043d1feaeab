// What each kind of operation of model level 2 does to the card.
extension CardHistory {
  mutating func tellDetail(_ intent: Intent, _ entry: inout EntryReplay) {
    switch intent {
    case .set(let field, let value):
      if field.card == card { write(field, .plain(value), &entry) }
    case .attach(let id, let element):
      if id == card { write(element.address(on: card), .plain(.flag(true)), &entry) }
    case .detach(let id, let element, _):
      if id == card { detach(element.address(on: card), &entry) }
    case .itemAdd(let id, let item, let text, let place):
      guard id == card else { return }
      begin(.itemText(card, item), .plain(.text(text)), &entry)
      beginSilently(.itemDone(card, item), .flag(false), entry)
      beginSilently(.itemPlace(card, item), .itemPlace(place), entry)
      beginSilently(.itemRemoved(card, item), .flag(false), entry)
      entry.steps.append(.value(.itemRemoved(card, item), .plain(.flag(true))))
    case .commentAdd(let id, let comment, let text):
      let start = entry.nextOffset
      entry.nextOffset += UInt32(text.unicodeScalars.count)
      guard id == card else {
        entry.hasOtherTexts = entry.hasOtherTexts || !text.isEmpty
        return
      }
      let body = Text(text, by: entry.id, offset: start)
      begin(.commentBody(card, comment), .body(body), &entry)
      beginSilently(.commentRemoved(card, comment), .flag(false), entry)
      entry.steps.append(.value(.commentRemoved(card, comment), .plain(.flag(true))))
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
    case .boardCreate, .boardRename, .boardRaise, .columnCreate, .columnRename, .columnMove,
      .columnDelete, .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardArchive,
      .cardRestore, .cardFavourite, .labelCreate, .receiptsSeen, .receiptSeen, .batch, .undo:
      return
    }
  }

  private mutating func begin(
    _ field: FieldAddress, _ value: FieldValue, _ entry: inout EntryReplay
  ) {
    if let rejection = entry.rejection {
      return entry.change(field, .rejected, from: nil, to: value, [.rejected(rejection)])
    }
    hold(value, in: field, entry)
    entry.change(field, .written, from: nil, to: value, [.added])
  }

  /// What everything of its kind begins with is no change to tell of.
  private mutating func beginSilently(
    _ field: FieldAddress, _ value: PlainValue, _ entry: EntryReplay
  ) {
    if entry.rejection == nil { hold(.plain(value), in: field, entry) }
  }

  /// What it names as seen may have been attached again since: then a note says so.
  private mutating func detach(_ field: FieldAddress, _ entry: inout EntryReplay) {
    let isStale = entry.notes.contains { note in
      if case .staleRemoval(field, _) = note { true } else { false }
    }
    guard !isStale else {
      return entry.change(
        field, .skipped, from: value(of: field), to: .plain(.flag(false)), [.staleRemoval])
    }
    guard value(of: field) == .plain(.flag(true)) || entry.rejection != nil else { return }
    write(field, .plain(.flag(false)), &entry)
  }

  /// The value that an earlier operation proposed.
  private func proposed(_ field: FieldAddress, by operation: OperationID) -> FieldValue? {
    for entry in entries.reversed() where entry.committed.operation.id == operation {
      return entry.changes.last { $0.field == field && $0.effect == .superseded }?.after
    }
    return nil
  }

  /// Whether writing what is there contradicts nobody (SPEC.md APL-045, APL-084).
  func isFreeWhenSame(_ field: FieldAddress) -> Bool {
    switch field {
    case .cardArchived, .cardLabel, .cardAssignee: true
    case .itemPlace: false
    default: field.unwritten != nil
    }
  }

  func isRemoval(_ field: FieldAddress, _ value: FieldValue) -> Bool {
    switch field {
    case .itemRemoved, .commentRemoved: value == .plain(.flag(true))
    default: false
    }
  }

  /// What a field holds before anybody wrote it.
  func unwritten(_ field: FieldAddress, _ value: FieldValue) -> FieldValue? {
    switch (field, value) {
    case (_, .marked): .marked(false)
    case (.cardLabel, _), (.cardAssignee, _): .plain(.flag(false))
    default: field.unwritten.map { .plain($0) }
    }
  }
}
