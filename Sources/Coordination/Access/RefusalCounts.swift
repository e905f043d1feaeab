import BoardModel
import LogRecords

/// The refusals of this minute, counted by address, so that a stranger who is refused over and over
/// fills neither the log nor the memory.
struct RefusalCounts: Sendable {
  /// The most addresses told apart in a minute; all others count as one.
  static let addresses = 64
  private static let minute: UInt64 = 60_000

  private var since: UInt64?
  private var counts: [String: (reason: String, count: UInt32)] = [:]
  private var others: UInt32 = 0

  /// - Parameter now: in milliseconds of a clock that never goes back.
  mutating func note(_ address: String, _ reason: String, now: UInt64) {
    if since == nil { since = now }
    if let known = counts[address] {
      counts[address] = (known.reason, known.count == .max ? .max : known.count + 1)
    } else if counts.count < RefusalCounts.addresses {
      counts[address] = (reason, 1)
    } else if others < .max {
      others += 1
    }
  }

  /// When the minute is over; nil while nobody was refused.
  var deadline: UInt64? { since.map { $0 + RefusalCounts.minute } }

  /// Takes the counts of a minute that is over, in the order of the addresses.
  mutating func take(now: Moment) -> [AuditRecord] {
    guard let deadline, now.monotonic >= deadline else { return [] }
    defer { self = RefusalCounts() }
    var records = counts.sorted { $0.key < $1.key }.map { address, seen in
      AuditRecord(
        time: now.wall, kind: .refused, address: address, detail: seen.reason, count: seen.count)
    }
    if others > 0 {
      records.append(
        AuditRecord(
          time: now.wall, kind: .refused, detail: "at other addresses", count: others))
    }
    return records
  }
}

extension Coordinator {
  mutating func noteRefusal(at id: ConnectionID, _ reason: String) {
    noteRefusal(at: visitor(of: id)?.address ?? "", reason)
  }

  /// Counts a refusal for the audit.
  mutating func noteRefusal(at address: String, _ reason: String) {
    // A reason is for one line, whatever a peer's certificate says of itself.
    let text = String(
      reason.unicodeScalars.prefix(300).map { $0.value < 0x20 ? " " : Character($0) })
    refusals.note(address, text, now: now.monotonic)
  }

  /// Puts the refusals of a minute that is over into the log.
  mutating func tellRefusals() {
    let records = refusals.take(now: now)
    guard !records.isEmpty else { return }
    for record in records { access.note(record) }
    commits.saveAccess()
  }
}
