/// How to take back the operations that were applied last. The ledger is part of the board, so that
/// a window can undo after a restart and nobody needs to trust a client with old values.
public struct UndoLedger: Hashable, Sendable {
  private(set) var edits = UndoRing()
  /// The records that take back only favourites, apart from the others: whoever may only read cannot
  /// push out what editors would take back.
  private(set) var marks = UndoRing()
  private var writers = UndoWriters()
  /// What the records up to this sequence number wrote stands in `writers`. Of those behind it that
  /// follows when an undo needs it: most leave the ledger before.
  private var indexedThrough: UInt64 = 0
  /// The steps of the records behind that.
  private var unindexedSteps = 0

  /// The most steps of records that are not indexed.
  private static let mostUnindexedSteps = 1_024
  /// What is known of the records of each session that has some, in the order of the sessions.
  private var sessions: [Known] = []

  private struct Known {
    var count = 1
    /// An identifier above this one is in no record; whether this one is has to be looked up.
    var highest: OperationID
  }

  public init() {}

  public static func == (left: UndoLedger, right: UndoLedger) -> Bool {
    left.inOrder == right.inOrder
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(inOrder) }

  /// The record by which this operation is taken back; nil where there is none, or none any longer.
  public func record(of operation: OperationID) -> UndoRecord? {
    newest { $0.stamp.operation == operation }
  }

  /// The record of the operation with this sequence number.
  private func record(at sequence: UInt64) -> UndoRecord? { edits[sequence] ?? marks[sequence] }

  /// The records from the oldest to the newest.
  public var inOrder: [UndoRecord] {
    var result = Array(edits.inOrder)
    guard marks.count > 0 else { return result }
    result += marks.inOrder
    return result.sorted { $0.stamp.sequence < $1.stamp.sequence }
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
    let (edit, mark) = (edits.newest(where: accepts), marks.newest(where: accepts))
    guard let edit, let mark else { return edit ?? mark }
    return edit.stamp.sequence < mark.stamp.sequence ? mark : edit
  }

  /// Whether an operation is newer than those of all records.
  func isNewest(_ sequence: UInt64) -> Bool {
    sequence > max(edits.newestSequence ?? 0, marks.newestSequence ?? 0)
  }

  /// The sequence numbers of records that are gone for another: the one that had its identifier, and
  /// the oldest.
  typealias Gone = (replaced: UInt64?, dropped: UInt64?)

  /// Adds a record in the place of one with its identifier, and drops the oldest beyond the limit.
  mutating func insert(_ record: consuming UndoRecord) -> Gone {
    let stamp = record.stamp
    var replaced: UInt64?
    if !enter(stamp.operation) {
      replaced = self.record(of: stamp.operation)?.stamp.sequence
      if let replaced { leave(replaced) }
    }
    leave(stamp.sequence)
    writers.insert(record)
    if isIndexed(record) {
      writers.index(record)
    } else {
      unindexedSteps += record.steps.count
    }
    let dropped = record.onlyMarks ? marks.add(record) : edits.add(record)
    if let dropped {
      if isIndexed(dropped) { writers.unindexLater(dropped) }
      countOut(dropped)
    }
    index(leaving: Self.mostUnindexedSteps)
    return (replaced, dropped?.stamp.sequence)
  }

  /// Counts a record of a session in.
  /// - Returns: whether none of its records can have the identifier.
  private mutating func enter(_ operation: OperationID) -> Bool {
    let index = place(of: operation.session)
    guard index < sessions.count, sessions[index].highest.session == operation.session else {
      sessions.insert(Known(highest: operation), at: index)
      return true
    }
    sessions[index].count += 1
    guard sessions[index].highest < operation else { return false }
    sessions[index].highest = operation
    return true
  }

  /// Counts a record of a session out.
  private mutating func leave(_ session: SessionID) {
    let index = place(of: session)
    sessions[index].count -= 1
    if sessions[index].count == 0 { sessions.remove(at: index) }
  }

  private func place(of session: SessionID) -> Int {
    sessions.index { $0.highest.session < session }
  }

  private func isIndexed(_ record: UndoRecord) -> Bool { record.stamp.sequence <= indexedThrough }

  /// Indexes records from the oldest on.
  /// - Parameter most: how many steps may be left out; by default none, as `shown` needs it.
  mutating func index(leaving most: Int = 0) {
    while unindexedSteps > most {
      let (edit, mark) = (edits.next(after: indexedThrough), marks.next(after: indexedThrough))
      guard var record = edit ?? mark else { return }
      if let mark, mark.stamp.sequence < record.stamp.sequence { record = mark }
      writers.index(record)
      unindexedSteps -= record.steps.count
      indexedThrough = record.stamp.sequence
    }
  }

