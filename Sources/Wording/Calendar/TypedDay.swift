import BoardModel

/// What a person writes for the day a card is due.
public enum TypedDay: Hashable, Sendable {
  case day(CalendarDay)
  /// The card has no due date, or is to lose the one it has.
  case none

  /// The forms that can be written, as a message lists them.
  public static let forms =
    "2026-12-01, today, tomorrow, +3d, +2w, the name of a weekday (the next such day after today), "
    + "or none"

  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  /// The weekday of 1970-01-01, a Thursday.
  private static let firstWeekday = 4
  private static let units: [Character: Int] = ["d": 1, "w": 7]

  /// Fails where the text has none of the forms, or names a day on which no card can be due.
  /// - Parameter today: the day it is; nil where that is not known, and then only dates can be
  ///   written.
  public init?(_ text: String, today: CalendarDay?) {
    let name = text.lowercased()
    guard name != "none" else {
      self = .none
      return
    }
    guard let day = TypedDay.date(name) ?? today.flatMap({ TypedDay.near(name, $0.number) }),
      day.number <= BoardLimits.dueDay
    else { return nil }
    self = .day(day)
  }

  /// The day that a text names by its distance from today.
  private static func near(_ name: String, _ today: Int) -> CalendarDay? {
    switch name {
    case "today": CalendarDay(today)
    case "tomorrow": CalendarDay(today + 1)
    default: (weekday(name, today) ?? later(name, today)).flatMap { CalendarDay($0) }
    }
  }

  private static func weekday(_ name: String, _ today: Int) -> Int? {
    guard name.utf8.count >= 3, let index = weekdays.firstIndex(where: { $0.hasPrefix(name) })
    else { return nil }
    let ahead = (index + 14 - (today + firstWeekday) % 7) % 7
    return today + (ahead == 0 ? 7 : ahead)
  }

  private static func later(_ name: String, _ today: Int) -> Int? {
    guard name.first == "+", let unit = name.last.flatMap({ units[$0] }),
      let count = number(name.dropFirst().dropLast()), count <= 36_500
    else { return nil }
    return today + count * unit
  }

  private static func date(_ name: String) -> CalendarDay? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = number(parts[0]),
      let month = number(parts[1]), let day = number(parts[2])
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
