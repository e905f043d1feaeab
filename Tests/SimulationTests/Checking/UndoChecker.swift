@testable import BoardModel
import HashTreeCollections

/// An undo that its author did not force changes only what the undone operation wrote last, or what
/// was brought back to that by other undos.
struct UndoChecker: LogChecker {
  private var isUndo: Set<OperationID> = []
  private var before: [FieldAddress: Stamp] = [:]
  private var found: Board?

  mutating func willApply(_ entry: Entry, to board: Board) throws {
    before = [:]
    found = nil
    guard case .undo(_, let force) = entry.made.intent else { return }
    isUndo.insert(entry.id)
    guard !force, !entry.isRejected else { return }
    before = board.writers
    found = board
  }

  mutating func didApply(_ entry: Entry, to board: Board) throws {
    guard let found, case .undo(let target, _) = entry.made.intent else { return }
    self.found = nil
    for (field, stamp) in board.writers where stamp.operation == entry.id {
      guard let last = before[field], last.operation != target, !isUndo.contains(last.operation),
        !movesToUnsorted(field, from: found, to: board)
      else { continue }
      throw Violation(
        .undo, "\(entry.id) takes back \(target) and changes \(field), written by \(last.operation)"
      )
    }
  }

  /// A card that comes back where its column is gone, and "Unsorted" that comes back for it.
  private func movesToUnsorted(
    _ field: FieldAddress, from before: Board, to after: Board
  ) -> Bool {
    switch field {
    case .columnDeleted(let id): return id == after.unsortedID
    case .cardPlace(let id):
      guard let column = before.card(id)?.column.value else { return false }
      return before.column(column)?.deleted.value == true
        && after.card(id)?.column.value == after.unsortedID
    default: return false
    }
  }
}

extension Board {
  /// Who wrote each field last that can be written over, texts and marks apart.
  fileprivate var writers: [FieldAddress: Stamp] {
    var writers: [FieldAddress: Stamp] = [:]
    writers[.boardTitle] = title?.stamp
    for (id, column) in columns {
      writers[.columnTitle(id)] = column.title.stamp
      writers[.columnPlace(id)] = column.placed
      writers[.columnDeleted(id)] = column.deleted.stamp
    }
    for (id, card) in cards {
      writers[.cardTitle(id)] = card.title.stamp
      writers[.cardPlace(id)] = card.column.stamp
      writers[.cardArchived(id)] = card.archived.stamp
    }
    for (address, field) in plainFields { writers[address] = field.stamp }
    for (card, elements) in cardElements {
      for (element, stamp) in elements { writers[element.address(on: card)] = stamp }
    }
    return writers
  }
}