  private mutating func leave(_ sequence: UInt64) {
    if let record = edits.remove(sequence) { takeOut(record) }
    if let record = marks.remove(sequence) { takeOut(record) }
  }

  private mutating func takeOut(_ record: UndoRecord) {
    if isIndexed(record) { writers.unindex(record) }
    countOut(record)
  }

  private mutating func countOut(_ record: UndoRecord) {
    writers.remove(record)
    if !isIndexed(record) { unindexedSteps -= record.steps.count }
    leave(record.stamp.operation.session)
  }

  /// The blocks of the records, in ascending order.
  var blocks: [UndoBlock] {
    inOrder.reduce(into: []) { blocks, record in
      let block = UndoBlock(of: record.stamp.sequence)
      if blocks.last != block { blocks.append(block) }
    }
  }

  /// The records of a block, from the oldest to the newest.
  func records(in block: UndoBlock) -> [UndoRecord] {
    block.sequences.compactMap { record(at: $0) }
  }

  /// Takes steps out of the records, and with the last of its steps the record.
  /// - Returns: the sequence numbers of the records that changed or are gone.
  mutating func removeSteps(where isGone: (UndoStep) -> Bool) -> [UInt64] {
    // Those that left the ledger may hold some of it, and go at once.
    edits.forgetGone()
    marks.forgetGone()
    writers.takeOutLeaving()
    let touched = inOrder.filter { $0.steps.contains(where: isGone) }
    // All have left before the first comes back: which of them is beyond the limit then depends on
    // what is there, and not on the order in which they are looked at.
    for record in touched { leave(record.stamp.sequence) }
    let dropped = touched.compactMap { record in
      let kept = record.steps.filter { !isGone($0) }
      guard !kept.isEmpty else { return UInt64?.none }
      return insert(
        UndoRecord(
          stamp: record.stamp, steps: kept, kind: record.kind, undoneBy: record.undoneBy)
      ).dropped
    }
    return touched.map(\.stamp.sequence) + dropped
  }

  /// - Returns: the sequence number of the record that changed.
  mutating func markUndone(_ target: OperationID, by operation: OperationID) -> UInt64? {
    guard let stamp = record(of: target)?.stamp else { return nil }
    edits.change(stamp.sequence) { $0.undoneBy = operation }
    marks.change(stamp.sequence) { $0.undoneBy = operation }
    writers.note(stamp, undoneBy: operation)
    return stamp.sequence
  }

  /// The stamp of the operation that wrote last what a field shows again since an undo wrote it
  /// (SPEC.md APL-072). All records must be indexed.
  /// - Parameter visits: what was looked at is added to it.
  /// - Returns: nil where `stamp` is no undo's, and where nobody can tell any longer.
  func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, _ visits: inout Int
  ) -> Stamp? {
    let shown = writers.shown(
      in: field, by: stamp, for: user, where: { record(at: $0) != nil }, &visits)
    return shown.flatMap { record(at: $0)?.stamp }
  }
}

extension UndoRing {
  /// Adds a record.
  /// - Returns: the one that is beyond the limit.
  fileprivate mutating func add(_ record: consuming UndoRecord) -> UndoRecord? {
    insert(record)
    return count > BoardLimits.undoRecords ? removeOldest() : nil
  }
}

/// The undo records of some sequence numbers behind one another, which are encoded together.
public struct UndoBlock: Hashable, Sendable {
  private let first: UInt64

  /// One less than how many sequence numbers a block has, which is a power of two.
  private static let mask: UInt64 = 31

  init(of sequence: UInt64) { first = sequence & ~Self.mask }

  var sequences: ClosedRange<UInt64> { first...(first | Self.mask) }
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

  /// Its encoding has no more bytes, and often far fewer.
  var mostBytes: Int {
    switch self {
    case .value(_, .text(let text)): UndoStep.fixedBytes + text.utf8.count
    case .splice(_, _, _, _, let deleted): UndoStep.fixedBytes + deleted.count * TextRange.leastSize
    case .value(_, .body), .value(_, .fragment): .max
    case .value, .created: UndoStep.fixedBytes
    }
  }

  /// A kind, two identifiers, the name of a user, and a place among others.
  private static let fixedBytes = 64 + BoardLimits.userBytes + 4 * 16
}
