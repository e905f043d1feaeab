import DequeModule

/// The newest undo records of one kind, in the order of the log. They stand in blocks, so that a copy
/// of a board shares all but the one that is written.
struct UndoRing: Sendable {
  /// None is empty, and each has a record that is not gone.
  private var blocks: Deque<Deque<UndoRecord>> = []
  private(set) var count = 0
  /// How many records at the beginning of the first block are gone. Several leave it at once, mostly
  /// with the whole block: to take one out of a block that another copy of the board has, too, would
  /// copy the rest.
  private var gone = 0

  private static let blockCount = 16

  var oldestSequence: UInt64? { blocks.isEmpty ? nil : blocks[0][gone].stamp.sequence }

  // Records are asked where they lie: `last` would copy one.
  var newestSequence: UInt64? {
    blocks.isEmpty ? nil : blocks[blocks.count - 1].newestSequence
  }

  /// The records from the oldest to the newest.
  var inOrder: some Sequence<UndoRecord> { blocks.lazy.joined().dropFirst(gone) }

  /// The newest record that `accepts` holds for.
  func newest(where accepts: (UndoRecord) -> Bool) -> UndoRecord? {
    for index in blocks.indices.reversed() {
      let records = blocks[index].dropFirst(index == 0 ? gone : 0)
      if let found = records.last(where: accepts) { return found }
    }
    return nil
  }

  subscript(sequence: UInt64) -> UndoRecord? {
    place(of: sequence).map { blocks[$0.block][$0.index] }
  }

  /// The records that are newer than operation `sequence`, or all, from the oldest to the newest.
  func forEach(after sequence: UInt64?, _ body: (UndoRecord) -> Void) {
    guard let sequence, let oldest = oldestSequence, sequence >= oldest else {
      return inOrder.forEach(body)
    }
    for block in blocks.suffix(from: blocks.index { $0.isBefore(sequence) }) {
      for record in block where record.stamp.sequence > sequence { body(record) }
    }
  }

  /// The oldest record that is newer than operation `sequence`.
  func next(after sequence: UInt64) -> UndoRecord? {
    let block = blocks.index { $0.newestSequence <= sequence }
    guard block < blocks.count else { return nil }
    let index = blocks[block].index { $0.stamp.sequence <= sequence }
    return blocks[block][block == 0 ? max(index, gone) : index]
  }

  /// Adds a record; one with its sequence number must not be there.
  mutating func insert(_ record: consuming UndoRecord) {
    count += 1
    // A new record is nearly always the newest.
    guard let newest = newestSequence, newest >= record.stamp.sequence else {
      let last = blocks.count - 1
      if last >= 0, blocks[last].count < Self.blockCount { return blocks[last].append(record) }
      var block = Deque<UndoRecord>(minimumCapacity: Self.blockCount)
      block.append(record)
      return blocks.append(block)
    }
    forgetGone()
    let block = blocks.index { $0.isBefore(record.stamp.sequence) }
    let index = blocks[block].index { $0.stamp.sequence < record.stamp.sequence }
    blocks[block].insert(record, at: index)
  }

  mutating func removeOldest() -> UndoRecord? {
    guard !blocks.isEmpty else { return nil }
    let record = blocks[0][gone]
    count -= 1
    gone += 1
    if gone == blocks[0].count {
      blocks.removeFirst()
      gone = 0
    } else if gone == Self.blockCount {
      // Records that came out of order can make a block longer.
      forgetGone()
    }
    return record
  }

  /// Lets go of records that are gone and still held.
  mutating func forgetGone() {
    guard gone > 0 else { return }
    blocks[0].removeFirst(gone)
    gone = 0
  }

  mutating func remove(_ sequence: UInt64) -> UndoRecord? {
    guard let place = place(of: sequence) else { return nil }
    guard place.block == 0 else { return remove(at: place) }
    let index = place.index - gone
    forgetGone()
    return remove(at: (0, index))
  }

  mutating func change(_ sequence: UInt64, _ change: (inout UndoRecord) -> Void) {
    if let place = place(of: sequence) { change(&blocks[place.block][place.index]) }
  }

  private mutating func remove(at place: (block: Int, index: Int)) -> UndoRecord {
    count -= 1
    let record = blocks[place.block].remove(at: place.index)
    if blocks[place.block].isEmpty { blocks.remove(at: place.block) }
    return record
  }

  private func place(of sequence: UInt64) -> (block: Int, index: Int)? {
    guard let newest = newestSequence, newest >= sequence, let oldest = oldestSequence,
      oldest <= sequence
    else { return nil }
    let block = blocks.index { $0.isBefore(sequence) }
    let index = blocks[block].index { $0.stamp.sequence < sequence }
    return blocks[block][index].stamp.sequence == sequence ? (block, index) : nil
  }
}

extension Deque<UndoRecord> {
  /// Whether all of the block's records are from before operation `sequence`.
  fileprivate func isBefore(_ sequence: UInt64) -> Bool { newestSequence < sequence }

  /// The sequence number of the last record; 0 for an empty block.
  fileprivate var newestSequence: UInt64 { isEmpty ? 0 : self[count - 1].stamp.sequence }
}
