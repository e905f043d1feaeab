import HashTreeCollections

// What operations do to fields that hold a value: titles, the places of columns, plain fields.
extension Board {
  /// Writes a value, or keeps it as a proposal where a newer one stays.
  mutating func write(
    _ value: FieldValue, to field: FieldAddress, _ application: inout Application
  ) -> Rejection? {
    if let rejection = rejection(of: value, for: field, by: application.stamp.author) {
      return rejection
    }
    let current = written(field)
    guard mayWrite(value, to: field, over: current, &application) else {
      return propose(field, value, &application)
    }
    noteArchived(field.card, &application)
    let previous = current?.value ?? self.value(of: field) ?? value
    put(value, in: field, application.stamp)
    application.steps.append(.value(field, previous: previous))
    return nil
  }

  /// Writes a value to a field that had none, as creations do.
  mutating func begin(
    _ address: FieldAddress, _ value: FieldValue, _ application: Application
  ) {
    write(address, Field(value, application.stamp))
  }

  private func mayWrite(
    _ value: FieldValue, to field: FieldAddress, over current: (value: FieldValue, stamp: Stamp)?,
    _ application: inout Application
  ) -> Bool {
    guard let current else {
      guard application.undoing != nil else { return true }
      // An undo takes back only what was written, so it skips a field that nobody has written.
      application.undoing?.skipped.append(field)
      return false
    }
    if application.undoing == nil, field.isFree(value, over: current.value) { return true }
    return application.mayWrite(field, over: current.stamp, losing: current.value)
  }

  /// The value that puts back what somebody wrote to the field, and its stamp; nil where nobody
  /// did.
  private func written(_ field: FieldAddress) -> (value: FieldValue, stamp: Stamp)? {
    switch field {
    case .boardTitle: return title.map { (.text($0.value), $0.stamp) }
    case .columnTitle(let id): return columns[id].map { (.text($0.title.value), $0.title.stamp) }
    case .columnPlace(let id):
      guard let column = columns[id], let index = columnOrder.firstIndex(of: id) else { return nil }
      return (.columnPlace(columnOrder.anchors(around: index)), column.placed)
    case .cardTitle(let id): return cards[id].map { (.text($0.title.value), $0.title.stamp) }
    case .itemPlace(let card, let id):
      guard let place = plainFields[field], let order = checklists[card]?.order,
        let index = order.firstIndex(of: id)
      else { return nil }
      return (.itemPlace(order.anchors(around: index)), place.stamp)
    default: return plainFields[field].map { ($0.value, $0.stamp) }
    }
  }

  private mutating func put(_ value: FieldValue, in field: FieldAddress, _ stamp: Stamp) {
    switch (field, value) {
    case (.boardTitle, .text(let text)):
      title = Field(text, stamp)
      touch(.header)
    case (.columnTitle(let id), .text(let text)):
      columns[id]?.title = Field(text, stamp)
      touch(.column(id))
    case (.columnPlace(let id), .columnPlace(let place)):
      moveColumn(id, to: place)
      columns[id]?.placed = stamp
      touch(.column(id))
    case (.cardTitle(let id), .text(let text)):
      cards[id]?.title = Field(text, stamp)
      touch(.card(id))
    case (.itemPlace(let card, let id), .itemPlace(let place)):
      moveItem(id, of: card, to: place)
      write(field, Field(value, stamp))
    default: write(field, Field(value, stamp))
    }
  }

  /// What is wrong with a write, apart from conflicts; nil if nothing is.
  private func rejection(
    of value: FieldValue, for field: FieldAddress, by author: Author
  ) -> Rejection? {
    switch (field, value) {
    case (.boardTitle, .text(let text)):
      return Board.rejection(ofTitle: text) ?? (exists ? nil : .noBoard)
    case (.columnTitle(let id), .text(let text)):
      return Board.rejection(ofTitle: text) ?? rejection(ofColumn: id)
    case (.columnPlace(let id), .columnPlace): return rejection(ofColumn: id)
    case (.cardTitle(let id), .text(let text)):
      return Board.rejection(ofTitle: text) ?? (cards.keys.contains(id) ? nil : .unknownCard(id))
    default: return rejection(ofPlain: value, for: field, by: author)
    }
  }

  private func rejection(ofColumn id: ColumnID) -> Rejection? {
    guard let column = columns[id] else { return .unknownColumn(id) }
    return column.deleted.value ? .columnDeleted(id) : nil
  }

  private func rejection(
    ofPlain value: FieldValue, for address: FieldAddress, by author: Author
  ) -> Rejection? {
    guard address.fits(value) else { return .valueOutOfRange }
    if case .text(let text) = value, let rejection = Board.rejection(ofTitle: text) {
      return rejection
    }
    switch address {
    case .boardArchived, .wipLimitBlocks: return nil
    case .memberRole(let user):
      guard case .role(let role) = value else { return .valueOutOfRange }
      return rejection(ofRole: role, for: user)
    case .columnWIPLimit(let id):
      return rejection(ofColumn: id)
        ?? Board.rejection(of: value, in: 1...BoardLimits.columnWIPLimit)
    case .labelName(let id), .labelColour(let id), .labelRemoved(let id):
      return rejection(of: value, for: address, ofLabel: id)
    case .cardDue(let card):
      guard cards[card] != nil else { return .unknownCard(card) }
      return Board.rejection(of: value, in: 0...BoardLimits.dueDay)
    case .cardPriority(let card):
      guard cards[card] != nil else { return .unknownCard(card) }
      return Board.rejection(of: value, in: 1...BoardLimits.priority)
    case .itemText(let card, let id), .itemDone(let card, let id), .itemPlace(let card, let id):
      if let rejection = rejection(ofItem: id, on: card) { return rejection }
      return flag(.itemRemoved(card, id)) ? .itemRemoved(id) : nil
    case .itemRemoved(let card, let id):
      return rejection(ofItem: id, on: card)
    case .commentRemoved(let card, let id):
      guard cards[card] != nil else { return .unknownCard(card) }
      guard comment(id, on: card) != nil else { return .unknownComment(id) }
      return mayChange(id, on: card, author) ? nil : .notYourComment
    case .boardTitle, .columnTitle, .columnPlace, .columnDeleted, .cardTitle, .cardBody,
      .cardPlace, .cardArchived, .favourite, .commentBody, .cardLabel, .cardAssignee, .cardBlocker:
      return .valueOutOfRange
    }
  }

  private func rejection(
    of value: FieldValue, for address: FieldAddress, ofLabel id: LabelID
  ) -> Rejection? {
    guard labelIDs.contains(id) else { return .unknownLabel(id) }
    if case .labelRemoved = address { return nil }
    guard !flag(.labelRemoved(id)) else { return .labelRemoved(id) }
    guard case .labelColour = address else { return nil }
    if value == .number(nil) { return .valueOutOfRange }
    return Board.rejection(of: value, in: 0...(BoardLimits.colours - 1))
  }

  func rejection(ofItem id: ItemID, on card: CardID) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    return checklists[card]?.created[id] == nil ? .unknownItem(id) : nil
  }

  private static func rejection(of value: FieldValue, in range: ClosedRange<Int>) -> Rejection? {
    guard case .number(let number?) = value else { return nil }
    return range.contains(Int(number)) ? nil : .valueOutOfRange
  }
}
