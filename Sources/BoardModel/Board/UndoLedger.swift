import DequeModule
import HashTreeCollections

/// How to take back the operations that were applied last. The ledger is part of the board, so that
/// a window can undo after a restart and nobody needs to trust a client with old values.
public struct UndoLedger: Hashable, Sendable {
  private(set) var records: TreeDictionary<OperationID, UndoRecord> = [:]
  /// The places of the records, in ascending order.
  private var order: Deque<Place> = []

  private struct Place: Hashable {
    let sequence: UInt64
    let operation: OperationID
  }

  public init() {}

  /// The record by which this operation is taken back; nil where there is none, or none any longer.
  public func record(of operation: OperationID) -> UndoRecord? { records[operation] }

  /// The records from the oldest to the newest.
  public var inOrder: [UndoRecord] {
    records.values.sorted { $0.stamp.sequence < $1.stamp.sequence }
  }

  /// What an undo takes back next: the newest edit or redo that `isMine` accepts and that was not
  /// undone.
  public func lastUndoable(where isMine: (UndoRecord) -> Bool) -> UndoRecord? {
    newest { $0.undoneBy == nil && $0.kind != .undo && !$0.steps.isEmpty && isMine($0) }
  }

  /// What a redo takes back next: the newest undo that was not itself undone, unless an edit came
  /// after it.
  public func lastRedoable(where isMine: (UndoRecord) -> Bool) -> UndoRecord? {
    let undone = newest {
      $0.undoneBy == nil && $0.kind == .undo && !$0.steps.isEmpty && isMine($0)
    }
    guard let undo = undone else { return nil }
    let edit = newest { $0.kind == .edit && isMine($0) }
    return (edit?.stamp.sequence ?? 0) < undo.stamp.sequence ? undo : nil
  }

  private func newest(where accepts: (UndoRecord) -> Bool) -> UndoRecord? {
    var found: UndoRecord?
    for record in records.values where record.stamp.sequence > found?.stamp.sequence ?? 0 {
      if accepts(record) { found = record }
    }
    return found
  }

  /// Adds a record and drops the oldest beyond the limit.
  /// - Returns: the records that are gone.
  mutating func insert(_ record: UndoRecord) -> [OperationID] {
    let place = Place(sequence: record.stamp.sequence, operation: record.stamp.operation)
    if let replaced = records.updateValue(record, forKey: place.operation) {
      order.remove(at: position(of: replaced.stamp.sequence))
    }
    var dropped: [OperationID] = []
    let position = position(of: place.sequence)
    if position < order.count, order[position].sequence == place.sequence {
      drop(order[position].operation, into: &dropped)
      order[position] = place
    } else {
      order.insert(place, at: position)
    }
    while order.count > BoardLimits.undoRecords {
      drop(order.removeFirst().operation, into: &dropped)
    }
    return dropped
  }

  /// The index of a sequence number in the order, or the index where it would be inserted.
  private func position(of sequence: UInt64) -> Int {
    // A new record is nearly always the newest.
    if order.last?.sequence ?? 0 < sequence { return order.count }
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func drop(_ id: OperationID, into dropped: inout [OperationID]) {
    if records.removeValue(forKey: id) != nil { dropped.append(id) }
  }

  /// Takes steps out of the records, and with the last of its steps the record.
  /// - Returns: the records that changed or are gone.
  mutating func removeSteps(where isGone: (UndoStep) -> Bool) -> [OperationID] {
    var changed: [OperationID] = []
    for (id, record) in records {
      let kept = record.steps.filter { !isGone($0) }
      guard kept.count < record.steps.count else { continue }
      changed.append(id)
      if kept.isEmpty {
        records[id] = nil
        order.remove(at: position(of: record.stamp.sequence))
      } else {
        records[id] = UndoRecord(
          stamp: record.stamp, steps: kept, kind: record.kind, undoneBy: record.undoneBy)
      }
    }
    return changed
  }

  mutating func markUndone(_ target: OperationID, by operation: OperationID) {
    records[target]?.undoneBy = operation
  }
}

public struct UndoRecord: Hashable, Sendable {
  public enum Kind: UInt8, WireValue, Hashable, Sendable, CaseIterable {
    case edit = 0
    case undo = 1
    /// The kind of an undo that takes back an undo.
    case redo = 2
  }

  public let stamp: Stamp
  /// The steps in the order they were done; they are taken back in the reverse order. There are
  /// none if they were too many to keep.
  public let steps: [UndoStep]
  public let kind: Kind
  public internal(set) var undoneBy: OperationID?

  public init(stamp: Stamp, steps: [UndoStep], kind: Kind, undoneBy: OperationID?) {
    self.stamp = stamp
    self.steps = steps
    self.kind = kind
    self.undoneBy = undoneBy
  }
}

/// One field that an operation wrote, with what was there before.
public enum UndoStep: Hashable, Sendable {
  /// A field was written. For an element `previous` is whether the card had it.
  case value(FieldAddress, previous: FieldValue)
  /// A column was created.
  case created(ColumnID)
  /// The body of a card, or a comment on it, was edited: the operation's scalars `offset ..< offset
  /// + inserted` were typed, `deleted` were deleted.
  case splice(
    CardID, CommentID?, offset: UInt32, inserted: UInt32, deleted: [TextRange])

  /// The field that was written.
  public var field: FieldAddress {
    switch self {
    case .value(let field, _): field
    case .created(let id): .columnDeleted(id)
    case .splice(let card, let comment, _, _, _): .text(of: card, comment: comment)
    }
  }
}
