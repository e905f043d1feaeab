import HashTreeCollections

// What operations do to labels, and to the labels, assignees and blockers of cards.
extension Board {
  mutating func createLabel(
    _ id: LabelID, _ name: String, _ colour: UInt8, _ application: inout Application
  ) -> Rejection? {
    if let rejection = Board.rejection(ofTitle: name) { return rejection }
    guard colour < BoardLimits.colours else { return .valueOutOfRange }
    guard !labelIDs.contains(id) else { return .identifierInUse }
    guard labelIDs.count < BoardLimits.labels else { return .limitReached(.labels) }
    begin(.labelName(id), .text(name), application)
    begin(.labelColour(id), .number(UInt32(colour)), application)
    begin(.labelRemoved(id), .flag(false), application)
    application.steps.append(.value(.labelRemoved(id), previous: .flag(true)))
    return nil
  }

  mutating func attach(
    _ element: CardElement, to card: CardID, _ application: inout Application
  ) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    if let rejection = rejection(of: element, on: card) { return rejection }
    let held = cardElements[card] ?? [:]
    guard held[element] != nil || held.keys.count(where: element.isOfKind) < BoardLimits.elements
    else { return .limitReached(.elements) }
    noteArchived(card, &application)
    writeElement(element, of: card, true, &application)
    return nil
  }

  mutating func detach(
    _ element: CardElement, from card: CardID, seen: OperationID,
    _ application: inout Application
  ) -> Rejection? {
    guard cards[card] != nil else { return .unknownCard(card) }
    guard let current = cardElements[card]?[element] else { return nil }
    guard current.operation == seen else {
      application.note(.staleRemoval(element.address(on: card), by: current.operation))
      return nil
    }
    noteArchived(card, &application)
    writeElement(element, of: card, false, &application)
    return nil
  }

  mutating func takeBackElement(
    _ element: CardElement, of card: CardID, _ previous: Bool, _ application: inout Application
  ) {
    let address = element.address(on: card)
    if let current = cardElements[card]?[element] {
      guard application.mayWrite(address, over: current, losing: .flag(true)) else {
        return
      }
      writeElement(element, of: card, previous, &application)
    } else if previous, attach(element, to: card, &application) == nil {
      application.undoing?.done += 1
    } else {
      application.undoing?.skipped.append(address)
    }
  }

  private func rejection(of element: CardElement, on card: CardID) -> Rejection? {
    switch element {
    case .label(let id):
      guard labelIDs.contains(id) else { return .unknownLabel(id) }
      return flag(.labelRemoved(id)) ? .labelRemoved(id) : nil
    case .assignee(let user):
      return Author.isUserName(user) ? nil : .invalidMember
    case .blocker(let id):
      guard cards[id] != nil else { return .unknownCard(id) }
      return id == card ? .blocksItself : nil
    }
  }

  private mutating func writeElement(
    _ element: CardElement, of card: CardID, _ present: Bool, _ application: inout Application
  ) {
    let previous = cardElements[card]?[element]
    write(element, of: card, present ? application.stamp : nil)
    application.steps.append(
      .value(element.address(on: card), previous: .flag(previous != nil)))
  }
}

extension CardElement {
  func isOfKind(_ other: CardElement) -> Bool {
    switch (self, other) {
    case (.label, .label), (.assignee, .assignee), (.blocker, .blocker): true
    case (.label, _), (.assignee, _), (.blocker, _): false
    }
  }
}
