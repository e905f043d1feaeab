/// How much of an event loop's time handshakes may take (SPEC.md TLS-020): all of it while nothing
/// else waits, and a fifth otherwise.
///
/// Times are processor time of the loop's thread in nanoseconds, so that what else the machine does
/// counts for nobody. A *round* of the loop serves each socket that is ready once. After a round in
/// which the others had nothing to do, nothing of theirs waits.
struct HandshakeBudget: Hashable, Sendable {
  /// For each part of the time that handshakes get beside others, these had four.
  static let othersForOne = 4
  /// The most that is saved up, for some ten handshakes: after a long time without any they must not
  /// take the loop for long.
  static let mostSaved = 5_000_000
  /// A round in which others took no more than this had nothing for them to do. The loop itself
  /// takes some tens of microseconds for a round, and the shortest request somewhat more than this.
  static let quietRound = 100_000

  /// What handshakes may still take beside others; below 0 where the last one took more.
  private(set) var saved = 0
  /// Whether nothing else waits.
  private var isQuiet = false

  /// Notes a round of the loop in which others took so long.
  mutating func note(others: Int) {
    saved = min(Self.mostSaved, saved + others / Self.othersForOne)
    isQuiet = others <= Self.quietRound
  }

  /// Whether a step of a handshake may be taken now.
  var allowsStep: Bool { isQuiet || saved > 0 }

  /// Whether another step may be taken in the same round. While nothing else waits the next round
  /// comes at once.
  var allowsMore: Bool { !isQuiet && saved > 0 }

  /// Notes what was done for handshakes. What nobody else waited for is free.
  mutating func spend(_ time: Int) {
    if !isQuiet { saved -= time }
  }
}
