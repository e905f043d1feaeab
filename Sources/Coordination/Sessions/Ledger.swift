import BoardModel
import DequeModule
import LogRecords
import Wire

extension Session {
  /// Outcomes from the acknowledged counter on, one for each counter.
  struct Ledger: Hashable, Sendable {
    /// The last counter that was ordered and has no entry any longer; 0 for none.
    private(set) var forgottenCounter: UInt64 = 0
    /// The epoch in the identifier of that operation; 0 for none.
    private(set) var forgottenEpoch: UInt32 = 0
    /// The entries of the counters behind `forgottenCounter`, without gaps.
    private(set) var entries: Deque<Entry> = []
    /// The bytes of the stored outcomes.
    private(set) var byteCount = 0

    /// The bytes that all of it takes, as they count against a share.
    var keptBytes: Int { byteCount + entries.count * Limits.outcomeOverhead }

    init() {}

    init(forgottenCounter: UInt64, forgottenEpoch: UInt32, entries: [Entry]) {
      self.forgottenCounter = forgottenCounter
      self.forgottenEpoch = forgottenEpoch
      self.entries = Deque(entries)
      byteCount = entries.reduce(0) { $0 + $1.byteCount }
    }

    struct Entry: Hashable, Sendable {
      /// Nil behind a purge, which takes all that might tell of what an operation held.
      private(set) var mark: OperationMark?
      let epoch: UInt32
      let stored: StoredOutcome
      /// The bytes of `stored`.
      let byteCount: Int

      init(mark: OperationMark?, epoch: UInt32, stored: StoredOutcome) {
        self.mark = mark
        self.epoch = epoch
        self.stored = stored
        byteCount = stored.byteCount
      }

      /// Whether the outcome is that of the operation with these bytes, and not that of another with
      /// its counter. Behind a purge only the identifier can tell.
      func decides(_ id: OperationID, _ bytes: [UInt8]) -> Bool {
        mark?.isOf(bytes) ?? (id.epoch == epoch)
      }

      fileprivate mutating func forgetMark() { mark = nil }

      fileprivate var trimmed: Entry {
        var entry = self
        entry.mark = mark.map { OperationMark(hash: $0.hash) }
        return entry
      }
    }

    /// The last counter that was ordered; 0 for none.
    var lastCounter: UInt64 { entries.last?.stored.counter ?? forgottenCounter }

    /// The epoch in the identifier of that operation; 0 for none.
    var lastEpoch: UInt32 { entries.last?.epoch ?? forgottenEpoch }

    /// The last counter whose operation is among the first `sequence` of the board.
    func lastCounter(through sequence: UInt64) -> UInt64 {
      entries.last { $0.stored.sequence <= sequence }?.stored.counter ?? forgottenCounter
    }

    func entry(for counter: UInt64) -> Entry? {
      guard let first = entries.first?.stored.counter, counter >= first, counter <= lastCounter
      else { return nil }
      return entries[Int(counter - first)]
    }

    /// The outcomes from a counter on, as many as fit into ATTACHED.
    func outcomes(from counter: UInt64) -> [StoredOutcome] {
      var result: [StoredOutcome] = []
      var size = 0
      for entry in entries where entry.stored.counter >= counter {
        size += entry.byteCount
        if size > Limits.chunkBytes / 2 { break }
        result.append(entry.stored)
      }
      return result
    }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      byteCount += entry.byteCount
    }

    mutating func forget(through counter: UInt64) {
      while let first = entries.first, first.stored.counter <= counter {
        (forgottenCounter, forgottenEpoch) = (first.stored.counter, first.epoch)
        entries.removeFirst()
        byteCount -= first.byteCount
      }
    }

    /// Makes it as small as it can be, as nobody acts for the session now: gives back the room that
    /// more entries had, and knows the operations by their hashes.
    mutating func trim() { entries = Deque(entries.map(\.trimmed)) }

    /// Forgets the marks of operations among the first `sequence` of the board.
    mutating func forgetMarks(through sequence: UInt64) {
      for index in entries.indices where entries[index].stored.sequence <= sequence {
        entries[index].forgetMark()
      }
    }

    /// Takes back the operations that were ordered after `sequence` and never became durable.
    mutating func revert(to sequence: UInt64) {
      while let last = entries.last, last.stored.sequence > sequence {
        entries.removeLast()
        byteCount -= last.byteCount
      }
    }
  }
}
