// What each kind of operation of model level 2 does to the card.
extension CardStory {
  mutating func tellDetail(_ intent: Intent, _ chapter: inout Chapter) {
    switch intent {
    case .set(let field, let value):
      if field.card == card { write(field, .plain(value), &chapter) }
    case .attach(let id, let element):
      if id == card { write(element.address(on: card), .plain(.flag(true)), &chapter) }
    case .detach(let id, let element, _):
      if id == card { detach(element.address(on: card), &chapter) }
    case .itemAdd(let id, let item, let text, let place):
      guard id == card else { return }
      begin(.itemText(card, item), .plain(.text(text)), &chapter)
      beginSilently(.itemDone(card, item), .flag(false), chapter)
      beginSilently(.itemPlace(card, item), .itemPlace(place), chapter)
      beginSilently(.itemRemoved(card, item), .flag(false), chapter)
      chapter.steps.append(.value(.itemRemoved(card, item), .plain(.flag(true))))
    case .commentAdd(let id, let comment, let text):
      let start = chapter.nextOffset
      chapter.nextOffset += UInt32(text.unicodeScalars.count)
      guard id == card else {
        chapter.hasOtherTexts = chapter.hasOtherTexts || !text.isEmpty
        return
      }
      let body = Text(text, by: chapter.id, offset: start)
      begin(.commentBody(card, comment), .body(body), &chapter)
      beginSilently(.commentRemoved(card, comment), .flag(false), chapter)
      chapter.steps.append(.value(.commentRemoved(card, comment), .plain(.flag(true))))
    case .commentSplice(let id, let comment, let splice):
      let typed = splice.insertions.reduce(0) { $0 + $1.text.unicodeScalars.count }
      if id == card {
        self.splice(.commentBody(card, comment), splice, &chapter)
      } else {
        chapter.hasOtherTexts = true
      }
      chapter.nextOffset += UInt32(typed)
    case .textCompact(let id, let comment, let horizon):
      if id == card { compact(.text(of: id, comment: comment), horizon: horizon, chapter) }
    case .settle(let field, let user, let operation, let accept):
      if field.card == card, settleText(field, of: user, accept: accept, &chapter) { return }
      guard accept, field.card == card, let value = proposed(field, by: operation) else { return }
      write(field, value, accepting: operation, &chapter)
    case .boardCreate, .boardRename, .boardRaise, .columnCreate, .columnRename, .columnMove,
      .columnDelete, .cardCreate, .cardRetitle, .cardSplice, .cardMove, .cardArchive,
      .cardRestore, .cardFavourite, .labelCreate, .receiptsSeen, .receiptSeen, .batch, .undo:
      return
    }
  }

  private mutating func begin(
    _ field: FieldAddress, _ value: FieldValue, _ chapter: inout Chapter
  ) {
    if let rejection = chapter.rejection {
      return chapter.change(field, .rejected, from: nil, to: value, [.rejected(rejection)])
    }
    hold(value, in: field, chapter)
    chapter.change(field, .written, from: nil, to: value, [.added])
  }

  /// What everything of its kind begins with is no change to tell of.
  private mutating func beginSilently(
    _ field: FieldAddress, _ value: PlainValue, _ chapter: Chapter
  ) {
    if chapter.rejection == nil { hold(.plain(value), in: field, chapter) }
  }

  /// What it names as seen may have been attached again since: then a note says so.
  private mutating func detach(_ field: FieldAddress, _ chapter: inout Chapter) {
    let isStale = chapter.notes.contains { note in
      if case .staleRemoval(field, _) = note { true } else { false }
    }
    guard !isStale else {
      return chapter.change(
        field, .skipped, from: value(of: field), to: .plain(.flag(false)), [.staleRemoval])
    }
    guard value(of: field) == .plain(.flag(true)) || chapter.rejection != nil else { return }
    write(field, .plain(.flag(false)), &chapter)
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
