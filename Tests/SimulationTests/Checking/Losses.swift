import BoardModel

// What an operation took from others or did not get itself, as its outcome says.
extension CommittedOperation {
  /// Fields whose newer value stayed.
  var supersededFields: [FieldAddress] {
    switch outcome {
    case .superseded(_, let field): [field]
    case .applied(_, let notes), .merged(let notes):
      notes.compactMap { if case .supersededPart(let field, _) = $0 { field } else { nil } }
    case .rejected: []
    }
  }

  /// Whether an undo says that it did not take all of a field back.
  func skips(_ field: FieldAddress) -> Bool {
    switch outcome {
    case .applied(_, let notes), .merged(let notes): notes.contains(.undoSkipped(field))
    case .superseded, .rejected: false
    }
  }

  var displaced: [OperationID] {
    if case .applied(let displaced, _) = outcome { displaced } else { [] }
  }
}

extension Intent {
  /// Itself, or what a batch consists of.
  var parts: [Intent] { if case .batch(let parts) = self { parts } else { [self] } }

  /// What it takes away for good.
  var purged: PurgeTarget? {
    if case .purge(let target) = self { target } else { nil }
  }

  /// What it says should stand in which field; of a field written twice the last.
  var writes: [FieldAddress: FieldValue] {
    var writes: [FieldAddress: FieldValue] = [:]
    for part in parts {
      switch part {
      case .boardRename(let title): writes[.boardTitle] = .text(title)
      case .columnRename(let id, let title): writes[.columnTitle(id)] = .text(title)
      case .columnMove(let id, let place): writes[.columnPlace(id)] = .columnPlace(place)
      case .cardRetitle(let id, let title): writes[.cardTitle(id)] = .text(title)
      case .cardArchive(let id): writes[.cardArchived(id)] = .flag(true)
      case .cardRestore(let id): writes[.cardArchived(id)] = .flag(false)
      case .cardMove(let ids, let column, let place):
        for id in ids { writes[.cardPlace(id)] = .cardPlace(column, place) }
      case .set(let field, let value): writes[field] = value
      default: break
      }
    }
    return writes
  }

  /// The cards that it names outright.
  var namedCards: Set<CardID> {
    var cards: Set<CardID> = []
    for part in parts {
      switch part {
      case .columnDelete(_, let seen, _): cards.formUnion(seen)
      case .cardMove(let ids, _, _): cards.formUnion(ids)
      case .cardCreate(let id, _, _, _, _), .cardRetitle(let id, _), .cardSplice(let id, _),
        .cardArchive(let id), .cardRestore(let id), .cardFavourite(let id, _),
        .itemAdd(let id, _, _, _), .commentAdd(let id, _, _), .attach(let id, _),
        .detach(let id, _, _), .commentSplice(let id, _, _), .textCompact(let id, _, _):
        cards.insert(id)
      case .purge(let target):
        if let card = target.card { cards.insert(card) }
      case .set(let field, _), .settle(let field, _, _, _):
        if let card = field.card { cards.insert(card) }
      default: break
      }
    }
    return cards
  }
}

extension FieldAddress {
  /// Whether it is a text: what comes late to it is added to what is proposed already.
  var isText: Bool {
    switch self {
    case .cardBody, .commentBody: true
    default: false
    }
  }
}

extension FieldValue {
  /// Whether it says the same, neighbours apart: those are given by whoever looks.
  func agrees(with other: FieldValue) -> Bool {
    switch (self, other) {
    case (.columnPlace, .columnPlace), (.itemPlace, .itemPlace): true
    case (.cardPlace(let column, _), .cardPlace(let otherColumn, _)): column == otherColumn
    default: self == other
    }
  }
}
