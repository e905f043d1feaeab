/// An estimate of the coordinator's clock, for showing when an unconfirmed edit was made, and how
/// long ago a confirmed one.
struct WallClock: Hashable, Sendable {
  private var time: UInt64 = 0
  private var moment: UInt64 = 0

  /// - Parameter time: milliseconds since 1970 at the monotonic `moment`.
  mutating func set(_ time: UInt64, at moment: UInt64) {
    self.time = time
    self.moment = moment
  }

  func time(at moment: UInt64) -> UInt64 {
    time &+ (moment > self.moment ? moment - self.moment : 0)
  }
}
