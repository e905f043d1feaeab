@testable import BoardModel
@testable import Coordination

/// What takes effect is no larger than one operation may be (SPEC.md APL-030, APL-040, APL-048,
/// APL-141). The numbers are those of the document, and not the program's.
struct BoundChecker: LogChecker {
  /// Of each column that is not deleted, how many live cards the operation finds there.
  private var live: [ColumnID: Int] = [:]

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    live = [:]
    for column in board.liveColumns { live[column.id] = board.liveCards(in: column.id).count }
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    let intent = (entry.committed.operation ?? entry.made).intent
    let parts = intent.parts
    try require(parts.count <= 1_000, "a batch of \(parts.count) parts", entry)
    let moves = parts.map { if case .cardMove(let cards, _, _) = $0 { cards.count } else { 0 } }
    let longest = moves.max() ?? 0
    try require(longest <= 1_000, "a move of \(longest) cards", entry)
    let moved = moves.reduce(0, +)
    try require(moved <= 4_000, "moves of \(moved) cards", entry)
    let columns = Set(board.liveColumns.map(\.id))
    let vacated = live.filter { !columns.contains($0.key) }.reduce(0) { $0 + $1.value }
    try require(vacated <= 10_000, "the deletion of columns with \(vacated) cards", entry)
  }

  private func require(_ holds: Bool, _ what: String, _ entry: Entry) throws {
    guard holds else { throw Violation(.bounds, "\(what) took effect with \(entry.id)") }
  }
}

/// A card that was added at the top of its column stands there, whatever else came meanwhile.
struct TopChecker: LogChecker {
  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected,
      case .cardCreate(let card, _, _, _, let place) = entry.made.intent,
      place == .start(for: card), let column = board.card(card)?.column.value
    else { return }
    guard Array(board.column(column)?.cards ?? CardList()).first == card else {
      throw Violation(.tops, "\(entry.id) added \(card) at the top, where it does not stand")
    }
  }
}

extension World {
  /// The sessions for which as many outcomes wait as may, and how many. After a restart there may be
  /// more: what was acknowledged with a group that failed waits again.
  func fullLedgers(of coordinator: Coordinator) -> [SessionID: Int] {
    coordinator.sessions.byID.reduce(into: [:]) { counts, session in
      let count = session.value.ledger.entries.count
      if count >= configuration.unacknowledgedOutcomes { counts[session.key] = count }
    }
  }

  /// No further operation is taken from a session that has to acknowledge first.
  func checkLedgers(of coordinator: Coordinator, since full: [SessionID: Int]) throws {
    for (id, before) in full {
      let now = coordinator.sessions.byID[id]?.ledger.entries.count ?? 0
      guard now <= before else { throw Violation(.bounds, "\(now) outcomes wait for \(id)") }
    }
  }
}
