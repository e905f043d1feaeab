import DequeModule
import HashTreeCollections

/// Which of the ledger's operations wrote each field, and which were taken back, so that an undo
/// finds what a field showed before without looking at all of them.
struct UndoWriters: Hashable, Sendable {
  /// A field as one user sees it: the marks of all users on a card have the same address.
  private struct Key: Hashable {
    let field: FieldAddress
    let user: String?

    init(_ field: FieldAddress, _ user: String) {
      self.field = field
      if case .favourite = field { self.user = user } else { self.user = nil }
    }
  }

  /// An undo, and its user, who is also the user of what it took back.
  private struct Undo: Hashable {
    let operation: OperationID
    let user: String
  }

  private var writers: TreeDictionary<Key, Places> = [:]
  /// The operations of which the record is too large to say what they wrote, from the oldest to the
  /// newest.
  private var unknown: [UInt64] = []
  /// For each undo the sequence number of the operation that it took back.
  private var undone: TreeDictionary<Undo, UInt64> = [:]
  /// The records that are gone and still stand in `writers`, from the one that went first, and how
  /// many steps of that one do not any more. Each edit takes some out: one that pushes a record of
  /// many steps out of the ledger does not pay for it.
  private var leaving: Deque<UndoRecord> = []
  private var leftSteps = 0

  /// The fewest steps of records that are gone which an edit takes out.
  private static let stepsAtOnce = 8

  /// Notes a record that came, but not yet what it wrote.
  mutating func insert(_ record: UndoRecord) {
    takeOut(max(Self.stepsAtOnce, 2 * record.steps.count))
    let sequence = record.stamp.sequence
    if let undo = record.undoneBy { note(record.stamp, undoneBy: undo) }
    if record.steps.isEmpty { unknown.insert(sequence, at: unknown.index { $0 < sequence }) }
  }

  /// Notes what a record wrote.
  mutating func index(_ record: UndoRecord) {
    let (sequence, user) = (record.stamp.sequence, record.stamp.author.user)
    for step in record.steps {
      writers[Key(step.field, user), default: Places(sequence)].enter(sequence)
    }
  }

  /// Takes out what a record wrote, which may come back with other steps.
  mutating func unindex(_ record: UndoRecord) { takeOut(record.steps.indices, of: record) }

  /// Takes out what a record wrote that is gone for good. Until it is, `shown` has to pass over it.
  mutating func unindexLater(_ record: UndoRecord) {
    if !record.steps.isEmpty { leaving.append(record) }
  }

  /// Notes that a record went, but not what it wrote.
  mutating func remove(_ record: UndoRecord) {
    if let undo = record.undoneBy {
      undone[Undo(operation: undo, user: record.stamp.author.user)] = nil
    }
    if record.steps.isEmpty { unknown.removeAll { $0 == record.stamp.sequence } }
  }

  /// Takes out all that the records wrote that are gone.
  mutating func takeOutLeaving() { takeOut(.max) }

  private mutating func takeOut(_ count: Int) {
    var rest = count
    while rest > 0, let record = leaving.popFirst() {
      let end = leftSteps + min(record.steps.count - leftSteps, rest)
      takeOut(leftSteps..<end, of: record)
      rest -= end - leftSteps
      leftSteps = end < record.steps.count ? end : 0
      if leftSteps > 0 { leaving.prepend(record) }
    }
  }

  private mutating func takeOut(_ steps: Range<Int>, of record: borrowing UndoRecord) {
    let (user, sequence) = (record.stamp.author.user, record.stamp.sequence)
    for step in steps {
      let key = Key(record.steps[step].field, user)
      guard var places = writers.removeValue(forKey: key), !places.isOnly(sequence) else {
        continue
      }
      places.leave(sequence)
      writers[key] = places
    }
  }

  /// Notes which operation took another one back.
  mutating func note(_ target: Stamp, undoneBy undo: OperationID) {
    undone[Undo(operation: undo, user: target.author.user)] = target.sequence
  }

  /// The operation that wrote last what a field shows again since an undo wrote it.
  /// - Parameters:
  ///   - user: whose mark is meant, where the field is a mark.
  ///   - isThere: whether the ledger has a record of an operation.
  ///   - visits: what was looked at is added to it.
  /// - Returns: its sequence number; nil where `stamp` is no undo's, and where nobody can tell any
  ///   longer.
  func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, where isThere: (UInt64) -> Bool,
    _ visits: inout Int
  ) -> UInt64? {
    visits += 1
    let undo = Undo(operation: stamp.operation, user: stamp.author.user)
    guard let target = undone[undo], target < stamp.sequence else { return nil }
    guard
      let shown = writers[Key(field, user)]?.last(before: target, where: isThere, &visits)
    else { return nil }
    let hidden = unknown.index { sequence in
      visits += 1
      return sequence < target
    }
    let isHidden = hidden > 0 && unknown[hidden - 1] > shown
    return isHidden ? nil : shown
  }

  /// The sequence numbers of the operations that wrote one field, in ascending order. Mostly there is
  /// one.
  private struct Places: Hashable {
    private var first: UInt64
    private var others: Deque<UInt64> = []

    init(_ sequence: UInt64) { first = sequence }

    func isOnly(_ sequence: UInt64) -> Bool { first == sequence && others.isEmpty }

    /// The last one before an operation that is there.
    func last(
      before target: UInt64, where isThere: (UInt64) -> Bool, _ visits: inout Int
    ) -> UInt64? {
      var behind = others.index { place in
        visits += 1
        return place < target
      }
      while behind > 0 {
        visits += 1
        if isThere(others[behind - 1]) { return others[behind - 1] }
        behind -= 1
      }
      visits += 1
      return first < target && isThere(first) ? first : nil
    }

    /// Adds one that may be there already.
    mutating func enter(_ sequence: UInt64) {
      if sequence < first {
        others.prepend(first)
        first = sequence
      } else if sequence > others.last ?? first {
        // A new record is nearly always the newest.
        others.append(sequence)
      } else if sequence > first {
        let index = others.index { $0 < sequence }
        if others[index] != sequence { others.insert(sequence, at: index) }
      }
    }

    /// Removes one that may be gone already, and is not the only one.
    mutating func leave(_ sequence: UInt64) {
      if sequence == first {
        first = others.popFirst() ?? first
      } else {
        let index = others.index { $0 < sequence }
        if index < others.count, others[index] == sequence { others.remove(at: index) }
      }
    }
  }
}
