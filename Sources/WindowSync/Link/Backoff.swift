/// How long to wait before dialing again: longer after each failure, and never in step with the
/// other windows that lost the same coordinator.
enum Backoff {
  /// The first retry is fast: most cuts are a coordinator that starts again, or a moved laptop.
  static let firstRange: ClosedRange<UInt64> = 50...250
  /// What a coordinator that stays away is asked for at the most, in milliseconds.
  static let cap: UInt64 = 15_000
  /// A coordinator may ask for more patience, but not for a window that never comes back (ERR-006).
  static let longestRetryAfter: UInt64 = 60_000
  /// Where the coordinator broke the protocol: at once it would only do so again.
  static let faultPause: UInt64 = 5_000

  /// - Parameters:
  ///   - attempt: failures since the link last lived.
  ///   - jitter: 64 random bits.
  /// - Returns: milliseconds.
  static func delay(attempt: Int, jitter: UInt64) -> UInt64 {
    let range = range(attempt: attempt)
    return range.lowerBound + jitter % (range.upperBound - range.lowerBound + 1)
  }

  static func range(attempt: Int) -> ClosedRange<UInt64> {
    guard attempt > 0 else { return firstRange }
    // Six doublings are beyond the cap already.
    let upper = min(cap, firstRange.upperBound << UInt64(min(attempt, 6)))
    return upper / 4...upper
  }
}
