import BoardModel
import DequeModule
import LogRecords
import Wire

/// A session while the coordinator runs: its record, and what its operations came to.
struct Session: Sendable {
  var record: SessionRecord
  /// As the log has it; nil until it has it at all.
  var durable: SessionRecord?
  /// The connection that is this session now. The one place that decides who may act for it.
  var route: ConnectionID?
  var ledger: Ledger

  /// The window has got and kept what lies at or below these numbers.
  mutating func acknowledge(counter: UInt64, sequence: UInt64, durable: UInt64) {
    // Nobody has what is not durable yet, whatever they say.
    let known = ledger.entries.last { $0.stored.sequence <= durable }?.stored.counter
    let counter = min(counter, known ?? record.acknowledgedCounter)
    record.acknowledgedCounter = max(record.acknowledgedCounter, counter)
    record.acknowledgedSequence = max(record.acknowledgedSequence, min(sequence, durable))
    ledger.forget(through: counter)
  }

  /// Whether ATTACH may be answered although the log took nothing: the instance's epoch is durable,
  /// or the session may be without (SPEC.md EDT-027).
  func isAttachable(as instance: InstanceID) -> Bool {
    durable.map { $0.instance == instance } ?? (record.instance == instance && mayStayUnwritten)
  }

  /// No second process attaches as the session of a command, as one may as a window's: an epoch that
  /// a crash loses is never given to two.
  private var mayStayUnwritten: Bool { record.configuration == .command && record.epoch == 1 }

  /// Takes back what was to become durable with a group that failed: whose the session is, and that
  /// it ended. What its window said it holds stays said: it says so once.
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
    /// The log has nothing of it. It stays, and its record goes with the next group: its first
    /// operation is never durable without it.
    case unwritten
    /// The log has nothing of it, and it cannot stay.
    case lost
  }

  /// Outcomes from the acknowledged counter on, one for each counter.
  struct Ledger: Hashable, Sendable {
    /// The last counter that was ordered; 0 for none.
    var lastCounter: UInt64 = 0
    /// The epoch in that operation's identifier.
    var lastEpoch: UInt32 = 0
    /// The counters up to and including `lastCounter`, without gaps.
    var entries: Deque<Entry> = []

    struct Entry: Hashable, Sendable {
      /// SHA-256 of the operation's bytes.
      let hash: [UInt8]
      let epoch: UInt32
      let stored: StoredOutcome
    }

    /// How far it is, without the entries: who holds those makes the next change copy them.
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

    /// Takes back what was ordered behind `sequence` and never became durable.
    mutating func revert(to sequence: UInt64) {
      while let last = entries.last, last.stored.sequence > sequence {
        entries.removeLast()
        lastCounter = last.stored.counter - 1
        // With no entry left the epoch of the operation before is not known; 0 refuses nobody.
        lastEpoch = entries.last?.epoch ?? 0
      }
    }
  }
}
