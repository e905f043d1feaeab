import DequeModule

/// The operations of a card that may still be undone, the oldest first, as a board forgets them:
/// those that only mark favourites apart from the others (SPEC.md APL-054).
struct RecordOrder: Hashable, Sendable {
  private var marks: Deque<OperationID> = []
  private var marked: Set<OperationID> = []
  private var edits: Deque<OperationID> = []

  /// To a board, a batch of which only the favourites had an effect marks favourites. Here it is an
  /// edit, so there is room for more of these than a board keeps.
  private static let edits = 2 * BoardLimits.undoRecords

  /// - Returns: the operation that may not be undone any longer.
  mutating func note(_ operation: OperationID, onlyMarks: Bool) -> OperationID? {
    if onlyMarks {
      marks.append(operation)
      marked.insert(operation)
      guard marks.count > BoardLimits.undoRecords else { return nil }
      let oldest = marks.removeFirst()
      marked.remove(oldest)
      return oldest
    }
    edits.append(operation)
    return edits.count > RecordOrder.edits ? edits.removeFirst() : nil
  }

  func isMark(_ operation: OperationID) -> Bool { marked.contains(operation) }
}
