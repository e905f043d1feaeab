import WindowSync

/// The time of day, counted on from the last time that the window was told.
struct WallTime: Sendable {
  private var time: UInt64?
  private var moment: UInt64 = 0
  private var zone = LocalZone(ahead: 0)

  /// - Parameters:
  ///   - time: the time in milliseconds since 1970.
  ///   - moment: the same moment by the window's own clock, which never goes back, in milliseconds.
  mutating func set(_ time: UInt64, zone: LocalZone? = nil, at moment: UInt64) {
    (self.time, self.moment) = (time, moment)
    if let zone { self.zone = zone }
  }

  /// The time in milliseconds since 1970; nil until the window was told one.
  func time(at now: UInt64) -> UInt64? { time.map { $0 + (now > moment ? now - moment : 0) } }

  /// The local day.
  func day(at now: UInt64) -> CalendarDay? { time(at: now).flatMap { day(of: $0) } }

  /// The local day of a time in milliseconds since 1970.
  func day(of time: UInt64) -> CalendarDay? {
    seconds(time).flatMap { CalendarDay($0 / 86_400) }
  }

  /// The time in the form in which commands print and take it.
  func text(of time: UInt64) -> String { zone.text(time) }

  private func seconds(_ time: UInt64) -> Int? {
    let seconds = Int(clamping: time / 1_000)
    let (local, overflows) = seconds.addingReportingOverflow(zone.ahead(at: time))
    return overflows || local < 0 ? nil : local
  }
}
