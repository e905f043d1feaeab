import Glibc
import Wording

/// A moment in the past, as a person writes one.
struct PastTime: Hashable, Sendable {
  /// The moment, in milliseconds since 1970.
  let milliseconds: UInt64
  /// The text that was written.
  private let text: String
  /// The time by this machine's clock, in milliseconds since 1970.
  private let now: UInt64

  static let forms =
    "a time as it is printed (\u{201C}2026-11-21 09:55:19.042 +0100\u{201D}, from the left as much "
    + "as you like; without +0100 or Z in this place's time), or 90s, 10m, 2h, 3d ago"

  init(_ text: String) throws(CommandFailure) {
    try self.init(text, now: Clock.wall) { PastTime.seconds(local: $0) }
  }

  /// - Parameters:
  ///   - now: the current time, in milliseconds since 1970.
  ///   - local: gives the seconds since 1970 of a local date and time; nil if there is no such
  ///     time.
  init(
    _ text: String, now: UInt64, local: (CivilTime) -> Int64?
  ) throws(CommandFailure) {
    guard let time = PastTime.ago(text, now) ?? PastTime.date(text, local) else {
      throw CommandFailure(
        .usage, "\(Naming.quoted(text)) is no time: write \(PastTime.forms)")
    }
    milliseconds = time
    self.text = text
    self.now = now
  }

  /// Whether the moment is in the future by this machine's clock.
  var isStillToCome: Bool { milliseconds > now }

  /// Checks that the moment has passed by this machine's clock or by another.
  /// - Parameter other: the latest time that another clock has given out, in milliseconds since
  ///   1970.
  /// - Throws: a usage error if it has passed by neither clock.
  func needPast(by other: UInt64? = nil) throws(CommandFailure) {
    guard isStillToCome, milliseconds > other ?? 0 else { return }
    throw CommandFailure(.usage, "\(Naming.quoted(text)) is still to come")
  }

  private static let units: [Character: UInt64] = [
    "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]

  private static func ago(_ text: String, _ now: UInt64) -> UInt64? {
    guard let unit = text.last.flatMap({ units[$0] }), let count = UInt64(text.dropLast()) else {
      return nil
    }
    let (span, overflows) = count.multipliedReportingOverflow(by: unit)
    return overflows || span > now ? 0 : now - span
  }

  private static func date(_ text: String, _ local: (CivilTime) -> Int64?) -> UInt64? {
    var rest = Substring(text)
    guard let time = CivilTime(&rest) else { return nil }
    var seconds: Int64?
    if rest.isEmpty {
      seconds = local(time)
    } else if let offset = CivilTime.offset(rest) {
      seconds = time.secondsInUTC - offset
    }
    guard let seconds, seconds >= 0 else { return nil }
    return UInt64(seconds) * 1_000 + time.milliseconds
  }

  private static func seconds(local time: CivilTime) -> Int64? {
    var parts = tm()
    parts.tm_year = Int32(time.year - 1_900)
    parts.tm_mon = Int32(time.month - 1)
    parts.tm_mday = Int32(time.day)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    parts.tm_isdst = -1
    let seconds = mktime(&parts)
    return seconds == -1 ? nil : Int64(seconds)
  }
}

/// A date and a time of day in an unspecified time zone (ISO 8601).
struct CivilTime: Hashable, Sendable {
  var year = 1_970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var milliseconds: UInt64 = 0
  /// The days from 1970-01-01 to the date.
  private let days: Int

  /// Reads a date and a time from the front of the text and leaves the rest. Nil if there is no
  /// date.
  init?(_ text: inout Substring) {
    guard let year = CivilTime.number(&text, 4), CivilTime.take("-", &text),
      let month = CivilTime.number(&text, 2), CivilTime.take("-", &text),
      let day = CivilTime.number(&text, 2),
      let date = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    days = date.number
    (self.year, self.month, self.day) = (year, month, day)
    guard CivilTime.take("T", &text) || CivilTime.take(" ", &text) else { return }
    guard let hour = CivilTime.number(&text, 2), CivilTime.take(":", &text),
      let minute = CivilTime.number(&text, 2), hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    guard CivilTime.take(":", &text) else { return }
    guard let second = CivilTime.number(&text, 2), second < 60 else { return nil }
    self.second = second
    guard CivilTime.take(".", &text) else { return }
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, let value = UInt64((digits + "000").prefix(3)) else { return nil }
    milliseconds = value
    text = text.dropFirst(digits.count)
  }

  /// The seconds since 1970 if the time is in UTC.
  var secondsInUTC: Int64 {
    return Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  /// An offset from UTC in seconds, positive to the east: `Z`, or as in `+02:00` or `+0200`, with
  /// or without a blank before it.
  static func offset(_ text: Substring) -> Int64? {
    var rest = text
    _ = take(" ", &rest)
    if rest == "Z" || rest == "z" { return 0 }
    let isEast = take("+", &rest)
    guard isEast || take("-", &rest), let hours = number(&rest, 2), hours < 24 else { return nil }
    _ = take(":", &rest)
    guard let minutes = rest.isEmpty ? 0 : number(&rest, 2), minutes < 60, rest.isEmpty else {
      return nil
    }
    return Int64(hours * 3_600 + minutes * 60) * (isEast ? 1 : -1)
  }

  private static func take(_ character: Character, _ text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  private static func number(_ text: inout Substring, _ digits: Int) -> Int? {
    let taken = text.prefix(digits)
    guard taken.utf8.count == digits, taken.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    text = text.dropFirst(digits)
    return Int(taken)
  }
}
