/// How long to wait before dialing again: longer after each failure, and never in step with the
/// other windows that lost the same coordinator.
enum Backoff {
  /// The range of the first pause, in milliseconds. It is short, because most cuts are a
  /// coordinator that starts again, or a moved laptop.
  static let firstRange: ClosedRange<UInt64> = 50...250
  /// The longest pause, in milliseconds, between two attempts to reach a coordinator that stays
  /// away.
  static let cap: UInt64 = 15_000
  /// The pause, in milliseconds, after the coordinator broke the protocol: at once it would only do
  /// so again.
  static let faultPause: UInt64 = 5_000

  /// - Parameters:
  ///   - attempt: the number of failures since the link last lived.
  ///   - jitter: 64 random bits.
  /// - Returns: the pause in milliseconds.
  static func delay(attempt: Int, jitter: UInt64) -> UInt64 {
    let range = range(attempt: attempt)
    return range.lowerBound + jitter % (range.upperBound - range.lowerBound + 1)
  }

  static func range(attempt: Int) -> ClosedRange<UInt64> {
    guard attempt > 0 else { return firstRange }
    // The range is beyond the cap after six doublings.
    let upper = min(cap, firstRange.upperBound << UInt64(min(attempt, 6)))
    return upper / 4...upper
  }
}
