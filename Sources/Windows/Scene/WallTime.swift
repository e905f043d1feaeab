import WindowSync

/// What a clock on the wall shows, as far as the window was told.
struct WallTime: Sendable {
  private var time: UInt64?
  private var moment: UInt64 = 0
  /// Seconds that local time is ahead of UTC.
  private(set) var ahead = 0

  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - moment: of the window's own clock, which never goes back.
  mutating func set(_ time: UInt64, ahead: Int? = nil, at moment: UInt64) {
    (self.time, self.moment) = (time, moment)
    if let ahead { self.ahead = ahead }
  }

  /// Milliseconds since 1970; nil while nobody told.
  func time(at now: UInt64) -> UInt64? { time.map { $0 + (now > moment ? now - moment : 0) } }

  /// The local day.
  func day(at now: UInt64) -> CalendarDay? { time(at: now).flatMap { day(of: $0) } }

  /// The local day of a time in milliseconds since 1970.
  func day(of time: UInt64) -> CalendarDay? {
    seconds(time).flatMap { CalendarDay($0 / 86_400) }
  }

  /// `2026-12-01 09:30`, local.
  func text(of time: UInt64) -> String {
    guard let seconds = seconds(time), let day = CalendarDay(seconds / 86_400) else { return "" }
    let minutes = seconds % 86_400 / 60
    return "\(day.text) \(Digits.padded(minutes / 60, 2)):\(Digits.padded(minutes % 60, 2))"
  }

  private func seconds(_ time: UInt64) -> Int? {
    let seconds = Int(clamping: time / 1_000)
    let (local, overflows) = seconds.addingReportingOverflow(ahead)
    return overflows || local < 0 ? nil : local
  }
}
