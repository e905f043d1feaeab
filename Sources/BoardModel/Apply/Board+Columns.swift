import HashTreeCollections

// What operations do to the board itself and to its columns.
extension Board {
  mutating func createBoard(_ title: String, _ application: inout Application) -> Rejection? {
    guard !exists else { return .boardExists }
    if let rejection = Board.rejection(ofTitle: title) { return rejection }
    self.title = Field(title, application.stamp)
    touch(.header)
    // Whoever makes a board owns it.
    begin(.memberRole(application.stamp.author.user), .role(.owner), application)
    return nil
  }

  mutating func createColumn(
    _ id: ColumnID, _ title: String, _ place: Anchors<ColumnKind>,
    _ application: inout Application
  ) -> Rejection? {
    if let rejection = Board.rejection(ofTitle: title) { return rejection }
    guard columns[id] == nil, id != unsortedID else { return .identifierInUse }
    guard columns.count < BoardLimits.columns else { return .limitReached(.columns) }
    insertColumn(id, title, at: place.index(in: columnOrder), application.stamp)
    application.steps.append(.created(id))
    return nil
  }

  mutating func deleteColumn(
    _ id: ColumnID, _ seen: [CardID], _ disposition: CardDisposition,
    _ application: inout Application
  ) -> Rejection? {
    guard let column = columns[id] else { return .unknownColumn(id) }
    guard seen.count <= BoardLimits.cards else { return .limitReached(.cards) }
    var destination: ColumnID?
    if case .move(let target) = disposition {
      guard target != id else { return .dispositionIsSelf }
      guard let found = columns[target] else { return .unknownColumn(target) }
      destination = found.deleted.value ? nil : target
    }
    guard !column.deleted.value else { return nil }
    // The cards are gathered only once it is certain that they go.
    let count = column.cards.liveCount
    guard id != unsortedID || count == 0 else { return .unsortedHoldsCards }

    application.vacated += count
    guard application.vacated <= BoardLimits.vacatedCards else {
      return .limitReached(.vacatedCards)
    }
    let live = column.cards.live()
    let seen = Set(seen)
    let archived = disposition == .archive ? seen : []
    vacate(
      id, live, archiving: archived, unseen: Set(live).subtracting(seen), to: destination,
      &application)
    writeDeleted(id, true, &application)
    if let destination, let limit = wipLimit(of: destination), liveCount(in: destination) > limit,
      archived.count < live.count
    {
      application.note(.overWIPLimit(destination))
    }
    return nil
  }

  /// Takes the live cards out of a column. Those in `archived`
  /// are archived where they are; the others go to the end of `destination`, or of "Unsorted" if
  /// that is nil.
  mutating func vacate(
    _ id: ColumnID, _ live: [CardID], archiving archived: Set<CardID>, unseen: Set<CardID>,
    to destination: ColumnID?, _ application: inout Application
  ) {
    var moved: [CardID] = []
    for card in live {
      if archived.contains(card) {
        writeArchived(card, true, &application)
        continue
      }
      if unseen.contains(card) { application.note(.keptUnseen(card)) }
      if destination ?? unsortedID == unsortedID { application.note(.inUnsorted(card)) }
      let previous = columns[id]?.cards.neighbours(of: card) ?? Anchors()
      application.steps.append(.value(.cardPlace(card), previous: .cardPlace(id, previous)))
      removeCard(card, from: id)
      moved.append(card)
    }
    guard !moved.isEmpty else { return }
    let target = destination ?? reviveUnsorted(application.stamp)
    for card in moved {
      cards[card]?.column = Field(target, application.stamp)
      insertCard(card, into: target, at: Anchors(), isLive: true)
      touch(.card(card))
    }
  }

  mutating func writeDeleted(_ id: ColumnID, _ deleted: Bool, _ application: inout Application) {
    guard let column = columns[id] else { return }
    columns[id]?.deleted = Field(deleted, application.stamp)
    application.steps.append(
      .value(.columnDeleted(id), previous: .flag(column.deleted.value)))
    touch(.column(id))
  }

  /// The column "Unsorted", made or brought back if it is not there.
  mutating func reviveUnsorted(_ stamp: Stamp) -> ColumnID {
    if let column = columns[unsortedID] {
      if column.deleted.value {
        columns[unsortedID]?.deleted = Field(false, stamp)
        touch(.column(unsortedID))
      }
    } else {
      insertColumn(unsortedID, Board.unsortedTitle, at: columnOrder.count, stamp)
    }
    return unsortedID
  }

  private mutating func insertColumn(
    _ id: ColumnID, _ title: String, at index: Int, _ stamp: Stamp
  ) {
    columns[id] = Column(
      id: id, title: Field(title, stamp), placed: stamp, deleted: Field(false, stamp))
    insertColumn(id, at: index)
    touch(.column(id))
  }
}

extension Array {
  /// The neighbours of the element at `index`, which say where to put it back.
  func anchors<Kind>(around index: Int) -> Anchors<Kind> where Element == Identifier<Kind> {
    Anchors(
      after: index > 0 ? self[index - 1] : nil,
      before: index + 1 < count ? self[index + 1] : nil)
  }
}
