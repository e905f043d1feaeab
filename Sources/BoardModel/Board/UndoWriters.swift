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

  /// The sequence numbers of the operations that wrote each field, in ascending order.
  private var writers: TreeDictionary<Key, Deque<UInt64>> = [:]
  /// The operations of which the record is too large to say what they wrote, from the oldest to the
  /// newest.
  private var unknown: [UInt64] = []
  /// For each undo the sequence number of the operation that it took back.
  private var undone: TreeDictionary<Undo, UInt64> = [:]

  mutating func insert(_ record: UndoRecord) {
    let (sequence, user) = (record.stamp.sequence, record.stamp.author.user)
    if let undo = record.undoneBy { note(record.stamp, undoneBy: undo) }
    if record.steps.isEmpty { unknown.insert(sequence, at: unknown.index { $0 < sequence }) }
    for step in record.steps { writers[Key(step.field, user), default: []].enter(sequence) }
  }

  mutating func remove(_ record: UndoRecord) {
    let (sequence, user) = (record.stamp.sequence, record.stamp.author.user)
    if let undo = record.undoneBy { undone[Undo(operation: undo, user: user)] = nil }
    if record.steps.isEmpty { unknown.removeAll { $0 == sequence } }
    for step in record.steps {
      let key = Key(step.field, user)
      if writers[key, default: []].leave(sequence) { writers[key] = nil }
    }
  }

  /// Notes which operation took another one back.
  mutating func note(_ target: Stamp, undoneBy undo: OperationID) {
    undone[Undo(operation: undo, user: target.author.user)] = target.sequence
  }

  /// The operation that wrote last what a field shows again since an undo wrote it.
  /// - Parameters:
  ///   - user: whose mark is meant, where the field is a mark.
  ///   - visits: what was looked at is added to it.
  /// - Returns: its sequence number; nil where `stamp` is no undo's, and where nobody can tell any
  ///   longer.
  func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, _ visits: inout Int
  ) -> UInt64? {
    visits += 1
    let undo = Undo(operation: stamp.operation, user: stamp.author.user)
    guard let target = undone[undo], target < stamp.sequence else { return nil }
    let places: Deque<UInt64> = writers[Key(field, user)] ?? []
    let behind = places.index { place in
      visits += 1
      return place < target
    }
    guard behind > 0 else { return nil }
    let hidden = unknown.index { sequence in
      visits += 1
      return sequence < target
    }
    let isHidden = hidden > 0 && unknown[hidden - 1] > places[behind - 1]
    return isHidden ? nil : places[behind - 1]
  }
}

extension Deque<UInt64> {
  /// Inserts a sequence number that may be there already.
  fileprivate mutating func enter(_ sequence: UInt64) {
    // A new record is nearly always the newest.
    guard let last, last >= sequence else { return append(sequence) }
    let index = index { $0 < sequence }
    if self[index] != sequence { insert(sequence, at: index) }
  }

  /// Removes a sequence number that may be gone already.
  /// - Returns: whether none is left.
  fileprivate mutating func leave(_ sequence: UInt64) -> Bool {
    let index = index { $0 < sequence }
    if index < count, self[index] == sequence { remove(at: index) }
    return isEmpty
  }
}
