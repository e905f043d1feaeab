@testable import BoardModel
import HashTreeCollections
import WindowSync

/// A card is blocked by the cards that somebody added and that nobody took away who had seen the
/// addition, as far as they are not archived. What an undo brings back it does not judge.
struct BlockerChecker: LogChecker {
  /// Of each card its blockers, with the operation that added each last.
  private var held: [CardID: [CardID: OperationID]] = [:]

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard !entry.isRejected else { return }
    for part in entry.made.intent.parts {
      switch part {
      case .attach(let card, .blocker(let blocker)):
        held[card, default: [:]][blocker] = entry.id
        try check(card, on: board, after: entry)
      case .detach(let card, .blocker(let blocker), let seen):
        if held[card]?[blocker] == seen { held[card]?[blocker] = nil }
        try check(card, on: board, after: entry)
      case .undo, .purge: read(board)
      default: break
      }
    }
  }

  private mutating func read(_ board: Board) {
    held = [:]
    for (card, elements) in board.cardElements {
      for (element, stamp) in elements {
        if case .blocker(let id) = element { held[card, default: [:]][id] = stamp.operation }
      }
    }
  }

  private func check(_ card: CardID, on board: Board, after entry: Entry) throws {
    let expected = (held[card] ?? [:]).keys.filter { board.card($0)?.archived.value == false }
    guard Set(board.blocking(card).map(\.id)) == Set(expected) else {
      throw Violation(.blockers, "after \(entry.id) other cards block \(card) than should")
    }
  }

  mutating func finish(_ board: Board) throws {
    for card in board.cardIDs where board.isBlocked(card) {
      let blockers = held[card] ?? [:]
      guard blockers.keys.contains(where: { board.card($0)?.archived.value == false }) else {
        throw Violation(.blockers, "\(card) is blocked by nothing")
      }
    }
  }
}

extension World {
  /// No window shows a card as blocked by itself, or by one that is archived.
  func checkShownBlockers() throws {
    for index in processes.indices {
      guard let board = processes[index].replica.visible else { continue }
      for card in board.cardIDs {
        let shown =
          bug == .blockedByArchived ? board.blockers(of: card) : board.blocking(card)
        guard let wrong = shown.first(where: { $0.archived.value || $0.id == card }) else {
          continue
        }
        throw Violation(
          .blockers, "process \(index) shows \(card) as blocked by \(wrong.id), which it is not")
      }
    }
  }
}
