/// Which refusals are written down as they come, and which are only counted: the first of each
/// address are, so that one sees what is tried, and nobody can fill a disk by being refused.
///
/// All count anew when a period is over, which begins with the first refusal after the last.
struct RefusalTally: Hashable, Sendable {
  /// Enough to see what somebody tries.
  static let linesPerAddress = 5
  /// Addresses told apart in a period; all others count as one, as a stranger may have many.
  static let addresses = 16
  /// Milliseconds. With the bounds above, some hundred lines in this time at the most.
  static let period: UInt64 = 600_000

  /// Refusals that were not written down.
  struct Omitted: Hashable, Sendable {
    /// Nil for those of addresses that were not told apart.
    let address: String?
    let count: Int
  }

  private enum State: Hashable, Sendable {
    case quiet
    /// Sorted by when they were first refused; `others` are those beyond the bound.
    case counting(until: UInt64, [Count], others: Count)
  }

  private struct Count: Hashable, Sendable {
    let address: String?
    var refusals = 0

    /// - Returns: whether this one is written down.
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

  /// When `take` has something to tell, or nothing is left to count.
  var periodEnd: UInt64? {
    switch state {
    case .quiet: nil
    case .counting(let end, _, _): end
    }
  }

  /// Counts a refusal. Times are milliseconds of a clock that never goes back.
  /// - Returns: whether it is written down.
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
  /// - Returns: what was not written down in it.
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
