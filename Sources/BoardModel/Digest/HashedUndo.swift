import DequeModule
import HashTreeCollections

/// The digests of the undo records of one kind, in their order. Which records came and which are gone
/// shows in the order, so that nothing is noted of them one by one.
struct HashedUndo: Sendable {
  private var records: Deque<Record> = []

  private struct Record {
    let sequence: UInt64
    let digest: BoardDigest

    init(_ record: UndoRecord) {
      sequence = record.stamp.sequence
      var writer = ByteWriter(reservingCapacity: 256)
      writer.value(Entity.undo(record))
      digest = BoardDigest(hashing: writer.bytes)
    }
  }

  /// Brings the digests, and a sum of them and others, up to the records as they are.
  /// - Parameter changed: the sequence numbers of those that are no longer as they were, or did not
  ///   come or go at the ends of the order.
  /// - Returns: the number of records that were hashed.
  mutating func follow(
    _ ring: UndoRing, _ changed: TreeSet<UInt64>, _ sum: inout BoardDigest
  ) -> Int {
    for sequence in changed { forget(sequence, &sum) }
    // The oldest that are gone: a purge can have put a record in front of them meanwhile.
    while let first = records.first, ring[first.sequence] == nil {
      sum.remove(first.digest)
      records.removeFirst()
    }
    var hashed = 0
    func take(_ record: UndoRecord, at index: Int) {
      let new = Record(record)
      hashed += 1
      sum.add(new.digest)
      records.insert(new, at: index)
    }
    ring.forEach(after: records.last?.sequence) { take($0, at: records.count) }
    for sequence in changed {
      guard let record = ring[sequence] else { continue }
      let index = records.index { $0.sequence < sequence }
      if index == records.count || records[index].sequence != sequence { take(record, at: index) }
    }
    return hashed
  }

  private mutating func forget(_ sequence: UInt64, _ sum: inout BoardDigest) {
    let index = records.index { $0.sequence < sequence }
    guard index < records.count, records[index].sequence == sequence else { return }
    sum.remove(records[index].digest)
    records.remove(at: index)
  }
}
