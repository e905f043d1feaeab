import BoardModel

// What others put in the place of this window's edits.
extension WindowModel {
  /// What the coordinator ordered: where it took the place of an edit of this window, that is told.
  /// - Parameter time: the coordinator's, in milliseconds since 1970.
  mutating func committed(_ operations: [CommittedOperation], at time: UInt64) {
    wall.set(time, at: now)
    for committed in operations where committed.operation.id.session != session {
      tellOfDeletedColumn(committed, at: time)
      // What others displaced, or other windows of this user, the board keeps.
      if keepsReceipts { continue }
      guard case .applied(let displaced, _) = committed.outcome else { continue }
      for id in displaced {
        guard let mine = edits.intent(of: id) else { continue }
        report(receipt(mine, replacedBy: committed, at: time), .loss)
      }
    }
  }

  /// Who brought a card into a column that somebody deleted meanwhile, without having seen it, learns
  /// where it lies: its place was nobody's to displace.
  private mutating func tellOfDeletedColumn(_ committed: CommittedOperation, at time: UInt64) {
    guard case .columnDelete(let column, _, let disposition) = committed.operation.intent,
      case .applied(_, let notes) = committed.outcome
    else { return }
    for case .keptUnseen(let card) in notes where edits.hasPlaced(card, in: column) {
      var place = "“Unsorted”"
      if case .move(let target) = disposition, !notes.contains(.inUnsorted(card)) {
        place = name(of: target)
      }
      report(
        "\(committed.author.user) deleted the column \(name(of: column)) "
          + "\(WindowModel.age(of: committed.time, at: time)); \(name(of: card)), which you had put "
          + "there, lies in \(place).", .loss)
    }
  }

  /// It is told before the board that shows the other's value: that comes from the operation.
  private func receipt(
    _ mine: Intent, replacedBy other: CommittedOperation, at time: UInt64
  ) -> String {
    let who = other.author.user == user ? "Your other window" : other.author.user
    let when = WindowModel.age(of: other.time, at: time)
    switch mine {
    case .cardRetitle(let id, let title):
      let theirs = renamed(.cardTitle(id), by: other.operation.intent)
      return "\(who) renamed it\(theirs) \(when); yours was “\(short(title))”."
    case .columnRename(let id, let title):
      let theirs = renamed(.columnTitle(id), by: other.operation.intent)
      return "\(who) renamed the column\(theirs) \(when); yours was “\(short(title))”."
    case .boardRename(let title):
      let theirs = renamed(.boardTitle, by: other.operation.intent)
      return "\(who) renamed the board\(theirs) \(when); yours was “\(short(title))”."
    case .cardMove(let cards, _, _):
      let name = cards.count == 1 ? name(of: cards[0]) : "some of your cards"
      return "\(who) moved \(name) elsewhere \(when)."
    case .columnMove(let id, _):
      return "\(who) moved the column \(name(of: id)) elsewhere \(when)."
    case .cardArchive(let id): return "\(who) restored \(name(of: id)) \(when)."
    case .cardRestore(let id): return "\(who) archived \(name(of: id)) \(when)."
    case .boardCreate, .columnCreate, .columnDelete, .cardCreate, .cardSplice, .cardFavourite,
      .boardRaise, .set, .labelCreate, .itemAdd, .commentAdd, .attach, .detach, .commentSplice,
      .settle, .receiptsSeen, .receiptSeen, .textCompact, .batch, .undo:
      return "\(who) changed \(when) what you did: \(describe(mine))."
    }
  }

  private func renamed(_ field: FieldAddress, by intent: Intent) -> String {
    title(of: field, from: intent).map { " to “\(short($0))”" } ?? ""
  }

  /// The title that an operation gives; nil if it gives none, or what it takes back is not known.
  private func title(of field: FieldAddress, from intent: Intent) -> String? {
    switch intent {
    case .cardRetitle(let id, let title): return field == .cardTitle(id) ? title : nil
    case .columnRename(let id, let title): return field == .columnTitle(id) ? title : nil
    case .boardRename(let title): return field == .boardTitle ? title : nil
    case .batch(let intents):
      return intents.reversed().lazy.compactMap { title(of: field, from: $0) }.first
    case .undo(let target, _):
      let steps = board?.undo.record(of: target)?.steps ?? []
      return steps.lazy.compactMap { $0.previousTitle(of: field) }.first
    case .boardCreate, .columnCreate, .columnMove, .columnDelete, .cardCreate, .cardSplice,
      .cardMove, .cardArchive, .cardRestore, .cardFavourite, .boardRaise, .set, .labelCreate,
      .itemAdd, .commentAdd, .attach, .detach, .commentSplice, .settle, .receiptsSeen, .receiptSeen,
      .textCompact:
      return nil
    }
  }

  /// How long ago something was, in words.
  /// - Parameters: both in milliseconds of one clock.
  static func age(of time: UInt64, at now: UInt64) -> String {
    let minutes = (now > time ? now - time : 0) / 60_000
    switch minutes {
    case 0: return "just now"
    case 1..<60: return "\(minutes) min ago"
    case 60..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(minutes / (24 * 60)) days ago"
    }
  }
}

extension UndoStep {
  /// What taking it back writes into a title.
  fileprivate func previousTitle(of field: FieldAddress) -> String? {
    switch self {
    case .boardTitle(let previous): field == .boardTitle ? previous : nil
    case .columnTitle(let id, let previous): field == .columnTitle(id) ? previous : nil
    case .cardTitle(let id, let previous): field == .cardTitle(id) ? previous : nil
    case .columnCreated, .columnPlace, .columnDeleted, .cardPlace, .cardArchived, .favourite,
      .splice, .field, .element, .commentSplice:
      nil
    }
  }
}
