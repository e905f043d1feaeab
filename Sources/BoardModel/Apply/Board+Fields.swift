import HashTreeCollections

// What operations do to plain fields.
extension Board {
  mutating func setField(
    _ address: FieldAddress, _ value: PlainValue, _ application: inout Application
  ) -> Rejection? {
    if let rejection = rejection(of: value, for: address, by: application.stamp.author) {
      return rejection
    }
    guard mayWrite(value, to: address, &application) else {
      return propose(address, .field(value), &application)
    }
    noteArchived(address.card, &application)
    var previous = self.value(of: address) ?? value
    if case .itemPlace(let card, let id) = address, case .itemPlace(let place) = value {
      previous = .itemPlace(moveItem(id, of: card, to: place))
    }
    application.steps.append(.field(address, previous: previous))
    write(address, Field(value, application.stamp))
    return nil
  }

  /// A value in a field that nothing was in: what a creation writes.
  mutating func begin(
    _ address: FieldAddress, _ value: PlainValue, _ application: Application
  ) {
    write(address, Field(value, application.stamp))
  }

  private func mayWrite(
    _ value: PlainValue, to address: FieldAddress, _ application: inout Application
  ) -> Bool {
    guard let current = plainFields[address] else {
      guard application.undoing != nil else { return true }
      // What an undo takes back was written.
      application.undoing?.skipped.append(address)
      return false
    }
    if application.undoing == nil, isFree(address, value, over: current.value) { return true }
    return application.mayWrite(
      address, over: current.stamp, losing: .field(held(address) ?? current.value))
  }

  /// Whether a write contradicts nobody, or wins over whoever it contradicts.
  private func isFree(
    _ address: FieldAddress, _ value: PlainValue, over current: PlainValue
  ) -> Bool {
    switch address {
    case .itemPlace: false
    case .labelRemoved, .itemRemoved, .commentRemoved: value == .flag(true) || value == current
    default: value == current
    }
  }

  /// What puts the field back as it is.
  private func held(_ address: FieldAddress) -> PlainValue? {
    guard case .itemPlace(let card, let id) = address,
      let order = checklists[card]?.order, let index = order.firstIndex(of: id)
    else { return value(of: address) }
    return .itemPlace(order.anchors(around: index))
  }

  /// What is wrong with a write, beside what it meets.
  private func rejection(
    of value: PlainValue, for address: FieldAddress, by author: Author
  ) -> Rejection? {
    guard address.fits(value) else { return .valueOutOfRange }
    if case .text(let text) = value, let rejection = Board.rejection(ofTitle: text) {
      return rejection
    }
    switch address {
    case .wipLimitBlocks: return nil
    case .memberRole(let user):
      guard case .role(let role) = value else { return .valueOutOfRange }
      return rejection(ofRole: role, for: user, by: author)
    case .columnWIPLimit(let id):
      guard let column = columns[id] else { return .unknownColumn(id) }
      guard !column.deleted.value else { return .columnDeleted(id) }
      return Board.rejection(of: value, in: 1...BoardLimits.columnWIPLimit)
    case .labelName(let id), .labelColour(let id), .labelRemoved(let id):
      return rejection(of: value, for: address, ofLabel: id)
    case .cardDue(let card):
      guard cards[card] != nil else { return .unknownCard(card) }
      return Board.rejection(of: value, in: 0...BoardLimits.dueDay)
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
      .cardPlace, .cardArchived, .favourite, .commentBody, .cardLabel, .cardAssignee:
      return .valueOutOfRange
    }
  }

  private func rejection(
    of value: PlainValue, for address: FieldAddress, ofLabel id: LabelID
  ) -> Rejection? {
    guard labelIDs.contains(id) else { return .unknownLabel(id) }
    if case .labelRemoved = address { return nil }
    guard !flag(.labelRemoved(id)) else { return .labelRemoved(id) }
    guard case .labelColour = address else { return nil }
    if value == .number(nil) { return .valueOutOfRange }
    return Board.rejection(of: value, in: 0...(BoardLimits.colours - 1))
  }

  private func rejection(ofItem id: ItemID, on card: CardID) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    return checklists[card]?.created[id] == nil ? .unknownItem(id) : nil
  }

  private static func rejection(of value: PlainValue, in range: ClosedRange<Int>) -> Rejection? {
    guard case .number(let number?) = value else { return nil }
    return range.contains(Int(number)) ? nil : .valueOutOfRange
  }
}
