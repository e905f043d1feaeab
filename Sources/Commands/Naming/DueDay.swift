import BoardModel
import Glibc
import WindowSync

/// The day a card is due, as a person writes it; nil takes the date away.
struct DueDay: Hashable, Sendable {
  /// Days since 1970-01-01.
  let day: UInt32?

  static let forms =
    "2026-11-25, today, tomorrow, +3d, +2w, the name of a weekday (the next such day after today), "
    + "or none"

  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  /// 1970-01-01 was a Thursday.
  private static let firstWeekday: UInt32 = 4
  private static let units: [Character: UInt32] = ["d": 1, "w": 7]

  init(_ text: String) throws(CommandFailure) { try self.init(text, today: DueDay.today) }

  init(_ text: String, today: UInt32) throws(CommandFailure) {
    let name = text.lowercased()
    switch name {
    case "none": day = nil
    case "today": day = today
    case "tomorrow": day = today + 1
    default:
      guard
        let found = DueDay.weekday(name, today) ?? DueDay.later(name, today) ?? DueDay.date(name)
      else {
        throw CommandFailure(
          .usage, "\(Naming.quoted(text)) is no date: write \(DueDay.forms)")
      }
      day = found
    }
  }

  /// As in `2026-11-25`.
  static func text(_ day: UInt32) -> String {
    String(Timestamp.text(UInt64(day) * 86_400_000).prefix(10))
  }

  /// In this place's time.
  static var today: UInt32 {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return days(Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  private static func weekday(_ name: String, _ today: UInt32) -> UInt32? {
    guard name.utf8.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(name) })
    else { return nil }
    let ahead = (UInt32(index) + 14 - (today + firstWeekday) % 7) % 7
    return today + (ahead == 0 ? 7 : ahead)
  }

  private static func later(_ name: String, _ today: UInt32) -> UInt32? {
    guard name.first == "+", let unit = name.last.flatMap({ units[$0] }),
      let count = UInt32(name.dropFirst().dropLast()), count <= 36_500
    else { return nil }
    return today + count * unit
  }

  private static func date(_ text: String) -> UInt32? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year >= 1_970, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let found = days(year, month, day)
    // A day that the month does not have is one of the next.
    return DueDay.text(found) == text && found <= UInt32(BoardLimits.dueDay) ? found : nil
  }

  /// Since 1970-01-01, by counting eras of 400 years from March on.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> UInt32 {
    let shifted = month <= 2 ? year - 1 : year
    let ofEra = shifted % 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = shifted / 400 * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear
    return UInt32(clamping: days - 719_468)
  }
}
