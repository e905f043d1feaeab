@testable import BoardModel
import HashTreeCollections

/// The deletion of a column archives a card only where its author had seen the card there: it lay
/// there at the base of the deletion, or the author brought it there after that, if only in their own
/// window, because the coordinator rejected that.
struct UnseenCardChecker: LogChecker {
  private struct Place: Equatable {
    let column: ColumnID
    let isLive: Bool
  }

  /// Of each card, from when on it was where.
  private var places: [CardID: [(sequence: UInt64, place: Place)]] = [:]
  private var touched: [(sequence: UInt64, author: Author, cards: Set<CardID>?)] = []
  private var live: [ColumnID: Set<CardID>] = [:]

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    live = [:]
    for part in entry.made.intent.parts {
      guard case .columnDelete(let column, _, _) = part else { continue }
      live[column] = Set(board.liveCards(in: column).map(\.id))
    }
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    var named: Set<CardID>? = []
    for part in entry.made.intent.parts {
      switch part {
      case .columnDelete(let column, _, _):
        if !entry.isRejected { try check(column, entry, on: board) }
        // Cards that its author did not see it brings elsewhere unnamed.
        named = nil
      // What it brings back it need not name.
      case .undo, .settle: named = nil
      default: named?.formUnion(part.namedCards)
      }
    }
    touched.append((entry.sequence, entry.author, named))
    note(board, entry.sequence)
  }

  private mutating func note(_ board: Board, _ sequence: UInt64) {
    for (id, card) in board.cards {
      let place = Place(column: card.column.value, isLive: !card.archived.value)
      if places[id]?.last?.place != place { places[id, default: []].append((sequence, place)) }
    }
  }

  private func check(_ column: ColumnID, _ entry: Entry, on board: Board) throws {
    let named = entry.made.intent.parts.reduce(into: Set<CardID>()) { named, part in
      if case .columnDelete = part { return }
      named.formUnion(part.namedCards)
    }
    for card in live[column] ?? [] where board.card(card)?.archived.value == true {
      if named.contains(card) { continue }
      // One deletion of a batch may bring a card to where another one means it.
      let isMeant = entry.made.intent.parts.contains { part in
        guard case .columnDelete(let column, let seen, .archive) = part else { return false }
        return seen.contains(card) && wasSeen(card, in: column, entry)
      }
      guard isMeant else {
        throw Violation(.unseenCards, "\(entry.id) archived \(card), which its author never saw")
      }
    }
  }

  private func wasSeen(_ card: CardID, in column: ColumnID, _ entry: Entry) -> Bool {
    let atBase = places[card]?.last { $0.sequence <= entry.made.base }?.place
    if atBase == Place(column: column, isLive: true) { return true }
    return touched.contains { touch in
      touch.sequence > entry.made.base && touch.author == entry.author
        && touch.cards?.contains(card) ?? true
    }
  }
}
