/// A day of the Gregorian calendar, as due dates are: without a time and a zone.
public struct CalendarDay: Hashable, Sendable {
  /// The number of days since 1970-01-01; never negative.
  public let number: Int

  /// Fails for a day before 1970.
  public init?(_ number: Int) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Fails for a day that the month does not have, and outside the years 1970 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1970...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    // Years are counted from March on, so that the leap day is their last.
    let shifted = month > 2 ? year : year - 1
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(shifted / 400 * 146_097 + dayOfEra - 719_468)
    guard date == (year, month, day) else { return nil }
  }

  public var date: (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day in the form `2026-12-01`.
  public var text: String {
    let date = date
    return "\(Digits.padded(date.year, 4))-\(Digits.padded(date.month, 2))"
      + "-\(Digits.padded(date.day, 2))"
  }

  /// The day in the form `12-01`, for where there is little room.
  public var short: String { String(text.suffix(5)) }
}

public enum Digits {
  /// - Returns: the number with zeros in front, in at least `width` digits.
  public static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
