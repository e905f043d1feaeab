import DequeModule

/// Which address has the next turn (SPEC.md TLS-020, TLS-025).
///
/// The addresses that have somebody in line stand in two lines, each first come, first served: those
/// that return, as they had a turn in the last seconds, and those that are new. While new ones wait, one
/// that returns has its turn no sooner than if all stood in one line, and then every other one is left to
/// those that are new. So whoever comes for the first time in a while does not stand behind a crowd that
/// comes again and again, whoever returns has as many turns as each of a crowd of ever new ones, and no
/// address that can go on waits for more than about twice as many turns as there are in line.
struct AddressTurns: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// It had a turn in the last seconds.
    case returning
    case new

    var other: Kind {
      switch self {
      case .returning: .new
      case .new: .returning
      }
    }
  }

  private struct Returning: Hashable, Sendable {
    let address: PeerAddress
    /// The number of turns after which it would have its own if all stood in one line.
    let due: Int
  }

  /// The two lines, the next one first. Each address is in one of them, once.
  private var returning: [Returning] = []
  private var new: [PeerAddress] = []
  /// How many turns there were.
  private var count = 0
  /// Whether the last one was of a new address.
  private var wasNew = false
  private var past = PastTurns()

  var isEmpty: Bool { returning.isEmpty && new.isEmpty }

  /// Whose turn it is, where both wait.
  private var next: Kind {
    guard wasNew, let first = returning.first, first.due <= count else { return .new }
    return .returning
  }

  /// Those in line: first whose turn it is, then who has it where none of these can go on.
  var order: [PeerAddress] { self[next] + self[next.other] }

  subscript(kind: Kind) -> [PeerAddress] {
    switch kind {
    case .returning: returning.map(\.address)
    case .new: new
    }
  }

  /// Puts an address at the end of its line, if it is in none.
  mutating func enter(_ address: PeerAddress, now: UInt64) {
    guard !new.contains(address), !isReturning(address) else { return }
    if past.has(address, now: now) {
      returning.append(Returning(address: address, due: count + returning.count + new.count))
    } else {
      new.append(address)
    }
  }

  mutating func leave(_ address: PeerAddress) {
    returning.removeAll { $0.address == address }
    new.removeAll { $0 == address }
  }

  /// Notes that an address in line has a turn, and takes it out of its line.
  mutating func take(_ address: PeerAddress, now: UInt64) {
    wasNew = !isReturning(address)
    count += 1
    leave(address)
    past.add(address, now: now)
  }

  private func isReturning(_ address: PeerAddress) -> Bool {
    returning.contains { $0.address == address }
  }
}

/// The turns of the last seconds. An address whose turns are forgotten counts as new.
private struct PastTurns: Hashable, Sendable {
  /// For how many nanoseconds a turn is remembered: as long as a handshake may take (TLS-019).
  private static let age: UInt64 = 5_000_000_000
  /// The most that are remembered, however many there are in that time.
  private static let most = 8_192

  private struct Turn: Hashable, Sendable {
    let address: PeerAddress
    let time: UInt64
  }

  private var turns: Deque<Turn> = []
  /// How many of them each address had.
  private var counts: [PeerAddress: Int] = [:]

  mutating func has(_ address: PeerAddress, now: UInt64) -> Bool {
    while let first = turns.first, first.time + Self.age <= now { forgetFirst() }
    return counts[address] != nil
  }

  mutating func add(_ address: PeerAddress, now: UInt64) {
    if turns.count == Self.most { forgetFirst() }
    turns.append(Turn(address: address, time: now))
    counts[address, default: 0] += 1
  }

  private mutating func forgetFirst() {
    let address = turns.removeFirst().address
    let left = (counts[address] ?? 0) - 1
    counts[address] = left > 0 ? left : nil
  }
}
