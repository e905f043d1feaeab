import BoardModel

/// The first two rows of the table of conflicts, for edits of one field: who wrote a field behind
/// the author's base, in another session, is displaced by a live edit and stays over a queued one.
struct ConflictChecker: LogChecker {
  private enum Expectation {
    case unopposed
    case displaces(OperationID)
    case yields(to: OperationID)
  }

  private var expected: Expectation?

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    expected = nil
    guard let (stamp, isFree) = found(by: entry.made.intent, on: board) else { return }
    guard let stamp, !isFree, stamp.sequence > entry.made.base,
      stamp.operation.session != entry.made.id.session || stamp.author.user != entry.author.user
    else {
      expected = .unopposed
      return
    }
    expected = entry.made.queued ? .yields(to: stamp.operation) : .displaces(stamp.operation)
  }

  /// Who wrote the field, and whether the edit contradicts nobody whatever they wrote; nil for
  /// edits that are not of one field.
  private func found(by intent: Intent, on board: Board) -> (Stamp?, isFree: Bool)? {
    switch intent {
    case .boardRename: return (board.title?.stamp, false)
    case .columnRename(let id, _): return (board.column(id)?.title.stamp, false)
    case .columnMove(let id, _): return (board.column(id)?.placed, false)
    case .cardRetitle(let id, _): return (board.card(id)?.title.stamp, false)
    case .cardMove(let ids, _, _):
      return ids.count == 1 ? (board.card(ids[0])?.column.stamp, false) : nil
    case .cardArchive(let id):
      let archived = board.card(id)?.archived
      return (archived?.stamp, archived?.value == true)
    case .set(let address, let value):
      let held = board.field(address)
      return (held?.stamp, isFree(address, value, over: held?.value))
    default: return nil
    }
  }

  private func isFree(
    _ address: FieldAddress, _ value: FieldValue, over held: FieldValue?
  ) -> Bool {
    switch address {
    case .itemPlace: false
    case .itemRemoved, .commentRemoved, .labelRemoved: value == .flag(true) || value == held
    default: value == held
    }
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard let expected, !entry.isRejected else { return }
    let isRight =
      switch (expected, entry.committed.outcome) {
      case (.unopposed, .applied(let displaced, _)): displaced.isEmpty
      case (.displaces(let other), .applied(let displaced, _)): displaced == [other]
      case (.yields(let other), .superseded(let by, _)): by == other
      default: false
      }
    guard isRight else {
      throw Violation(
        .conflicts, "\(entry.id) should have been \(expected) and is \(entry.committed.outcome)")
    }
  }
}
