import DequeModule
import HashTreeCollections

/// How to take back the operations that were applied last. The ledger is part of the board, so that
/// a window can undo after a restart and nobody needs to trust a client with old values.
public struct UndoLedger: Hashable, Sendable {
  private(set) var records: TreeDictionary<OperationID, UndoRecord> = [:]
  /// The records that take back only favourites, apart from the others: whoever may only read cannot
  /// push out what editors would take back.
  private var marks = UndoOrder()
  private var edits = UndoOrder()
  private var writers = UndoWriters()

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
    let operation = record.stamp.operation
    if let replaced = records.updateValue(record, forKey: operation) { leave(replaced) }
    return enter(record).filter { dropped in
      guard let gone = records.removeValue(forKey: dropped) else { return false }
      writers.remove(gone)
      return true
    }
  }

  /// - Returns: the records that have to go.
  private mutating func enter(_ record: UndoRecord) -> [OperationID] {
    writers.insert(record)
    return record.onlyMarks ? marks.insert(record.stamp) : edits.insert(record.stamp)
  }

  private mutating func leave(_ record: UndoRecord) {
    writers.remove(record)
    if record.onlyMarks {
      marks.remove(record.stamp.sequence)
    } else {
      edits.remove(record.stamp.sequence)
    }
  }

  /// Takes steps out of the records, and with the last of its steps the record.
  /// - Returns: the records that changed or are gone.
  mutating func removeSteps(where isGone: (UndoStep) -> Bool) -> [OperationID] {
    let touched = records.values.filter { $0.steps.contains(where: isGone) }
    for record in touched {
      leave(record)
      records[record.stamp.operation] = nil
    }
    // All have left before the first comes back: which of them is beyond the limit then depends on
    // what is there, and not on the order in which they are looked at.
    let dropped = touched.flatMap { record in
      let kept = record.steps.filter { !isGone($0) }
      guard !kept.isEmpty else { return [OperationID]() }
      return insert(
        UndoRecord(
          stamp: record.stamp, steps: kept, kind: record.kind, undoneBy: record.undoneBy))
    }
    return touched.map(\.stamp.operation) + dropped
  }

  mutating func markUndone(_ target: OperationID, by operation: OperationID) {
    guard let record = records[target] else { return }
    records[target]?.undoneBy = operation
    writers.note(record.stamp, undoneBy: operation)
  }

  /// The stamp of the operation that wrote last what a field shows again since an undo wrote it
  /// (SPEC.md APL-072).
  /// - Parameter visits: what was looked at is added to it.
  /// - Returns: nil where `stamp` is no undo's, and where nobody can tell any longer.
  func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, _ visits: inout Int
  ) -> Stamp? {
    writers.shown(in: field, by: stamp, for: user, &visits).flatMap { records[$0]?.stamp }
  }
}

/// The order of the newest records of one kind.
private struct UndoOrder: Hashable, Sendable {
  /// The places of the records, in ascending order.
  private var places: Deque<Place> = []

  private struct Place: Hashable {
    let sequence: UInt64
    let operation: OperationID
  }

  /// - Returns: what is beyond the limit, or had that sequence number, and is in the order no more.
  mutating func insert(_ stamp: Stamp) -> [OperationID] {
    let place = Place(sequence: stamp.sequence, operation: stamp.operation)
    var dropped: [OperationID] = []
    let index = index(of: place.sequence)
    if index < places.count, places[index].sequence == place.sequence {
      dropped.append(places[index].operation)
      places[index] = place
    } else {
      places.insert(place, at: index)
    }
    while places.count > BoardLimits.undoRecords { dropped.append(places.removeFirst().operation) }
    return dropped
  }

  mutating func remove(_ sequence: UInt64) {
    let index = index(of: sequence)
    if index < places.count, places[index].sequence == sequence { places.remove(at: index) }
  }

  /// The index of a sequence number in the order, or the index where it would be inserted.
  private func index(of sequence: UInt64) -> Int {
    // A new record is nearly always the newest.
    if places.last?.sequence ?? 0 < sequence { return places.count }
    return places.index(behind: { $0.sequence < sequence })
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

  /// Whether it takes back favourites and nothing else (SPEC.md APL-054).
  public var onlyMarks: Bool {
    !steps.isEmpty
      && steps.allSatisfy { if case .favourite = $0.field { true } else { false } }
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
