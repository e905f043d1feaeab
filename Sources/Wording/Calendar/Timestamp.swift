/// A moment of the coordinator's clock, as text.
public enum Timestamp {
  /// The moment in UTC, for programs.
  /// - Parameter milliseconds: the moment, since 1970.
  /// - Returns: text in the form `2026-11-21T09:55:19.042Z`.
  public static func text(_ milliseconds: UInt64) -> String {
    let seconds = milliseconds / 1_000
    return day(seconds / 86_400) + "T" + clock(seconds % 86_400) + fraction(milliseconds) + "Z"
  }

  /// The moment in local time, for people. The text has the offset, so it is exact also in the hour
  /// that a clock goes back: `board ls --at` takes it as it is, and shows the board of that moment.
  /// - Parameter ahead: the seconds that local time is ahead of UTC at that moment.
  /// - Returns: text in the form `2026-11-21 10:55:19.042 +0100`.
  public static func local(_ milliseconds: UInt64, ahead: Int) -> String {
    // Offsets are written in minutes: no zone has had seconds for fifty years. The moment stays in
    // or after 1970.
    let minutes = max(ahead / 60, -Int(clamping: milliseconds / 60_000))
    let moved = Int(clamping: milliseconds / 1_000).addingReportingOverflow(minutes * 60)
    let seconds = moved.overflow ? UInt64(Int.max) : UInt64(moved.partialValue)
    return day(seconds / 86_400) + " " + clock(seconds % 86_400) + fraction(milliseconds) + " "
      + offset(minutes)
  }

  private static func offset(_ minutes: Int) -> String {
    (minutes < 0 ? "-" : "+") + Digits.padded(abs(minutes) / 60, 2)
      + Digits.padded(abs(minutes) % 60, 2)
  }

  private static func fraction(_ milliseconds: UInt64) -> String {
    "." + Digits.padded(Int(milliseconds % 1_000), 3)
  }

  private static func clock(_ seconds: UInt64) -> String {
    [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Digits.padded(Int($0), 2) }
      .joined(separator: ":")
  }

  private static func day(_ days: UInt64) -> String { CalendarDay(Int(days))?.text ?? "" }
}
