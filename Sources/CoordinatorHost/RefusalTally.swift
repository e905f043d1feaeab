/// Decides which refusals are logged one by one and which are only counted. The first of each
/// address are logged, which shows what is tried; the bounds keep a stranger from filling the disk
/// by being refused.
///
/// A period begins with the first refusal after the one before is over, and all counts begin anew
/// with it.
struct RefusalTally: Hashable, Sendable {
  /// The refusals logged of one address in a period: enough to see what somebody tries.
  static let linesPerAddress = 5
  /// The most addresses told apart in a period; all others count as one, as a stranger may have
  /// many.
  static let addresses = 16
  /// The length of a period in milliseconds. With the bounds above, at most some hundred lines are
  /// logged in it.
  static let period: UInt64 = 600_000

  /// The refusals of one address that were not logged.
  struct Omitted: Hashable, Sendable {
    /// The address; nil for all addresses that were not told apart.
    let address: String?
    let count: Int
  }

  private enum State: Hashable, Sendable {
    case quiet
    /// The counts are in the order of the addresses' first refusals; `others` counts those beyond
    /// the bound.
    case counting(until: UInt64, [Count], others: Count)
  }

  private struct Count: Hashable, Sendable {
    let address: String?
    var refusals = 0

    /// - Returns: whether this refusal is logged.
    mutating func add() -> Bool {
      refusals += 1
      return refusals <= RefusalTally.linesPerAddress
    }

    var omitted: Omitted? {
      let count = refusals - RefusalTally.linesPerAddress
      return count > 0 ? Omitted(address: address, count: count) : nil
    }
  }

  private var state = State.quiet

  /// The end of the period, when `take` has counts to return; nil while there are none.
  var periodEnd: UInt64? {
    switch state {
    case .quiet: nil
    case .counting(let end, _, _): end
    }
  }

  /// Counts a refusal. Times are milliseconds of a clock that never goes back.
  /// - Returns: whether it is logged.
  mutating func note(_ address: String, at now: UInt64) -> Bool {
    switch state {
    case .quiet:
      var count = Count(address: address)
      let written = count.add()
      state = .counting(until: now + Self.period, [count], others: Count(address: nil))
      return written
    case .counting(let end, var counts, var others):
      let written: Bool
      if let index = counts.firstIndex(where: { $0.address == address }) {
        written = counts[index].add()
      } else if counts.count < Self.addresses {
        var count = Count(address: address)
        written = count.add()
        counts.append(count)
      } else {
        written = others.add()
      }
      state = .counting(until: end, counts, others: others)
      return written
    }
  }

  /// Ends a period that is over.
  /// - Returns: the refusals that were not logged in it.
  mutating func take(at now: UInt64) -> [Omitted] {
    guard let end = periodEnd, end <= now else { return [] }
    return takeAll()
  }

  /// Ends the period, over or not.
  mutating func takeAll() -> [Omitted] {
    switch state {
    case .quiet: return []
    case .counting(_, let counts, let others):
      state = .quiet
      return (counts + [others]).compactMap(\.omitted)
    }
  }
}
