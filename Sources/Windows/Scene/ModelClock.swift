import Wording

/// The window's own time, and the time of day, which is counted on from the last time that the
/// window was told.
struct ModelClock: Sendable {
  /// The milliseconds of a clock that never goes back.
  private(set) var now: UInt64 = 0
  private var told: UInt64?
  /// The value of `now` when the window was told the time of day.
  private var moment: UInt64 = 0
  private var zone = LocalZone(ahead: 0)

  mutating func advance(to time: UInt64) { now = max(now, time) }

  /// - Parameter time: the time of day in milliseconds since 1970.
  mutating func set(_ time: UInt64, zone: LocalZone? = nil) {
    (told, moment) = (time, now)
    if let zone { self.zone = zone }
  }

  /// The time of day in milliseconds since 1970; nil until the window was told one.
  var time: UInt64? { told.map { $0 + (now > moment ? now - moment : 0) } }

  /// The local day.
  var today: CalendarDay? { time.flatMap { day(of: $0) } }

  /// Whether a day is past.
  func isOverdue(_ day: UInt32) -> Bool { today.map { Int(day) < $0.number } ?? false }

  /// The time since something happened, in words; the time itself while the window was not told
  /// what time it is.
  func age(of time: UInt64) -> String {
    self.time.map { ModelClock.age(of: time, at: $0) } ?? text(of: time)
  }

  /// The time since something happened, in words.
  /// - Parameters:
  ///   - time: the time of the event, in milliseconds.
  ///   - now: the present, in milliseconds of the same clock.
  static func age(of time: UInt64, at now: UInt64) -> String {
    let minutes = (now > time ? now - time : 0) / 60_000
    switch minutes {
    case 0: return "just now"
    case 1..<60: return "\(minutes) min ago"
    case 60..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(minutes / (24 * 60)) days ago"
    }
  }

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
