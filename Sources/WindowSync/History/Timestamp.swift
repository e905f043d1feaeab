/// A moment of the coordinator's clock, as text in UTC.
public enum Timestamp {
  /// - Parameter milliseconds: since 1970.
  /// - Returns: as in `2026-11-21T09:55:19.042Z`.
  public static func text(_ milliseconds: UInt64) -> String {
    let seconds = milliseconds / 1_000
    return day(seconds / 86_400) + "T" + clock(seconds % 86_400) + "."
      + Digits.padded(Int(milliseconds % 1_000), 3) + "Z"
  }

  /// - Returns: as in `2026-11-21 09:55`.
  public static func short(_ milliseconds: UInt64) -> String {
    let seconds = milliseconds / 1_000
    return day(seconds / 86_400) + " " + clock(seconds % 86_400).prefix(5)
  }

  private static func clock(_ seconds: UInt64) -> String {
    [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Digits.padded(Int($0), 2) }
      .joined(separator: ":")
  }

  private static func day(_ days: UInt64) -> String { CalendarDay(Int(days))?.text ?? "" }
}
