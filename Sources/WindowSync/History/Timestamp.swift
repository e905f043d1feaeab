/// A moment of the coordinator's clock, as text in UTC.
public enum Timestamp {
  /// - Parameter milliseconds: since 1970.
  /// - Returns: as in `2026-11-21T09:55:19.042Z`.
  public static func text(_ milliseconds: UInt64) -> String {
    let seconds = milliseconds / 1_000
    return day(seconds / 86_400) + "T" + clock(seconds % 86_400) + "."
      + padded(milliseconds % 1_000, 3) + "Z"
  }

  /// - Returns: as in `2026-11-21 09:55`.
  public static func short(_ milliseconds: UInt64) -> String {
    let seconds = milliseconds / 1_000
    return day(seconds / 86_400) + " " + clock(seconds % 86_400).prefix(5)
  }

  private static func clock(_ seconds: UInt64) -> String {
    [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
  }

  /// By counting eras of 400 years from March on, so that leap days come last.
  private static func day(_ days: UInt64) -> String {
    let shifted = days + 719_468
    let ofEra = shifted % 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * fromMarch + 2) / 5 + 1
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfEra + shifted / 146_097 * 400 + (month <= 2 ? 1 : 0)
    return [padded(year, 4), padded(month, 2), padded(day, 2)].joined(separator: "-")
  }

  private static func padded(_ value: UInt64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
