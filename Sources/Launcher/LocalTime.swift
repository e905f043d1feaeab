import Glibc
import Wording

/// Times for people. Every time that a command prints is made here.
public enum LocalTime {
  /// - Parameter time: the time, in milliseconds since 1970.
  /// - Returns: the time as in `2026-11-21 10:55:19.042 +0100`, which `--at` reads.
  public static func text(_ time: UInt64) -> String {
    Timestamp.local(time, ahead: ahead(at: time))
  }

  /// How many seconds local time, as `TZ` or the system names its zone, is ahead of UTC at a time.
  private static func ahead(at time: UInt64) -> Int {
    var seconds = time_t(clamping: time / 1_000)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }
}
