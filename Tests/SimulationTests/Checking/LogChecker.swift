import BoardModel

/// One operation of the log, as a checker sees it.
struct Entry {
  let committed: CommittedOperation
  /// As its window made it: of one that was rejected the log does not say what it was. What the world
  /// itself ordered was made as it stands in the log.
  let made: Operation
  /// Whose window that was.
  let author: Author

  var id: OperationID { committed.id }
  var sequence: UInt64 { committed.sequence }
  var isRejected: Bool { committed.outcome.isRejected }
}

/// Looks at the log from its beginning, and decides by rules of its own whether it may be so.
protocol LogChecker {
  /// - Parameter board: what the operation found.
  mutating func willApply(_ entry: Entry, to board: Board) throws

  /// - Parameter board: what the operation left.
  mutating func didApply(_ entry: Entry, to board: Board) throws

  mutating func finish(_ board: Board) throws
}

extension LogChecker {
  mutating func willApply(_ entry: Entry, to board: Board) throws {}
  mutating func didApply(_ entry: Entry, to board: Board) throws {}
  mutating func finish(_ board: Board) throws {}
}

extension World {
  /// The operations that concern each card, as the store's index has them.
  private var entries: [CardID: [CommittedOperation]] {
    var concerned: [OperationID: [CardID]] = [:]
    var entries: [CardID: [CommittedOperation]] = [:]
    for committed in store.log {
      if bug == .unindexedSuperseded, case .superseded = committed.outcome { continue }
      let cards = ConcernedCards(of: committed) { concerned[$0] ?? [] }.inOrder
      concerned[committed.id] = cards
      for card in cards { entries[card, default: []].append(committed) }
    }
    return entries
  }

  /// Everything that is wrong with the log as it is.
  /// - Returns: at most one violation of each checker, and what was seen to happen.
  mutating func checkLog(isHealed: Bool) -> [Violation] {
    var violations: [Violation] = []
    var checkers: [any LogChecker] = [
      AuthorChecker(), RoleChecker(), ConflictChecker(), ReceiptChecker(), ProposalChecker(),
      HistoryChecker(entries: entries), TextChecker(), UnseenCardChecker(), UndoChecker(),
      BlockerChecker(), PurgeChecker(holders: holders, rows: storedOperations, log: store.log),
      BoundChecker(), TopChecker(), HappeningCounter(),
    ]
    if isHealed { checkers.append(ToldChecker(told: checks.told.union(keptBack))) }
    var board = Board(id: Names.board, levels: World.levels)
    func each(_ step: (inout any LogChecker) throws -> Void) {
      for index in checkers.indices.reversed() {
        do {
          try step(&checkers[index])
        } catch let violation as Violation {
          violations.append(violation)
          checkers.remove(at: index)
        } catch {
          violations.append(Violation(.log, "\(error)"))
        }
      }
    }
    for committed in store.log {
      guard let made = checks.made[committed.id] ?? committed.operation else {
        violations.append(
          Violation(.operations, "nobody made operation \(committed.sequence), which is rejected"))
        break
      }
      let entry = Entry(
        committed: committed, made: made,
        author: checks.author(of: committed.id.session) ?? committed.author)
      each { try $0.willApply(entry, to: board) }
      let outcome = board.apply(
        committed.operation ?? made, sequence: committed.sequence, time: committed.time,
        author: committed.author)
      if outcome != committed.outcome, !violations.contains(where: { $0.checker == .outcomes }) {
        violations.append(
          Violation(.outcomes, "operation \(committed.sequence) comes to something else"))
      }
      each { try $0.didApply(entry, to: board) }
    }
    each { try $0.finish(board) }
    for checker in checkers {
      let seen = (checker as? HappeningCounter)?.seen ?? (checker as? TextChecker)?.seen ?? []
      for happening in seen { counters.note(.happening(happening)) }
    }
    return violations
  }
}
