import BoardModel
import DequeModule
import LogRecords
import Wire

/// A session in the coordinator's memory: its record, and the outcomes of its operations.
struct Session: Sendable {
  var record: SessionRecord
  /// The record that the log has; nil until the log has one.
  var durable: SessionRecord?
  /// The connection that may act for the session now; nothing else decides that.
  var route: ConnectionID?
  var ledger: Ledger

  /// Notes that the window has received and stored everything up to these numbers.
  mutating func acknowledge(counter: UInt64, sequence: UInt64, durable: UInt64) {
    // Nobody can have what is not durable yet, whatever the window says.
    let known = ledger.entries.last { $0.stored.sequence <= durable }?.stored.counter
    let counter = min(counter, known ?? record.acknowledgedCounter)
    record.acknowledgedCounter = max(record.acknowledgedCounter, counter)
    record.acknowledgedSequence = max(record.acknowledgedSequence, min(sequence, durable))
    ledger.forget(through: counter)
  }

  /// Whether ATTACH may be answered although the log took nothing: the instance's epoch is durable,
  /// or the session need not be in the log yet (SPEC.md EDT-027).
  func isAttachable(as instance: InstanceID) -> Bool {
    durable.map { $0.instance == instance } ?? (record.instance == instance && mayStayUnwritten)
  }

  /// Whether the session may stay although the log has nothing of it. Only a command's may: no
  /// second process attaches as it, so an epoch that a crash loses is never given to two.
  private var mayStayUnwritten: Bool { record.configuration == .command && record.epoch == 1 }

  /// Takes back what was to become durable with a group that failed: which instance has the
  /// session, and that it ended. The drafts and unsent edits that its window told of stay, as the
  /// window tells once.
  mutating func revert() -> Reversion {
    guard let durable else {
      return mayStayUnwritten ? .unwritten : .lost
    }
    let said = record.window
    record = durable
    if let said, record.window != nil {
      record.window?.drafts = said.drafts
      record.window?.unsent = said.unsent
      if said.end == nil { record.window?.activity = said.activity }
    }
    return .asWritten
  }

  enum Reversion {
    case asWritten
    /// The log has nothing of the session. It stays, and its record goes with the next group: its
    /// first operation is never durable without it.
    case unwritten
    /// The log has nothing of the session, and it cannot stay.
    case lost
  }

  /// Outcomes from the acknowledged counter on, one for each counter.
  struct Ledger: Hashable, Sendable {
    /// The last counter that was ordered; 0 for none.
    var lastCounter: UInt64 = 0
    /// The epoch in the identifier of that operation.
    var lastEpoch: UInt32 = 0
    /// The entries of the counters up to and including `lastCounter`, without gaps.
    var entries: Deque<Entry> = []

    struct Entry: Hashable, Sendable {
      /// SHA-256 of the operation's bytes.
      let hash: [UInt8]
      let epoch: UInt32
      let stored: StoredOutcome
    }

    /// How far the ledger is, without its entries: a copy that shares them makes the next change
    /// copy them.
    var state: (lastCounter: UInt64, lastEpoch: UInt32, count: Int) {
      (lastCounter, lastEpoch, entries.count)
    }

    func entry(for counter: UInt64) -> Entry? {
      guard let first = entries.first?.stored.counter, counter >= first, counter <= lastCounter
      else { return nil }
      return entries[Int(counter - first)]
    }

    mutating func append(_ entry: Entry) {
      entries.append(entry)
      lastCounter = entry.stored.counter
      lastEpoch = entry.epoch
    }

    mutating func forget(through counter: UInt64) {
      while let first = entries.first, first.stored.counter <= counter { entries.removeFirst() }
    }

    /// Takes back the operations that were ordered after `sequence` and never became durable.
    mutating func revert(to sequence: UInt64) {
      while let last = entries.last, last.stored.sequence > sequence {
        entries.removeLast()
        lastCounter = last.stored.counter - 1
        // With no entry left the epoch of the operation before is not known; 0 refuses no epoch.
        lastEpoch = entries.last?.epoch ?? 0
      }
    }
  }
}
