import BoardModel

/// When the digest of a board is published, and who hashes for it: the loop itself where little
/// changed, another thread where much did.
struct DigestSchedule: Sendable {
  /// When a digest was published last; 0 before the first.
  private var last: UInt64 = 0
  /// The number of the pinned board that another thread hashes.
  private var hashing: UInt64?

  /// Digests are published at sequence numbers divisible by this (SPEC.md DIG-004).
  static let interval: UInt64 = 64
  static let milliseconds: UInt64 = 1_000
  /// The most parts that the loop hashes in one turn: about a millisecond.
  static let hashesPerTurn = 256

  private func isDue(now: Moment) -> Bool {
    last == 0 || now.monotonic - last >= Self.milliseconds
  }

  /// Whether a digest is to be published now.
  func isDue(on board: Board, now: Moment) -> Bool {
    board.sequence % Self.interval == 0 && isDue(now: now) && hashing == nil
      && board.unhashedCount <= Self.hashesPerTurn
  }

  mutating func take(of board: inout Board, now: Moment) -> CommitBatch.Digest {
    last = max(now.monotonic, 1)
    return (board.sequence, board.digest())
  }

  /// Whether another thread has to hash what changed, so that a digest can be published.
  func isBehind(_ board: Board, now: Moment) -> Bool {
    hashing == nil && isDue(now: now) && board.unhashedCount > Self.hashesPerTurn
  }

  mutating func begin(_ number: UInt64) { hashing = number }

  /// - Returns: whether this is what was being hashed.
  mutating func finish(_ number: UInt64) -> Bool {
    guard hashing == number else { return false }
    hashing = nil
    return true
  }

  /// Notes that the board is read again from the log, with no digest taken.
  mutating func lose() { hashing = nil }
}
