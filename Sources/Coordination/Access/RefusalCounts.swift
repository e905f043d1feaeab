import BoardModel
import LogRecords

/// Refusals counted by address over a period, so that a stranger who is refused over and over fills
/// neither the log nor the memory: for the audit by the minute, for the lines that an operator reads by
/// ten minutes.
///
/// A period begins with the first refusal after the one before is over, and all counts begin anew with
/// it.
public struct RefusalCounts: Hashable, Sendable {
  /// How long refusals are counted together, in milliseconds.
  public let period: UInt64
  /// The most addresses told apart in a period; all others count as one, as a stranger may have many.
  public let addresses: Int

  /// For the audit.
  public static let byMinute = RefusalCounts(period: 60_000, addresses: 64)
  /// For the log that an operator reads: with `linesPerAddress`, at most some hundred lines in a period.
  public static let forLog = RefusalCounts(period: 600_000, addresses: 16)
  /// The refusals of one address that are written down one by one in a period: enough to see what
  /// somebody tries.
  public static let linesPerAddress = 5

  /// The refusals of one address.
  public struct Count: Hashable, Sendable {
    /// The address; nil for all addresses that were not told apart.
    public let address: String?
    /// What the first was refused for.
    public let reason: String
    public fileprivate(set) var refusals: UInt32

    /// How many were not written down one by one.
    public var omitted: Int { max(Int(refusals) - RefusalCounts.linesPerAddress, 0) }
  }

  private enum State: Hashable, Sendable {
    case quiet
    /// `places` finds the counts by their addresses; `others` counts those beyond the bound.
    case counting(since: UInt64, [Count], places: [String: Int], others: Count)
  }

  private var state = State.quiet

  init(period: UInt64, addresses: Int) {
    (self.period, self.addresses) = (period, addresses)
  }

  /// When the period is over; nil while nobody was refused.
  public var deadline: UInt64? {
    switch state {
    case .quiet: nil
    case .counting(let since, _, _, _): since + period
    }
  }

  /// Counts a refusal.
  ///
  /// - Parameter now: in milliseconds of a clock that never goes back.
  /// - Returns: whether it is one of the first of its address, which are written down one by one.
  public mutating func note(_ address: String, _ reason: String, now: UInt64) -> Bool {
    var since = now
    var counts: [Count] = []
    var places: [String: Int] = [:]
    var others = Count(address: nil, reason: "", refusals: 0)
    if case .counting(let begun, let known, let found, let rest) = state {
      (since, counts, places, others) = (begun, known, found, rest)
      state = .quiet
    }
    let seen: UInt32
    if let place = places[address] {
      counts[place].add()
      seen = counts[place].refusals
    } else if counts.count < addresses {
      places[address] = counts.count
      counts.append(Count(address: address, reason: reason, refusals: 1))
      seen = 1
    } else {
      others.add()
      seen = others.refusals
    }
    state = .counting(since: since, counts, places: places, others: others)
    return seen <= Self.linesPerAddress
  }

  /// Ends a period that is over.
  /// - Returns: its counts, in the order of the addresses' first refusals; those that were not told
  ///   apart come last.
  public mutating func take(now: UInt64) -> [Count] {
    guard let deadline, now >= deadline else { return [] }
    return takeAll()
  }

  /// Ends the period, over or not.
  public mutating func takeAll() -> [Count] {
    guard case .counting(_, let counts, _, let others) = state else { return [] }
    state = .quiet
    return others.refusals > 0 ? counts + [others] : counts
  }
}

extension RefusalCounts.Count {
  fileprivate mutating func add() { if refusals < .max { refusals += 1 } }

  /// - Parameter time: in milliseconds since 1970.
  fileprivate func audit(at time: UInt64) -> AuditRecord {
    AuditRecord(
      time: time, kind: .refused, address: address ?? "",
      detail: address == nil ? "at other addresses" : reason, count: refusals)
  }
}

extension Coordinator {
  mutating func noteRefusal(at id: ConnectionID, _ reason: String) {
    noteRefusal(at: visitor(of: id)?.address ?? "", reason)
  }

  /// Counts a refusal for the audit.
  mutating func noteRefusal(at address: String, _ reason: String) {
    // A reason is for one line, and for the rules of titles (SPEC.md TXT-002), whatever a peer says of
    // itself.
    let text = String(
      String.UnicodeScalarView(
        reason.unicodeScalars.prefix(300).map {
          $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0
        }))
    _ = refusals.note(address, text, now: now.monotonic)
  }

  /// Puts the refusals of a minute that is over into the log.
  mutating func tellRefusals() {
    let counts = refusals.take(now: now.monotonic)
    guard !counts.isEmpty else { return }
    for count in counts { access.note(count.audit(at: now.wall)) }
    commits.saveAccess()
  }
}
