import BoardModel
import Wire

/// Collects the chunks of one snapshot.
struct SnapshotGathering: Hashable, Sendable {
  /// The largest number of entities that is believed: more than any board within its limits has,
  /// and less than fills a machine's memory.
  static let largestTotal: UInt32 = 4_000_000

  /// The number of the last request before this gathering: chunks that were asked for earlier are not
  /// for it.
  let generation: UInt64
  private var pinned: Pinned?
  private(set) var entities: [Entity] = []

  private struct Pinned: Hashable, Sendable {
    let sequence: UInt64
    let total: UInt32
  }

  init(generation: UInt64) { self.generation = generation }

  /// - Returns: the sequence number of the snapshot, once it is complete.
  mutating func take(_ chunk: Snapshot) throws(LinkFault) -> UInt64? {
    let pinned = pinned ?? Pinned(sequence: chunk.sequence, total: chunk.total)
    let end = entities.count + chunk.entities.count
    guard chunk.sequence == pinned.sequence, chunk.total == pinned.total,
      Int(chunk.cursor) == entities.count, chunk.total <= Self.largestTotal,
      end <= Int(chunk.total), !chunk.entities.isEmpty || chunk.total == 0
    else {
      throw LinkFault(
        .unexpectedMessage,
        "A chunk of snapshot \(chunk.sequence) at \(chunk.cursor) of \(chunk.total) does not "
          + "follow \(entities.count) entities of snapshot \(pinned.sequence).")
    }
    self.pinned = pinned
    entities += chunk.entities
    return end == Int(chunk.total) ? chunk.sequence : nil
  }
}
