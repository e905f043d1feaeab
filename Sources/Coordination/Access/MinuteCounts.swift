import BoardModel
import LogRecords

/// What happens over and over, counted by address and minute, so that it fills neither the audit, nor the
/// log, nor the memory: refusals of strangers, and arrivals of devices, with the device's name in the place
/// of the address.
///
/// A minute begins with the first event after the one before is over, and all counts begin anew with
/// it.
public struct MinuteCounts: Hashable, Sendable {
  /// How long events are counted together, in milliseconds.
  static let period: UInt64 = 60_000
  /// The most addresses told apart in a period; all others count as one, as a stranger may have many.
  public let addresses: Int
  /// The most reasons told apart of one address; all others of it count as one, as a stranger may give
  /// many. Beyond the first of each address so many are told apart in all as there are addresses.
  public let reasons: Int

  /// For the audit.
  public static let forAudit = MinuteCounts(addresses: 64, reasons: 6)
  /// For the log that an operator reads, which has each reason in its line: with `linesPerAddress`, at most
  /// some hundred lines in a minute.
  public static let forLog = MinuteCounts(addresses: 16, reasons: 1)
  /// For the devices that connect, in the log. Each has come by an invitation.
  public static let ofArrivals = MinuteCounts(addresses: 256, reasons: 1)
  /// The events of one address that are written down one by one in a period: enough to see what
  /// somebody tries.
  public static let linesPerAddress = 5

  /// The events of one address.
  public struct Count: Hashable, Sendable {
    /// The address; nil for all addresses that were not told apart.
    public let address: String?
    /// Why they happened; where reasons are not told apart, the first of them, and empty for those
    /// behind the ones that are.
    public let reason: String
    public fileprivate(set) var times: UInt32

    /// How many were not written down one by one.
    public var omitted: Int { max(Int(times) - MinuteCounts.linesPerAddress, 0) }
  }

  private enum State: Hashable, Sendable {
    case quiet
    case counting(since: UInt64, Told)
  }

  /// What is told apart.
  private struct Told: Hashable, Sendable {
    var counts: [Count] = []
    /// Where the counts of each address stand.
    var places: [String: [Int]] = [:]
    /// The reasons that are told apart beyond the first of each address.
    var further = 0
    /// The events at addresses that are not told apart.
    var others = Count(address: nil, reason: "", times: 0)
  }

  private var state = State.quiet

  init(addresses: Int, reasons: Int) {
    (self.addresses, self.reasons) = (addresses, reasons)
  }

  /// When the period is over; nil while nothing happened.
  public var deadline: UInt64? {
    switch state {
    case .quiet: nil
    case .counting(let since, _): since + Self.period
    }
  }

  /// Counts one event.
  ///
  /// - Parameter now: in milliseconds of a clock that never goes back.
  /// - Returns: whether it is one of the first of its address, which are written down one by one.
  public mutating func note(_ address: String, _ reason: String, now: UInt64) -> Bool {
    var since = now
    var told = Told()
    if case .counting(let begun, let known) = state {
      (since, told) = (begun, known)
      state = .quiet
    }
    let seen = add(address, reason, to: &told)
    state = .counting(since: since, told)
    return seen <= Self.linesPerAddress
  }

  /// - Returns: how many are counted with this one now.
  private func add(_ address: String, _ reason: String, to told: inout Told) -> UInt32 {
    let places = told.places[address] ?? []
    guard !places.isEmpty || told.places.count < addresses else {
      told.others.add()
      return told.others.times
    }
    let same = reasons == 1 ? places.first : places.first { told.counts[$0].reason == reason }
    if let place = same ?? places.first(where: { told.counts[$0].reason.isEmpty }) {
      told.counts[place].add()
      return told.counts[place].times
    }
    let isToldApart = places.isEmpty || places.count < reasons && told.further < addresses
    if !places.isEmpty, isToldApart { told.further += 1 }
    told.places[address, default: []].append(told.counts.count)
    told.counts.append(Count(address: address, reason: isToldApart ? reason : "", times: 1))
    return 1
  }

  /// Ends a period that is over.
  /// - Returns: its counts, in the order of the first of each; those that were not told
  ///   apart come last.
  public mutating func take(now: UInt64) -> [Count] {
    guard let deadline, now >= deadline else { return [] }
    return takeAll()
  }

  /// Ends the period, over or not.
  public mutating func takeAll() -> [Count] {
    guard case .counting(_, let told) = state else { return [] }
    state = .quiet
    return told.others.times > 0 ? told.counts + [told.others] : told.counts
  }
}

extension MinuteCounts.Count {
  fileprivate mutating func add() { if times < .max { times += 1 } }

  /// - Parameter time: in milliseconds since 1970.
  fileprivate func audit(at time: UInt64) -> AuditRecord {
    AuditRecord(
      time: time, kind: .refused, address: address ?? "",
      detail: address == nil ? "at other addresses" : reason.isEmpty ? "for other reasons" : reason,
      count: times)
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
  mutating func tellRefusals() { audit(refusals.take(now: now.monotonic)) }

  /// Puts all refusals into the log that are not there.
  mutating func tellAllRefusals() { audit(refusals.takeAll()) }

  private mutating func audit(_ counts: [MinuteCounts.Count]) {
    guard !counts.isEmpty else { return }
    for count in counts { access.note(count.audit(at: now.wall)) }
    commits.saveAccess()
  }
}
