import HashTreeCollections

/// Which of the ledger's operations wrote each field, and which were taken back, so that an undo
/// finds what a field showed before without looking at all of them.
struct UndoWriters: Hashable, Sendable {
  /// A record's place in the order of the log.
  struct Place: Hashable, Sendable {
    let sequence: UInt64
    let operation: OperationID
  }

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

  /// The operations that wrote each field, from the oldest to the newest.
  private var writers: TreeDictionary<Key, [Place]> = [:]
  /// The operations of which the record is too large to say what they wrote, from the oldest to the
  /// newest.
  private var unknown: [UInt64] = []
  /// For each undo the sequence number of the operation that it took back.
  private var undone: TreeDictionary<Undo, UInt64> = [:]

  mutating func insert(_ record: UndoRecord) {
    let (sequence, user) = (record.stamp.sequence, record.stamp.author.user)
    if let undo = record.undoneBy { note(record.stamp, undoneBy: undo) }
    if record.steps.isEmpty { unknown.insert(sequence, at: unknown.index { $0 < sequence }) }
    let place = Place(sequence: sequence, operation: record.stamp.operation)
    for step in record.steps { writers[Key(step.field, user), default: []].insert(place) }
  }

  mutating func remove(_ record: UndoRecord) {
    let (sequence, user) = (record.stamp.sequence, record.stamp.author.user)
    if let undo = record.undoneBy { undone[Undo(operation: undo, user: user)] = nil }
    if record.steps.isEmpty { unknown.removeAll { $0 == sequence } }
    for step in record.steps {
      let key = Key(step.field, user)
      writers[key, default: []].remove(sequence)
      if writers[key]?.isEmpty == true { writers[key] = nil }
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
  /// - Returns: nil where `stamp` is no undo's, and where nobody can tell any longer.
  func shown(
    in field: FieldAddress, by stamp: Stamp, for user: String, _ visits: inout Int
  ) -> OperationID? {
    visits += 1
    let undo = Undo(operation: stamp.operation, user: stamp.author.user)
    guard let target = undone[undo], target < stamp.sequence else { return nil }
    let places = writers[Key(field, user)] ?? []
    let behind = places.index { place in
      visits += 1
      return place.sequence < target
    }
    guard behind > 0 else { return nil }
    let hidden = unknown.index { sequence in
      visits += 1
      return sequence < target
    }
    let isHidden = hidden > 0 && unknown[hidden - 1] > places[behind - 1].sequence
    return isHidden ? nil : places[behind - 1].operation
  }
}

extension [UndoWriters.Place] {
  /// Inserts a place that may be there already.
  fileprivate mutating func insert(_ place: Element) {
    // A new record is nearly always the newest.
    guard let last, last.sequence >= place.sequence else { return append(place) }
    let index = index { $0.sequence < place.sequence }
    if self[index].sequence != place.sequence { insert(place, at: index) }
  }

  fileprivate mutating func remove(_ sequence: UInt64) {
    let index = index { $0.sequence < sequence }
    if index < count, self[index].sequence == sequence { remove(at: index) }
  }
}
