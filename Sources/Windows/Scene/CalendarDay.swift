/// A day of the Gregorian calendar, as due dates are: without a time and a zone.
struct CalendarDay: Hashable, Sendable {
  /// Since 1970-01-01; never negative.
  let number: UInt32

  /// The end of the year 9999.
  static let last: UInt32 = 2_932_896

  init?(_ number: Int) {
    guard number >= 0, number <= Int(CalendarDay.last) else { return nil }
    self.number = UInt32(number)
  }

  /// Nil for a day that no month has.
  init?(year: Int, month: Int, day: Int) {
    guard (1970...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    // Years that begin in March end with the day that leap years add.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(era * 146_097 + dayOfEra - 719_468)
    guard date == (year, month, day) else { return nil }
  }

  var date: (year: Int, month: Int, day: Int) {
    let shifted = Int(number) + 719_468
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let calendarMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + shifted / 146_097 * 400 + (calendarMonth <= 2 ? 1 : 0)
    return (year, calendarMonth, day)
  }

  /// `2026-12-01`.
  var text: String {
    "\(date.year)-\(CalendarDay.two(date.month))-\(CalendarDay.two(date.day))"
  }

  /// `12-01`, for where there is little room.
  var short: String { "\(CalendarDay.two(date.month))-\(CalendarDay.two(date.day))" }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// What a person types for a day.
  enum Typed: Hashable {
    case day(CalendarDay)
    case none
  }

  /// `2026-12-01`, `+3d`, `+2w`, `today`, `tomorrow`, `none`; nil where it is none of these.
  static func typed(_ text: String, today: CalendarDay?) -> Typed? {
    let words = text.split(separator: " ")
    guard words.count == 1, let word = words.first?.lowercased() else {
      return words.isEmpty ? Typed.none : nil
    }
    switch word {
    case "none", "-": return Typed.none
    case "today": return today.map { .day($0) }
    case "tomorrow": return today?.after(1).map { .day($0) }
    default: break
    }
    if word.hasPrefix("+") { return ahead(word.dropFirst(), today).map { .day($0) } }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = number(parts[0]),
      let month = number(parts[1]), let day = number(parts[2])
    else { return nil }
    return CalendarDay(year: year, month: month, day: day).map { .day($0) }
  }

  func after(_ days: Int) -> CalendarDay? { CalendarDay(Int(number) + days) }

  private static func ahead(_ text: Substring, _ today: CalendarDay?) -> CalendarDay? {
    let units: [Character: Int] = ["d": 1, "w": 7]
    let unit = text.last.flatMap { units[$0] }
    guard let count = number(unit == nil ? text : text.dropLast()) else { return nil }
    return today?.after(count * (unit ?? 1))
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}

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
    return "\(day.text) \(CalendarDay.two(minutes / 60)):\(CalendarDay.two(minutes % 60))"
  }

  private func seconds(_ time: UInt64) -> Int? {
    let seconds = Int(clamping: time / 1_000)
    let (local, overflows) = seconds.addingReportingOverflow(ahead)
    return overflows || local < 0 ? nil : local
  }
}
