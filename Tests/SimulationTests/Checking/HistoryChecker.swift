import BoardModel

/// Each operation that was displaced, superseded or rejected stands, with its value, in the history
/// of every card that it names; a superseded value under its field, and what was typed too late for
/// its text with who dropped the place.
struct HistoryChecker: LogChecker {
  private struct Lost {
    let committed: CommittedOperation
    let superseded: [FieldAddress]
  }

  /// As the store finds them.
  let entries: [CardID: [CommittedOperation]]
  private var log: [OperationID: CommittedOperation] = [:]
  private var lost: [CardID: [Lost]] = [:]

  init(entries: [CardID: [CommittedOperation]]) { self.entries = entries }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    let committed = entry.committed
    log[entry.id] = committed
    if !committed.supersededFields.isEmpty {
      lose(committed, committed.supersededFields)
    }
    if let target = committed.operation?.intent.purged { forget(target) }
    for displaced in committed.displaced {
      if let other = log[displaced] { lose(other, []) }
    }
  }

  /// A history does not tell of what was purged.
  private mutating func forget(_ target: PurgeTarget) {
    lost = lost.mapValues { all in
      all.map { one in
        Lost(committed: one.committed, superseded: one.superseded.filter { !target.covers($0) })
      }
    }
  }

  private mutating func lose(_ committed: CommittedOperation, _ superseded: [FieldAddress]) {
    for card in committed.operation?.intent.namedCards ?? [] {
      lost[card, default: []].append(
        Lost(committed: committed, superseded: superseded.filter { $0.card == card }))
    }
  }

  mutating func finish(_ board: Board) throws {
    for (card, all) in lost {
      var cardHistory = CardHistory(card: card, unsorted: board.unsortedID)
      for committed in entries[card] ?? [] { cardHistory.take(committed) }
      var entries: [OperationID: CardEntry] = [:]
      for entry in cardHistory.entries { entries[entry.committed.id] = entry }
      for one in all { try check(one, on: card, in: entries[one.committed.id]) }
    }
  }

  private func check(_ lost: Lost, on card: CardID, in entry: CardEntry?) throws {
    let id = lost.committed.id
    guard let entry, entry.committed == lost.committed else {
      throw Violation(.history, "\(id) is lost and not in the history of \(card)")
    }
    let writes = entry.operation.intent.writes
    for field in lost.superseded where field.isText { try check(lost, in: field, of: entry) }
    for field in lost.superseded where !field.isText {
      let change = entry.changes.last { $0.field == field && $0.effect == .superseded }
      guard let change, let after = change.after else {
        throw Violation(.history, "the history does not tell that \(id) was superseded in \(field)")
      }
      if case .text(let title)? = writes[field], after != .text(title) {
        throw Violation(.history, "the history has another value of \(id)")
      }
    }
  }

  /// Of a splice that stands in its text some deletions may have gone to a proposal all the same.
  private func check(_ lost: Lost, in field: FieldAddress, of entry: CardEntry) throws {
    let id = lost.committed.id
    let changes = entry.changes.filter { $0.field == field }
    guard case .superseded(let by, field) = lost.committed.outcome else {
      guard changes.isEmpty else { return }
      throw Violation(.history, "the history does not tell what \(id) did in \(field)")
    }
    let late = changes.filter {
      $0.effect == .superseded && $0.rules == [.placeCompacted(by: by)]
    }
    let typed = late.compactMap(\.typed).joined()
    guard !late.isEmpty, typed == entry.operation.intent.typed else {
      throw Violation(.history, "the history does not tell that \(id) came too late for \(field)")
    }
  }
}

extension Intent {
  /// By all its splices.
  fileprivate var typed: String {
    parts.map { part in
      switch part {
      case .cardSplice(_, let splice), .commentSplice(_, _, let splice):
        splice.insertions.map(\.text).joined()
      default: ""
      }
    }.joined()
  }
}
